import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { StockStatus } from '@stowage/contract/warehouse/stock'
import type { Db, Tx } from '../../database/connect.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { nameItems, type NamedItem } from '../products/lines.ts'
import { findItems, type Item, type ItemChoice } from '../products/variant-list-queries.ts'
import { whyNotKept } from '../products/rules.ts'
import {
  findLots,
  findSerials,
  insertLots,
  insertSerials,
  type Lot,
  type NewSerial,
} from '../lots/queries.ts'
import { checkTracking } from '../lots/rules.ts'
import { requireSite, failUnknownLocation } from '../locations/lines.ts'
import {
  findSite,
  type ReceivingLocation,
  type LocationChoice,
  type Site,
} from '../locations/warehouse-queries.ts'

/** A line as it is typed: its item, its location, and the unit it counts in. */
type LineChoice = ItemChoice & LocationChoice & { unit?: string | undefined }

/** Fields of every stored document line; the quantity is quanta, as text. */
export type StockLine = {
  lineNo: number
  variantId: string
  sku: string
  name: string
  unit: string
  qtyScale: number
  place: ReceivingLocation
  status: StockStatus
  lot: { lotId: string; code: string } | null
  quanta: string
}

/**
 * Records that the lines of a document name, as far as they exist: the warehouse with their locations, and
 * their items.
 */
export type LineNames = { site: Site | undefined; items: readonly (Item | undefined)[] }

export async function findLineNames(
  db: Db,
  { platform, warehouses }: Pick<WorkspaceMember, 'platform' | 'warehouses'>,
  warehouseId: string,
  lines: readonly LineChoice[],
): Promise<LineNames> {
  const [site, items] = await Promise.all([
    findSite(db, platform.id, warehouses, warehouseId, lines),
    lines.length > 0 ? findItems(db, platform.id, lines) : [],
  ])
  return { site, items }
}

/** A line whose item, unit and location are known. `path` is where the line is in the request. */
export type NamedLine<Typed> = NamedItem & { typed: Typed; place: ReceivingLocation; path: string }

/**
 * Reads the lines of a document, each with `readLine` once its item and its location are known. Fails with
 * the first thing that is wrong and says in which line.
 */
export function readLines<Typed extends LineChoice, Read>(
  { site: found, items }: LineNames,
  typed: readonly Typed[],
  readLine: (line: NamedLine<Typed>) => Read,
): { site: Site; lines: Read[] } {
  const named = nameItems(items, typed)
  const site = found ?? notFound()
  requireSite(site)
  const lines = typed.map((line, i) => {
    const path = `lines.${i}`
    const place = placeOf(site, line, i)
    const one = named[i] ?? notFound()
    const why = whyNotKept(one.item)
    if (why) failField(`${path}.sku`, why)
    return readLine({ ...one, typed: line, place, path })
  })
  return { site, lines }
}

/** The location a line names, or where the warehouse receives stock. */
function placeOf(
  site: Site,
  { locationId, location }: LocationChoice,
  i: number,
): ReceivingLocation {
  const isUnsaid = locationId === undefined && location === undefined
  const code = isUnsaid ? 'RECV' : locationId === undefined ? location : undefined
  return (
    (isUnsaid ? site.receive : site.places[i]) ?? failUnknownLocation(code, `lines.${i}.location`)
  )
}

/** Fails where lot and serial numbers are not those the item is tracked by; `fields` names them in the request. */
export function requireMarks(
  { item, path }: Pick<NamedLine<unknown>, 'item' | 'path'>,
  marks: Omit<TrackingInput, 'variantId'>,
  quanta: bigint,
  fields: Partial<Record<string, string>> = {},
): void {
  const wrong = checkTracking(item, marks, quanta)
  if (!wrong) return
  const { code, field, message } = wrong
  fail(code, { message, details: [{ path: `${path}.${fields[field] ?? field}`, message }] })
}

/** Lot and serial numbers entered on a line. */
export type TrackingInput = {
  variantId: string
  lotCode: string | undefined
  expiresOn?: string | undefined
  serials: readonly string[]
}

export type Tracking = {
  lot: Lot | null
  serials: { serialId: string; code: string; isInStock: boolean }[]
}

const keyOf = (variantId: string, code: string) => `${variantId} ${code}`

/**
 * The lots and serial numbers of these lines, in their order; those that are not there yet are made.
 * Lots first, because a serial number remembers the lot it came with. Nothing is asked for lines
 * without either.
 */
export async function findOrCreateTracking(
  tx: Tx,
  platformId: string,
  lines: readonly TrackingInput[],
  received: { at: Date; timezone: string },
): Promise<Tracking[]> {
  const lotOf = await findOrCreateLots(tx, platformId, lines, received)
  const lots = lines.map(({ variantId, lotCode }) =>
    lotCode === undefined ? null : lotOf(variantId, lotCode),
  )
  const wanted = lines.flatMap(({ variantId, serials }, i) =>
    serials.map((code) => ({ variantId, code, lotId: lots[i]?.lotId ?? null })),
  )
  const serialOf = await findOrCreateSerials(tx, platformId, wanted)
  return lines.map(({ variantId, serials }, i) => ({
    lot: lots[i] ?? null,
    serials: serials.map((code) => serialOf(variantId, code)),
  }))
}

async function findOrCreateLots(
  tx: Tx,
  platformId: string,
  lines: readonly TrackingInput[],
  received: { at: Date; timezone: string },
) {
  const wanted = lines.flatMap(({ variantId, lotCode, expiresOn = null }) =>
    lotCode === undefined ? [] : { variantId, code: lotCode, expiresOn },
  )
  const [, rows] =
    wanted.length === 0
      ? [undefined, []]
      : await Promise.all([
          insertLots(tx, platformId, wanted, received),
          findLots(tx, platformId, wanted),
        ])
  const byCode = new Map(rows.map((row) => [keyOf(row.variantId, row.code), row]))
  return (variantId: string, code: string) => byCode.get(keyOf(variantId, code)) ?? notFound()
}

async function findOrCreateSerials(tx: Tx, platformId: string, wanted: readonly NewSerial[]) {
  const [, rows] =
    wanted.length === 0
      ? [undefined, []]
      : await Promise.all([
          insertSerials(tx, platformId, wanted),
          findSerials(tx, platformId, wanted),
        ])
  const byCode = new Map(rows.map((row) => [keyOf(row.variantId, row.code), row]))
  return (variantId: string, code: string) => byCode.get(keyOf(variantId, code)) ?? notFound()
}

/** The first fields of a stored line. */
export const stockLineOf = <Status extends StockStatus>(
  { item, place }: Pick<NamedLine<unknown>, 'item' | 'place'>,
  lineNo: number,
  { status, quanta }: { status: Status; quanta: bigint },
) => ({
  lineNo,
  variantId: item.variantId,
  sku: item.sku,
  name: item.name,
  unit: item.unit,
  qtyScale: item.qtyScale,
  place,
  status,
  quanta: String(quanta),
})

/** The fields that replies have of every line. */
export const toLineReply = ({ place, lot, quanta, qtyScale, ...line }: StockLine) => ({
  lineNo: line.lineNo,
  variantId: line.variantId,
  sku: line.sku,
  name: line.name,
  unit: line.unit,
  qty: fromQuanta(quanta, qtyScale),
  locationId: place.locationId,
  location: place.code,
  status: line.status,
  lot: lot?.code ?? null,
})
