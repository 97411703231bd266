import { products } from '@stowage/contract/warehouse/products'
import { createCategory } from '../warehouse/categories/commands.ts'
import { addProducts } from '../warehouse/products/commands.ts'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import { newAdjustment } from '@stowage/contract/warehouse/adjustments'
import { newWarehouse } from '@stowage/contract/warehouse/location-warehouses'
import { generate, addZone } from '../warehouse/locations/commands.ts'
import { createWarehouse } from '../warehouse/locations/change-warehouse.ts'
import { newReceipt } from '@stowage/contract/warehouse/receiving'
import { newMove } from '@stowage/contract/warehouse/stock'
import { adjust } from '../warehouse/adjustments/commands.ts'
import { receive } from '../warehouse/receiving/commands.ts'
import { takeNumber } from '../workspace/documents/numbers.ts'
import { moveStock } from '../warehouse/stock/commands.ts'
import { pastDocumentsOf, todaysDocumentsOf, type DemoDocument } from './documents.ts'
import { itemsOf, productsOf, type DemoItem, type DemoProduct } from './items.ts'
import { fulfillOrders } from './fulfillment-loading.ts'
import { requireGoing, type Loader, type Share, type Site } from './loader.ts'
import { loadOrders } from './order-loading.ts'
import { loadReturns } from './return-loading.ts'
import { findLocationIds } from './queries.ts'
import { loadWork } from './work-loading.ts'
import { families } from './words.ts'
import type { DemoCompany } from './company.ts'

/** Progress in percent at which documents, orders and fulfillments begin; the catalog comes first. */
const catalogShare = 20
const orderShare = 60
const fulfillmentShare = 85
const productsAtOnce = 200
/** Documents of a lane that are numbered ahead: numbers follow the order of events. */
const numberedAhead = 3

/**
 * Fills an empty workspace as people would: opens warehouses, adds products, receives, corrects and
 * moves, each by its own command, so that the audit log and the ledger record it like anything else.
 */
export async function loadWorld(company: DemoCompany, loader: Loader): Promise<void> {
  const sites = await openSites(company, loader)
  await addCatalog(company, loader)
  await postAll([...pastDocumentsOf(company)], sites, loader, {
    from: catalogShare,
    to: orderShare,
  })
  const entered = await loadOrders(company, loader, { from: orderShare, to: fulfillmentShare })
  const shipped = await fulfillOrders(company, loader, sites, entered, {
    from: fulfillmentShare,
    to: 95,
  })
  await postAll([...todaysDocumentsOf(company)], sites, loader, { from: 95, to: 98 })
  await loadWork(loader, sites, entered)
  await loadReturns(company, loader, sites, shipped)
}

/** Posts documents in the order of each lane, the lanes side by side. */
async function postAll(
  documents: readonly DemoDocument[],
  sites: ReadonlyMap<string, Site>,
  loader: Loader,
  { from, to }: Share,
): Promise<void> {
  const lanes = new Map<string, Promise<void>[]>()
  let posted = 0
  try {
    for (const document of documents) {
      const lane = lanes.get(document.lane) ?? []
      lanes.set(document.lane, lane)
      await lane.at(-numberedAhead)
      const number = await numberOf(document, loader)
      const next = (lane.at(-1) ?? Promise.resolve()).then(async () => {
        requireGoing(loader)
        await post(document, number, sites, loader)
        posted += 1
        const done = Math.trunc((posted * (to - from)) / documents.length)
        await loader.report(wordsFor(document), from + done)
      })
      // Heard below; until then it must not count as unheard.
      next.catch(() => {})
      lane.push(next)
    }
    await Promise.all([...lanes.values()].flat())
  } finally {
    // Nothing may still be written when the next attempt begins.
    await Promise.allSettled([...lanes.values()].flat())
  }
}

async function openSites(company: DemoCompany, { write, actor, report }: Loader) {
  await report('Creating warehouses', 1)
  const sites = new Map<string, Site>()
  for (const { code, name, patterns } of company.warehouses) {
    const site = await write(async (tx) => {
      const by = actor()
      const { warehouse } = await createWarehouse(tx, by, newWarehouse.parse({ code, name }))
      const zone = await addZone(tx, by, {
        warehouseId: warehouse.id,
        code: 'PICK',
        name: 'Picking',
        kind: 'pick',
        pickSequence: 10,
      })
      for (const pattern of patterns)
        await generate(tx, by, {
          warehouseId: warehouse.id,
          zoneId: zone.id,
          pattern,
          order: 'serpentine',
          dryRun: false,
          maxUnits: null,
          maxWeightG: null,
          mixedSkus: true,
          mixedLots: true,
        })
      return { id: warehouse.id, places: await findLocationIds(tx, by.platform.id, warehouse.id) }
    })
    sites.set(code, site)
  }
  return sites
}

