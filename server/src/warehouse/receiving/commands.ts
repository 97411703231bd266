import type { Input } from '@stowage/contract/route'
import type { BatchReply } from '@stowage/contract/batches'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Receipt, receiving } from '@stowage/contract/warehouse/receiving'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import {
  changeDocument,
  createDocument,
  lockForEdit,
  lockForTransition,
  type Recorded,
} from '../../workspace/documents/commands.ts'
import { deleteLines, insertLines } from '../../workspace/documents/write-queries.ts'
import type { Site } from '../locations/warehouse-queries.ts'
import { postReceipt, assertReceivable, assertReceiptFits } from '../stock/post-receipt.ts'
import { isStockConflict } from '../stock/retry-conflicts.ts'
import { lockLocationsAndStock, writeDocuments } from '../stock/write-documents.ts'
import { moveColumn } from '../stock/document-queries.ts'
import type { MoveLine } from '../stock/kernel-queries.ts'
import {
  changedFields,
  findLines,
  readChange,
  readReceiptLines,
  requireReceivable,
  toMoveLines,
  toRows,
  type TypedLine,
} from './lines.ts'
import { receipts, toReply, type LineRow, type ReceiptRow } from './queries.ts'

type NewReceipt = Input<typeof receiving.create>['body']

/** A receipt whose lines were read; `moves` is what it brings into stock, undefined while it stays open. */
type ReadReceipt = {
  body: NewReceipt
  site: Pick<Site, 'code' | 'timezone'>
  lines: readonly LineRow[]
  moves: readonly MoveLine[] | undefined
}

/** Creates a receipt under its number; with `complete` its lines are in stock when it returns. */
export async function receive(
  tx: Tx,
  actor: WorkspaceMember,
  number: string,
  body: NewReceipt,
): Promise<Receipt> {
  const { site, lines } = await findLines(tx, actor, body.warehouseId, body.lines)
  return create(tx, actor, number, withMoves(body, site, lines, actor.at))
}

/** Creates several receipts, each under its number, with its own audit entry and its own event. */
export async function receiveBatch(
  tx: Tx,
  actor: WorkspaceMember,
  numbers: readonly string[],
  batch: Input<typeof receiving.createBatch>['body'],
): Promise<BatchReply> {
  return writeDocuments(tx, actor, batch, {
    read: ({ lines }, names) => readReceiptLines(names, lines),
    finish: (body, read, tracking) => withMoves(body, read.site, toRows(read, tracking), actor.at),
    async lock(documents) {
      const completed = documents.filter(({ moves }) => moves)
      const places = completed.flatMap(({ lines }) => lines.map(({ place }) => place))
      const moves = completed.flatMap((receipt) => receipt.moves ?? [])
      await lockLocationsAndStock(tx, actor.platform.id, places, moves)
      return new Set(completed)
    },
    write: async (receipt, index) => (await create(tx, actor, numbers[index] ?? '', receipt)).id,
    async explain({ warehouseId, lines }, error) {
      // An earlier receipt of the batch may have brought the same serial number.
      if (isStockConflict(error))
        requireReceivable((await findLines(tx, actor, warehouseId, lines)).lines)
    },
  })
}

/** Checks the lines: those of a completed receipt must be receivable now. */
function withMoves(body: NewReceipt, site: Site, lines: readonly LineRow[], at: Date): ReadReceipt {
  if (!body.complete) {
    requireReceivable(lines)
    return { body, site, lines, moves: undefined }
  }
  const moves = toMoveLines(lines)
  assertReceivable(lines, body.effectiveAt, site.timezone, at)
  return { body, site, lines, moves }
}

async function create(
  tx: Tx,
  actor: WorkspaceMember,
  number: string,
  { body, site, lines, moves }: ReadReceipt,
): Promise<Receipt> {
  const { warehouseId, reference, effectiveAt } = body
  const id = newId()
  if (moves) await assertReceiptFits(tx, actor, lines)
  const posted = moves && (await post(tx, actor, { id, warehouseId }, moves, effectiveAt))
  const row: ReceiptRow = {
    id,
    number,
    kind: 'blind',
    warehouseId,
    warehouseCode: site.code,
    timezone: site.timezone,
    reference,
    state: moves ? 'completed' : 'open',
    receivedAt: null,
    moveId: null,
    version: 1,
    createdAt: actor.at.toISOString(),
    createdBy: actor.id,
    ...posted,
  }
  await createDocument(tx, receipts, actor, {
    row,
    lines,
    change: moves ? 'completed' : 'created',
    recorded: { payload: { lines: lines.length } },
  })
  return toReply(row, lines, actor)
}

