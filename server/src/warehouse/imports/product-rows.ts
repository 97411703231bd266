import { line } from '@stowage/contract/fields'
import {
  barcodeText,
  newProduct,
  newVariant,
  trackings,
} from '@stowage/contract/warehouse/catalog-inputs'
import { isQuantity, toQuanta } from '@stowage/contract/warehouse/quantities'
import { newId } from '../../database/ids.ts'
import { fail } from '../../errors.ts'
import type { Worker } from '../../http/actor.ts'
import {
  deleteBarcodes,
  findKnownItems,
  findOwners,
  writeItems,
  type ImportedItem,
  type ItemWrite,
  type KnownItem,
  type NewBarcodeRow,
  type Owner,
} from '../catalog/import-queries.ts'
import { indexText, insertBarcodes, usesOf } from '../catalog/queries.ts'
import { readBarcode } from '../catalog/rules.ts'
import { note, read, readNumber, readWord, requireCell, type Reading } from './cells.ts'
import type { Checked, ReadRow, RowKind } from './kinds.ts'

type Change = Partial<ImportedItem>
type Plan = ItemWrite & {
  barcode: NewBarcodeRow | undefined
  /** What an existing item said before and says from now on; null for a new one. */
  before: { from: Change; to: Change; barcode: string | null } | null
}

const { sku: skuSchema, name: variantName, unit, qtyScale, weightG } = newVariant.shape
const { name, description, brand, tags } = newProduct.shape
const categoryName = line('Category', { min: 1, max: 80 })
const whole = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : text)

/** `9.90` and `9.900000` are one amount. */
const canonical = (decimal: string) =>
  decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal

