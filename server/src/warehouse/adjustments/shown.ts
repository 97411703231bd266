import type { Adjustment } from '@stowage/contract/warehouse/adjustments'
import { fromQuanta, plainMoney } from '@stowage/contract/warehouse/quantities'
import type { Worker } from '../../http/actor.ts'
import type { AdjustmentRow, LineRow } from './queries.ts'

type Sight = Pick<Worker, 'holds'>

export function shownAdjustment(
  row: AdjustmentRow,
  lines: readonly LineRow[],
  sight: Sight,
): Adjustment {
  return { ...withValue(row, sight), lines: lines.map(shownLine) }
}

/** What it is worth is left out for who has no business with it. */
export const withValue = <Row extends { worth: string | null }>(
  { worth, ...row }: Row,
  { holds }: Sight,
) => ({
  ...row,
  ...(holds.has('stock.value.read') && { value: worth === null ? null : plainMoney(worth) }),
})

function shownLine(line: LineRow): Adjustment['lines'][number] {
  const { lineNo, variantId, sku, name, unit, qtyScale, status, mode, before, after } = line
  const shown = (quanta: string | null) => quanta && fromQuanta(quanta, qtyScale)
  return {
    lineNo,
    variantId,
    sku,
    name,
    unit,
    status,
    mode,
    locationId: line.place.locationId,
    location: line.place.code,
    lot: line.lot?.code ?? null,
    serial: line.serial?.code ?? null,
    qty: fromQuanta(line.quanta, qtyScale),
    expected: shown(line.expected),
    before: shown(before),
    after: shown(after),
    delta:
      before === null || after === null
        ? null
        : fromQuanta(BigInt(after) - BigInt(before), qtyScale),
  }
}

/** The lines with what the ledger says was there before and after them. */
export function withOutcome(
  lines: readonly LineRow[],
  moves: readonly { lineNo: number; qty: string; party?: string }[],
  sides: readonly { lineNo: number; qtyAfter: string }[],
): LineRow[] {
  const afterOf = new Map(sides.map(({ lineNo, qtyAfter }) => [lineNo, qtyAfter]))
  const deltaOf = new Map(
    moves.map(({ lineNo, qty, party }) => [lineNo, party === 'loss' ? -BigInt(qty) : BigInt(qty)]),
  )
  return lines.map((line) => {
    const after = afterOf.get(line.lineNo) ?? line.quanta
    return { ...line, after, before: String(BigInt(after) - (deltaOf.get(line.lineNo) ?? 0n)) }
  })
}
