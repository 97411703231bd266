import { orders, type Order } from '@stowage/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { isOver } from './words.ts'
import { ReadError } from '../../parts/ReadError.tsx'

/** Lists the items picked for an order that have to be put back once it ends. */
export function OrderPutBack({ slug, order }: { slug: string; order: Order }) {
  const found = useQuery(load(orders.putBack, { params: { slug, orderId: order.id } }))
  const { data, error } = found
  if (error) return <ReadError of={found} fallback="Couldn’t load what has to be put back" />
  if (!data || data.items.length === 0) return null
  return (
    <Notice kind="warn">
      <p>
        {isOver(order.state)
          ? 'Picked for this order, to be put back:'
          : 'Already picked, and has to be put back:'}
      </p>
      <ul className="list-disc ps-5">
        {data.items.map(({ bucketId, qty, sku, location, from, lot, serial }) => (
          <li key={`${bucketId} ${from}`}>
            {[`${formatQuantity(qty)} ${sku} from ${location} to ${from}`, lot, serial]
              .filter(Boolean)
              .join(', ')}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
