import type { Input } from '@stowage/contract/route'
import { fromQuanta, share } from '@stowage/contract/warehouse/quantities'
import type { Receipt, receiving } from '@stowage/contract/warehouse/receiving'
import type { Tx } from '../../database/connect.ts'
import { Failure, notFound } from '../../errors.ts'
import type { Worker } from '../../http/actor.ts'
import { lockEditable, moved } from '../stock/documents.ts'
import { documents, recordChange } from './changes.ts'
import { deleteLine, replaceLine } from './line-queries.ts'
import { readLines, type TypedLine } from './lines.ts'
import { insertLines, saveReceipt, type HeldReceipt, type LineRow } from './queries.ts'
import { requireSound } from './refusals.ts'
import { changedFields } from './rules.ts'
import { shownReceipt } from './shown.ts'

/* What can be changed of a receipt that is still open. */

/** Adds what has arrived to a receipt that is still open; lines are numbered on from the last one. */
export async function addLines(
  tx: Tx,
  actor: Worker,
  receiptId: string,
  typed: readonly TypedLine[],
): Promise<Receipt> {
  const { before, lines } = await lockEditable(tx, actor, documents, receiptId, undefined, 'open')
  const first = (lines.at(-1)?.lineNo ?? 0) + 1
  const read = await readLines(tx, actor, before.warehouseId, typed, first)
  const all = [...lines, ...read.lines]
  requireSound(all)
  await insertLines(tx, actor.platform.id, receiptId, read.lines)
  return saveEdit(tx, actor, before, all, { payload: { added: read.lines.length } })
}

/** Changes the head of an open receipt. */
export async function changeReceipt(
  tx: Tx,
  actor: Worker,
  receiptId: string,
  { version, reference }: Input<typeof receiving.update>['body'],
): Promise<Receipt> {
  const { before, lines } = await lockEditable(tx, actor, documents, receiptId, version, 'open')
  const changed = { reference: { from: before.reference, to: reference } }
  return saveEdit(tx, actor, before, lines, { details: { changed } }, { reference })
}

type LineChange = Omit<Input<typeof receiving.updateLine>['body'], 'version'>

/** Changes a line of an open receipt; what the change leaves out stays as it is. */
export async function changeLine(
  tx: Tx,
  actor: Worker,
  receiptId: string,
  lineNo: number,
  { version, ...change }: Input<typeof receiving.updateLine>['body'],
): Promise<Receipt> {
  const { before, lines } = await lockEditable(tx, actor, documents, receiptId, version, 'open')
  const line = lines.find((one) => one.lineNo === lineNo) ?? notFound()
  const after = await readChange(tx, actor, before, line, change)
  const all = lines.map((one) => (one === line ? after : one))
  requireSound(all)
  await replaceLine(tx, actor.platform.id, receiptId, after)
  const details = { line: lineNo, sku: line.sku, changed: changedFields(line, after) }
  return saveEdit(tx, actor, before, all, { details })
}

/** Removes a line from an open receipt; the others keep their numbers. */
export async function removeLine(
  tx: Tx,
  actor: Worker,
  receiptId: string,
  lineNo: number,
  version: number,
): Promise<Receipt> {
  const { before, lines } = await lockEditable(tx, actor, documents, receiptId, version, 'open')
  const line = lines.find((one) => one.lineNo === lineNo) ?? notFound()
  await deleteLine(tx, actor.platform.id, receiptId, lineNo)
  const removed = { line: lineNo, sku: line.sku, qty: fromQuanta(line.quanta, line.qtyScale) }
  const left = lines.filter((one) => one !== line)
  return saveEdit(tx, actor, before, left, { details: { removed } })
}

/** The line as it would be if it had been typed with the change. */
async function readChange(
  tx: Tx,
  actor: Worker,
  { warehouseId }: HeldReceipt,
  line: LineRow,
  { unitCost, qty, locationId, location, ...change }: LineChange,
): Promise<LineRow> {
  const keepsPlace = locationId === undefined && location === undefined
  const typed: TypedLine = {
    variantId: line.variantId,
    // Kept: a quantity in the item's own unit, as the reply has it.
    qty: qty ?? fromQuanta(line.quanta, line.qtyScale),
    unit: change.unit ?? line.unit,
    locationId: keepsPlace ? line.place.locationId : (locationId ?? undefined),
    location,
    status: change.status ?? line.status,
    lotCode: change.lotCode ?? line.lot?.code,
    expiresOn: change.expiresOn,
    serials: change.serials ?? line.serials.map(({ code }) => code),
    unitCost: unitCost ?? undefined,
  }
  try {
    const { lines } = await readLines(tx, actor, warehouseId, [typed], line.lineNo)
    const [read = notFound()] = lines
    return unitCost === undefined ? { ...read, ...keptCost(line, read) } : read
  } catch (error) {
    throw error instanceof Failure ? ofOneLine(error) : error
  }
}

/** The cost of a line whose quantity may have changed: the same for one unit, in proportion for the line. */
function keptCost({ unitCostMicros, valueMicros, quanta }: LineRow, after: LineRow) {
  const value =
    valueMicros === null
      ? null
      : String(share(BigInt(valueMicros), BigInt(after.quanta), BigInt(quanta)))
  return { unitCostMicros, valueMicros: value }
}

/** The refusal of the only line of a request, with the fields of the request itself. */
const ofOneLine = ({ code, message, details, extra }: Failure) =>
  new Failure(code, {
    ...extra,
    message,
    details: details.map((one) => ({ ...one, path: one.path.replace(/^lines\.0\./, '') })),
  })

async function saveEdit(
  tx: Tx,
  actor: Worker,
  before: HeldReceipt,
  lines: readonly LineRow[],
  told: Parameters<typeof recordChange>[4],
  head: { reference?: string } = {},
): Promise<Receipt> {
  const { platform, id: by, at } = actor
  const after = { ...moved(before, 'open'), ...head }
  await Promise.all([
    saveReceipt(tx, platform.id, before.id, { ...head, by, at }),
    ...recordChange(tx, actor, after, 'updated', told),
  ])
  return shownReceipt(after, lines, actor)
}
