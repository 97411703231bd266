import type { BlockerOf } from '@stowage/contract/blockers'
import { foldKey, isSameKey } from '@stowage/contract/folding'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { requireUnused } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { type NewBarcodeRow, deleteBarcodes, findOwners, type Owner } from './barcode-queries.ts'
import { readBarcode } from './rules.ts'
import { findKnownProducts } from './import-queries.ts'
import { assertUnused } from '../../workspace/documents/uses.ts'
import {
  blank,
  difference,
  itemOf,
  ofProduct,
  productFields,
  productOf,
  same,
  recordItemChanges,
  type Change,
  type ItemChange,
  type ProductFields,
} from './import-items.ts'
import {
  findKnownItems,
  writeItems,
  type ImportedItem,
  type ItemWrite,
  type KnownItem,
} from './variant-import-queries.ts'
import { mapInSlices } from '../../concurrency/slices.ts'
import {
  groupKeyOf,
  note,
  read,
  readState,
  requireCell,
  type Reading,
} from '../../workspace/imports/cells.ts'
import type { Checked, FilePart, ReadRow, RowKind } from '../../workspace/imports/kinds.ts'
import {
  barcodeOf,
  givenOf,
  group,
  plainWeight,
  productIdOf,
  reorderPointOf,
  skuSchema,
  synonyms,
  withSiblings,
} from './import-cells.ts'

type Plan = ItemWrite & {
  /** Values of an existing item before and after; null if all of it is new. */
  before: { from: Change; to: Change; barcode: string | null } | null
}

/** Notes an error on the row for each change the member may not make. */
function requireRights(
  reading: Reading,
  { holds }: WorkspaceMember,
  { isThere, isOwn, changed }: { isThere: boolean; isOwn: boolean; changed: Set<string> },
) {
  const deny = (column: string, message: string) =>
    note(reading, column, 'permission_denied', message)
  if (!isOwn && changed.size > 0 && !holds.has('catalog.product.update'))
    deny('sku', 'This product already exists, and you don’t have permission to edit products')
  if (changed.has('sellPrice') && !holds.has('catalog.price.update'))
    deny('sell_price', 'You don’t have permission to edit prices')
  if (changed.has('purchasePrice') && !holds.has('catalog.cost.update'))
    deny('purchase_price', 'You don’t have permission to edit costs')
  if (isThere && changed.has('barcode') && !holds.has('catalog.barcode.manage'))
    deny('barcode', 'You don’t have permission to edit barcodes')
}

type Found = {
  known: Map<string, KnownItem>
  /** Items and products as they are, and as the rows planned so far leave them. */
  items: Map<string, ImportedItem>
  products: Map<string, ProductFields>
  /** The products of groups that are there already, by the key of the group. */
  groups: Map<string, string>
  owners: Owner[]
  importId: string
}

/** Which product a row is of. One that the file itself makes is nobody else’s to protect. */
function productOfRow(row: ReadRow, existing: KnownItem | undefined, found: Found) {
  const key = groupKeyOf(row, group)
  if (key === undefined) return { productId: existing?.productId ?? newId(), isOwn: !existing }
  const made = productIdOf(found.importId, key)
  const productId = found.groups.get(key) ?? made
  if (existing && existing.productId !== productId)
    note(row.reading, 'handle', 'validation_failed', `${existing.sku} belongs to another product`)
  return { productId: existing?.productId ?? productId, isOwn: !existing && productId === made }
}

