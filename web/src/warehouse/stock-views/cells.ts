import type { GridItem, GridLocation } from '@stowage/contract/warehouse/stock-grid'
import { formatCount } from '../../app/format.ts'
import { withoutZeros } from '../../app/quantity.ts'
import { wordsOf, type Entry } from './block.ts'
import { keyOf, mostSent, problemOf, typedInto, type Edits } from './edits.ts'
import type { OnHand } from './GridRow.tsx'
import type { Spot } from './spots.ts'

/** Grid to type into. */
export type Sheet = {
  items: readonly GridItem[]
  places: readonly GridLocation[]
  onHand: OnHand
  edits: Edits
  /** Why a cell can only be read; undefined for one that can be typed into. */
  whyNot: (item: GridItem, place: GridLocation) => string | undefined
  onEdits: (edits: Edits) => void
  /** Something for everybody to know that no cell shows. */
  onSay: (words: string) => void
}

/** The cells of a sheet: what is in them, and how something gets into them. */
export function cellsOf({ items, places, onHand, edits, whyNot, onEdits, onSay }: Sheet) {
  const cellAt = ({ row, column }: Spot) => {
    const [item, place] = [items[row], places[column]]
    if (!item || !place) return undefined
    const subject = {
      variantId: item.variantId,
      sku: item.sku,
      unit: item.unit,
      scale: item.qtyScale,
      locationId: place.id,
      location: place.code,
    }
    const key = keyOf(subject)
    return { key, subject, present: onHand.get(key), why: whyNot(item, place) }
  }
  const textAt = (spot: Spot) => {
    const cell = cellAt(spot)
    if (!cell) return ''
    return withoutZeros(edits[cell.key]?.typed ?? cell.present ?? '')
  }

  /** Puts these into their cells, as far as they can be typed into, and says what became of them. */
  const write = (
    entries: readonly Entry[],
    { done, beyond = 0 }: { done?: string; beyond?: number },
  ) => {
    const all = entries.flatMap(({ text: typed, ...spot }) => {
      const cell = cellAt(spot)
      if (!cell) return []
      const present = edits[cell.key]?.now ?? cell.present ?? '0'
      return [{ ...cell, present, typed }]
    })
    const open = all.filter(({ why }) => why === undefined)
    const next = typedInto(edits, open)
    if (Object.keys(next).length > mostSent)
      return onSay(
        `Up to ${formatCount(mostSent)} changes can be posted together. Nothing was ${done ?? 'changed'}.`,
      )
    if (next !== edits) onEdits(next)
    const unread = open.filter(({ key }) => next[key] && problemOf(next[key]) !== undefined).length
    const shut = all.length - open.length
    const why = all.find((one) => one.why !== undefined)?.why
    onSay(wordsOf({ done, written: open.length, unread, shut, why, beyond }))
  }

  return { cellAt, textAt, write }
}
