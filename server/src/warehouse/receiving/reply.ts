import { fromQuanta, plainMoney } from '@stowage/contract/warehouse/quantities'
import type { Receipt } from '@stowage/contract/warehouse/receiving'
import type { WorkspaceMember } from '../../http/actor.ts'
import { toLineReply } from '../stock/lines.ts'
import type { LineRow, ReceiptRow } from './queries.ts'

/** A receipt without its lines; the time zone of its warehouse is no part of it. */
export const toSummary = <Row extends ReceiptRow>({ timezone: _, ...row }: Row) => row

/** A receipt as this member may see it: costs are left out without the right to see them. */
export function toReply(
  row: ReceiptRow,
  lines: readonly LineRow[],
  { holds }: Pick<WorkspaceMember, 'holds'>,
): Receipt {
  const seesCosts = holds.has('catalog.cost.read')
  return {
    ...toSummary(row),
    lines: lines.map((line) => ({
      ...toLineReply(line),
      lotId: line.lot?.lotId ?? null,
      serials: line.serials.map(({ code }) => code),
      reversedQty: fromQuanta(line.reversed, line.qtyScale),
      reversedSerials: line.serials.flatMap(({ code, isReversed }) => (isReversed ? [code] : [])),
      ...(seesCosts && {
        unitCost: line.unitCostMicros === null ? null : plainMoney(line.unitCostMicros),
        value: line.valueMicros === null ? null : plainMoney(line.valueMicros),
      }),
    })),
  }
}
