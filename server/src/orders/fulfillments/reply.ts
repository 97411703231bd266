import type { Fulfillment, FulfillmentSummary } from '@stowage/contract/orders/fulfillments'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Listed } from '../../workspace/documents/list-queries.ts'
import type { PackageRow } from '../packing/list-queries.ts'
import { toPackage } from '../packing/reply.ts'
import type { FulfillmentLineRow, FulfillmentRow } from './queries.ts'

const headOf = ({ order, wave, customer, splitFrom, warehouseCode, ...row }: FulfillmentRow) => ({
  ...row,
  order: order ?? '',
  wave: wave ?? null,
  splitFrom: splitFrom ?? null,
  customer: customer ?? null,
  warehouseCode: warehouseCode ?? '',
})

/** A fulfillment in a list. */
export const toListed = ({
  units,
  leavingLines,
  lineCount: _,
  ...row
}: Listed<FulfillmentRow>): FulfillmentSummary => ({
  ...headOf(row),
  lineCount: leavingLines ?? 0,
  units: units ?? '0',
})

/** A fulfillment with its lines, where they are picked, and its packages. */
export const toReply = (
  row: FulfillmentRow,
  lines: readonly FulfillmentLineRow[],
  packages: readonly PackageRow[],
): Fulfillment => ({
  ...headOf(row),
  lines: lines.map(({ reservationId: _, qtyScale, picks, ...line }) => {
    const format = (quanta: string) => fromQuanta(quanta, qtyScale)
    const done = picks.filter(({ state }) => state === 'done')
    return {
      ...line,
      qty: format(line.qty),
      picked: format(String(done.reduce((sum, { qty }) => sum + BigInt(qty), 0n))),
      packed: format(line.packed),
      shipped: format(row.state === 'shipped' ? line.packed : '0'),
      short: format(line.short),
      picks: picks.map((pick) => ({ ...pick, qty: format(pick.qty) })),
    }
  }),
  packages: packages.map((one) => toPackage(row, one)),
})