/** Puts everything on an open receipt into stock, in one move. */
export async function complete(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, effectiveAt }: Input<typeof receiving.complete>['body'],
): Promise<Receipt> {
  const { before, lines } = await lockForTransition(tx, receipts, actor, id, version, 'completed')
  const moves = toMoveLines(lines)
  assertReceivable(lines, effectiveAt, before.timezone, actor.at)
  await assertReceiptFits(tx, actor, lines)
  const ofMove = (column: 'moveId' | 'effectiveAt') =>
    moveColumn(actor.platform.id, 'receipt', id, column)
  const [posted, after] = await Promise.all([
    post(tx, actor, before, moves, effectiveAt),
    changeDocument(tx, receipts, actor, before, {
      change: 'completed',
      values: { state: 'completed' },
      computed: { moveId: ofMove('moveId'), receivedAt: ofMove('effectiveAt') },
      recorded: { payload: { lines: lines.length } },
    }),
  ])
  return toReply({ ...after, ...posted }, lines, actor)
}

/** Cancels an open receipt. */
export async function cancel(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  version: number,
): Promise<Receipt> {
  const { before, lines } = await lockForTransition(tx, receipts, actor, id, version, 'cancelled')
  const after = await changeDocument(tx, receipts, actor, before, {
    change: 'cancelled',
    values: { state: 'cancelled' },
  })
  return toReply(after, lines, actor)
}

/** Posts the move of a receipt; returns what the receipt keeps of it. */
async function post(
  tx: Tx,
  actor: WorkspaceMember,
  { id: sourceId, warehouseId }: Pick<ReceiptRow, 'id' | 'warehouseId'>,
  moves: readonly MoveLine[],
  effectiveAt: string | undefined,
): Promise<Pick<ReceiptRow, 'moveId' | 'receivedAt'>> {
  const move = { kind: 'receive', warehouseId, sourceType: 'receipt', sourceId } as const
  const { moveId, recordedAt } = await postReceipt(
    tx,
    actor,
    { ...move, ...(effectiveAt && { effectiveAt }) },
    moves,
  )
  return { moveId, receivedAt: new Date(effectiveAt ?? recordedAt).toISOString() }
}

/** Adds lines to an open receipt, numbered on from its last one. */
export async function addLines(
  tx: Tx,
  actor: WorkspaceMember,
  receiptId: string,
  typed: readonly TypedLine[],
): Promise<Receipt> {
  const { before, lines } = await lockForEdit(tx, receipts, actor, receiptId, undefined)
  const first = (lines.at(-1)?.lineNo ?? 0) + 1
  const added = (await findLines(tx, actor, before.warehouseId, typed, first)).lines
  const all = [...lines, ...added]
  requireReceivable(all)
  await insertLines(tx, receipts, actor.platform.id, receiptId, added)
  return saveEdit(tx, actor, before, all, { payload: { added: added.length } })
}

/** Changes the head of an open receipt. */
export async function changeReceipt(
  tx: Tx,
  actor: WorkspaceMember,
  receiptId: string,
  { version, reference }: Input<typeof receiving.update>['body'],
): Promise<Receipt> {
  const { before, lines } = await lockForEdit(tx, receipts, actor, receiptId, version)
  const changed = { reference: { from: before.reference, to: reference } }
  return saveEdit(tx, actor, before, lines, { details: { changed } }, { reference })
}

/** Changes a line of an open receipt; what the change leaves out stays as it is. */
export async function changeLine(
  tx: Tx,
  actor: WorkspaceMember,
  receiptId: string,
  lineNo: number,
  { version, ...change }: Input<typeof receiving.updateLine>['body'],
): Promise<Receipt> {
  const { before, lines } = await lockForEdit(tx, receipts, actor, receiptId, version)
  const line = lines.find((one) => one.lineNo === lineNo) ?? notFound()
  const after = await readChange(tx, actor, before, line, change)
  const all = lines.map((one) => (one === line ? after : one))
  requireReceivable(all)
  await deleteLines(tx, receipts, actor.platform.id, receiptId, lineNo)
  await insertLines(tx, receipts, actor.platform.id, receiptId, [after])
  const details = { line: lineNo, sku: line.sku, changed: changedFields(line, after) }
  return saveEdit(tx, actor, before, all, { details })
}

/** Removes a line from an open receipt; the others keep their numbers. */
export async function removeLine(
  tx: Tx,
  actor: WorkspaceMember,
  receiptId: string,
  lineNo: number,
  version: number,
): Promise<Receipt> {
  const { before, lines } = await lockForEdit(tx, receipts, actor, receiptId, version)
  const line = lines.find((one) => one.lineNo === lineNo) ?? notFound()
  await deleteLines(tx, receipts, actor.platform.id, receiptId, lineNo)
  const removed = { line: lineNo, sku: line.sku, qty: fromQuanta(line.quanta, line.qtyScale) }
  const left = lines.filter((one) => one !== line)
  return saveEdit(tx, actor, before, left, { details: { removed } })
}

async function saveEdit(
  tx: Tx,
  actor: WorkspaceMember,
  before: ReceiptRow,
  lines: readonly LineRow[],
  recorded: Partial<Recorded<{ added?: number }>>,
  values: { reference?: string } = {},
): Promise<Receipt> {
  const after = await changeDocument(tx, receipts, actor, before, {
    change: 'updated',
    values,
    recorded,
  })
  return toReply(after, lines, actor)
}
