import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { NamedItem } from '../items.ts'
import { pilesNamed, usePileOf } from '../piles.ts'
import { unitsOf } from '../quantities.ts'
import { freeOf, lineOf, linesOf, type MoveLine } from './move-lines.ts'

const route = getRouteApi('/$platform/app/stock/move')

/** The piles the address names become lines, once; only an item is a question left. */
export function useMovePreset(
  slug: string,
  lines: readonly MoveLine[],
  onLines: (lines: readonly MoveLine[]) => void,
): { item: NamedItem | undefined; problem: Error | null; leftOut: number; several: boolean } {
  const { sku, bucket, piles = '', change } = route.useSearch()
  const { data: one } = usePileOf(slug, {
    ...(sku !== undefined && { sku }),
    ...(bucket !== undefined && { bucket }),
  })
  const ids = piles.split(',').filter(Boolean)
  const many = useQuery({ ...pilesNamed(slug, ids), enabled: ids.length > 0 })
  const taken = useRef('')
  const name = `${sku ?? ''} ${bucket ?? ''} ${piles}`
  useEffect(() => {
    const found = many.data?.items ?? (one?.item && one.pile && [one.pile])
    if (!found || taken.current === name) return
    taken.current = name
    // What was restored holds them already when the page was only loaded again.
    const known = new Set(lines.map(({ pile }) => pile.bucketId))
    if (one?.item && one.pile) {
      const line = lineOf(one.pile, undefined, unitsOf(one.item))
      if (!known.has(one.pile.bucketId))
        onLines([change === 'status' ? { ...line, qty: freeOf(one.pile) } : line])
      return
    }
    onLines(linesOf(found, lines))
  }, [many.data, one, name, change, lines, onLines])
  return {
    item: one?.item && !one.pile ? { item: one.item, unit: one.item.unit } : undefined,
    problem: many.error,
    leftOut: many.data ? ids.length - linesOf(many.data.items, []).length : 0,
    several: ids.length > 1,
  }
}
