import type { LeftPackage } from '@stowage/contract/orders/fulfillments'
import { Link } from '../../parts/Link.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { usePaths } from '../../workspace/warehouses.ts'
import { packageStates } from '../fulfillments/words.ts'

/** The packages that were shipped before the rest, each with a link to the fulfillment they became. */
export function LeftPackages({ packages }: { packages: readonly LeftPackage[] }) {
  const paths = usePaths()
  return (
    <section aria-labelledby="left-packages" className="grid gap-3">
      <h2 id="left-packages">Shipped separately</h2>
      <ul role="list" className="card grid gap-2 p-4 text-sm">
        {packages.map(({ id, number, state, tracking, fulfillmentId, fulfillment }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold">{number}</span>
            <StateBadge state={packageStates[state].look}>{packageStates[state].word}</StateBadge>
            {tracking && <span className="font-mono wrap-anywhere">{tracking}</span>}
            <Link className="link" href={paths.fulfillment(fulfillmentId)}>
              {fulfillment}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
