import { isSameKey } from '@stowage/contract/folding'
import type { Found } from '@stowage/contract/workspace/search'

type Item = { variantId: string; lot: string | null; serial: string | null }

const isOther = (found: string | null | undefined, own: string | null) =>
  found != null && own !== null && !isSameKey(found, own)

/** Checks whether a scan names this item: by SKU, by GS1 code, or by the number of a lot or serial. */
export function isFoundItemOf({ variantId, lot, serial }: Item, found: Found): boolean {
  if (found.variantId !== variantId) return false
  if (found.kind === 'lot') return !isOther(found.label, lot)
  if (found.kind === 'serial') return !isOther(found.label, serial)
  return !isOther(found.gs1?.lot, lot) && !isOther(found.gs1?.serial, serial)
}
