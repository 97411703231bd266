import { stockStatuses } from '@stowage/contract/warehouse/stock'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Tx } from '../../database/connect.ts'
import { fail, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findItems, type Item } from '../products/variant-list-queries.ts'
import { whyNotKept } from '../products/rules.ts'
import { findSerials } from '../lots/queries.ts'
import { findContents, findLimits, lockLimits } from '../locations/capacity-queries.ts'
import { checkCapacity, type Content } from '../locations/capacity-rules.ts'
import { findKnownLocations, locationKey, type KnownLocation } from '../locations/import-queries.ts'
import { isOpen } from '../locations/rules.ts'
import {
  findOnlySite,
  findSites,
  siteNamed,
  type NamedSite,
} from '../locations/warehouse-list-queries.ts'
import { getSettings } from '../settings/queries.ts'
import { listHeld } from './bucket-queries.ts'
import { amountOf, synonyms, tracked, stockFormats } from './import-cells.ts'
import { postMove, reverseMove, type MoveLine } from './kernel-queries.ts'
import { findOrCreateTracking } from './lines.ts'
import { listWarehousesOfImport } from './reversal-queries.ts'
import { previewReversal } from './undo-move.ts'
import { mapInSlices } from '../../concurrency/slices.ts'
import { note, readWord, requireCell, type Reading } from '../../workspace/imports/cells.ts'
import type { Checked, ReadRow, RowKind } from '../../workspace/imports/kinds.ts'

type Plan = {
  site: NamedSite
  variantId: string
  qtyScale: number
  locationId: string
  status: string
  quanta: string
  valueMicros: string | undefined
  lot: string | undefined
  expiresOn: string | undefined
  serial: string | undefined
}

/** One piece of one item; a code may stand for pieces of several items. */
const pieceKey = ({ variantId, code: text }: { variantId: string; code: string }) =>
  `${variantId} ${text}`
type Found = {
  sites: NamedSite[]
  locations: ReadonlyMap<string, KnownLocation>
  items: Map<number, Item>
  inStock: ReadonlySet<string>
}

/** Returns the item, unit and location that a row names. */
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
  if (place && !isOpen(place.status, 'in'))
    note(reading, 'location', 'location_blocked', 'This location can’t receive stock')
  return { item, site, place }
}

const siteOf = (sites: readonly NamedSite[], reading: Reading) =>
  siteNamed(sites, reading.cells.get('warehouse') ?? '')

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
          qtyScale: item.qtyScale,
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

/** Says of rows what is in stock of their item already: a second count of the same goods would double them. */
async function warnOfStock(tx: Tx, platformId: string, checked: readonly Checked<Plan>[]) {
  const planned = checked.flatMap(({ plan, reading }) => (plan ? [{ plan, reading }] : []))
  if (planned.length === 0) return
  const itemKey = ({ warehouseId, variantId }: { warehouseId: string; variantId: string }) =>
    `${warehouseId} ${variantId}`
  const keyOf = ({ site, variantId }: Plan) => itemKey({ warehouseId: site.id, variantId })
  const items = planned.map(({ plan: { site, variantId } }) => ({
    warehouseId: site.id,
    variantId,
  }))
  const held = Map.groupBy(await listHeld(tx, platformId, items), itemKey)
  const added = Map.groupBy(planned, ({ plan }) => keyOf(plan))
  for (const { plan, reading } of planned) {
    const there = held.get(keyOf(plan))
    if (!there) continue
    const { qtyScale, locationId } = plan
    const all = sumOf(there.map(({ onHand }) => onHand))
    const others = there.filter((one) => one.locationId !== locationId)
    const elsewhere = sumOf(others.map(({ onHand }) => onHand))
    const after = all + sumOf((added.get(keyOf(plan)) ?? []).map((one) => one.plan.quanta))
    const [qty, place] =
      elsewhere > 0n ? [elsewhere, 'other locations'] : [all, 'this location already']
    const message = `${fromQuanta(qty, qtyScale)} on hand in ${place}; after the import ${fromQuanta(after, qtyScale)}`
    reading.hints.push({ column: '', code: 'in_stock', message, value: '' })
  }
}

const sumOf = (quanta: readonly string[]) => quanta.reduce((sum, one) => sum + BigInt(one), 0n)

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
  synonyms,
  formats: stockFormats,
  keys: { mark: 'serial' },

  mappingProblem: (mapping) =>
    mapping['sku'] === undefined && mapping['barcode'] === undefined
      ? 'Choose the column for SKU or Barcode.'
      : undefined,

  async suggestFixed(tx, { platform, warehouses }) {
    const site = await findOnlySite(tx, platform.id, warehouses)
    return site ? { warehouse: site.code } : {}
  },

  /** Where corrections of some worth need approval, so would a file full of them. */
  async requireApply(tx, { platform, holds }) {
    const right = 'stock.adjust.post_without_approval'
    const { adjustApprovalAbove } = await getSettings(tx, platform.id)
    if (adjustApprovalAbove !== null && !holds.has(right))
      fail('permission_denied', { details: [{ path: 'permission', message: right }] })
  },

  async check(tx, actor, { rows }, hold) {
    const { platform, warehouses } = actor
    const codes = rows.flatMap(({ reading }) => reading.cells.get('warehouse') ?? [])
    const sites = await findSites(tx, platform.id, warehouses, [...new Set(codes)])
    const places = rows.flatMap(({ reading }) => {
      const [site, location] = [siteOf(sites, reading), reading.cells.get('location')]
      return site && location ? [{ warehouseId: site.id, code: location }] : []
    })
    const [locations, items] = await Promise.all([
      findKnownLocations(tx, platform.id, places),
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
    const placed =
      limited.length > 0 ? await placeRows(tx, platform.id, checked, limited, hold) : checked
    // While it is applied, the rows before are in stock.
    if (!hold) await warnOfStock(tx, platform.id, placed)
    return placed
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

  async undoMove(tx, actor, importId, moveId) {
    const { platform, warehouses } = actor
    const touched = await listWarehousesOfImport(tx, platform.id, importId)
    if (warehouses && touched.some((id) => !warehouses.includes(id))) notFound()
    const { possible, blockers } = await previewReversal(tx, actor, moveId)
    // Somebody may have reversed it by hand.
    if (blockers.some(({ type }) => type === 'already_reversed')) return
    if (!possible) fail('reversal_blocked', { blockers })
    await reverseMove(tx, actor, moveId, undefined)
  },
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
