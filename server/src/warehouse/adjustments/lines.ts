import type { Input } from '@stowage/contract/route'
import type { adjustments } from '@stowage/contract/warehouse/adjustments'
import type { Tx } from '../../database/connect.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { Worker } from '../../http/actor.ts'
import { whyNotKept } from '../catalog/rules.ts'
import { nameMarks, type Marked, type Marks } from '../lots/naming.ts'
import { refusalOfMarks } from '../lots/rules.ts'
import { requireWorkplace, unknownPlace } from '../places/entry.ts'
import { findSite, type Place, type Site } from '../places/site-queries.ts'
import { findReason } from '../settings/queries.ts'
import { nameItems, quantaOf, type Named } from '../stock/lines.ts'
import { findApproval, type LineRow } from './queries.ts'
import { deltaOf, refusalOfReason } from './rules.ts'

export type TypedAdjustment = Input<typeof adjustments.create>['body']
type TypedLine = TypedAdjustment['lines'][number]

/** A line that is understood, before its lot and serial number have rows. */
export type Read = {
  typed: TypedLine
  named: Named
  place: Place
  quanta: bigint
  expected: bigint | null
}

/**
 * What an adjustment names, in a warehouse in sight: items, places, lots and serial numbers, and
 * whether its reason may be given. Fails with the first thing that is wrong and says in which line.
 */
export async function readAdjustment(tx: Tx, actor: Worker, body: TypedAdjustment) {
  const { platform, warehouses } = actor
  const [found, reason, mostWorth, names] = await Promise.all([
    findSite(tx, platform.id, warehouses, body.warehouseId, body.lines),
    findReason(tx, platform.id, body.reasonCode),
    findMostWorth(tx, actor),
    nameItems(tx, platform.id, body.lines),
  ])
  const { site, read } = understand(found, names, reason, body)
  const received = { at: actor.at, timezone: site.timezone }
  const marks = await nameMarks(tx, platform.id, read.map(markedBy), received)
  return { site, lines: rowsOf(read, marks), mostWorth }
}

/** What this member's adjustment may be worth, in micros, without the approval of another; null for any. */
export async function findMostWorth(tx: Tx, { platform, holds }: Worker): Promise<bigint | null> {
  if (holds.has('stock.adjust.post_without_approval')) return null
  return (await findApproval(tx, platform.id)).above
}

type Reason = Awaited<ReturnType<typeof findReason>>

/** What an adjustment means that names these items in this warehouse, as far as no lot or serial number is asked for. */
export function understand(
  found: Site | undefined,
  names: readonly Named[],
  reason: Reason,
  { lines, note }: TypedAdjustment,
): { site: Site; read: Read[] } {
  const site = found ?? notFound()
  requireWorkplace(site)
  const read = lines.map((line, i) => readLine(line, names[i], site.places[i], `lines.${i}`))
  requireReason(reason, read.map(deltaOf), note)
  return { site, read }
}

export const markedBy = ({ typed: { lotCode, serial }, named }: Read): Marked => ({
  variantId: named.item.variantId,
  lotCode,
  serials: serial === undefined ? [] : [serial],
})

export const rowsOf = (read: readonly Read[], marks: readonly Marks[]): LineRow[] =>
  read.map((line, i) => rowOf(line, marks[i] ?? notFound(), i + 1))

/** Fails where this reason cannot be given for these differences. */
export function requireReason(reason: Reason, deltas: readonly bigint[], note: string) {
  const wrong = refusalOfReason(reason, deltas, note)
  if (!wrong) return
  const { code, message } = wrong
  const path = code === 'note_required' ? 'note' : 'reasonCode'
  fail(code, { message, details: [{ path, message }] })
}

function readLine(
  typed: TypedLine,
  named: Named | undefined,
  found: Place | undefined,
  at: string,
): Read {
  if (!named) return notFound()
  const code = typed.locationId === undefined ? typed.location : undefined
  const place = found ?? unknownPlace(code, `${at}.location`)
  const message = whyNotKept(named.item)
  if (message) failField(`${at}.sku`, message)
  const quanta = quantaOf(named, typed.qty, `${at}.qty`)
  const expected =
    typed.mode === 'set' && typed.expected !== undefined
      ? quantaOf(named, typed.expected, `${at}.expected`)
      : null
  requireMarks(typed, named, expected === null ? sizeOf(quanta) : 1n, at)
  return { typed, named, place, quanta, expected }
}

const sizeOf = (quanta: bigint) => (quanta < 0n ? -quanta : quanta)

/** Each piece that is kept by serial number is a line of its own. */
function requireMarks({ lotCode, serial }: TypedLine, { item }: Named, size: bigint, at: string) {
  const marks = { lotCode, serials: serial === undefined ? [] : [serial] }
  const wrong = refusalOfMarks(item, marks, size)
  if (!wrong) return
  const { code, message } = wrong
  const path = `${at}.${wrong.field === 'serials' ? 'serial' : wrong.field}`
  fail(code, { message, details: [{ path, message }] })
}

function rowOf(
  { typed, named, place, quanta, expected }: Read,
  marks: Marks,
  lineNo: number,
): LineRow {
  const { variantId, sku, name, unit, qtyScale } = named.item
  return {
    lineNo,
    variantId,
    sku,
    name,
    unit,
    qtyScale,
    place,
    status: typed.status,
    lot: marks.lot,
    serial: marks.serials[0] ?? null,
    mode: typed.mode,
    quanta: String(quanta),
    expected: expected === null ? null : String(expected),
    before: null,
    after: null,
  }
}
