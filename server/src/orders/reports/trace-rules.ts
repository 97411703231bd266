import type { Explanation, traceReasons } from '@stowage/contract/orders/report-trace'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { PlannedShare } from '../backorders/promise-rules.ts'
import { endedBy, hasEnded } from '../orders/rules.ts'
import type { LineRow, OrderRow } from '../orders/queries.ts'
import type { AvailableRow, StoppedRow } from './trace-queries.ts'

type Reason = (typeof traceReasons)[number]
type Traced = Explanation['lines'][number]
type PlannedShares = Record<string, PlannedShare[]>

/** One thing a line asks for: itself, or one component of a kit. */
type Part = {
  line: LineRow
  componentId: string | null
  variantId: string
  sku: string
  qtyScale: number
  requested: bigint
  cancelled: bigint
  outOfStock: bigint
}

const partsOf = (line: LineRow): Part[] => {
  const { variantId, sku, qtyScale, components } = line
  const own = {
    requested: BigInt(line.qty),
    cancelled: BigInt(line.cancelled),
    outOfStock: BigInt(line.outOfStock),
  }
  if (components.length === 0)
    return [{ line, componentId: null, variantId, sku, qtyScale, ...own }]
  const unit = 10n ** BigInt(qtyScale)
  return components.map(({ id, perKit, ...component }) => ({
    line,
    componentId: id,
    variantId: component.variantId,
    sku: component.sku,
    qtyScale: component.qtyScale,
    requested: (own.requested / unit) * BigInt(perKit),
    cancelled: (own.cancelled / unit) * BigInt(perKit),
    outOfStock: (own.outOfStock / unit) * BigInt(perKit),
  }))
}

/** Explains each line of an order: what the warehouses had and gave then, and have now. */
export function explainLines(
  order: Pick<OrderRow, 'state'>,
  lines: readonly LineRow[],
  kept: PlannedShares,
  { available, stopped }: { available: readonly AvailableRow[]; stopped: readonly StoppedRow[] },
): Traced[] {
  const used = new Set(lines.flatMap(({ claims }) => claims.map((claim) => claim.warehouseId)))
  return lines.flatMap(partsOf).map((part): Traced => {
    const { line, componentId, variantId, sku, qtyScale } = part
    const format = (quanta: bigint) => fromQuanta(quanta, qtyScale)
    const claims = line.claims.filter((claim) => claim.componentId === componentId)
    const planned = (kept[line.lineNo] ?? []).filter((share) => share.componentId === componentId)
    const now = available.filter((row) => row.variantId === variantId)
    const warehouses = now.flatMap(({ warehouseId, warehouse, free }) => {
      const claim = claims.filter((each) => each.warehouseId === warehouseId)
      const then = planned.find((each) => each.warehouseId === warehouseId)
      const isIdle = claim.length === 0 && !then && BigInt(free) <= 0n
      const sum = (name: 'promised' | 'backordered') =>
        format(claim.reduce((all, each) => all + BigInt(each[name]), 0n))
      return isIdle
        ? []
        : {
            warehouseId,
            warehouse,
            availableThen: format(BigInt(then?.had ?? 0)),
            given: format(BigInt(then?.given ?? 0)),
            available: format(BigInt(free)),
            // Nothing is on its way before purchasing and transfers exist.
            incoming: format(0n),
            promised: sum('promised'),
            backordered: sum('backordered'),
          }
    })
    const reason = reasonOf(order, line, claims, used.size)
    const { lineNo } = line
    const lot = stopped.find((each) => each.lineNo === lineNo && each.sku === sku)
    return {
      lineNo,
      componentId,
      variantId,
      sku,
      requested: format(part.requested),
      cancelled: format(part.cancelled),
      outOfStock: format(part.outOfStock),
      reason,
      stopped:
        lot && reason === 'waiting' ? { lot: lot.lot, lotState: lot.lotState, by: lot.by } : null,
      warehouses,
    }
  })
}

function reasonOf(
  { state }: Pick<OrderRow, 'state'>,
  line: LineRow,
  claims: LineRow['claims'],
  warehousesOfOrder: number,
): Reason {
  if (hasEnded([line])) return endedBy([line])
  if (state === 'draft') return 'not_confirmed'
  if (claims.some(({ backordered }) => backordered !== '0')) return 'waiting'
  if (line.outOfStock !== '0') return 'rest_cancelled'
  if (claims.length > 1) return 'divided'
  return warehousesOfOrder === 1 ? 'whole_order' : 'whole_line'
}
