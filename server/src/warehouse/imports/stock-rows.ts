import { isSameKey } from '@stowage/contract/folding'
import { calendarDay } from '@stowage/contract/warehouse/fields'
import { itemChoice, stockStatuses } from '@stowage/contract/warehouse/stock'
import { microsOf, toQuanta } from '@stowage/contract/warehouse/quantities'
import { code } from '@stowage/contract/fields'
import type { Tx } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findItems, type Item } from '../catalog/item-queries.ts'
import { unitOf, whyNotKept } from '../catalog/rules.ts'
import { findOrCreateTracking } from '../lots/tracking.ts'
import { findSerials } from '../lots/queries.ts'
import {
  findKnownLocations,
  findSites,
  locationKey,
  type KnownLocation,
  type Site,
} from '../places/import-queries.ts'
import { findContents, findLimits, lockLimits } from '../places/capacity-queries.ts'
import { checkCapacity, type Content } from '../places/capacity-rules.ts'
import { postMove, type MoveLine } from '../stock/kernel-queries.ts'
import { valueOf } from '../stock/values.ts'
import { mapInSlices } from '../../slices.ts'
import { note, read, readNumber, readWord, requireCell, type Reading } from './cells.ts'
import type { Checked, ReadRow, RowKind } from './kinds.ts'

type Plan = {
  site: Site
  variantId: string
  locationId: string
  status: string
  quanta: string
  valueMicros: string | undefined
  lot: string | undefined
  expiresOn: string | undefined
  serial: string | undefined
}

const lotCode = code('Lot', { min: 1, max: 64 })
const serialCode = code('Serial number', { min: 1, max: 64 })
/** One piece of one item; a code may stand for pieces of several items. */
const pieceKey = ({ variantId, code: text }: { variantId: string; code: string }) =>
  `${variantId} ${text}`
const unitName = itemChoice.unit.unwrap()
/** The largest number a column of the stock holds. */
const most = 2n ** 63n - 1n

type Found = {
  sites: Site[]
  locations: ReadonlyMap<string, KnownLocation>
  items: Map<number, Item>
  inStock: ReadonlySet<string>
}

/** What one row names: item, unit and place. */
function namesOf({ rowNo, reading }: ReadRow, { sites, locations, items }: Found) {
  if (!reading.cells.has('sku') && !reading.cells.has('barcode'))
    note(reading, 'sku', 'validation_failed', 'SKU or barcode is required')
  for (const [field, label] of [
    ['warehouse', 'Warehouse'],
    ['location', 'Location'],
    ['quantity', 'Quantity'],
  ] as const)
    requireCell(reading, field, label)
  const item = items.get(rowNo)
  if (!item && reading.cells.has('sku'))
    note(reading, 'sku', 'not_found', 'This item doesn’t exist')
  else if (!item && reading.cells.has('barcode'))
    note(reading, 'barcode', 'barcode_unknown', 'No item has this barcode')
  const site = siteOf(sites, reading)
  if (!site && reading.cells.has('warehouse'))
    note(reading, 'warehouse', 'not_found', 'This warehouse doesn’t exist')
  const place =
    site &&
    locations.get(locationKey({ warehouseId: site.id, code: reading.cells.get('location') ?? '' }))
  if (site && !place && reading.cells.has('location'))
    note(reading, 'location', 'not_found', 'This location doesn’t exist in the warehouse')
  if (place && ['archived', 'blocked', 'blocked_in'].includes(place.status))
    note(reading, 'location', 'location_blocked', 'This location can’t receive stock')
  return { item, site, place }
}

const siteOf = (sites: readonly Site[], reading: Reading) =>
  sites.find(({ code: one }) => isSameKey(one, reading.cells.get('warehouse') ?? ''))

/** The quantity in quanta and what it is worth at the cost of the unit the row names. */
function amountOf(reading: Reading, item: Item) {
  const unit = read(reading, 'unit', unitName) ?? item.scanned ?? item.unit
  const fraction = unitOf(unit, item.unit, item.units)
  if (!fraction) note(reading, 'unit', 'uom_unknown', `${item.sku} has no unit ${unit}`)
  const text = readNumber(reading, 'quantity')
  const cost = readNumber(reading, 'unit_cost')
  if (text === undefined || !fraction) return undefined
  const exact = toQuanta(text, item.qtyScale, fraction)
  if (!('quanta' in exact)) {
    const nearest = exact.nearest.join(' or ')
    const of = exact.isInBaseUnits ? ` ${item.unit}` : ''
    return note(reading, 'quantity', 'uom_not_exact', `Nearest: ${nearest}${of}`)
  }
  if (exact.quanta === 0n)
    return note(reading, 'quantity', 'validation_failed', 'The quantity must be more than zero')
  if (exact.quanta > most)
    return note(reading, 'quantity', 'amount_too_large', 'This quantity is too large')
  const value =
    cost === undefined ? undefined : valueOf(exact.quanta, item.qtyScale, microsOf(cost), fraction)
  if (value !== undefined && value > most)
    return note(reading, 'unit_cost', 'amount_too_large', 'This quantity is too large')
  return { quanta: String(exact.quanta), valueMicros: value?.toString() }
}

