import { allBlockersOf, blockersOf } from './blockers.ts'
import { Mentioned } from './Mentioned.tsx'
import { WaitingOrders, type Displacing } from './WaitingOrders.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { useCan } from '../rights.ts'
import { usePaths } from '../warehouses.ts'

/** The orders and records that stand in the way, with the way to each. */
export const InTheWay = ({ error, displacing }: { error: unknown; displacing?: Displacing }) => (
  <>
    <WaitingOrders error={error} {...(displacing && { displacing })} />
    <BackorderRules error={error} />
    <Mentioned blockers={allBlockersOf(error)} />
  </>
)

/** The way to each item whose backorder rule keeps an order from waiting. */
function BackorderRules({ error }: { error: unknown }) {
  const paths = usePaths()
  const { whyRight } = useCan()
  // oxlint-disable-next-line stowage/right-of-route -- the routes of the catalog are of a later group
  const why = whyRight('catalog.product.update')
  const denied = blockersOf(error, 'insufficient_stock').flatMap((one) =>
    'backorderLimit' in one && one.backorderLimit !== undefined ? [one.sku] : [],
  )
  if (denied.length === 0) return null
  return (
    <ul role="list" className="flex flex-wrap gap-x-4 gap-y-1">
      {[...new Set(denied)].map((sku) => (
        <li key={sku}>
          <LinkButton look="quiet" small why={why} href={paths.product(sku, 'details')}>
            {`Change the backorder rule of ${sku}`}
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}
