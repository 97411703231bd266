import type { Input } from '@stowage/contract/route'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Receipt, receiving } from '@stowage/contract/warehouse/receiving'
import type { Tx } from '../../database/connect.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { changeDocument, lockForTransition } from '../../workspace/documents/commands.ts'
import { addReversed, receipts, toReply, type LineRow } from './queries.ts'
import { postMove, type MoveLine } from '../stock/kernel-queries.ts'
import { listBrought, type Brought } from '../stock/reversal-queries.ts'
import { requireReversible } from '../stock/undo-move.ts'
import { choosePart, moveParts, restOf, valueOfPart, type Part } from './reverse-rules.ts'

type ReverseBody = Input<typeof receiving.reverse>['body']

/**
 * Takes stock that a completed receipt brought out again, if it is all still there: the chosen lines, or
 * all that is left of them. The receipt is reversed when nothing is left.
 */
export async function reverse(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, note, lines: chosen }: ReverseBody,
): Promise<Receipt> {
  const { before, lines } = await lockForTransition(tx, receipts, actor, id, version, 'reversed')
  const moveId = before.moveId ?? notFound()
  const parts = chosen ? partsOf(lines, chosen) : restOf(lines)
  const left = lines.map((line) => withPart(line, parts))
  const isRest = restOf(left).length === 0
  const reversed = moveParts(lines, parts)
  await requireReversible(tx, actor, moveId, reversed)
  const brought = await listBrought(tx, actor.platform.id, moveId)
  await postMove(
    tx,
    actor,
    {
      kind: 'receive',
      warehouseId: before.warehouseId,
      sourceType: 'receipt',
      sourceId: id,
      ...(note && { note }),
      ...(isRest ? { reversesMoveId: moveId } : { partOf: moveId }),
    },
    reversed.map((part) => toMoveLine(part, brought)),
  )
  await addReversed(tx, actor.platform.id, id, parts)
  const after = await changeDocument(tx, receipts, actor, before, {
    change: isRest ? 'reversed' : 'partially_reversed',
    values: isRest ? { state: 'reversed' } : {},
    recorded: {
      payload: { note: note ?? null },
      details: { lines: parts.map((part) => describe(part, lines)) },
    },
  })
  return toReply(after, left, actor)
}

/**
 * Returns the parts to reverse, by line; fails for a line that does not exist, is named twice or has too
 * little left.
 */
function partsOf(lines: readonly LineRow[], chosen: NonNullable<ReverseBody['lines']>): Part[] {
  const byNo = new Map(lines.map((line) => [line.lineNo, line]))
  return chosen.map(({ lineNo, ...wanted }, i) => {
    const line = byNo.get(lineNo)
    if (!line) {
      return failField(
        `lines.${i}.lineNo`,
        `Line ${lineNo} is not on this receipt, or chosen twice.`,
      )
    }
    byNo.delete(lineNo)
    const part = choosePart(line, wanted)
    if (!('code' in part)) return part
    const { code, field, message, nearest } = part
    return fail(code, {
      message,
      details: [{ path: `lines.${i}.${field}`, message }],
      ...(nearest && { nearest }),
    })
  })
}

function withPart(line: LineRow, parts: readonly Part[]): LineRow {
  const part = parts.find(({ lineNo }) => lineNo === line.lineNo)
  if (!part) return line
  return {
    ...line,
    reversed: String(BigInt(line.reversed) + BigInt(part.quanta)),
    serials: line.serials.map((serial) => ({
      ...serial,
      isReversed: serial.isReversed || part.serialIds.includes(serial.serialId),
    })),
  }
}

function toMoveLine(
  part: ReturnType<typeof moveParts>[number],
  brought: readonly Brought[],
): MoveLine {
  const line = brought.find(({ lineNo }) => lineNo === part.lineNo) ?? notFound()
  return {
    lineNo: part.lineNo,
    qty: part.qty,
    party: 'supplier',
    fromBucket: line.bucketId,
    valueMicros: String(valueOfPart(line, part)),
  }
}

function describe({ lineNo, quanta }: Part, lines: readonly LineRow[]) {
  const line = lines.find((one) => one.lineNo === lineNo)
  return { line: lineNo, sku: line?.sku, qty: fromQuanta(quanta, line?.qtyScale ?? 0) }
}
