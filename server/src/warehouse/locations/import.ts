import type { BlockerOf } from '@stowage/contract/blockers'
import { foldKey, isSameKey } from '@stowage/contract/folding'
import { newLocation, locationKinds, type Location } from '@stowage/contract/warehouse/locations'
import { findOnlySite, findSites, siteNamed, type NamedSite } from './warehouse-list-queries.ts'
import { findZonesOf } from './zone-queries.ts'
import {
  findBarcodeOwners,
  findKnownLocations,
  locationKey,
  type ImportedLocation,
  type KnownLocation,
} from './import-queries.ts'
import { newId } from '../../database/ids.ts'
import { notFound, requireUnused } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { mapInSlices } from '../../concurrency/slices.ts'
import {
  note,
  read,
  readMeasure,
  readState,
  readWord,
  readYesNo,
  requireCell,
  type Reading,
} from '../../workspace/imports/cells.ts'
import type { Checked, ReadRow, RowKind } from '../../workspace/imports/kinds.ts'
import { assertUnused } from '../../workspace/documents/uses.ts'
import { recordImportedChanges } from '../../workspace/records/commands.ts'
import { writeRecords } from '../../workspace/records/queries.ts'
import { locationRecord } from './queries.ts'

const synonyms = {
  warehouse: ['site', 'warehousecode', 'lager'],
  code: ['location', 'locationcode', 'bin', 'place', 'lagerplatz'],
  zone: ['area', 'zonecode'],
  barcode: ['locationbarcode'],
  kind: ['type', 'locationtype'],
  sequence: ['picksequence', 'order', 'walkorder'],
  pickable: ['pick'],
  receivable: ['receive'],
  x_mm: ['acrossinmm'],
  y_mm: ['alonginmm'],
  max_weight_g: ['mostweightingrams', 'maxweightkg'],
  max_units: ['capacity', 'maxqty', 'maximumunits', 'kapazitaet'],
  mixed_skus: ['mixeditems', 'mixed'],
  mixed_lots: ['mixedbatches'],
}

type Change = Partial<ImportedLocation>
type Plan = KnownLocation & { before: { from: Change; to: Change } | null }

const { code: codeSchema, barcode: barcodeSchema, ...shape } = newLocation.shape
const { pickSequence, xMm, yMm, maxUnits, maxWeightG } = shape
const whole = (text: string) => (/^\d{1,10}$/.test(text) ? Number(text) : text)

const blank: ImportedLocation = {
  zoneId: null,
  barcode: null,
  kind: 'bin',
  pickSequence: 0,
  xMm: null,
  yMm: null,
  pickable: true,
  receivable: true,
  status: 'active',
  maxUnits: null,
  maxWeightG: null,
  mixedSkus: true,
  mixedLots: true,
}
const fieldNames = Object.keys(blank) as (keyof ImportedLocation)[]
const pick = (from: ImportedLocation, fields: readonly (keyof ImportedLocation)[]): Change =>
  Object.fromEntries(fields.map((field) => [field, from[field]]))

/** When it was counted last is not written. */
const wholeOf = (location: KnownLocation) => ({ ...location, lastCountedAt: null }) as Location

type Found = {
  sites: NamedSite[]
  zones: { id: string; warehouseId: string; code: string }[]
  known: ReadonlyMap<string, KnownLocation>
  owners: ReadonlyMap<string, { id: string; code: string }>
}

const siteOf = (sites: Found['sites'], reading: Reading) =>
  siteNamed(sites, reading.cells.get('warehouse') ?? '')

function zoneIdOf(reading: Reading, zones: Found['zones'], warehouseId: string | undefined) {
  const text = reading.cells.get('zone')
  if (text === undefined || warehouseId === undefined) return undefined
  const zone = zones.find((one) => one.warehouseId === warehouseId && isSameKey(one.code, text))
  return zone?.id ?? note(reading, 'zone', 'not_found', 'This zone doesn’t exist in the warehouse')
}

