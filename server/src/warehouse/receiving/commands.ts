import type { Input } from '@stowage/contract/route'
import type { Receipt, receiving } from '@stowage/contract/warehouse/receiving'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail } from '../../errors.ts'
import type { Worker } from '../../http/actor.ts'
import { insertEvent } from '../events/queries.ts'
import { requireOpen } from '../places/entry.ts'
import { requireRoom } from '../places/room.ts'
import type { Site } from '../places/site-queries.ts'
import { lookAt, moved, requireStep, type Kind } from '../stock/documents.ts'
import { postMove, reverseMove, type MoveLine, type Posted } from '../stock/kernel-queries.ts'
import { requireReversible } from '../stock/reversals.ts'
import { valueOfPiece } from '../stock/values.ts'
import { readLines, type TypedLine } from './lines.ts'
import {
  insertLines,
  insertReceipt,
  listLines,
  lockReceipt,
  saveReceipt,
  type HeldReceipt,
  type LineRow,
  type ReceiptRow,
} from './queries.ts'
import { invalid, requireFresh, requireSound } from './refusals.ts'
import { receiptSteps, type ReceiptState } from './rules.ts'
import { shownReceipt } from './shown.ts'

const documents: Kind<ReceiptState, HeldReceipt, LineRow> = {
  ...{ type: 'receipt', steps: receiptSteps, lock: lockReceipt, listLines },
}

const actions = {
  created: 'RECEIPT_CREATED',
  updated: 'RECEIPT_UPDATED',
  completed: 'RECEIPT_COMPLETED',
  cancelled: 'RECEIPT_CANCELLED',
  reversed: 'RECEIPT_REVERSED',
} as const

type NewReceipt = Input<typeof receiving.create>['body']

/** Begins a receipt under its number; with `complete` its goods are in stock at once. */
export async function receive(
  tx: Tx,
  actor: Worker,
  number: string,
  body: NewReceipt,
): Promise<Receipt> {
  const { site, lines } = await readLines(tx, actor, body.warehouseId, body.lines)
  const goods = goodsToReceive(body, { site, lines }, actor.at)
  return enter(tx, actor, number, body, { site, lines, goods })
}

/** What a receipt would put into stock at once, undefined where it stays open; fails where it may not be. */
export function goodsToReceive(
  { complete: isComplete, effectiveAt }: NewReceipt,
  { site, lines }: { site: Pick<Site, 'timezone'>; lines: readonly LineRow[] },
  at: Date,
): MoveLine[] | undefined {
  if (!isComplete) {
    requireSound(lines)
    return undefined
  }
  const goods = goodsOf(lines)
  requireFresh(lines, effectiveAt, site.timezone, at)
  return goods
}

/** A receipt that was read: its lines, and as those of a move what it puts into stock at once. */
export type ReadReceipt = {
  site: Pick<Site, 'code'>
  lines: readonly LineRow[]
  goods: readonly MoveLine[] | undefined
}

/** Writes a receipt that was read. */
export async function enter(
  tx: Tx,
  actor: Worker,
  number: string,
  body: NewReceipt,
  { site, lines, goods }: ReadReceipt,
): Promise<Receipt> {
  const { platform, id: by, at } = actor
  const { warehouseId, reference, effectiveAt } = body
  const row: ReceiptRow = {
    ...{ id: newId(), number, kind: 'blind', warehouseId, warehouseCode: site.code, reference },
    ...{ state: body.complete ? 'completed' : 'open', receivedAt: null, moveId: null },
    ...{ version: 1, createdAt: at.toISOString(), createdBy: by, lineCount: lines.length },
  }
  if (goods) await requireRoom(tx, platform.id, lines.map(passingOf))
  const posted = goods && (await putIntoStock(tx, actor, row, goods, effectiveAt))
  const receivedAt = posted ? (effectiveAt ?? posted.recordedAt) : null
  const moveId = posted?.moveId ?? null
  await Promise.all([
    insertReceipt(tx, platform.id, { ...row, moveId, receivedAt, by, at }, lines),
    ...tell(tx, actor, row, goods ? 'completed' : 'created', { lines: lines.length }),
  ])
  return shownReceipt({ ...row, ...(posted && outcomeOf(posted, effectiveAt)) }, lines, actor)
}

/** Adds what has arrived to a receipt that is still open. */
export async function addLines(
  tx: Tx,
  actor: Worker,
  receiptId: string,
  typed: readonly TypedLine[],
): Promise<Receipt> {
  const { platform, id: by, at } = actor
  const before = await getLocked(tx, actor, receiptId)
  requireStep('receipt', receiptSteps, before.state, 'completed')
  const { lines } = await readLines(tx, actor, before.warehouseId, typed, before.lineCount + 1)
  const after = moved(before, 'open')
  const [earlier] = await Promise.all([
    listLines(tx, platform.id, receiptId),
    insertLines(tx, platform.id, receiptId, lines),
    saveReceipt(tx, platform.id, receiptId, { by, at }),
    ...tell(tx, actor, after, 'updated', { added: lines.length }),
  ])
  const all = [...earlier, ...lines]
  requireSound(all)
  return shownReceipt(after, all, actor)
}

