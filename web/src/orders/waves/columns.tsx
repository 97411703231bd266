import type { Wave } from '@stowage/contract/orders/waves'
import { link, state, text, time, warehouse, word } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import { makerOf } from '../../platforms/members/maker.ts'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { figureColumns } from '../picking/figures.tsx'
import { waveStates } from './words.ts'

const isByFilter = ({ state, filter }: Wave) => state === 'draft' && !filter.orderIds

export const columnsOf = (paths: WorkspacePaths, show: (at: string) => string): Column<Wave>[] => [
  link('Wave', ({ id, number }) => [paths.wave(id), number], { sort: 'number' }),
  state('State', (one) => waveStates[one.state], { keep: 4 }),
  text('Name', ({ name }) => name, { wide: true }),
  ...figureColumns.map((column) => ({
    ...column,
    // What a draft takes by filters is known with its release.
    cell: (wave: Wave) => (isByFilter(wave) ? '-' : column.cell(wave)),
  })),
  warehouse(),
  time('Created', ({ createdAt }) => createdAt, show, { sort: 'createdAt', wide: true }),
  word('By', ({ createdBy, createdByName }) => makerOf(createdBy, createdByName) ?? 'Stowage', {
    wide: true,
  }),
]
