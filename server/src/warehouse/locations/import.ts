import { foldKey, isSameKey } from '@stowage/contract/folding'
import { newLocation, locationKinds, type Location } from '@stowage/contract/warehouse/locations'
import { findOnlySite, findSites, siteNamed, type NamedSite } from './warehouse-list-queries.ts'
import { findZonesOf } from './zone-queries.ts'
import { findBarcodeOwners, findKnownLocations, locationKey } from './import-queries.ts'
import { newId } from '../../database/ids.ts'
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
import { planRecord, recordRows, type RecordPlan } from '../../workspace/imports/record-rows.ts'
import { findRecords } from '../../workspace/records/queries.ts'
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

const { code: codeSchema, barcode: barcodeSchema, ...shape } = newLocation.shape
const { pickSequence, xMm, yMm, maxUnits, maxWeightG } = shape
const whole = (text: string) => (/^\d{1,10}$/.test(text) ? Number(text) : text)

const blank = {
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
} as const
const fields = Object.keys(blank) as (keyof typeof blank)[]

type Found = {
  sites: NamedSite[]
  zones: { id: string; warehouseId: string; code: string }[]
  known: ReadonlyMap<string, Location>
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

/** Returns the location values of the row without blank cells. */
function givenOf(reading: Reading, zoneId: string | undefined): Partial<Location> {
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
): Checked<RecordPlan<Location>> {
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
  // One that was archived comes back; one that is blocked stays so.
  const was = existing?.status ?? 'active'
  const state = readState(reading, 'status', existing && (was === 'archived' ? was : 'active'))
  const own = { id: newId(), version: 0, lastCountedAt: null }
  return planRecord(
    { rowNo, reading },
    {
      existing,
      blank: { ...blank, ...own, warehouseId: site?.id ?? '', code: code ?? '' },
      given: { ...given, status: was === 'archived' || state === 'archived' ? state : was },
      fields,
      key: site && code ? foldKey(`${site.code}/${code}`) : null,
      mark: given.barcode ?? null,
      denied: holds.has('location.update') ? undefined : 'This location already exists',
    },
  )
}

/** Rows of a file of locations: each is one, by its warehouse and code. */
export const locationRows: RowKind<RecordPlan<Location>> = {
  ...recordRows(locationRecord),
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
    const [zones, there, owners] = await Promise.all([
      findZonesOf(tx, platform.id, siteIds, { hold }),
      findKnownLocations(tx, platform.id, places),
      findBarcodeOwners(tx, platform.id, cells('barcode')),
    ])
    const ids = there.map(({ id }) => id)
    const known = await findRecords(tx, locationRecord, actor, { ids }, hold ? 'update' : undefined)
    const all = {
      sites,
      zones,
      known: new Map(known.map((location) => [locationKey(location), location])),
      owners: new Map(owners.map((owner) => [owner.barcode, owner])),
    }
    return mapInSlices(rows, (row) => planRow(row, actor, all))
  },
}