/** Puts everything on an open receipt into stock, in one move. */
export async function complete(
  tx: Tx,
  actor: Worker,
  receiptId: string,
  { version, effectiveAt }: Input<typeof receiving.complete>['body'],
): Promise<Receipt> {
  const { before, lines } = await lookAt(tx, actor, documents, receiptId, version, 'completed')
  const goods = goodsOf(lines)
  requireFresh(lines, effectiveAt, before.timezone, actor.at)
  await requireRoom(tx, actor.platform.id, lines.map(passingOf))
  const [posted] = await Promise.all([
    putIntoStock(tx, actor, before, goods, effectiveAt),
    ...advance(tx, actor, before, 'completed', { lines: lines.length }),
  ])
  return shownReceipt(
    { ...moved(before, 'completed'), ...outcomeOf(posted, effectiveAt) },
    lines,
    actor,
  )
}

/** Gives up a receipt whose goods never came. */
export async function cancel(tx: Tx, actor: Worker, receiptId: string, version: number) {
  const { before, lines } = await lookAt(tx, actor, documents, receiptId, version, 'cancelled')
  await Promise.all(advance(tx, actor, before, 'cancelled', {}))
  return shownReceipt(moved(before, 'cancelled'), lines, actor)
}

/** Takes everything a completed receipt brought out of stock again, if it is all still there. */
export async function reverse(
  tx: Tx,
  actor: Worker,
  receiptId: string,
  { version, note }: Input<typeof receiving.reverse>['body'],
): Promise<Receipt> {
  const { before, lines } = await lookAt(tx, actor, documents, receiptId, version, 'reversed')
  const moveId = before.moveId ?? fail('not_found')
  await requireReversible(tx, actor, moveId)
  await Promise.all([
    reverseMove(tx, actor, moveId, note),
    ...advance(tx, actor, before, 'reversed', { note: note ?? null }),
  ])
  return shownReceipt(moved(before, 'reversed'), lines, actor)
}

const getLocked = async (tx: Tx, { platform, warehouses }: Worker, receiptId: string) =>
  (await lockReceipt(tx, platform.id, warehouses, receiptId)) ?? fail('not_found')

/** What a step writes beside its effect on the stock; statements to be awaited together. */
const advance = (
  tx: Tx,
  actor: Worker,
  before: ReceiptRow,
  state: Exclude<ReceiptState, 'open'>,
  payload: Record<string, unknown>,
) => [
  saveReceipt(tx, actor.platform.id, before.id, { state, by: actor.id, at: actor.at }),
  ...tell(tx, actor, moved(before, state), state, payload),
]

/** The audit entry and the event of one change. */
const tell = (
  tx: Tx,
  actor: Worker,
  { id, number, version, warehouseId }: ReceiptRow,
  change: keyof typeof actions,
  payload: Record<string, unknown>,
) => [
  record(tx, actor, actions[change], {
    target: { type: 'receipt', id, name: number },
    metadata: { warehouseId, ...payload },
  }),
  insertEvent(tx, actor.platform.id, {
    type: `receipt.${change}`,
    subject: { type: 'receipt', id, version },
    payload: { number, warehouseId, ...payload },
    at: actor.at,
  }),
]

/** All lines as those of one move, once they may be received; each serial number is a line there. */
function goodsOf(lines: readonly LineRow[]): MoveLine[] {
  if (lines.length === 0) invalid('A receipt needs a line')
  requireSound(lines)
  requireOpen(lines.map(({ place }) => ({ place, direction: 'receipt' })))
  return lines.flatMap(piecesOf).map((piece, i) => ({ ...piece, lineNo: i + 1 }))
}

const passingOf = ({ place, variantId, lot, quanta }: LineRow) => ({
  ...{ place, variantId, lotId: lot?.lotId ?? null, quanta: BigInt(quanta) },
})

function putIntoStock(
  tx: Tx,
  actor: Worker,
  { id: sourceId, warehouseId }: ReceiptRow,
  goods: readonly MoveLine[],
  effectiveAt: string | undefined,
): Promise<Posted> {
  const move = { kind: 'receive', warehouseId, sourceType: 'receipt', sourceId } as const
  return postMove(tx, actor, { ...move, ...(effectiveAt && { effectiveAt }) }, goods)
}

function piecesOf(line: LineRow): Omit<MoveLine, 'lineNo'>[] {
  const piece = {
    party: 'supplier',
    qty: line.quanta,
    variantId: line.variantId,
    toLocation: line.place.locationId,
    toStatus: line.status,
    toLot: line.lot?.lotId,
  } as const
  const { serials, valueMicros } = line
  if (serials.length === 0) return [{ ...piece, ...(valueMicros !== null && { valueMicros }) }]
  return serials.map(({ serialId }, i) => ({
    ...piece,
    qty: '1',
    toSerial: serialId,
    ...(valueMicros !== null && {
      valueMicros: String(valueOfPiece(BigInt(valueMicros), i, serials.length)),
    }),
  }))
}

const outcomeOf = ({ moveId, recordedAt }: Posted, effectiveAt: string | undefined) => ({
  moveId,
  receivedAt: new Date(effectiveAt ?? recordedAt).toISOString(),
})
