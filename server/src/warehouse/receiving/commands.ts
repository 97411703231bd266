import type { Input } from '@stowage/contract/route'
import type { Receipt, receiving } from '@stowage/contract/warehouse/receiving'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { failField } from '../../errors.ts'
import type { Worker } from '../../http/actor.ts'
import { requireOpen } from '../places/entry.ts'
import { requireRoom } from '../places/room.ts'
import type { Site } from '../places/site-queries.ts'
import { lookAt, moved } from '../stock/documents.ts'
import { postMove, type MoveLine, type Posted } from '../stock/kernel-queries.ts'
import { valueOfPiece } from '../stock/values.ts'
import { documents, recordChange } from './changes.ts'
import { readLines } from './lines.ts'
import { insertReceipt, saveReceipt, type LineRow, type ReceiptRow } from './queries.ts'
import { requireFresh, requireSound } from './refusals.ts'
import { shownReceipt } from './shown.ts'

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
    id: newId(),
    number,
    kind: 'blind',
    warehouseId,
    warehouseCode: site.code,
    reference,
    state: body.complete ? 'completed' : 'open',
    receivedAt: null,
    moveId: null,
    version: 1,
    createdAt: at.toISOString(),
    createdBy: by,
  }
  if (goods) await requireRoom(tx, platform.id, lines.map(passingOf))
  const posted = goods && (await putIntoStock(tx, actor, row, goods, effectiveAt))
  const receivedAt = posted ? (effectiveAt ?? posted.recordedAt) : null
  const moveId = posted?.moveId ?? null
  await Promise.all([
    insertReceipt(tx, platform.id, { ...row, moveId, receivedAt, by, at }, lines),
    ...recordChange(tx, actor, row, goods ? 'completed' : 'created', {
      payload: { lines: lines.length },
    }),
  ])
  return shownReceipt({ ...row, ...(posted && outcomeOf(posted, effectiveAt)) }, lines, actor)
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
  await Promise.all(advance(tx, actor, before, 'cancelled'))
  return shownReceipt(moved(before, 'cancelled'), lines, actor)
}

/** What a step writes beside its effect on the stock; statements to be awaited together. */
const advance = (
  tx: Tx,
  actor: Worker,
  before: ReceiptRow,
  state: 'completed' | 'cancelled',
  payload: Record<string, unknown> = {},
) => [
  saveReceipt(tx, actor.platform.id, before.id, { state, by: actor.id, at: actor.at }),
  ...recordChange(tx, actor, moved(before, state), state, { payload }),
]

/** All lines as those of one move, once they may be received; each serial number is a line there. */
function goodsOf(lines: readonly LineRow[]): MoveLine[] {
  if (lines.length === 0) failField('lines', 'Add at least one line')
  requireSound(lines)
  requireOpen(lines.map(({ place }) => ({ place, direction: 'receipt' })))
  return lines.flatMap(piecesOf).map((piece, i) => ({ ...piece, lineNo: i + 1 }))
}

const passingOf = ({ place, variantId, lot, quanta }: LineRow) => ({
  place,
  variantId,
  lotId: lot?.lotId ?? null,
  quanta: BigInt(quanta),
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
