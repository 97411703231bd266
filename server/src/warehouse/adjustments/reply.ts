import type { Adjustment } from '@stowage/contract/warehouse/adjustments'
import { fromQuanta, plainMoney } from '@stowage/contract/warehouse/quantities'
import type { WorkspaceMember } from '../../http/actor.ts'
import { toLineReply } from '../stock/lines.ts'
import type { AdjustmentRow, LineRow } from './queries.ts'

type Viewer = Pick<WorkspaceMember, 'holds'>

/** An adjustment without its lines; its value is left out without the right to see values. */
export const toSummary = <Row extends AdjustmentRow>(
  { valueMicros, ...row }: Row,
  { holds }: Viewer,
) => ({
  ...row,
  ...(holds.has('stock.value.read') && {
    value: valueMicros === null ? null : plainMoney(valueMicros),
  }),
})

export const toReply = (
  row: AdjustmentRow,
  lines: readonly LineRow[],
  viewer: Viewer,
): Adjustment => ({ ...toSummary(row, viewer), lines: lines.map(toCorrectionReply) })

function toCorrectionReply(line: LineRow): Adjustment['lines'][number] {
  const { qtyScale, before, after } = line
  const format = (quanta: string | null) => quanta && fromQuanta(quanta, qtyScale)
  const delta = before === null || after === null ? null : BigInt(after) - BigInt(before)
  return {
    ...toLineReply(line),
    serial: line.serial?.code ?? null,
    mode: line.mode,
    expected: format(line.expected),
    before: format(before),
    after: format(after),
    delta: delta === null ? null : fromQuanta(delta, qtyScale),
  }
}
