import type { Wave } from '@stowage/contract/orders/waves'
import type { Column } from '../../parts/DataTable.tsx'
import { Link } from '../../parts/Link.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { makerOf } from '../../platforms/members/maker.ts'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { figureColumns } from '../picking/figures.tsx'
import { waveStates } from './words.ts'

export const columnsOf = (paths: WorkspacePaths, show: (at: string) => string): Column<Wave>[] => [
  {
    header: 'Wave',
    sort: 'number',
    cell: ({ id, number }) => (
      <Link className="link" href={paths.wave(id)}>
        {number}
      </Link>
    ),
  },
  {
    header: 'State',
    card: 'state',
    keep: 4,
    cell: ({ state }) => (
      <StateBadge state={waveStates[state].look}>{waveStates[state].word}</StateBadge>
    ),
  },
  {
    header: 'Name',
    wide: true,
    cell: ({ name }) => <span className="wrap-anywhere">{name || '-'}</span>,
  },
  ...figureColumns,
  { header: 'Warehouse', wide: true, cell: ({ warehouseCode }) => warehouseCode },
  {
    header: 'Created',
    sort: 'createdAt',
    wide: true,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{show(createdAt)}</time>,
  },
  {
    header: 'By',
    wide: true,
    cell: ({ createdBy, createdByName }) => makerOf(createdBy, createdByName) ?? 'Stowage',
  },
]
