import { adjustments } from '@stowage/contract/warehouse/adjustments'
import type { FunctionComponent } from 'react'
import { link, state, time, warehouse, word } from '../../parts/columns.tsx'
import { stateFilter, timed } from '../../workspace/list-filters.ts'
import { listPage } from '../../workspace/list-page.tsx'
import { useReasonNames } from '../settings/reason-names.ts'
import { StockTabs } from '../stock/StockTabs.tsx'
import { adjustmentStates } from './words.ts'

/** All corrections, the newest first; those that wait for somebody are a press away. */
const AdjustmentsPage: FunctionComponent = listPage({
  page: '/$platform/app/stock/adjustments',
  route: adjustments.list,
  name: 'adjustments',
  title: 'Adjustments',
  tabs: () => <StockTabs />,
  create: {
    name: 'Adjust stock',
    href: (paths) => paths.adjust(),
    why: ({ why }) => why(adjustments.create),
  },
  search: 'Number or note',
  filters: [stateFilter(adjustmentStates)],
  useGiven: useReasonNames,
  columns: ({ paths, brief }, reasons) => [
    link('Adjustment', ({ id, number }) => [paths.adjustment(id), number], { sort: 'number' }),
    state('State', (one) => adjustmentStates[one.state], { keep: 3 }),
    word('Reason', ({ reasonCode }) => reasons.get(reasonCode) ?? reasonCode, { card: 'value' }),
    word('Note', ({ note }) => note, { card: 'value', grow: 'sm:min-w-32' }),
    warehouse(),
    { header: 'Lines', wide: true, align: 'end', cell: ({ lineCount }) => lineCount },
    time('Created', ({ createdAt }) => createdAt, brief, {
      card: 'number',
      keep: 3,
      sort: 'createdAt',
    }),
  ],
  caption: timed('Newest first'),
  noMatch: 'No adjustment matches',
  none: {
    title: 'No adjustments yet',
    text: 'Adjust stock when a recorded quantity doesn’t match the shelf.',
  },
})

export default AdjustmentsPage
