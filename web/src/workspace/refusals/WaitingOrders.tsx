import { formatQuantity } from '../../app/format.ts'
import { linkTo } from '../../parts/columns.tsx'
import { Button } from '../../ui/Button.tsx'
import { blockersOf } from './blockers.ts'
import { usePaths } from '../warehouses.ts'

/** Returns the reservations that the refused request would break; empty for any other error. */
const reservationsIn = (error: unknown) =>
  [
    ...blockersOf(error, 'oversell_refused'),
    ...blockersOf(error, 'insufficient_bucket_stock'),
    ...blockersOf(error, 'reversal_blocked').flatMap((one) => ('claims' in one ? one : [])),
  ].flatMap(({ sku, claims = [] }) => claims.map((claim) => ({ ...claim, sku })))

export type Displacing = {
  action: string
  /** Why the member may not take reserved stock by this posting. */
  why: string | undefined
  isPending: boolean
  run: () => void
}

/** The orders whose stock a posting would take, with the offer to let them wait. */
export function WaitingOrders({ error, displacing }: { error: unknown; displacing?: Displacing }) {
  const paths = usePaths()
  const claims = reservationsIn(error)
  if (claims.length === 0) return null
  return (
    <>
      <ul role="list" aria-label="Reserved for" className="grid gap-1">
        {claims.map(({ reservationId, orderId, number, customer, sku, qty, waits = '0' }) => (
          <li key={reservationId} className="wrap-anywhere">
            {orderId === undefined ? 'Manual reservation' : linkTo(paths.order(orderId), number)}
            {customer !== undefined && `, ${customer}`}
            {`: ${formatQuantity(qty)} of ${sku} reserved`}
            {Number(waits) > 0 && displacing && `, ${formatQuantity(waits)} would wait`}
          </li>
        ))}
      </ul>
      {displacing && (
        <div className="mt-1">
          <Button
            busy={displacing.isPending && 'Posting…'}
            why={displacing.why}
            onClick={displacing.run}
          >
            {displacing.action}
          </Button>
        </div>
      )}
    </>
  )
}
