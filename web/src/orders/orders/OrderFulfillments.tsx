import { fulfillments } from '@stowage/contract/orders/fulfillments'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { wholePage } from '../../parts/selected.ts'
import { Link } from '../../parts/Link.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { fulfillmentStates } from '../fulfillments/words.ts'

/** Lists the fulfillments of an order with their warehouses. Empty until the order is released. */
export function OrderFulfillments({ slug, orderId }: { slug: string; orderId: string }) {
  const paths = usePaths()
  const { show } = useTimes()
  const found = useQuery(
    load(fulfillments.list, {
      params: { slug },
      query: { ...wholePage, order: orderId, sort: '-createdAt' },
    }),
  )
  const { data, error } = found
  if (error) return <ReadError of={found} fallback="Couldn’t load the fulfillments" />
  if (!data || data.items.length === 0) return null
  return (
    <section aria-labelledby="fulfillments" className="card grid content-start gap-3 p-5">
      <h2 id="fulfillments">Fulfillments</h2>
      <ul role="list" className="grid gap-2 text-sm">
        {data.items.map(({ id, number, state, warehouseCode, units, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link className="link" href={paths.fulfillment(id)}>
              {number}
            </Link>
            <StateBadge state={fulfillmentStates[state].look}>
              {fulfillmentStates[state].word}
            </StateBadge>
            <span className="text-muted tabular-nums">
              {`${warehouseCode}, ${formatQuantity(units)} units, ${show(createdAt)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
