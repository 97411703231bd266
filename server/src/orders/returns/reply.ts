import type {
  CustomerReturn,
  Returnable,
  ReturnItem,
  ReturnLine,
  ReturnSummary,
} from '@stowage/contract/orders/returns'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Listed } from '../../workspace/documents/list-queries.ts'
import type { ItemRow, LineRow, ReturnRow } from './queries.ts'
import type { ReturnableRow } from './list-queries.ts'
import { undecidedOf } from './rules.ts'

const headOf = (row: ReturnRow) => ({
  ...row,
  order: row.order ?? null,
  customer: row.customer ?? null,
  warehouseCode: row.warehouseCode ?? null,
})

/** A return in a list. */
export const toListed = (row: Listed<ReturnRow>): ReturnSummary => ({
  ...headOf(row),
  reasons: row.reasons ?? [],
  qty: row.qty ?? '0',
  received: row.received ?? '0',
  undecided: row.undecided ?? '0',
  dispositions: row.dispositions ?? [],
  lineCount: row.lineCount,
})

/** A return with its lines. */
export const toReply = (row: ReturnRow, lines: readonly LineRow[]): CustomerReturn => ({
  ...headOf(row),
  lines: lines.map(toLine),
})

function toLine({ qtyScale, qty, received, items, ...line }: LineRow): ReturnLine {
  return {
    ...line,
    qty: fromQuanta(qty, qtyScale),
    received: fromQuanta(received, qtyScale),
    items: items.map((item) => toItem(item, qtyScale)),
  }
}

function toItem(item: ItemRow, qtyScale: number): ReturnItem {
  const { bucketId: _, place: _place, ...shown } = item
  return {
    ...shown,
    qty: fromQuanta(item.qty, qtyScale),
    undecided: fromQuanta(undecidedOf(item), qtyScale),
    dispositions: item.dispositions.map((one) => ({ ...one, qty: fromQuanta(one.qty, qtyScale) })),
  }
}

/** Quanta that can still be returned. */
export const leftOf = ({ shipped, returned, expected }: ReturnableRow): bigint =>
  BigInt(shipped) - BigInt(returned) - BigInt(expected)

/** Serializes the quantities shipped for an order line that can be returned. */
export function toReturnable({ qtyScale, ...row }: ReturnableRow): Returnable {
  const text = (quanta: string | bigint) => fromQuanta(quanta, qtyScale)
  return {
    ...row,
    shipped: text(row.shipped),
    returned: text(row.returned),
    expected: text(row.expected),
    left: text(leftOf({ ...row, qtyScale })),
  }
}
