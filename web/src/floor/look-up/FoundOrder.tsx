import { fulfillments } from '@stowage/contract/orders/fulfillments'
import { orders } from '@stowage/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { orderStates } from '../../orders/orders/words.ts'
import { fulfillmentStates } from '../../orders/fulfillments/words.ts'
import { FoundFrame } from './FoundFrame.tsx'
import { Rows } from '../frame/Rows.tsx'
import { OpenAtDesk } from './FoundThing.tsx'
import type { FoundProps } from './look-up.ts'

/** An order: its state, what is picked and packed of it, and what was ordered. */
export function FoundOrder({ slug, thing }: FoundProps) {
  const paths = usePaths()
  const { data, error, refetch } = useQuery(
    load(orders.details, { params: { slug, orderId: thing.id } }),
  )
  const parts = useQuery(
    load(fulfillments.list, {
      params: { slug },
      query: { order: thing.id, limit: '50', count: 'none' },
    }),
  )
  const order = data?.order
  return (
    <FoundFrame
      thing={thing}
      states={order ? [orderStates[order.state]] : []}
      read={{
        data: data && parts.data,
        error: error ?? parts.error,
        refetch: () => Promise.all([refetch(), parts.refetch()]),
      }}
      actions={<OpenAtDesk thing={thing} />}
    >
      {order?.customer && <p className="text-xl">{order.customer}</p>}
      <Rows
        label="Fulfillments"
        rows={(parts.data?.items ?? []).map(({ id, number, warehouseCode, state }) => ({
          id,
          name: number,
          detail: warehouseCode,
          value: fulfillmentStates[state].word,
          href: paths.floorLookUp({ kind: 'fulfillment', id, label: number }),
        }))}
        none="Nothing is released for picking."
      />
      <Rows
        label="Ordered"
        rows={(order?.lines ?? []).map(({ id, sku, name, qty, unit }) => ({
          id,
          name: name || sku,
          detail: sku,
          value: `${formatQuantity(qty)} ${unit}`,
        }))}
        none="No items"
      />
    </FoundFrame>
  )
}
