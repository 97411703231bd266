import { boxes, type Box } from '@stowage/contract/orders/boxes'
import type { FunctionComponent } from 'react'
import { formatCount } from '../../app/format.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { count, state, text, word } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import { recordStates, stateFilter } from '../../workspace/list-filters.ts'
import { listPage } from '../../workspace/list-page.tsx'
import { listSearch } from '../../workspace/list-search.ts'
import { listRoute } from '../../workspace/routes.tsx'
import { recordSteps } from '../../workspace/steps/record-steps.tsx'
import { useRowSteps } from '../../workspace/steps/use-row-steps.tsx'

const BoxDialog = lazyPart(() => import('./BoxDialog.tsx'), 'BoxDialog')

const name = ({ code }: Box) => code
const steps = recordSteps<Box>({ one: 'box', many: 'boxes' }, boxes, {
  form: BoxDialog,
  name,
})

const sizeOf = ({ lengthMm, widthMm, heightMm }: Box) =>
  [lengthMm, widthMm, heightMm].some((side) => side !== null)
    ? [lengthMm, widthMm, heightMm]
        .map((side) => (side === null ? '?' : formatCount(side)))
        .join(' × ')
    : null

const columns: Column<Box>[] = [
  word('Code', ({ code }) => code, { sort: 'code' }),
  text('Name', (box) => box.name, { card: 'value', sort: 'name' }),
  state('State', (box) => recordStates[box.state]),
  word('Inner size (mm)', sizeOf, { card: 'value', wide: true, keep: 2 }),
  count('Tare weight (g)', ({ tareWeightG }) => tareWeightG, { wide: true }),
  count('Maximum weight (g)', ({ maxWeightG }) => maxWeightG, { wide: true }),
]

/** The boxes that orders are packed in, by code. */
const BoxesPage: FunctionComponent = listPage({
  page: '/$platform/app/boxes',
  route: boxes.list,
  name: 'boxes',
  isFixed: true,
  title: 'Boxes',
  create: { name: 'Add box', why: ({ why }) => why(boxes.create), form: BoxDialog },
  search: 'Code or name',
  filters: [stateFilter(recordStates)],
  columns: () => columns,
  useRowMenu: (rows) => useRowSteps({ steps, rows, name }),
  imported: 'boxes',
  caption: 'Boxes',
  noMatch: 'No boxes match',
  none: ({ created }) => ({
    title: 'No boxes yet',
    text: 'Add the boxes you pack orders in.',
    action: created,
  }),
})

export const routes = [listRoute('boxes', listSearch(boxes.list), BoxesPage)] as const