/** Lot and serial number as the item's tracking asks for them. */
function tracked(reading: Reading, item: Item, quanta: string | undefined) {
  const lot = read(reading, 'lot', lotCode)
  const serial = read(reading, 'serial', serialCode)
  const expiresOn = read(reading, 'expires_on', calendarDay)
  if (item.tracking === 'lot' && lot === undefined)
    note(reading, 'lot', 'lot_required', 'This item is tracked by lot')
  if (item.tracking === 'none' && lot !== undefined)
    note(reading, 'lot', 'lot_not_allowed', 'This item isn’t tracked by lot')
  if (item.tracking === 'serial' && serial === undefined)
    note(reading, 'serial', 'serial_required', 'This item is tracked by serial number')
  if (item.tracking !== 'serial' && serial !== undefined)
    note(reading, 'serial', 'validation_failed', 'This item isn’t tracked by serial number')
  if (item.tracking === 'serial' && quanta !== undefined && quanta !== '1')
    note(reading, 'quantity', 'validation_failed', 'The quantity must be 1 for a serial number')
  if (expiresOn !== undefined && lot === undefined)
    note(reading, 'expires_on', 'lot_required', 'Enter a lot for the expiry date')
  return { lot, serial, expiresOn }
}

function planRow(row: ReadRow, found: Found): Checked<Plan> {
  const { rowNo, reading } = row
  const { item, site, place } = namesOf(row, found)
  const status = readWord(reading, 'status', stockStatuses) ?? 'available'
  const why = item && whyNotKept(item)
  if (why) {
    const refused = item.state === 'archived' ? 'invalid_transition' : 'validation_failed'
    note(reading, reading.cells.has('sku') ? 'sku' : 'barcode', refused, why)
  }
  const amount = item && amountOf(reading, item)
  const names = item && tracked(reading, item, amount?.quanta)
  const mark =
    item && names?.serial ? pieceKey({ variantId: item.variantId, code: names.serial }) : null
  if (mark && found.inStock.has(mark))
    note(reading, 'serial', 'serial_duplicate', 'This serial number is already in stock')
  const isWhole = reading.errors.length === 0 && item && site && place && amount && names
  return {
    rowNo,
    reading,
    outcome: 'create',
    key: null,
    mark,
    plan: isWhole
      ? {
          site,
          status,
          variantId: item.variantId,
          locationId: place.id,
          ...amount,
          ...names,
        }
      : undefined,
  }
}

/**
 * Rows that bring more into a limited place than it has room for, after the rows before them, are wrong.
 * `hold` keeps others from putting anything there meanwhile.
 */
async function placeRows(
  tx: Tx,
  platformId: string,
  checked: Checked<Plan>[],
  limited: readonly string[],
  hold: boolean,
): Promise<Checked<Plan>[]> {
  const asked = checked.flatMap(({ plan }) =>
    plan && limited.includes(plan.locationId) ? { ...plan, lot: plan.lot ?? null, quanta: 0n } : [],
  )
  if (asked.length === 0) return checked
  const [limits, contents] = await Promise.all([
    (hold ? lockLimits : findLimits)(tx, platformId, limited),
    findContents(tx, platformId, asked),
  ])
  const limitOf = new Map(limits.map((limit) => [limit.locationId, limit]))
  const there = Map.groupBy(contents, ({ locationId }) => locationId)
  return checked.map((row) => {
    const { plan, reading } = row
    const limit = limitOf.get(plan?.locationId ?? '')
    if (!plan || !limit) return row
    const now = there.get(plan.locationId) ?? []
    const isOf = ({ variantId, lot }: Content) =>
      variantId === plan.variantId && lot === (plan.lot ?? null)
    const delta = BigInt(plan.quanta)
    const refused = checkCapacity(
      limit,
      now.map((one) => (isOf(one) ? { ...one, delta } : one)),
    )
    if (!refused) {
      for (const one of now) if (isOf(one)) one.quanta += delta
      return row
    }
    note(reading, 'location', refused.code, refused.message)
    return { ...row, plan: undefined }
  })
}