/** What the row says about an item, blank cells left out. */
function givenOf(reading: Reading): Change & { reorderText?: string | undefined } {
  const price = (field: string) => {
    const text = readNumber(reading, field)
    return text === undefined ? undefined : canonical(text)
  }
  const given = {
    name: read(reading, 'name', name),
    variant: read(reading, 'variant', variantName),
    description: read(reading, 'description', description),
    brand: read(reading, 'brand', brand),
    category: read(reading, 'category', categoryName),
    tags: read(reading, 'tags', tags, (text) => text.split(/[;|]/).filter((tag) => tag.trim())),
    unit: read(reading, 'unit', unit),
    decimals: read(reading, 'decimals', qtyScale, whole),
    tracking: readWord(reading, 'tracking', trackings),
    weightG: read(reading, 'weight_g', weightG, whole) ?? undefined,
    sellPrice: price('sell_price'),
    purchasePrice: price('purchase_price'),
    reorderText: readNumber(reading, 'reorder_point'),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

const blank: ImportedItem = {
  ...{ name: '', description: '', brand: '', category: null, tags: [], variant: '' },
  ...{ unit: 'each', decimals: 0, tracking: 'none', reorderPoint: null, weightG: null },
  ...{ sellPrice: null, purchasePrice: null, state: 'active' },
}
const productFields = ['name', 'description', 'brand', 'category', 'tags'] as const

/** The item as it is, without what a file cannot say. */
function itemOf(known: KnownItem): ImportedItem {
  const { variantId: _, productId: _1, sku: _2, hasBarcode: _3, isFrozen: _4, ...item } = known
  const { sellPrice, purchasePrice } = item
  return {
    ...item,
    sellPrice: sellPrice && canonical(sellPrice),
    purchasePrice: purchasePrice && canonical(purchasePrice),
  }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What differs of two items: what the one says, and what the other. */
function difference(from: ImportedItem, to: ImportedItem) {
  const fields = (Object.keys(blank) as (keyof ImportedItem)[]).filter(
    (field) => !same(from[field], to[field]),
  )
  const pick = (item: ImportedItem): Change =>
    Object.fromEntries(fields.map((field) => [field, item[field]]))
  return { fields, from: pick(from), to: pick(to) }
}

const rescaled = (quanta: string, from: number, to: number) =>
  to >= from ? BigInt(quanta) * 10n ** BigInt(to - from) : undefined

/** The reorder point in quanta of the decimals the item will have. */
function reorderPointOf(
  reading: Reading,
  text: string | undefined,
  was: ImportedItem,
  decimals: number,
): string | null {
  if (text === undefined) {
    if (was.reorderPoint === null) return null
    const quanta = rescaled(was.reorderPoint, was.decimals, decimals)
    if (quanta !== undefined) return String(quanta)
    note(reading, 'decimals', 'uom_not_exact', 'The reorder point has more decimals than that')
    return null
  }
  if (!isQuantity(text)) return null
  const exact = toQuanta(text, decimals)
  if ('quanta' in exact) return String(exact.quanta)
  const nearest = exact.nearest.join(' or ')
  note(reading, 'reorder_point', 'uom_not_exact', `Nearest that can be kept: ${nearest}`)
  return null
}

function barcodeOf(reading: Reading): (NewBarcodeRow & { variantId: '' }) | undefined {
  const code = read(reading, 'barcode', barcodeText)
  if (code === undefined) return undefined
  if (/^\d(\.\d+)?E\+\d+$/i.test(code))
    return note(
      reading,
      'barcode',
      'barcode_check_digit',
      'A spreadsheet has rounded this number. Format the column as text and enter it again',
    )
  const kind = readBarcode(code)
  if (!kind) return note(reading, 'barcode', 'barcode_check_digit', 'The check digit is wrong')
  return { ...kind, code, variantId: '', isPrimary: true }
}

/** What the member may not write is wrong with the row. */
function requireRights(reading: Reading, { holds }: Worker, known: boolean, changed: Set<string>) {
  const deny = (column: string, message: string) =>
    note(reading, column, 'permission_denied', message)
  if (known && changed.size > 0 && !holds.has('catalog.product.update'))
    deny('sku', 'This product is there already, and you may not change products')
  if (changed.has('sellPrice') && !holds.has('catalog.price.update'))
    deny('sell_price', 'You may not set prices')
  if (changed.has('purchasePrice') && !holds.has('catalog.cost.update'))
    deny('purchase_price', 'You may not set costs')
  if (known && changed.has('barcode') && !holds.has('catalog.barcode.manage'))
    deny('barcode', 'You may not give barcodes')
}

type Found = { known: Map<string, KnownItem>; items: Map<string, ImportedItem>; owners: Owner[] }

function planRow(
  { rowNo, reading }: ReadRow,
  actor: Worker,
  { known, items, owners }: Found,
): Checked<Plan> {
  requireCell(reading, 'sku', 'SKU')
  const sku = read(reading, 'sku', skuSchema)
  const { reorderText, ...given } = givenOf(reading)
  const barcode = barcodeOf(reading)
  const key = sku?.toLowerCase() ?? null
  const existing = key === null ? undefined : known.get(key)
  if (!existing) requireCell(reading, 'name', 'Name')
  const was = (existing && items.get(existing.variantId)) ?? blank
  const decimals = given.decimals ?? was.decimals
  const item: ImportedItem = { ...was, ...given, state: 'active' }
  item.reorderPoint = reorderPointOf(reading, reorderText, was, decimals)
  if (item.tracking === 'serial' && item.decimals > 0)
    note(reading, 'decimals', 'validation_failed', 'Items with serial numbers are counted whole')
  if (existing?.isFrozen && item.decimals !== was.decimals)
    note(reading, 'decimals', 'frozen', 'Decimals cannot change once there was stock')
  if (existing?.isFrozen && item.tracking !== was.tracking)
    note(reading, 'tracking', 'frozen', 'Tracking cannot change once there was stock')
  const owner =
    barcode &&
    owners.find(
      ({ code, gtin14 }) => code === barcode.code || (gtin14 !== null && gtin14 === barcode.gtin14),
    )
  if (owner && owner.variantId !== existing?.variantId)
    note(reading, 'barcode', 'duplicate_key', `${owner.sku} has this barcode already`)
  const { fields, from, to } = difference(was, item)
  const isGiven = barcode !== undefined && !owner
  requireRights(
    reading,
    actor,
    existing !== undefined,
    new Set<string>([...fields, ...(isGiven ? ['barcode'] : [])]),
  )
  const mark = barcode ? (barcode.gtin14 ?? barcode.code) : null
  const outcome = !existing ? 'create' : fields.length > 0 || isGiven ? 'update' : 'unchanged'
  const checked = { rowNo, reading, outcome, key, mark } as const
  if (reading.errors.length > 0 || sku === undefined) return { ...checked, plan: undefined }
  const ids = existing ?? { variantId: newId(), productId: newId() }
  if (existing) items.set(existing.variantId, item)
  const isPrimary = !existing?.hasBarcode
  return {
    ...checked,
    plan: {
      ...{ variantId: ids.variantId, productId: ids.productId, sku: existing?.sku ?? sku, item },
      writes: {
        product: fields.some((field) => (productFields as readonly string[]).includes(field)),
        variant: fields.length > 0,
      },
      isNew: !existing,
      barcode: isGiven ? { ...barcode, variantId: ids.variantId, isPrimary } : undefined,
      before: existing ? { from, to, barcode: isGiven ? barcode.code : null } : null,
    },
  }
}

/** Rows of a file of products: each is one variant, by its SKU. */
export const productRows: RowKind<Plan> = {
  async check(tx, actor, rows, hold) {
    const { id: platformId } = actor.platform
    const skuKeys = rows.map(({ reading }) => (reading.cells.get('sku') ?? '').toLowerCase())
    const codes = rows.flatMap(({ reading }) => reading.cells.get('barcode') ?? [])
    const gtins = codes.flatMap((code) => readBarcode(code)?.gtin14 ?? [])
    const [found, owners] = await Promise.all([
      findKnownItems(tx, platformId, { skuKeys }, { hold }),
      findOwners(tx, platformId, codes, gtins),
    ])
    const known = new Map(found.map((item) => [item.sku.toLowerCase(), item]))
    const items = new Map(found.map((item) => [item.variantId, itemOf(item)]))
    return rows.map((row) => planRow(row, actor, { known, items, owners }))
  },

  async apply(tx, actor, _importId, rows) {
    const { id: platformId } = actor.platform
    const written = rows.filter(
      ({ plan }) => plan.isNew || plan.writes.variant || plan.barcode !== undefined,
    )
    const by = { at: actor.at, by: actor.id }
    const plans = written.map(({ plan: { barcode: _, before: __, ...item } }) => item)
    await writeItems(tx, platformId, plans, by, newId)
    const barcodes = written.flatMap(({ plan }) => plan.barcode ?? [])
    await insertBarcodes(tx, platformId, barcodes)
    await indexText(
      tx,
      platformId,
      written.map(({ plan }) => plan.variantId),
    )
    return new Map(
      rows.map(({ rowNo, plan }) => [rowNo, { entityId: plan.variantId, before: plan.before }]),
    )
  },

  async undo(tx, actor, rows) {
    const { id: platformId } = actor.platform
    const written = rows.filter(({ outcome }) => outcome !== 'unchanged')
    const variantIds = written.flatMap(({ entityId }) => entityId ?? [])
    const found = await findKnownItems(tx, platformId, { variantIds }, { hold: true })
    const known = new Map(found.map((item) => [item.variantId, item]))
    const items = new Map(found.map((item) => [item.variantId, itemOf(item)]))
    const blockers: { type: string; sku: string }[] = []
    const barcodes: { variantId: string; code: string }[] = []
    for (const { entityId, before } of written) {
      const item = items.get(entityId ?? '')
      if (!item || !entityId) continue
      const change = before as Plan['before']
      const isAsLeft =
        !change ||
        Object.entries(change.to).every(([field, value]) =>
          same(item[field as keyof ImportedItem], value),
        )
      if (!isAsLeft) blockers.push({ type: 'changed', sku: known.get(entityId)?.sku ?? '' })
      items.set(entityId, { ...item, ...(change ? change.from : { state: 'archived' }) })
      if (change?.barcode) barcodes.push({ variantId: entityId, code: change.barcode })
    }
    if (blockers.length > 0) fail('in_use', { blockers })
    const gone = found.filter(({ variantId, state }) => {
      return items.get(variantId)?.state === 'archived' && state === 'active'
    })
    const uses = await usesOf(
      tx,
      platformId,
      gone.map(({ variantId }) => variantId),
    )
    if (uses.length > 0)
      fail('in_use', { blockers: uses.map((use) => ({ type: 'stock', ...use })) })
    const writes = { product: true, variant: true }
    const back = found.map(({ variantId, productId, sku }) => {
      return {
        variantId,
        productId,
        sku,
        item: items.get(variantId) ?? blank,
        writes,
        isNew: false,
      }
    })
    await writeItems(tx, platformId, back, { at: actor.at, by: actor.id }, newId)
    await deleteBarcodes(tx, platformId, barcodes)
    await indexText(tx, platformId, variantIds)
  },
}
