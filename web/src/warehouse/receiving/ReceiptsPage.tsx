import { receiving } from '@stowage/contract/warehouse/receiving'
import type { FunctionComponent } from 'react'
import { link, state, time, warehouse, word } from '../../parts/columns.tsx'
import { stateFilter, timed } from '../../workspace/list-filters.ts'
import { listPage } from '../../workspace/list-page.tsx'
import { receiptStates } from './words.ts'

/** All receipts, the newest first. */
const ReceiptsPage: FunctionComponent = listPage({
  page: '/$platform/app/receiving',
  route: receiving.receipts,
  name: 'receipts',
  title: 'Receiving',
  create: {
    name: 'Receive stock',
    href: (paths) => paths.newReceipt,
    why: ({ why }) => why(receiving.create),
    keys: 'n',
  },
  search: 'Number or reference',
  filters: [stateFilter(receiptStates)],
  columns: ({ paths, brief }) => [
    link('Receipt', ({ id, number }) => [paths.receipt(id), number], { sort: 'number' }),
    state('State', (one) => receiptStates[one.state], { keep: 3 }),
    word('Reference', ({ reference }) => reference, { card: 'value', grow: 'sm:min-w-32' }),
    warehouse(),
    { header: 'Lines', card: 'value', align: 'end', cell: ({ lineCount }) => lineCount },
    time('Started', ({ createdAt }) => createdAt, brief, {
      card: 'value',
      keep: 3,
      sort: 'createdAt',
    }),
    time('Received', ({ receivedAt }) => receivedAt, brief, { wide: true }),
  ],
  caption: timed('Newest first'),
  noMatch: 'No receipt matches',
  none: {
    title: 'No receipts yet',
    text: 'Scan a delivery and complete the receipt to add it to stock.',
  },
})

export default ReceiptsPage
