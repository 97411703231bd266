import type { Input } from '@stowage/contract/route'
import { microsOf } from '@stowage/contract/warehouse/quantities'
import type { receiving } from '@stowage/contract/warehouse/receiving'
import type { Tx } from '../../database/connect.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { Worker } from '../../http/actor.ts'
import { whyNotKept } from '../catalog/rules.ts'
import { nameMarks, type Marked, type Marks } from '../lots/naming.ts'
import { refusalOfMarks } from '../lots/rules.ts'
import { requireWorkplace, unknownPlace } from '../places/entry.ts'
import { findSite, type Place, type Site } from '../places/site-queries.ts'
import { nameItems, quantaOf, type Named } from '../stock/lines.ts'
import { valueOf } from '../stock/values.ts'
import type { LineRow } from './queries.ts'
import { costOfBaseUnit } from './rules.ts'

export type TypedLine = Input<typeof receiving.create>['body']['lines'][number]

/** A line that is understood, before its lot and serial numbers have rows. */
export type Read = { typed: TypedLine; named: Named; place: Place; quanta: bigint; at: string }

/**
 * What the lines of a receipt name, in a warehouse in sight: items, places, lots and serial numbers.
 * Fails with the first thing that is wrong and says in which line.
 */
export async function readLines(
  tx: Tx,
  actor: Worker,
  warehouseId: string,
  typed: readonly TypedLine[],
  firstLine = 1,
): Promise<{ site: Site; lines: LineRow[] }> {
  const { platform, warehouses } = actor
  const [found, names] = await Promise.all([
    findSite(tx, platform.id, warehouses, warehouseId, typed),
    typed.length > 0 ? nameItems(tx, platform.id, typed) : [],
  ])
  const { site, read } = understand(found, names, typed)
  const received = { at: actor.at, timezone: site.timezone }
  const marks = await nameMarks(tx, platform.id, read.map(markedBy), received)
  return { site, lines: rowsOf(read, marks, firstLine) }
}

/** What lines mean that name these items in this warehouse, as far as no lot or serial number is asked for. */
export function understand(
  found: Site | undefined,
  names: readonly Named[],
  typed: readonly TypedLine[],
): { site: Site; read: Read[] } {
  const site = found ?? notFound()
  requireWorkplace(site)
  return {
    site,
    read: typed.map((line, i) => readLine(line, names[i], placeOf(site, line, i), i)),
  }
}

export const markedBy = ({ typed, named }: Read): Marked => {
  const { lotCode, expiresOn, serials = [] } = typed
  return { variantId: named.item.variantId, lotCode, expiresOn, serials }
}

export const rowsOf = (read: readonly Read[], marks: readonly Marks[], firstLine = 1): LineRow[] =>
  read.map((line, i) => rowOf(line, marks[i] ?? notFound(), firstLine + i))

function rowOf(line: Read, marks: Marks, lineNo: number): LineRow {
  requireSameDay(line, marks)
  const { typed, named, place, quanta } = line
  const { item, unit } = named
  return {
    lineNo,
    variantId: item.variantId,
    sku: item.sku,
    name: item.name,
    unit: item.unit,
    qtyScale: item.qtyScale,
    typedUnit: unit,
    quanta: String(quanta),
    place,
    status: typed.status,
    lot: marks.lot,
    minRemainingDays: item.minRemainingDays,
    serials: marks.serials.map((serial) => ({ ...serial, isReversed: false })),
    reversed: '0',
    ...costOf(line),
  }
}

/** The largest amount a column of the stock holds. */
const most = 2n ** 63n - 1n

/** What one base unit costs, rounded, and what the line is worth, in micros. */
function costOf({ typed: { unitCost }, named, quanta, at }: Read) {
  if (unitCost === undefined) return { unitCostMicros: null, valueMicros: null }
  const micros = microsOf(unitCost)
  const base = costOfBaseUnit(micros, named.fraction)
  const value = valueOf(quanta, named.item.qtyScale, micros, named.fraction)
  if (value > most || base > most)
    fail('amount_too_large', {
      details: [{ path: `${at}.unitCost`, message: 'Enter a smaller cost or quantity.' }],
    })
  return { unitCostMicros: String(base), valueMicros: String(value) }
}

function readLine(typed: TypedLine, named: Named | undefined, place: Place, i: number): Read {
  const at = `lines.${i}`
  if (!named) return notFound()
  const { item } = named
  const why = whyNotKept(item)
  if (why) failField(`${at}.sku`, why)
  const quanta = quantaOf(named, typed.qty, `${at}.qty`)
  const wrong = refusalOfMarks(item, typed, quanta)
  if (wrong)
    fail(wrong.code, {
      message: wrong.message,
      details: [{ path: `${at}.${wrong.field}`, message: wrong.message }],
    })
  return { typed, named, place, quanta, at }
}

function placeOf(site: Site, { locationId, location }: TypedLine, i: number): Place {
  const place = locationId === undefined && location === undefined ? site.receive : site.places[i]
  return (
    place ??
    unknownPlace(locationId === undefined ? (location ?? 'RECV') : undefined, `lines.${i}.location`)
  )
}

/** A lot has one day on which it expires, the one it was first received with. */
function requireSameDay({ typed, at }: Read, { lot }: Marks) {
  if (typed.expiresOn !== undefined && lot && lot.expiresOn !== typed.expiresOn)
    failField(`${at}.expiresOn`, `Lot ${lot.code} expires on ${lot.expiresOn ?? 'no day'}`)
}