function planRow(row: ReadRow, actor: WorkspaceMember, found: Found): Checked<Plan> {
  const { rowNo, reading } = row
  const { known, items, products, owners } = found
  requireCell(reading, 'sku', 'SKU')
  const sku = read(reading, 'sku', skuSchema)
  const { reorderText, ...given } = givenOf(reading)
  const code = barcodeOf(reading)
  const key = sku === undefined ? null : foldKey(sku)
  const existing = key === null ? undefined : known.get(key)
  const { productId, isOwn } = productOfRow(row, existing, found)
  const product = products.get(productId)
  if (!product) requireCell(reading, 'name', 'Name')
  const was = { ...((existing && items.get(existing.variantId)) ?? blank), ...product }
  const decimals = given.decimals ?? was.decimals
  const state = readState(reading, 'state', existing && was.state)
  const item: ImportedItem = { ...was, ...given, state }
  if (!existing && item.variant === '') item.variant = Object.values(item.options).join(' ')
  item.reorderPoint = reorderPointOf(reading, reorderText, was, decimals)
  noteConflicts(reading, existing, was, item)
  const owner =
    code &&
    owners.find(
      (one) => one.code === code.code || (one.gtin14 !== null && one.gtin14 === code.gtin14),
    )
  if (owner && owner.variantId !== existing?.variantId)
    note(reading, 'barcode', 'duplicate_key', `This barcode is already used by ${owner.sku}`)
  const { fields, from, to } = difference(was, item)
  const isGiven = code !== undefined && !owner
  const changed = new Set<string>([...fields, ...(isGiven ? ['barcode'] : [])])
  requireRights(reading, actor, { isThere: existing !== undefined, isOwn, changed })
  const mark = code ? (code.gtin14 ?? code.code) : null
  const outcome = !existing ? 'create' : changed.size > 0 ? 'update' : 'unchanged'
  const checked = { rowNo, reading, outcome, key, mark } as const
  if (reading.errors.length > 0 || sku === undefined) return { ...checked, plan: undefined }
  const variantId = existing?.variantId ?? newId()
  if (existing) items.set(variantId, item)
  products.set(productId, productOf(item))
  const writes = {
    product: fields.some((field) => (productFields as readonly string[]).includes(field)),
    variant: fields.length > 0,
  }
  const barcode: NewBarcodeRow | undefined = isGiven
    ? { ...code, variantId, unit: null, isPrimary: !existing?.hasBarcode }
    : undefined
  // What a new variant says of a product that was there goes back with the variant.
  const takesBack = existing ?? (product && writes.product)
  return {
    ...checked,
    plan: {
      variantId,
      productId,
      sku: existing?.sku ?? sku,
      version: existing?.version ?? 0,
      item,
      writes,
      barcode,
      isNew: !existing,
      isNewProduct: !product,
      before: takesBack
        ? {
            from: existing ? from : { ...ofProduct(from), state: 'archived' },
            to: existing ? to : ofProduct(to),
            barcode: existing && isGiven ? code.code : null,
          }
        : null,
    },
  }
}

function noteConflicts(
  reading: Reading,
  existing: KnownItem | undefined,
  was: ImportedItem,
  item: ImportedItem,
) {
  if (item.tracking === 'serial' && item.decimals > 0)
    note(
      reading,
      'decimals',
      'validation_failed',
      'Items tracked by serial number use whole numbers',
    )
  if (existing?.isFrozen && item.decimals !== was.decimals)
    note(reading, 'decimals', 'frozen', 'Decimals can’t be changed once there has been stock')
  if (existing?.isFrozen && item.tracking !== was.tracking)
    note(reading, 'tracking', 'frozen', 'Tracking can’t be changed once there has been stock')
  if (item.unit !== was.unit && existing?.packs.some((pack) => isSameKey(pack, item.unit)))
    note(reading, 'unit', 'validation_failed', `This item already has a pack named ${item.unit}`)
}

/** Returns the existing items and products of these rows. */
async function look(tx: Tx, actor: WorkspaceMember, part: FilePart, hold: boolean): Promise<Found> {
  const { id: platformId } = actor.platform
  const { importId, rows, before, behind } = part
  const keyed = [...before, ...rows, ...behind]
  const skuKeyOf = ({ reading }: ReadRow) => foldKey(reading.cells.get('sku') ?? '')
  const codes = rows.flatMap(({ reading }) => reading.cells.get('barcode') ?? [])
  const gtins = codes.flatMap((code) => readBarcode(code)?.gtin14 ?? [])
  const made = new Set(keyed.flatMap((row) => groupKeyOf(row, group) ?? []))
  const madeIds = [...made].map((key) => productIdOf(importId, key))
  const [found, owners, own] = await Promise.all([
    findKnownItems(tx, platformId, { skuKeys: keyed.map(skuKeyOf) }, { hold }),
    findOwners(tx, platformId, codes, gtins),
    findKnownProducts(tx, platformId, madeIds),
  ])
  const known = new Map(found.map((item) => [foldKey(item.sku), item]))
  const groups = new Map<string, string>()
  for (const row of keyed) {
    const [key, item] = [groupKeyOf(row, group), known.get(skuKeyOf(row))]
    if (key !== undefined && item && !groups.has(key)) groups.set(key, item.productId)
  }
  const items = new Map(found.map((item) => [item.variantId, itemOf(item)]))
  const products = new Map([...found, ...own].map((one) => [one.productId, productOf(one)]))
  return { known, items, products, groups, owners, importId }
}

