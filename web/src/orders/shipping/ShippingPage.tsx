import { shipping } from '@stowage/contract/orders/shipping'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { load } from '../../app/api.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/list.ts'
import { Button } from '../../ui/Button.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import { useListTable } from '../../workspace/saved-views/use-list-table.tsx'
import { useSite } from '../../workspace/site.ts'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { columnsOf } from './columns.tsx'
import { ShipmentPanel } from './ShipmentPanel.tsx'
import { ShippingViews } from './ShippingViews.tsx'
import { shipmentStates } from './words.ts'

const ShipDialog = lazyPart(() => import('./ShipDialog.tsx'), 'ShipDialog')

const route = getRouteApi('/$platform/app/shipping')

const stateOptions = Object.entries(shipmentStates).map(([value, { word }]) => ({
  value,
  label: word,
}))

/** What left for orders, the latest first. */
export default function ShippingPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { state, q, order, fulfillment, carrier, handedOver, manifest, ...search } =
    route.useSearch()
  const { id: warehouse } = useSite()
  const paths = usePaths()
  const { why } = useCan()
  const { zone, brief: show } = useTimes()
  const [isShipping, setShipping] = useState(false)
  const list = useList('shipments', search, shipping.list)
  const filter = {
    warehouse,
    order,
    fulfillment,
    carrier,
    q,
    state: state?.join(','),
    handedOver,
    manifest,
  }
  const query = { ...filter, sort: search.sort }
  const found = useQuery({
    ...load(shipping.list, { params: { slug }, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsOf(paths, show), [paths, show])
  const table = useListTable('shipments', columns)
  const first = found.data?.items[0]
  const orderFilter = {
    key: 'order',
    label: 'Order',
    value: order,
    options: [{ value: order ?? '', label: first?.order ?? 'Selected' }],
  }
  return (
    <ListPage
      title="Shipping"
      site={useWorkspaceName(slug)}
      tabs={<ShippingViews open={table.openView ? undefined : 'shipments'} />}
      actions={
        <Button look="primary" why={why(shipping.ship)} onClick={() => setShipping(true)}>
          Ship fulfillment…
        </Button>
      }
      saved={{ route: shipping.list, call: { params: { slug }, query }, rows: 'shipments' }}
      list={list}
      reply={found}
      fallback="Couldn’t load shipments"
      search={{
        label: 'Search',
        placeholder: 'Number or tracking',
        command: 'Search shipments',
      }}
      q={q}
      filters={[
        {
          key: 'state',
          label: 'State',
          value: state?.join(','),
          promoted: true,
          options: stateOptions,
        },
        {
          key: 'handedOver',
          label: 'Handed over',
          value: handedOver,
          promoted: true,
          options: [
            { value: 'no', label: 'To hand over' },
            { value: 'yes', label: 'Handed over' },
          ],
        },
        ...(order === undefined ? [] : [orderFilter]),
      ]}
      caption={search.sort ? `Times in ${zone}` : `Latest first, times in ${zone}`}
      table={table}
      rowId={({ id }) => id}
      details={({ id }) => <ShipmentPanel slug={slug} shipmentId={id} />}
      noMatch="No shipment matches"
      none={
        <EmptyState
          title="No shipments yet"
          action={
            <LinkButton look="primary" href={paths.packing({ view: 'packed' })}>
              Show packed orders
            </LinkButton>
          }
        >
          Packed orders appear here once they are shipped.
        </EmptyState>
      }
    >
      <Suspense>
        {isShipping && <ShipDialog slug={slug} onClose={() => setShipping(false)} />}
      </Suspense>
    </ListPage>
  )
}
