import type { BatchSummary } from '@stowage/contract/orders/batches'
import type { Column } from '../../parts/DataTable.tsx'
import { Link } from '../../parts/Link.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { Assignee } from '../picking/Assignee.tsx'
import { figureColumns } from '../picking/figures.tsx'
import { batchStates, methodWords } from './words.ts'

export const columnsOf = (
  paths: WorkspacePaths,
  show: (at: string) => string,
): Column<BatchSummary>[] => [
  {
    header: 'Batch',
    sort: 'number',
    cell: ({ id, number }) => (
      <Link className="link" href={paths.batch(id)}>
        {number}
      </Link>
    ),
  },
  {
    header: 'State',
    card: 'state',
    keep: 4,
    cell: ({ state }) => (
      <StateBadge state={batchStates[state].look}>{batchStates[state].word}</StateBadge>
    ),
  },
  {
    header: 'Wave',
    wide: true,
    cell: ({ waveId, wave }) =>
      waveId === null ? (
        '-'
      ) : (
        <Link className="link" href={paths.wave(waveId)}>
          {wave}
        </Link>
      ),
  },
  { header: 'Method', keep: 2, card: 'value', cell: ({ method }) => methodWords[method] },
  {
    header: 'Assigned to',
    keep: 3,
    card: 'value',
    cell: (batch) => <Assignee of={batch} />,
  },
  ...figureColumns,
  { header: 'Warehouse', wide: true, cell: ({ warehouseCode }) => warehouseCode },
  {
    header: 'Created',
    sort: 'createdAt',
    wide: true,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{show(createdAt)}</time>,
  },
]
