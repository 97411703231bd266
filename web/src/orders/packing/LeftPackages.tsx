import type { Fulfillment, Package } from '@stowage/contract/orders/fulfillments'
import { Link } from '../../parts/Link.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { usePaths } from '../../workspace/warehouses.ts'
import { packageStates } from '../fulfillments/words.ts'

type Props = { fulfillment: Fulfillment; packages: readonly Package[] }

/** The packages that were shipped before the rest, with the shipments of their order. */
export function LeftPackages({ fulfillment: { orderId, order }, packages }: Props) {
  const paths = usePaths()
  return (
    <section aria-labelledby="left-packages" className="grid gap-3">
      <h2 id="left-packages">Shipped separately</h2>
      <ul role="list" className="card grid gap-2 p-4 text-sm">
        {packages.map(({ id, number, state, tracking }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold">{number}</span>
            <StateBadge state={packageStates[state].look}>{packageStates[state].word}</StateBadge>
            {tracking && <span className="font-mono wrap-anywhere">{tracking}</span>}
          </li>
        ))}
      </ul>
      <Link className="link justify-self-start text-sm" href={paths.shipping({ order: orderId })}>
        {`Shipments of ${order}`}
      </Link>
    </section>
  )
}
