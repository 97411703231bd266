import { shipping } from '@stowage/contract/orders/shipping'
import { Suspense, useState, type FunctionComponent } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { stateFilter, timed } from '../../workspace/list-filters.ts'
import { listPage } from '../../workspace/list-page.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { columnsOf } from './columns.tsx'
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

/** What left for orders, the latest first. */
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
  columns: ({ paths, brief }) => columnsOf(paths, brief),
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