async function itemsOf(tx: Tx, platformId: string, rows: readonly ReadRow[]) {
  const named = rows.filter(({ reading: { cells } }) => cells.has('sku') || cells.has('barcode'))
  const choices = named.map(({ reading: { cells } }) => {
    const sku = cells.get('sku')
    return sku === undefined ? { barcode: cells.get('barcode') } : { sku }
  })
  const items = await findItems(tx, platformId, choices)
  return new Map(named.flatMap(({ rowNo }, i) => (items[i] ? [[rowNo, items[i]]] : [])))
}

/** Rows of a file of opening stock: each puts so much of an item into a place. */
export const stockRows: RowKind<Plan> = {
  async check(tx, actor, { rows }, hold) {
    const { platform, warehouses } = actor
    const codes = rows.flatMap(({ reading }) => reading.cells.get('warehouse') ?? [])
    const sites = await findSites(tx, platform.id, warehouses, [...new Set(codes)])
    const places = rows.flatMap(({ reading }) => {
      const [site, location] = [siteOf(sites, reading), reading.cells.get('location')]
      return site && location ? [{ warehouseId: site.id, code: location }] : []
    })
    const [locations, items] = await Promise.all([
      findKnownLocations(tx, platform.id, { places }),
      itemsOf(tx, platform.id, rows),
    ])
    const serials = rows.flatMap(({ rowNo, reading }) => {
      const [item, serial] = [items.get(rowNo), reading.cells.get('serial')]
      return item && serial ? [{ variantId: item.variantId, code: serial }] : []
    })
    const known = serials.length > 0 ? await findSerials(tx, platform.id, serials) : []
    const inStock = new Set(known.filter(({ isInStock }) => isInStock).map(pieceKey))
    const byKey = new Map(locations.map((location) => [locationKey(location), location]))
    const found = { sites, locations: byKey, items, inStock }
    const checked = await mapInSlices(rows, (row) => planRow(row, found))
    const limited = locations.flatMap(({ id, isLimited }) => (isLimited ? [id] : []))
    return limited.length > 0 ? placeRows(tx, platform.id, checked, limited, hold) : checked
  },

  async apply(tx, actor, importId, rows) {
    const results = new Map<number, { moveId: string }>()
    const bySite = Map.groupBy(rows, ({ plan }) => plan.site.id)
    for (const those of [...bySite.values()].toSorted(bySiteId)) {
      const moveId = await postRows(tx, actor, importId, those)
      for (const { rowNo } of those) results.set(rowNo, { moveId })
    }
    return results
  },

  // Its moves are reversed, which is for the run to do: one at a time and the last first.
  undo: () => Promise.resolve(),
}

type Rows = readonly { rowNo: number; plan: Plan }[]
const bySiteId = ([a]: Rows, [b]: Rows) =>
  (a?.plan.site.id ?? '') < (b?.plan.site.id ?? '') ? -1 : 1

/** One move for the rows of one warehouse; a line is the row of the file. */
async function postRows(
  tx: Tx,
  actor: WorkspaceMember,
  importId: string,
  rows: Rows,
): Promise<string> {
  const { platform, at } = actor
  const site = rows[0]?.plan.site
  if (!site) throw new Error('There is no move without rows')
  const tracking = await findOrCreateTracking(
    tx,
    platform.id,
    rows.map(({ plan: { variantId, lot, expiresOn, serial } }) => ({
      variantId,
      lotCode: lot,
      expiresOn,
      serials: serial === undefined ? [] : [serial],
    })),
    { at, timezone: site.timezone },
  )
  const lines = rows.map(({ rowNo, plan }, i): MoveLine => {
    const { quanta, variantId, locationId, status, valueMicros } = plan
    return {
      lineNo: rowNo,
      qty: quanta,
      party: 'found',
      variantId,
      toLocation: locationId,
      toStatus: status,
      toLot: tracking[i]?.lot?.lotId,
      toSerial: tracking[i]?.serials[0]?.serialId,
      ...(valueMicros !== undefined && { valueMicros }),
    }
  })
  const move = {
    kind: 'adjust',
    warehouseId: site.id,
    reasonCode: 'opening_balance',
    sourceType: 'import',
    sourceId: importId,
  } as const
  return (await postMove(tx, actor, move, lines)).moveId
}
