import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Db } from '../../database/connect.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { refusalOfLot } from '../lots/rules.ts'
import type { StockFlow } from '../locations/assert-capacity.ts'
import type { MoveLine } from './kernel-queries.ts'
import { nameItems, quantaOf, type NamedItem } from '../products/lines.ts'
import { findFacts, type LineFacts, type WantedLine } from './find-facts.ts'
import type { Bucket, LocationState } from './bucket-queries.ts'

/** One line with what it names: so many quanta from a bucket to a place and a status. */
export type Step = {
  named: NamedItem
  quanta: bigint
  from: Bucket
  /** Where the bucket lies. */
  source: LocationState
  to: { place: LocationState; status: string }
}

export type Plan = { kind: 'relocate' | 'status_change'; warehouseId: string; steps: Step[] }

/**
 * Plans the lines of a move. Fails for the first invalid line: `not_found` for an id out of sight,
 * `location_blocked`, `insufficient_bucket_stock` or `serial_not_in_stock` if there is no such bucket at all,
 * `lot_expired` for stock that is to become available, and with the errors of naming an item.
 */
export async function planMove(
  db: Db,
  actor: WorkspaceMember,
  lines: readonly WantedLine[],
): Promise<Plan> {
  return planFrom(await findFacts(db, actor, lines), lines)
}

/** The same of lines whose facts are known. */
export function planFrom(facts: readonly LineFacts[], lines: readonly WantedLine[]): Plan {
  lines.forEach(({ bucketId }, i) => {
    if (bucketId !== undefined && !facts[i]?.named) notFound()
  })
  const items = nameItems(
    facts.map(({ item }) => item),
    lines.map((line, i) => {
      const variantId = facts[i]?.named?.variantId
      return variantId ? { variantId, unit: line.unit } : line
    }),
  )
  lines.forEach((line, i) => {
    if (line.bucketId === undefined) requireMarking(i, line, items[i]?.item.tracking)
  })
  lines.forEach((line, i) => {
    if (line.bucketId === undefined) requireMarked(i, line, items[i], facts[i]?.marking)
  })
  const steps = lines.map((line, i) => stepOf(i, line, items[i], facts[i]))
  const warehouseId = steps[0]?.from.warehouseId ?? notFound()
  steps.forEach(({ from }, i) => {
    if (from.warehouseId !== warehouseId)
      failField(`lines.${i}`, 'All lines of a move must be in one warehouse')
  })
  steps.forEach((step, i) => requireFresh(i, step, facts[i]?.age))
  const isRelabelled = steps.some(({ from, to }) => from.status !== to.status)
  return { kind: isRelabelled ? 'status_change' : 'relocate', warehouseId, steps }
}

function stepOf(
  i: number,
  line: WantedLine,
  named: NamedItem | undefined,
  facts: LineFacts | undefined,
): Step {
  if (!named || !facts?.source) return notFound()
  const { source, target = notFound() } = facts
  const { fromLocationId } = line
  if (facts.named && fromLocationId && fromLocationId.toLowerCase() !== facts.named.locationId)
    failField(`lines.${i}.fromLocationId`, 'This stock is in another location')
  const quanta = quantaOf(named, line.qty, `lines.${i}.qty`)
  const from = facts.from ?? nothingThere(i, named, source, line, quanta)
  if (line.serial !== undefined && from.onHand === '0')
    notInStock(i, named, source, line.serial, line.status)
  const to = { place: target, status: line.toStatus ?? from.status }
  requireWay(i, source, to, from)
  return { named, quanta, from, source, to }
}

/** The lines as the kernel takes them. */
export const kernelLines = ({ steps }: Plan, firstLineNo = 1): MoveLine[] =>
  steps.map(({ quanta, from, to }, i) => ({
    lineNo: firstLineNo + i,
    qty: String(quanta),
    fromBucket: from.bucketId,
    variantId: from.variantId,
    toLocation: to.place.id,
    toStatus: to.status,
    toLot: from.lotId ?? undefined,
    toSerial: from.serialId ?? undefined,
  }))

/** Returns what leaves and enters each location. Lines that only change a status are omitted. */
export const passagesOf = ({ steps }: Plan): StockFlow[] =>
  steps.flatMap(({ quanta, from: { variantId, lotId }, source, to: { place } }) => {
    const passing = ({ id: locationId, isLimited }: LocationState, amount: bigint) => ({
      place: { locationId, isLimited },
      variantId,
      lotId,
      quanta: amount,
    })
    return source.id === place.id ? [] : [passing(source, -quanta), passing(place, quanta)]
  })

