import type { BatchSummary } from '@stowage/contract/orders/batches'
import { link, state, time, warehouse, word } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { Assignee } from '../picking/Assignee.tsx'
import { figureColumns } from '../picking/figures.tsx'
import { batchStates, methodWords } from './words.ts'

export const columnsOf = (
  paths: WorkspacePaths,
  show: (at: string) => string,
): Column<BatchSummary>[] => [
  link('Batch', ({ id, number }) => [paths.batch(id), number], { sort: 'number' }),
  state('State', (one) => batchStates[one.state], { keep: 4 }),
  link('Wave', ({ waveId, wave }) => (waveId === null ? null : [paths.wave(waveId), wave]), {
    wide: true,
  }),
  word('Method', ({ method }) => methodWords[method], { keep: 2, card: 'value' }),
  {
    header: 'Assigned to',
    keep: 3,
    card: 'value',
    cell: (batch) => <Assignee of={batch} />,
  },
  ...figureColumns,
  warehouse(),
  time('Created', ({ createdAt }) => createdAt, show, { sort: 'createdAt', wide: true }),
]
