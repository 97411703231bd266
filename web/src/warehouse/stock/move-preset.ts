import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { NamedItem } from '../products/items.ts'
import { bucketsNamed, useBucketOf } from './buckets.ts'
import { freeOf, unitsOf } from '../products/quantities.ts'
import { lineOf, linesOf, type MoveLine } from './move-lines.ts'

const route = getRouteApi('/$platform/app/stock/move')

/** The buckets the address names become lines, once; only an item is a question left. */
export function useMovePreset(
  slug: string,
  lines: readonly MoveLine[],
  onLines: (change: (lines: MoveLine[]) => MoveLine[]) => void,
) {
  const { sku, bucket, buckets = '', change } = route.useSearch()
  const { data: one } = useBucketOf(slug, {
    ...(sku !== undefined && { sku }),
    ...(bucket !== undefined && { bucket }),
  })
  const ids = buckets.split(',').filter(Boolean)
  const many = useQuery({ ...bucketsNamed(slug, ids), enabled: ids.length > 0 })
  const taken = useRef('')
  const name = `${sku ?? ''} ${bucket ?? ''} ${buckets}`
  useEffect(() => {
    const isKnown = many.data !== undefined || (one?.item && one.bucket)
    if (!isKnown || taken.current === name) return
    taken.current = name
    if (many.data) {
      const added = linesOf(many.data.items, lines)
      return onLines((now) => [...now, ...added])
    }
    if (!one?.item || !one.bucket) return
    const { bucketId } = one.bucket
    const line = lineOf(one.bucket, undefined, unitsOf(one.item))
    const qty = change === 'status' ? freeOf(one.bucket) : ''
    // It is there already when the page was loaded again, or opened before and left as it was.
    const there = lines.find(({ bucket }) => bucket.bucketId === bucketId)
    if (!there) return onLines((now) => [...now, { ...line, qty }])
    // With another key it is a new card, which takes the focus to what is asked for.
    if (there.qty === '' && qty !== '')
      onLines((now) => now.map((own) => (own === there ? { ...own, qty, key: line.key } : own)))
  }, [many.data, one, name, change, lines, onLines])
  const item: NamedItem | undefined =
    one?.item && !one.bucket ? { item: one.item, unit: one.item.unit } : undefined
  return {
    item,
    problem: many.error,
    leftOut: many.data ? ids.length - linesOf(many.data.items, []).length : 0,
    several: ids.length > 1,
    /** Adds the lines of the address again when the work is started over. */
    takeAgain: () => void (taken.current = ''),
  }
}
