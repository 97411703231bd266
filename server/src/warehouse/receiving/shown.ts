import { fromQuanta, plainMoney } from '@stowage/contract/warehouse/quantities'
import type { Receipt } from '@stowage/contract/warehouse/receiving'
import type { Worker } from '../../http/actor.ts'
import type { HeldReceipt, LineRow, ReceiptRow } from './queries.ts'

/** A receipt as this member may see it: what goods cost is left out for who has no business with it. */
export function shownReceipt(
  { timezone: _, ...row }: ReceiptRow & Partial<HeldReceipt>,
  lines: readonly LineRow[],
  { holds }: Pick<Worker, 'holds'>,
): Receipt {
  const seesCosts = holds.has('catalog.cost.read')
  return {
    ...row,
    lines: lines.map(({ lineNo, variantId, sku, name, unit, qtyScale, ...line }) => ({
      lineNo,
      variantId,
      sku,
      name,
      unit,
      qty: fromQuanta(line.quanta, qtyScale),
      locationId: line.place.locationId,
      location: line.place.code,
      status: line.status,
      lotId: line.lot?.lotId ?? null,
      lot: line.lot?.code ?? null,
      serials: line.serials.map(({ code }) => code),
      reversedQty: fromQuanta(line.reversed, qtyScale),
      reversedSerials: line.serials.flatMap(({ code, isReversed }) => (isReversed ? [code] : [])),
      ...(seesCosts && {
        unitCost: line.unitCostMicros === null ? null : plainMoney(line.unitCostMicros),
        value: line.valueMicros === null ? null : plainMoney(line.valueMicros),
      }),
    })),
  }
}
