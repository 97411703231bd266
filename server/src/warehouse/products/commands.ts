import type { BatchReply } from '@stowage/contract/batches'
import type { Input } from '@stowage/contract/route'
import type { products } from '@stowage/contract/warehouse/products'
import { type Product } from '@stowage/contract/warehouse/products'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { explainUniqueViolation } from '../../database/unique-violations.ts'
import { notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { runBatch } from '../../workspace/documents/run-batch.ts'
import { assertTransition } from '../../workspace/documents/commands.ts'
import { assertUnused } from '../../workspace/documents/uses.ts'
import { recordChanges, describeChange } from '../../workspace/records/commands.ts'
import { requireCategories, requireCategory } from './change-categories.ts'
import { addVariants, movedVariant } from './change-variants.ts'
import {
  indexTextOf,
  listVariantsOf,
  lockVariants,
  ownerOf,
  saveVariantStates,
} from './variant-queries.ts'
import { priceAccessOf } from './reply.ts'
import { byOf, changedBy, steps, type State } from './variant-rules.ts'
import {
  insertProducts,
  lockProduct,
  saveProduct,
  findProduct,
  lockProducts,
  productRecord,
} from './queries.ts'

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
  const added = await addVariants(tx, actor, groups)
  const created = made.map(({ id, name, variants }) => {
    const details = { skus: variants.map(({ sku }) => sku) }
    return describeChange(
      productRecord,
      actor,
      { id, name, version: 1 },
      { change: 'created', details },
    )
  })
  // The entry of a product names its variants.
  const entries = created.map(({ entry }) => entry)
  await recordChanges(tx, actor, [...created, ...added], entries)
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
  const { name = before.name } = values
  const after = { id: productId, name, version: before.version + 1 }
  const payload = { changed: Object.keys(values) }
  await recordChanges(tx, actor, [
    describeChange(productRecord, actor, after, { change: 'updated', payload }),
  ])
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
  const ids = (await listVariantsOf(tx, platformId, productId)).map(({ id }) => id)
  const variants = await lockVariants(tx, platformId, ids)
  if (state === 'archived') await assertUnused(tx, actor, 'variant', ids)
  const moving = variants.filter((variant) => variant.state !== state)
  const by = { state, ...changedBy(actor) }
  await saveProduct(tx, platformId, productId, by)
  await saveVariantStates(
    tx,
    platformId,
    moving.map(({ id }) => id),
    by,
  )
  const change = { change: state === 'archived' ? 'archived' : 'restored' } as const
  const { name, version: was } = before
  const moved = describeChange(
    productRecord,
    actor,
    { id: productId, name, version: was + 1 },
    change,
  )
  // The entry of the product stands for its variants.
  await recordChanges(
    tx,
    actor,
    [moved, ...moving.map((one) => movedVariant(actor, one, change))],
    [moved.entry],
  )
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
