import type { Input } from '@stowage/contract/route'
import type { adjustments } from '@stowage/contract/warehouse/adjustments'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Tx } from '../../database/connect.ts'
import { fail, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { Site } from '../locations/warehouse-queries.ts'
import { findReason } from '../settings/queries.ts'
import { deltaOf } from '../stock/rules.ts'
import { correctionOf } from '../stock/rules.ts'
import {
  findLineNames,
  findOrCreateTracking,
  readLines,
  requireMarks,
  stockLineOf,
  type LineNames,
  type NamedLine,
  type Tracking,
  type TrackingInput,
} from '../stock/lines.ts'
import { quantaOf } from '../products/lines.ts'
import { findApproval, type LineRow } from './queries.ts'

export type NewAdjustment = Input<typeof adjustments.create>['body']
type TypedLine = NewAdjustment['lines'][number]
type Reason = Awaited<ReturnType<typeof findReason>>

/** A line that is understood, before its lot and serial number have rows. */
type Read = NamedLine<TypedLine> & { quanta: bigint; expected: bigint | null }
type ReadLines = { site: Site; lines: Read[]; trackingInputs: TrackingInput[] }

/** An adjustment whose lines were read; `limit` is what its author may post alone, see `findLimit`. */
export type ReadAdjustment = {
  body: NewAdjustment
  site: Pick<Site, 'code'>
  lines: readonly LineRow[]
  limit: bigint | null
}

/**
 * Looks up what an adjustment names in a warehouse the member sees: items, locations, lots and serial
 * numbers, and whether its reason may be given. Fails with the first thing that is wrong and says in
 * which line.
 */
export async function findAdjustment(
  tx: Tx,
  actor: WorkspaceMember,
  body: NewAdjustment,
): Promise<ReadAdjustment> {
  const { platform, at } = actor
  const [names, reason, limit] = await Promise.all([
    findLineNames(tx, actor, body.warehouseId, body.lines),
    findReason(tx, platform.id, body.reasonCode),
    findLimit(tx, actor),
  ])
  const read = readAdjustmentLines(names, reason, body)
  const received = { at, timezone: read.site.timezone }
  const tracking = await findOrCreateTracking(tx, platform.id, read.trackingInputs, received)
  return { body, site: read.site, lines: toRows(read, tracking), limit }
}

type DraftHead = Pick<NewAdjustment, 'warehouseId' | 'reasonCode' | 'note'>

/** Returns the lines of a draft after a change, the given ones or those it has, once its reason suits them. */
export async function findDraftLines(
  tx: Tx,
  actor: WorkspaceMember,
  head: DraftHead,
  given: NewAdjustment['lines'] | undefined,
  lines: readonly LineRow[],
): Promise<{ lines: readonly LineRow[]; limit: bigint | null }> {
  if (given)
    return findAdjustment(tx, actor, { ...head, lines: given, displace: false, post: false })
  const reason = await findReason(tx, actor.platform.id, head.reasonCode)
  const deltas = lines.map((line) => deltaOf(correctionOf(line)))
  requireReason(reason, deltas, head.note)
  return { lines, limit: await findLimit(tx, actor) }
}

type Edited = {
  reasonCode: string
  note: string
  effectiveAt: string | null
  lines: readonly LineRow[]
}

/** Returns the fields of a draft that an edit has changed, for the audit log; a line as text. */
export function changedFields(
  before: Edited,
  after: Edited,
): Record<string, { from: unknown; to: unknown }> {
  const fieldsOf = ({ reasonCode, note, effectiveAt, lines }: Edited) => ({
    reasonCode,
    note,
    effectiveAt,
    lines: lines.map(wordsOf),
  })
  const [from, to] = [fieldsOf(before), fieldsOf(after)]
  const names = Object.keys(from) as (keyof typeof from)[]
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]))
      .map((name) => [name, { from: from[name], to: to[name] }]),
  )
}

function wordsOf({ sku, qtyScale, place, status, mode, quanta, expected }: LineRow): string {
  const qty = fromQuanta(quanta, qtyScale)
  const counted = expected === null ? '' : `, expected ${fromQuanta(expected, qtyScale)}`
  return `${sku} at ${place.code}, ${status}: ${mode} ${qty}${counted}`
}

