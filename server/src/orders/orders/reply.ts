import type { Order } from '@stowage/contract/orders/orders'
import { fromQuanta, plainMoney } from '@stowage/contract/warehouse/quantities'
import type { Db } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { Listed } from '../../workspace/documents/list-queries.ts'
import { maskedAddress } from '../customers/rules.ts'
import { listHolds, type HoldRow } from './state-queries.ts'
import { listLines, type LineRow, type OrderRow } from './queries.ts'
import { unitQtyOf, wantedAmounts } from './amount-rules.ts'
import { reservationStateOf } from './rules.ts'

type Viewer = Pick<WorkspaceMember, 'holds'>

/** An order without what lists do not read. */
type Head = Omit<
  OrderRow,
  'shippingAddress' | 'billingAddress' | 'warehouseIds' | 'mode' | 'confirmedAt' | 'metadata'
>

/** An order in a list. */
export function toListed({ units = '0', shipped, claimed, ...row }: Listed<Head>) {
  const { promised = '0', backordered = '0', warehouses = [] } = claimed ?? {}
  const summary = toSummary(row, BigInt(promised), BigInt(backordered))
  return Object.assign(summary, { units, shipped: shipped ?? units, warehouses })
}

function toSummary<Row extends Head>(row: Row, promised: bigint, backordered: bigint) {
  const {
    shippingChargeMicros,
    orderDiscountMicros,
    subtotalMicros,
    discountMicros,
    shippingMicros,
    taxMicros,
    totalMicros,
    ...shown
  } = row
  // Assigned, because a list would copy its rows once more.
  return Object.assign(shown, {
    reservationState: reservationStateOf(promised, backordered),
    shippingCharge: plainMoney(shippingChargeMicros),
    orderDiscount: plainMoney(orderDiscountMicros),
    totals: {
      subtotal: plainMoney(subtotalMicros),
      discount: plainMoney(discountMicros),
      shipping: plainMoney(shippingMicros),
      tax: plainMoney(taxMicros),
      total: plainMoney(totalMicros),
    },
  })
}

/** An order with its lines; addresses are masked without the right to see contact details. */
export function toReply(
  row: OrderRow,
  lines: readonly LineRow[],
  holds: readonly HoldRow[],
  { holds: rights }: Viewer,
): Order {
  const shown = rights.has('customer.pii.read')
  const {
    shippingAddress: to,
    billingAddress: payer,
    warehouseIds: _,
    mode: __,
    confirmedAt: ___,
    ...head
  } = row
  const claims = lines.flatMap((line) => line.claims)
  const sum = (name: 'promised' | 'backordered') =>
    claims.reduce((all, claim) => all + BigInt(claim[name]), 0n)
  return {
    ...toSummary(head, sum('promised'), sum('backordered')),
    shippingAddress: to && (shown ? to : maskedAddress(to)),
    billingAddress: payer && (shown ? payer : maskedAddress(payer)),
    holds: [...holds],
    lines: lines.map(toLineReply),
  }
}

/** The order as it is now. */
export async function replyOf(db: Db, actor: WorkspaceMember, row: OrderRow): Promise<Order> {
  const [lines, holds] = await Promise.all([
    listLines(db, actor.platform.id, row.id),
    listHolds(db, actor.platform.id, row.id),
  ])
  return toReply(row, lines, holds, actor)
}

export function toLineReply(line: LineRow): Order['lines'][number] {
  const { qtyScale, components, claims, unitPrice, ...others } = line
  const { returnedByVariant: _, isAdded: __, isRepriced: ___, ...rest } = others
  const scaleOf = (componentId: string | null) =>
    components.find(({ id }) => id === componentId)?.qtyScale ?? qtyScale
  const own = piecesOf(line)
  const { discount, tax, total } = wantedAmounts(line)
  return {
    ...rest,
    unitQty: unitQtyOf(line),
    qty: fromQuanta(rest.qty, qtyScale),
    cancelled: fromQuanta(rest.cancelled, qtyScale),
    outOfStock: fromQuanta(rest.outOfStock, qtyScale),
    promised: fromQuanta(own('promised'), qtyScale),
    backordered: fromQuanta(own('backordered'), qtyScale),
    allocated: fromQuanta(own('allocated'), qtyScale),
    picked: fromQuanta(own('picked'), qtyScale),
    packed: fromQuanta(own('packed'), qtyScale),
    consumed: fromQuanta(own('consumed'), qtyScale),
    returned: fromQuanta(returnedOf(line), qtyScale),
    unitPrice: unitPrice && plainMoney(unitPrice),
    discount: plainMoney(discount),
    tax: plainMoney(tax),
    total: plainMoney(total),
    components: components.map(({ perKit, qtyScale: scale, ...component }) => ({
      ...component,
      qty: fromQuanta((BigInt(perKit) * BigInt(rest.qty)) / 10n ** BigInt(qtyScale), scale),
    })),
    claims: claims.map((claim) => {
      const format = (quanta: string) => fromQuanta(quanta, scaleOf(claim.componentId))
      return {
        ...claim,
        promised: format(claim.promised),
        backordered: format(claim.backordered),
        allocated: format(claim.allocated),
        consumed: format(claim.consumed),
        picked: format(claim.picked),
        packed: format(claim.packed),
      }
    }),
  }
}

type Figure = 'promised' | 'backordered' | 'allocated' | 'picked' | 'packed' | 'consumed'

/**
 * Returns how much of a line is promised, waits, was allocated, picked, packed or shipped, in quanta. Of a kit it counts whole
 * kits: as many as the scarcest component makes, the rest of them waits.
 */
function piecesOf({ components, claims, qty, cancelled, qtyScale }: LineRow) {
  const sumOf = (name: Figure, componentId: string | null) =>
    claims.reduce(
      (all, claim) => (claim.componentId === componentId ? all + BigInt(claim[name]) : all),
      0n,
    )
  const unit = 10n ** BigInt(qtyScale)
  const kits = (name: Figure) =>
    components
      .map(({ id, perKit }) => sumOf(name, id) / BigInt(perKit))
      .reduce((a, b) => (a < b ? a : b)) * unit
  return (name: Figure): bigint => {
    if (components.length === 0) return sumOf(name, null)
    if (name !== 'backordered') return kits(name)
    const isClaimed = claims.length > 0
    return isClaimed ? BigInt(qty) - BigInt(cancelled) - kits('promised') - kits('consumed') : 0n
  }
}

/** Returns how much of a line was received back, in quanta; of a kit whole kits. */
function returnedOf({ components, returnedByVariant, variantId, qtyScale }: LineRow): bigint {
  const of = (id: string) => BigInt(returnedByVariant[id] ?? '0')
  if (components.length === 0) return of(variantId)
  const kits = components.map((one) => of(one.variantId) / BigInt(one.perKit))
  return kits.reduce((a, b) => (a < b ? a : b)) * 10n ** BigInt(qtyScale)
}
