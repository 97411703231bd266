import type { variants } from '@stowage/contract/warehouse/variants'
import { Link } from '../../parts/Link.tsx'
import { blockersOf } from './blockers.ts'
import { useCan } from '../rights.ts'
import { usePaths } from '../warehouses.ts'

/** The way to each item whose backorder rule keeps an order from waiting, for those who may change it. */
export function BackorderRules({ error }: { error: unknown }) {
  const paths = usePaths()
  const { whyTo } = useCan()
  if (whyTo<typeof variants.update>('catalog.product.update')) return null
  const denied = blockersOf(error, 'insufficient_stock').flatMap((one) =>
    'backorderLimit' in one && one.backorderLimit !== undefined ? [one.sku] : [],
  )
  if (denied.length === 0) return null
  return (
    <ul role="list" className="flex flex-wrap gap-x-4 gap-y-1">
      {[...new Set(denied)].map((sku) => (
        <li key={sku}>
          <Link href={paths.product(sku, 'details')} className="link">
            {`Change the backorder rule of ${sku}`}
          </Link>
        </li>
      ))}
    </ul>
  )
}
