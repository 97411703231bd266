import type { Input } from '@stowage/contract/route'
import type { catalog, Product } from '@stowage/contract/warehouse/catalog'
import { record, recordAll } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, failField, notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { insertProducts } from './bulk-queries.ts'
import {
  byOf,
  changedBy,
  requireOther,
  requireUnused,
  priceAccessOf,
  type State,
} from './checks.ts'
import {
  findCategoryIds,
  findProduct,
  insertCategory,
  lockCategories,
  lockProduct,
  saveCategory,
  saveProduct,
} from './product-queries.ts'
import { indexTextOf, listVariantsOf, lockVariants, saveVariantsOf } from './queries.ts'
import { afterChange, isWithin } from './rules.ts'
import { addVariants } from './variants.ts'

type NewProduct = Input<typeof catalog.createProduct>['body']

export async function createProduct(
  tx: Tx,
  actor: WorkspaceMember,
  product: NewProduct,
): Promise<Product> {
  const [id = ''] = await addProducts(tx, actor, [product], () => '')
  return getProduct(tx, actor, id)
}

/**
 * Writes products with their variants, units and barcodes, each with its event; their ids, in order. As
 * many statements as for one, however many there are. `at` is where one stands in the request, for refusals.
 */
export async function addProducts(
  tx: Tx,
  actor: WorkspaceMember,
  products: readonly NewProduct[],
  at = (i: number) => `products.${i}.`,
): Promise<string[]> {
  const { id: platformId } = actor.platform
  await requireCategories(
    tx,
    platformId,
    products.map(({ categoryId }, i) => ({ id: categoryId, path: `${at(i)}categoryId` })),
  )
  const made = products.map((product) => ({ ...product, id: newId() }))
  const rows = made.map(({ id: productId, variants: _, ...values }) => ({ ...values, productId }))
  await insertProducts(tx, platformId, rows, byOf(actor))
  const groups = made.map((product, i) => ({
    product,
    made: product.variants.map((variant, k) => ({ variant, at: `${at(i)}variants.${k}.` })),
  }))
  await addVariants(tx, actor, groups)
  const events = made.map(({ id, name, variants }) => ({
    target: { type: 'product', id, name },
    metadata: { skus: variants.map(({ sku }) => sku) },
  }))
  await recordAll(tx, actor, 'PRODUCT_CREATED', events)
  return made.map(({ id }) => id)
}

type ProductChange = Input<typeof catalog.updateProduct>['body']

export async function changeProduct(
  tx: Tx,
  actor: WorkspaceMember,
  productId: string,
  change: ProductChange,
): Promise<Product> {
  await saveProductChange(tx, actor, productId, change)
  await indexTextOf(tx, actor.platform.id, [productId])
  return getProduct(tx, actor, productId)
}

/** Writes what is said about a product from now on, with its event; the text index is the caller's to write. */
export async function saveProductChange(
  tx: Tx,
  actor: WorkspaceMember,
  productId: string,
  { version, ...values }: ProductChange,
): Promise<void> {
  const { id: platformId } = actor.platform
  const before = (await lockProduct(tx, platformId, productId)) ?? notFound()
  requireVersion(before, version)
  if (values.categoryId !== undefined) await requireCategory(tx, platformId, values.categoryId)
  await saveProduct(tx, platformId, productId, { ...values, ...changedBy(actor) })
  await record(tx, actor, 'PRODUCT_UPDATED', {
    target: { type: 'product', id: productId, name: values.name ?? before.name },
    metadata: { changed: Object.keys(values) },
  })
}

/** Archives or restores a product with its variants. Fails with `in_use` while any stock is left. */
export async function setProductState(
  tx: Tx,
  actor: WorkspaceMember,
  productId: string,
  version: number,
  state: State,
): Promise<Product> {
  const { id: platformId } = actor.platform
  const before = (await lockProduct(tx, platformId, productId)) ?? notFound()
  requireVersion(before, version)
  requireOther('product', before.state, state)
  if (state === 'archived') {
    const ids = (await listVariantsOf(tx, platformId, productId)).map(({ id }) => id)
    await lockVariants(tx, platformId, ids)
    await requireUnused(tx, actor, ids)
  }
  await saveProduct(tx, platformId, productId, { state, ...changedBy(actor) })
  await saveVariantsOf(tx, platformId, productId, { state, ...changedBy(actor) })
  const action = state === 'archived' ? 'PRODUCT_ARCHIVED' : 'PRODUCT_RESTORED'
  await record(tx, actor, action, { target: { type: 'product', id: productId, name: before.name } })
  return getProduct(tx, actor, productId)
}

export async function createCategory(
  tx: Tx,
  actor: WorkspaceMember,
  { name, parentId }: Input<typeof catalog.createCategory>['body'],
) {
  const { platform, at } = actor
  await requireCategory(tx, platform.id, parentId, 'parentId')
  const row = { categoryId: newId(), name, parentId, createdAt: at, updatedAt: at }
  const category = await insertCategory(tx, platform.id, row)
  await record(tx, actor, 'CATEGORY_CREATED', {
    target: { type: 'category', id: category.id, name },
  })
  return category
}

/** Renames a category, or moves it with all below it; it cannot stand below itself. */
export async function changeCategory(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...change }: Input<typeof catalog.updateCategory>['body'],
) {
  const { platform, at } = actor
  const all = await lockCategories(tx, platform.id)
  const before = all.find((category) => category.id === id) ?? notFound()
  requireVersion(before, version)
  const { name, parentId } = afterChange(before, change)
  await requireCategory(tx, platform.id, parentId, 'parentId')
  if (isWithin(all, parentId, id)) {
    failField('parentId', 'A category can’t be moved below itself')
  }
  const category = await saveCategory(tx, platform.id, id, { name, parentId, updatedAt: at })
  await record(tx, actor, 'CATEGORY_UPDATED', {
    target: { type: 'category', id, name },
    metadata: { changed: Object.keys(change) },
  })
  return category
}

const getProduct = async (tx: Tx, actor: WorkspaceMember, id: string) =>
  (await findProduct(tx, actor.platform.id, id, priceAccessOf(actor))) ?? notFound()

const requireCategory = (tx: Tx, platformId: string, id: string | null, path = 'categoryId') =>
  requireCategories(tx, platformId, [{ id, path }])

async function requireCategories(
  tx: Tx,
  platformId: string,
  wanted: readonly { id: string | null; path: string }[],
): Promise<void> {
  const ids = new Set(wanted.flatMap(({ id }) => id ?? []))
  if (ids.size === 0) return
  const found = await findCategoryIds(tx, platformId, [...ids])
  const message = 'This category doesn’t exist'
  const details = wanted
    .filter(({ id }) => id !== null && !found.has(id))
    .map(({ path }) => ({ path, message }))
  if (details.length > 0) fail('validation_failed', { message, details })
}
