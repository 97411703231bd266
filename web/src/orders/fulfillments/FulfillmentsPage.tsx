import { fulfillments } from '@stowage/contract/orders/fulfillments'
import { waitingStates } from '@stowage/contract/orders/fulfillment-waiting'
import type { FunctionComponent } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { timed } from '../../workspace/list-filters.ts'
import { listPage } from '../../workspace/list-page.tsx'
import { columnsOf } from './columns.tsx'
import { fulfillmentStates, shownStates } from './words.ts'

const PrintSelected = lazyPart(() => import('../papers/PrintSelected.tsx'), 'PrintSelected')

/** List of fulfillments, newest first. */
const FulfillmentsPage: FunctionComponent = listPage({
  page: '/$platform/app/fulfillments',
  route: fulfillments.list,
  name: 'fulfillments',
  title: 'Fulfillments',
  search: { label: 'Search', placeholder: 'Number', command: 'Search the fulfillments' },
  filters: [
    {
      key: 'state',
      label: 'State',
      promoted: true,
      options: [
        // What waits for the next step; the home links here.
        { value: waitingStates.toPick.join(','), label: 'To pick' },
        { value: waitingStates.toPack.join(','), label: 'To pack' },
        ...shownStates.map((value) => ({ value, label: fulfillmentStates[value].word })),
      ],
    },
    { key: 'order', label: 'Order', linked: (first) => first?.order },
  ],
  also: ['variant'],
  columns: ({ paths, show }) => columnsOf(paths, show),
  selected: {
    name: ({ number }) => number,
    actions: ({ selection, read }) => (
      <PrintSelected of="fulfillments" selection={selection} read={read} />
    ),
  },
  caption: timed('Newest first'),
  noMatch: 'No fulfillment matches',
  none: ({ paths }) => ({
    title: 'No fulfillments yet',
    text: 'Release an order to choose the locations its stock is picked from.',
    action: (
      <LinkButton look="primary" href={paths.orders({ view: 'to_release' })}>
        Show orders to release
      </LinkButton>
    ),
  }),
})

export default FulfillmentsPage
