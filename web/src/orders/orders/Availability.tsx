import { stock } from '@stowage/contract/warehouse/stock'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'

/** How much of an item is available in each warehouse. */
export function Availability({ slug, variantId }: { slug: string; variantId: string }) {
  const levels = useQuery(
    load(stock.levels, {
      params: { slug },
      query: { variant: variantId, limit: '50', count: 'none' },
    }),
  )
  if (levels.error) return <p className="text-sm text-muted">Couldn’t load what is available</p>
  if (!levels.data) return <p className="text-sm text-muted">Loading…</p>
  const { items } = levels.data
  return (
    <p className="text-sm text-muted tabular-nums">
      {items.length === 0
        ? 'Not in stock'
        : `Available: ${items
            .map(
              ({ warehouseCode, available }) => `${formatQuantity(available)} in ${warehouseCode}`,
            )
            .join(', ')}`}
    </p>
  )
}