/** Returns the value, in micros, up to which this member's adjustments need no approval; null for any. */
export async function findLimit(
  tx: Tx,
  { platform, holds }: WorkspaceMember,
): Promise<bigint | null> {
  if (holds.has('stock.adjust.post_without_approval')) return null
  return (await findApproval(tx, platform.id)).above
}

/** Reads lines whose names were looked up; their lots and serial numbers are not looked up yet. */
export function readAdjustmentLines(
  names: LineNames,
  reason: Reason,
  { lines: typed, note }: NewAdjustment,
): ReadLines {
  const { site, lines } = readLines(names, typed, readLine)
  requireReason(reason, lines.map(deltaOf), note)
  return { site, lines, trackingInputs: lines.map(markedOf) }
}

function readLine(line: NamedLine<TypedLine>): Read {
  const { typed, path } = line
  const quanta = quantaOf(line, typed.qty, `${path}.qty`)
  const expected =
    typed.mode === 'set' && typed.expected !== undefined
      ? quantaOf(line, typed.expected, `${path}.expected`)
      : null
  // Each piece with a serial number is a line of its own.
  const pieces = expected === null ? sizeOf(quanta) : 1n
  requireMarks(line, markedOf(line), pieces, { serials: 'serial' })
  return { ...line, quanta, expected }
}

const sizeOf = (quanta: bigint) => (quanta < 0n ? -quanta : quanta)

const markedOf = ({ typed: { lotCode, serial }, item }: NamedLine<TypedLine>): TrackingInput => ({
  variantId: item.variantId,
  lotCode,
  serials: serial === undefined ? [] : [serial],
})

type ReasonRules = {
  state: string
  applies: readonly string[]
  requiresNote: boolean
  name: string
}

/** Fails with `reason_unknown` or `note_required` where this reason cannot be given for these differences. */
export function requireReason(
  reason: ReasonRules | undefined,
  deltas: readonly bigint[],
  note: string,
): void {
  if (reason?.state !== 'active')
    return refuse('reason_unknown', 'reasonCode', 'This reason doesn’t exist.')
  const { name, applies } = reason
  const refuseDirection = (verb: string) =>
    refuse('reason_unknown', 'reasonCode', `“${name}” can’t be used to ${verb} stock.`)
  if (deltas.some((delta) => delta > 0n) && !applies.includes('adjust_up'))
    refuseDirection('increase')
  if (deltas.some((delta) => delta < 0n) && !applies.includes('adjust_down'))
    refuseDirection('decrease')
  if (reason.requiresNote && note === '') refuse('note_required', 'note', `“${name}” needs a note.`)
}

const refuse = (code: 'reason_unknown' | 'note_required', path: string, message: string): never =>
  fail(code, { message, details: [{ path, message }] })

export const toRows = ({ lines }: ReadLines, tracking: readonly Tracking[]): LineRow[] =>
  lines.map((line, i) => toRow(line, tracking[i] ?? notFound(), i + 1))

const toRow = (line: Read, { lot, serials }: Tracking, lineNo: number): LineRow => ({
  ...stockLineOf(line, lineNo, { status: line.typed.status, quanta: line.quanta }),
  lot,
  serial: serials[0] ?? null,
  mode: line.typed.mode,
  expected: line.expected === null ? null : String(line.expected),
  before: null,
  after: null,
})

/** The lines with what the ledger says was there before and after them. */
export function withOutcome(
  lines: readonly LineRow[],
  moves: readonly { lineNo: number; qty: string; party?: string }[],
  sides: readonly { lineNo: number; qtyAfter: string }[],
): LineRow[] {
  const afterOf = new Map(sides.map(({ lineNo, qtyAfter }) => [lineNo, qtyAfter]))
  const deltaOf = new Map(
    moves.map(({ lineNo, qty, party }) => [lineNo, party === 'loss' ? -BigInt(qty) : BigInt(qty)]),
  )
  return lines.map((line) => {
    const after = afterOf.get(line.lineNo) ?? line.quanta
    return { ...line, after, before: String(BigInt(after) - (deltaOf.get(line.lineNo) ?? 0n)) }
  })
}
