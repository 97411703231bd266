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

/** Leads to the backorder rules that keep an order from waiting: of each item, and of all products. */
function BackorderRules({ error }: { error: unknown }) {
  const paths = usePaths()
  const { whyRight } = useCan()
  // The routes of the catalog and of its settings are of a later group.
  /* oxlint-disable stowage/right-of-route */
  const why = whyRight('catalog.product.update')
  const whyDefault = whyRight('platform.settings.update')
  /* oxlint-enable stowage/right-of-route */
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
      <li>
        <LinkButton look="quiet" small why={whyDefault} href={paths.setup('warehouse')}>
          Change the rule of all products
        </LinkButton>
      </li>
    </ul>
  )
}
