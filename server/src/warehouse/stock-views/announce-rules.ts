import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { NewEvent } from '../../workspace/events/queries.ts'
import type { ChangedLevel } from './announce-queries.ts'

/**
 * Returns the event of a level that changed, or undefined where nothing is to be announced: as much is available as
 * before, or it is not a site. `low`, `out` and `back` say which line was crossed on the way from `was` to `available`.
 */
export function availableEvent(
  { warehouseId, variantId, sku, qtyScale, isSite, version, ...level }: ChangedLevel,
  at: Date,
): NewEvent | undefined {
  const [was, available] = [BigInt(level.was), BigInt(level.available)]
  if (was === available || !isSite) return undefined
  const isLow = (quanta: bigint) =>
    level.reorderPoint !== null && quanta < BigInt(level.reorderPoint)
  return {
    type: 'stock.available_changed',
    subject: {
      type: 'stock_level',
      id: `${warehouseId}:${variantId}`,
      version: Number(version),
    },
    payload: {
      warehouseId,
      variantId,
      sku,
      available: fromQuanta(available, qtyScale),
      was: fromQuanta(was, qtyScale),
      low: isLow(available) && !isLow(was),
      out: available <= 0n && was > 0n,
      back: available > 0n && was <= 0n,
    },
    at,
  }
}