/** Rows of a file of products: each is one variant, by its SKU. */
export const productRows: RowKind<Plan> = {
  synonyms,
  plainWeight,
  keys: { key: 'sku', mark: 'barcode' },
  group,

  async check(tx, actor, part, hold) {
    const rows = withSiblings(part.before, part.rows, part.behind)
    const found = await look(tx, actor, { ...part, rows }, hold)
    return mapInSlices(rows, (row) => planRow(row, actor, found))
  },

  async apply(tx, actor, _importId, rows) {
    const written = rows.filter(
      ({ plan }) => plan.isNew || plan.writes.variant || plan.barcode !== undefined,
    )
    const plans = written.map(({ plan: { before: _, ...item } }) => item)
    const beside = await writeItems(tx, actor, plans, newId)
    const changes = written.map(({ plan: { before, barcode, ...item } }): ItemChange => {
      const given = item.isNew ? undefined : barcode
      return {
        ...item,
        changed: Object.keys(before?.to ?? {}),
        barcode: given && { change: 'barcode_added', code: given.code },
      }
    })
    await recordItemChanges(tx, actor, changes, beside)
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
    const products = new Map<string, ProductFields>()
    const blockers: BlockerOf<'in_use'>[] = []
    const undone = new Map<string, Pick<ItemChange, 'changed' | 'barcode'>>()
    for (const { entityId, before } of written) {
      const [item, kept] = [items.get(entityId ?? ''), known.get(entityId ?? '')]
      if (!item || !kept) continue
      // Rows of one product took turns to change it, and take turns to change it back.
      const now = { ...item, ...products.get(kept.productId) }
      const change = before as Plan['before']
      const isAsLeft =
        !change ||
        Object.entries(change.to).every(([field, value]) =>
          same(now[field as keyof ImportedItem], value),
        )
      if (!isAsLeft) blockers.push({ type: 'changed', sku: kept.sku })
      const from: Change = change ? change.from : { state: 'archived' }
      const back: ImportedItem = { ...now, ...from }
      items.set(kept.variantId, back)
      products.set(kept.productId, productOf(back))
      undone.set(kept.variantId, {
        changed: Object.keys(from),
        barcode: change?.barcode ? { change: 'barcode_removed', code: change.barcode } : undefined,
      })
    }
    requireUnused(blockers)
    const gone = found.filter(({ variantId, state }) => {
      return items.get(variantId)?.state === 'archived' && state === 'active'
    })
    await assertUnused(
      tx,
      actor,
      'variant',
      gone.map(({ variantId }) => variantId),
    )
    const writes = { product: true, variant: true }
    const back = found.map(({ variantId, productId, sku, version }) => {
      return {
        variantId,
        productId,
        sku,
        version,
        item: { ...(items.get(variantId) ?? blank), ...products.get(productId) },
        writes,
        isNew: false,
        isNewProduct: false,
        barcode: undefined,
      }
    })
    // Before the items, whose text index names them.
    const taken = [...undone].flatMap(([variantId, { barcode }]) =>
      barcode ? [{ variantId, code: barcode.code }] : [],
    )
    await deleteBarcodes(tx, platformId, taken)
    const beside = await writeItems(tx, actor, back, newId)
    const changes = back.map((item) => ({
      ...item,
      changed: [],
      barcode: undefined,
      ...undone.get(item.variantId),
    }))
    await recordItemChanges(tx, actor, changes, beside)
  },
}