async function addCatalog(company: DemoCompany, loader: Loader) {
  const { write, actor, report } = loader
  const { product } = itemsOf(company.seed, company.platform)
  const categories = await write(async (tx) => {
    const made = new Map<string, string>()
    for (const { category: name } of families) {
      const { id } = await createCategory(tx, actor(), { name, parentId: null })
      made.set(name, id)
    }
    return made
  })
  const count = productsOf(company.skus)
  for (let first = 0; first < count; first += productsAtOnce) {
    requireGoing(loader)
    const last = Math.min(first + productsAtOnce, count)
    const bodies = Array.from({ length: last - first }, (_, i) =>
      bodyOf(product(first + i, company.skus), categories),
    )
    await write((tx) => addProducts(tx, actor(), bodies))
    await report('Adding products', 1 + Math.trunc((last * (catalogShare - 1)) / count))
  }
}

const money = (cents: number) =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

function bodyOf(product: DemoProduct, categories: ReadonlyMap<string, string>) {
  const { name, brand, description, category, variants } = product
  return products.create.body.parse({
    name,
    brand,
    description,
    categoryId: categories.get(category) ?? null,
    variants: variants.map((item) => ({
      sku: item.sku,
      name: item.name,
      options: item.options,
      unit: item.unit,
      qtyScale: item.qtyScale,
      tracking: item.tracking,
      purchasePrice: money(item.cost),
      sellPrice: money(item.price),
      barcodes: [
        { code: item.barcode },
        ...(item.caseOf ? [{ code: item.caseBarcode, unit: 'case' }] : []),
      ],
      ...(item.canBackorder && { backorder: { policy: 'allow' } }),
      units: item.caseOf ? [{ code: 'case', numerator: String(item.caseOf) }] : [],
    })),
  })
}

const qtyOf = (item: DemoItem, quanta: number) => fromQuanta(BigInt(quanta), item.qtyScale)

const wordsFor = ({ kind }: DemoDocument) =>
  ({ receipt: 'Receiving stock', adjustment: 'Adjusting stock', move: 'Moving stock' })[kind]

/** Returns the number of a document; moves have none. */
const numberOf = ({ kind }: DemoDocument, loader: Loader) =>
  kind === 'move'
    ? Promise.resolve('')
    : takeNumber(loader, loader.actor().platform.id, kind === 'receipt' ? 'RC' : 'AD')

async function post(
  document: DemoDocument,
  number: string,
  sites: ReadonlyMap<string, Site>,
  { write, actor, today }: Loader,
): Promise<void> {
  const site = sites.get(document.warehouse)
  if (!site) throw new Error(`There is no warehouse ${document.warehouse}`)
  const by = actor()
  const on = (daysAgo: number, hour: number) =>
    daysAgo === 0 ? {} : { effectiveAt: momentOf(today, daysAgo, hour) }
  switch (document.kind) {
    case 'receipt': {
      const body = newReceipt.parse({
        warehouseId: site.id,
        reference: document.reference,
        complete: true,
        ...on(document.daysAgo, 8),
        lines: document.lines.map(({ item, qty, location, lot, serials, ...line }) => ({
          sku: item.sku,
          qty: qtyOf(item, qty),
          location,
          unitCost: money(line.unitCost),
          ...(lot && { lotCode: lot, expiresOn: dayOf(today, line.expiresInDays ?? 0) }),
          ...(serials && { serials }),
        })),
      })
      await write((tx) => receive(tx, by, number, body))
      return
    }
    case 'adjustment': {
      const body = newAdjustment.parse({
        warehouseId: site.id,
        reasonCode: document.reason,
        ...on(document.daysAgo, 16),
        lines: document.lines.map(({ item, qty, location, lot, serials }) => ({
          mode: 'delta',
          sku: item.sku,
          qty: `-${qtyOf(item, qty)}`,
          location,
          ...(lot && { lotCode: lot }),
          ...(serials && { serial: serials[0] }),
        })),
      })
      await write((tx) => adjust(tx, by, number, body))
      return
    }
    case 'move': {
      const body = newMove.parse({
        lines: document.lines.map(({ item, qty, location, lot, serials, to, toStatus }) => ({
          sku: item.sku,
          qty: qtyOf(item, qty),
          fromLocationId: site.places.get(location),
          ...(to && { toLocationId: site.places.get(to) }),
          ...(toStatus && { toStatus }),
          ...(lot && { lotCode: lot }),
          ...(serials && { serial: serials[0] }),
        })),
      })
      await write((tx) => moveStock(tx, by, body))
    }
  }
}

const dayMs = 86_400_000

/** Returns the time `daysAgo` days before today at this hour, in UTC. */
const momentOf = (today: Date, daysAgo: number, hour: number) =>
  new Date(
    Math.trunc(today.getTime() / dayMs) * dayMs - daysAgo * dayMs + hour * 3_600_000,
  ).toISOString()

const dayOf = (today: Date, daysAhead: number) =>
  new Date(today.getTime() + daysAhead * dayMs).toISOString().slice(0, 10)