/** The item has the lot and the serial number that a line names. */
function requireMarked(
  i: number,
  { lotCode, serial }: WantedLine,
  named: NamedItem | undefined,
  marking: LineFacts['marking'],
) {
  const sku = named?.item.sku ?? ''
  if (lotCode !== undefined && !marking?.lotId)
    failField(`lines.${i}.lotCode`, `${sku} has no lot ${lotCode}`)
  if (serial !== undefined && !marking?.serialId)
    failField(`lines.${i}.serial`, `${sku} has no serial number ${serial}`)
}

/** Checks that a line names the lot or serial number its item is tracked by, and no other. */
function requireMarking(i: number, { lotCode, serial }: WantedLine, tracking: string | undefined) {
  const at = (field: string, message: string) => ({
    details: [{ path: `lines.${i}.${field}`, message }],
  })
  if (tracking === 'lot' && lotCode === undefined)
    fail('lot_required', at('lotCode', 'Enter the lot'))
  if (tracking === 'serial' && serial === undefined)
    fail('serial_required', at('serial', 'Enter the serial number'))
  if (tracking === 'none' && lotCode !== undefined)
    fail('lot_not_allowed', at('lotCode', 'This item isn’t tracked by lot'))
  if (tracking !== 'serial' && serial !== undefined)
    failField(`lines.${i}.serial`, 'This item isn’t tracked by serial number')
}

/** Goods go somewhere else in their warehouse, through places that are open. */
function requireWay(i: number, source: LocationState, to: Step['to'], from: Bucket) {
  if (to.place.warehouseId !== source.warehouseId)
    failField(`lines.${i}.toLocationId`, 'This location is in another warehouse')
  if (to.place.id === source.id) {
    if (to.status === from.status)
      failField(`lines.${i}.toLocationId`, 'The stock is already there')
    return
  }
  if (['blocked', 'blocked_out'].includes(source.status)) blocked(i, source, 'out')
  if (['blocked', 'blocked_in', 'archived'].includes(to.place.status)) blocked(i, to.place, 'in')
}

const blocked = (i: number, { id, code, status }: LocationState, direction: 'in' | 'out'): never =>
  fail('location_blocked', {
    message: `The location ${code} is blocked.`,
    blockers: [{ type: 'location', lineNo: i + 1, locationId: id, code, status, direction }],
  })

/** Checks that stock becoming available is not of a lot that is on hold or has expired. */
function requireFresh(i: number, { from, to, named: { item } }: Step, age: LineFacts['age']) {
  if (from.lotId === null || from.status === to.status || to.status !== 'available') return
  const lot = age ?? notFound()
  const wrong = refusalOfLot({ sku: item.sku, lot }, lot.day)
  if (!wrong) return
  const { code, message, blocker } = wrong
  const details = [{ path: `lines.${i}.toStatus`, message }]
  fail(code, { message, details, blockers: [{ ...blocker, lineNo: i + 1 }] })
}

const notInStock = (
  i: number,
  { item: { sku } }: NamedItem,
  { id, code }: LocationState,
  serial: string,
  status: WantedLine['status'],
): never => {
  const message = `Serial number ${serial} of ${sku} isn’t in stock in ${code}.`
  return fail('serial_not_in_stock', {
    details: [{ path: `lines.${i}.serial`, message }],
    blockers: [
      { type: 'serial', lineNo: i + 1, sku, serial, locationId: id, location: code, status },
    ],
  })
}

const nothingThere = (
  i: number,
  named: NamedItem,
  place: LocationState,
  line: WantedLine,
  quanta: bigint,
): never => {
  const { serial, status } = line
  if (serial !== undefined) notInStock(i, named, place, serial, status)
  const { item } = named
  const { id, code } = place
  const format = (value: bigint) => fromQuanta(value, item.qtyScale)
  return fail('insufficient_bucket_stock', {
    blockers: [
      {
        type: 'bucket',
        bucketId: null,
        variantId: item.variantId,
        sku: item.sku,
        locationId: id,
        location: code,
        status,
        onHand: format(0n),
        allocated: format(0n),
        missing: format(quanta),
      },
    ],
  })
}
