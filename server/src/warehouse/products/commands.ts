import type { BatchReply } from '@stowage/contract/batches'
import type { Input } from '@stowage/contract/route'
import type { products } from '@stowage/contract/warehouse/products'
import { type Product } from '@stowage/contract/warehouse/products'
import { recordAll, record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { explainUniqueViolation } from '../../database/unique-violations.ts'
import { notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { runBatch } from '../../workspace/documents/run-batch.ts'
import { assertTransition } from '../../workspace/documents/commands.ts'
import { assertUnused } from '../../workspace/documents/uses.ts'
import { requireCategories, requireCategory } from './change-categories.ts'
import { addVariants } from './change-variants.ts'
import {
  indexTextOf,
  listVariantsOf,
  lockVariants,
  ownerOf,
  saveVariantsOf,
} from './variant-queries.ts'
import { priceAccessOf } from './reply.ts'
import { byOf, changedBy, steps, type State } from './variant-rules.ts'
import { insertProducts, lockProduct, saveProduct, findProduct, lockProducts } from './queries.ts'

type NewProduct = Input<typeof products.create>['body']

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

type ProductChange = Input<typeof products.update>['body']

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
async function saveProductChange(
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
  assertTransition('product', steps, before.state, state)
  if (state === 'archived') {
    const ids = (await listVariantsOf(tx, platformId, productId)).map(({ id }) => id)
    await lockVariants(tx, platformId, ids)
    await assertUnused(tx, actor, 'variant', ids)
  }
  await saveProduct(tx, platformId, productId, { state, ...changedBy(actor) })
  await saveVariantsOf(tx, platformId, productId, { state, ...changedBy(actor) })
  const action = state === 'archived' ? 'PRODUCT_ARCHIVED' : 'PRODUCT_RESTORED'
  await record(tx, actor, action, { target: { type: 'product', id: productId, name: before.name } })
  return getProduct(tx, actor, productId)
}

export async function createProducts(
  tx: Tx,
  actor: WorkspaceMember,
  batch: Input<typeof products.createBatch>['body'],
): Promise<BatchReply> {
  return runBatch(tx, batch, {
    applyAll: (products) => addProducts(tx, actor, products, () => ''),
    explain: ({ variants }, error) =>
      explainUniqueViolation(tx, error, ownerOf(actor.platform.id, variants)),
  })
}

export async function changeProducts(
  tx: Tx,
  actor: WorkspaceMember,
  batch: Input<typeof products.updateBatch>['body'],
): Promise<BatchReply> {
  const { id: platformId } = actor.platform
  const ids = batch.items.map(({ id }) => id)
  await lockProducts(tx, platformId, ids)
  return runBatch(tx, batch, {
    async apply({ id, ...change }) {
      await saveProductChange(tx, actor, id, change)
      return id
    },
    finish: () => indexTextOf(tx, platformId, ids),
  })
}

const getProduct = async (tx: Tx, actor: WorkspaceMember, id: string) =>
  (await findProduct(tx, actor.platform.id, id, priceAccessOf(actor))) ?? notFound()
