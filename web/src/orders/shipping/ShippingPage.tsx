import { shipping } from '@stowage/contract/orders/shipping'
import { Suspense, useState, type FunctionComponent } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { count, link, number, state, text, time, warehouse, word } from '../../parts/columns.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Money } from '../../warehouse/settings/money.ts'
import { stateFilter, timed } from '../../workspace/list-filters.ts'
import { listPage } from '../../workspace/list-page.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { allTracking } from './sending.ts'
import { ShippingViews } from './ShippingViews.tsx'
import { shipmentStates } from './words.ts'

const ShipDialog = lazyPart(() => import('./ShipDialog.tsx'), 'ShipDialog')
const ShipmentPanel = lazyPart(() => import('./ShipmentPanel.tsx'), 'ShipmentPanel')

function Ship() {
  const slug = useSlug()
  const { why } = useCan()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="primary" why={why(shipping.ship)} onClick={() => setOpen(true)}>
        Ship fulfillment…
      </Button>
      <Suspense>{isOpen && <ShipDialog slug={slug} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/** List of shipments, newest first. */
const ShippingPage: FunctionComponent = listPage({
  page: '/$platform/app/shipping',
  route: shipping.list,
  name: 'shipments',
  title: 'Shipping',
  tabs: ({ isSaved }) => <ShippingViews open={isSaved ? undefined : 'shipments'} />,
  actions: () => <Ship />,
  search: 'Number or tracking',
  filters: [
    stateFilter(shipmentStates),
    {
      key: 'handedOver',
      label: 'Handed over',
      promoted: true,
      options: [
        { value: 'no', label: 'To hand over' },
        { value: 'yes', label: 'Handed over' },
      ],
    },
    { key: 'order', label: 'Order', linked: (first) => first?.order },
  ],
  also: ['fulfillment', 'carrier', 'manifest'],
  columns: ({ paths, brief }) => [
    word('Shipment', (one) => one.number, { sort: 'number' }),
    state('State', (one) => shipmentStates[one.state], { keep: 4 }),
    link('Order', ({ orderId, order }) => [paths.order(orderId), order], {
      card: 'value',
      keep: 3,
    }),
    text('Customer', ({ customer }) => customer, { wide: true, grow: 'sm:min-w-32' }),
    text('Carrier', ({ carrier, service }) => [carrier, service].filter(Boolean).join(', '), {
      keep: 2,
    }),
    {
      header: 'Tracking',
      card: 'value',
      keep: 3,
      cell: (shipment) => (
        <span className="font-mono wrap-anywhere">{allTracking(shipment).join(', ') || '-'}</span>
      ),
    },
    count('Packages', ({ packageCount }) => packageCount, { wide: true }),
    count('Weight (g)', ({ weightG }) => weightG, { wide: true }),
    number('Cost', ({ cost }) => cost && <Money amount={cost} />, { wide: true }),
    warehouse(),
    time('Shipped', ({ shippedAt }) => shippedAt, brief, { card: 'number', sort: 'shippedAt' }),
    time('Handed over', ({ handedOverAt }) => handedOverAt, brief, { wide: true }),
  ],
  details: ({ id }, { slug }) => (
    <Suspense fallback={<Spinner />}>
      <ShipmentPanel slug={slug} shipmentId={id} />
    </Suspense>
  ),
  caption: timed('Latest first'),
  noMatch: 'No shipment matches',
  none: ({ paths }) => ({
    title: 'No shipments yet',
    text: 'Packed orders appear here once they are shipped.',
    action: (
      <LinkButton look="primary" href={paths.packing({ view: 'packed' })}>
        Show packed orders
      </LinkButton>
    ),
  }),
})

export default ShippingPage
