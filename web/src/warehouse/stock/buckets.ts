import { isSameKey } from '@stowage/contract/folding'
import { variants } from '@stowage/contract/warehouse/product-variants'
import { stockViews } from '@stowage/contract/warehouse/stock-views'
import { useQuery } from '@tanstack/react-query'
import { load, send } from '../../app/api.ts'

const all = { limit: '200', count: 'none' } as const

/** Every bucket of an item, in one warehouse or in all of them. */
export const bucketsOf = (slug: string, variant: string, warehouse: string | undefined) =>
  load(stockViews.buckets, { params: { slug }, query: { ...all, variant, warehouse } })

/** Returns the query for the stock at a location, or of one item there. */
export const bucketsAt = (slug: string, location: string, variant?: string) =>
  load(stockViews.buckets, { params: { slug }, query: { ...all, location, variant } })

/** Returns the query for the given buckets that are not empty, in list order. The first reply is kept. */
export const bucketsNamed = (slug: string, ids: readonly string[]) => ({
  ...load(stockViews.buckets, { params: { slug }, query: { ...all, ids: ids.join(',') } }),
  // A key of its own, or what is made of them would be read again when it has been moved.
  queryKey: ['buckets of an address', slug, ids],
  staleTime: Infinity,
  gcTime: 0,
})

/**
 * The bucket an address names, with its item: `sku` finds the item, `bucket` the bucket of it. The item
 * alone is found as well.
 */
export function useBucketOf(slug: string, { sku, bucket }: { sku?: string; bucket?: string }) {
  return useQuery({
    queryKey: [stockViews.buckets.path, 'of an address', slug, sku, bucket],
    enabled: sku !== undefined,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { items } = await send(
        variants.list,
        { params: { slug }, query: { limit: '20', q: sku, count: 'none' } },
        { signal },
      )
      const item = items.find((one) => isSameKey(one.sku, sku ?? ''))
      if (!item) return { item: undefined, bucket: undefined }
      const found = await send(
        stockViews.buckets,
        { params: { slug }, query: { ...all, variant: item.id } },
        { signal },
      )
      return { item, bucket: found.items.find(({ bucketId }) => bucketId === bucket) }
    },
  })
}