/** What the row says about a location, blank cells left out. */
function givenOf(reading: Reading, zoneId: string | undefined): Change {
  const { weightUnit, lengthUnit } = reading.options
  const given = {
    zoneId,
    barcode: read(reading, 'barcode', barcodeSchema) ?? undefined,
    kind: readWord(reading, 'kind', locationKinds),
    pickSequence: read(reading, 'sequence', pickSequence, whole),
    xMm: readMeasure(reading, 'x_mm', xMm, lengthUnit) ?? undefined,
    yMm: readMeasure(reading, 'y_mm', yMm, lengthUnit) ?? undefined,
    pickable: readYesNo(reading, 'pickable'),
    receivable: readYesNo(reading, 'receivable'),
    maxUnits: read(reading, 'max_units', maxUnits, whole) ?? undefined,
    maxWeightG: readMeasure(reading, 'max_weight_g', maxWeightG, weightUnit) ?? undefined,
    mixedSkus: readYesNo(reading, 'mixed_skus'),
    mixedLots: readYesNo(reading, 'mixed_lots'),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function planRow(
  { rowNo, reading }: ReadRow,
  { holds }: WorkspaceMember,
  found: Found,
): Checked<Plan> {
  requireCell(reading, 'warehouse', 'Warehouse')
  requireCell(reading, 'code', 'Code')
  const site = siteOf(found.sites, reading)
  if (!site && reading.cells.has('warehouse'))
    note(reading, 'warehouse', 'not_found', 'This warehouse doesn’t exist')
  const code = read(reading, 'code', codeSchema)
  const given = givenOf(reading, zoneIdOf(reading, found.zones, site?.id))
  const existing =
    site && code !== undefined
      ? found.known.get(locationKey({ warehouseId: site.id, code }))
      : undefined
  const owner = found.owners.get(given.barcode ?? '')
  if (owner && owner.id !== existing?.id)
    note(reading, 'barcode', 'duplicate_key', `This barcode is already used by ${owner.code}`)
  const was = existing ?? blank
  // One that was archived comes back; one that is blocked stays so.
  const wasOpen = was.status === 'archived' ? 'archived' : 'active'
  const state = readState(reading, 'status', existing && wasOpen)
  const status = was.status === 'archived' || state === 'archived' ? state : was.status
  const values = { ...pick(was, fieldNames), ...given, status } as ImportedLocation
  const changed = fieldNames.filter((field) => was[field] !== values[field])
  if (existing && changed.length > 0 && !holds.has('location.update'))
    note(reading, 'code', 'permission_denied', 'This location already exists')
  const isWhole = reading.errors.length === 0 && site !== undefined && code !== undefined
  return {
    rowNo,
    reading,
    outcome: !existing ? 'create' : changed.length > 0 ? 'update' : 'unchanged',
    key: site && code ? foldKey(`${site.code}/${code}`) : null,
    mark: given.barcode ?? null,
    plan: isWhole
      ? {
          ...values,
          id: existing?.id ?? newId(),
          warehouseId: site.id,
          code: existing?.code ?? code,
          version: existing?.version ?? 0,
          before: existing ? { from: pick(was, changed), to: pick(values, changed) } : null,
        }
      : undefined,
  }
}

/** Rows of a file of locations: each is one, by its warehouse and code. */
export const locationRows: RowKind<Plan> = {
  synonyms,
  keys: { key: 'code', mark: 'barcode' },

  async suggestFixed(tx, { platform, warehouses }) {
    const site = await findOnlySite(tx, platform.id, warehouses)
    return site ? { warehouse: site.code } : {}
  },

  async check(tx, actor, { rows }, hold) {
    const { platform, warehouses } = actor
    const cells = (field: string) => rows.flatMap(({ reading }) => reading.cells.get(field) ?? [])
    const sites = await findSites(tx, platform.id, warehouses, [...new Set(cells('warehouse'))], {
      hold,
    })
    const places = rows.flatMap(({ reading }) => {
      const [site, code] = [siteOf(sites, reading), reading.cells.get('code')]
      return site && code ? [{ warehouseId: site.id, code }] : []
    })
    const siteIds = sites.map(({ id }) => id)
    const [zones, known, owners] = await Promise.all([
      findZonesOf(tx, platform.id, siteIds, { hold }),
      findKnownLocations(tx, platform.id, { places }, { hold }),
      findBarcodeOwners(tx, platform.id, cells('barcode')),
    ])
    const all = {
      sites,
      zones,
      known: new Map(known.map((location) => [locationKey(location), location])),
      owners: new Map(owners.map((owner) => [owner.barcode, owner])),
    }
    return mapInSlices(rows, (row) => planRow(row, actor, all))
  },

  async apply(tx, actor, _importId, rows) {
    const written = rows
      .map(({ plan: { before, ...row } }) => ({
        row: wholeOf(row),
        changed: before && Object.keys(before.to),
      }))
      .filter(({ changed }) => changed?.length !== 0)
    const locations = written.map(({ row }) => row)
    await writeRecords(tx, locationRecord, actor.platform.id, locations, actor.at, 'overwrite')
    await recordImportedChanges(tx, locationRecord, actor, written)
    return new Map(
      rows.map(({ rowNo, plan }) => [rowNo, { entityId: plan.id, before: plan.before }]),
    )
  },

  async undo(tx, actor, rows) {
    const { platform, warehouses, at } = actor
    const written = rows.filter(({ outcome }) => outcome !== 'unchanged')
    const ids = written.flatMap(({ entityId }) => entityId ?? [])
    const found = await findKnownLocations(tx, platform.id, { ids }, { hold: true })
    if (warehouses && found.some((one) => !warehouses.includes(one.warehouseId))) notFound()
    const now = new Map(found.map((location) => [location.id, location]))
    const blockers: BlockerOf<'in_use'>[] = []
    const undone: { row: Location; changed: string[] }[] = []
    for (const { entityId, before } of written) {
      const location = now.get(entityId ?? '')
      if (!location) continue
      const change = before as Plan['before']
      const isAsLeft = Object.entries(change?.to ?? {}).every(
        ([field, value]) => location[field as keyof ImportedLocation] === value,
      )
      if (!isAsLeft) blockers.push({ type: 'changed', code: location.code })
      const back: Change = change ? change.from : { status: 'archived' }
      const row = { ...location, ...back }
      now.set(location.id, row)
      undone.push({ row: wholeOf(row), changed: Object.keys(back) })
    }
    requireUnused(blockers)
    const gone = found.filter(({ id, status }) => {
      return now.get(id)?.status === 'archived' && status !== 'archived'
    })
    const goneIds = gone.map(({ id }) => id)
    await assertUnused(tx, actor, 'location', goneIds)
    const back = [...now.values()].map(wholeOf)
    await writeRecords(tx, locationRecord, platform.id, back, at, 'overwrite')
    await recordImportedChanges(tx, locationRecord, actor, undone)
  },
}
