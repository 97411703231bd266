import type { BatchReply } from '@stowage/contract/batches'
import type { Input } from '@stowage/contract/route'
import type { products } from '@stowage/contract/warehouse/products'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { explainUniqueViolation } from '../../database/unique-violations.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { runBatch } from '../../workspace/documents/run-batch.ts'
import { assertTransition } from '../../workspace/documents/commands.ts'
import { assertUnused } from '../../workspace/documents/uses.ts'
import {
  describeChange,
  lockVersion,
  recordChanges,
  saveRecord,
  stateSteps,
} from '../../workspace/records/commands.ts'
import {
  findRecords,
  getRecord,
  updateRecords,
  writeRecords,
  type RecordState,
} from '../../workspace/records/queries.ts'
import { requireCategories, requireCategory } from '../categories/commands.ts'
import { addVariants, movedVariant, setStates } from './change-variants.ts'
import { indexTextOf, listVariantsOf, lockVariants, ownerOf } from './variant-queries.ts'
import { describedProduct, productRecord, type ProductRow } from './queries.ts'

type NewProduct = Input<typeof products.create>['body']

export async function createProduct(
  tx: Tx,
  actor: WorkspaceMember,
  product: NewProduct,
): Promise<ProductRow> {
  const [id = ''] = await addProducts(tx, actor, [product], () => '')
  return getRecord(tx, productRecord, actor, id)
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
  const begun = { state: 'active', version: 1, createdAt: actor.at.toISOString() } as const
  const rows = made.map(({ variants: _, ...values }) => ({ ...values, ...begun }))
  await writeRecords(tx, productRecord, actor, rows)
  const groups = made.map((product, i) => ({
    product,
    made: product.variants.map((variant, k) => ({ variant, at: `${at(i)}variants.${k}.` })),
  }))
  const added = await addVariants(tx, actor, groups)
  const created = made.map(({ id, name, variants }) => {
    const details = { skus: variants.map(({ sku }) => sku) }
    const row = { id, name, version: 1 }
    return describeChange(describedProduct, actor, row, { change: 'created', details })
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
  id: string,
  change: ProductChange,
): Promise<ProductRow> {
  const after = await saveProductChange(tx, actor, id, change)
  await indexTextOf(tx, actor.platform.id, [id])
  return after
}

/** Writes what is said about a product from now on, with its event; the text index is the caller's to write. */
async function saveProductChange(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...values }: ProductChange,
): Promise<ProductRow> {
  const before = await lockVersion(tx, productRecord, actor, id, version, 'update')
  if (values.categoryId !== undefined)
    await requireCategory(tx, actor.platform.id, values.categoryId)
  return saveRecord(tx, productRecord, actor, before, values)
}

/** Archives or restores a product with its variants. Fails with `in_use` while any stock is left. */
export async function setProductState(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  version: number,
  state: RecordState,
): Promise<ProductRow> {
  const before = await lockVersion(tx, productRecord, actor, id, version, 'update')
  assertTransition('product', stateSteps, before.state, state)
  const ids = (await listVariantsOf(tx, actor.platform.id, id)).map((variant) => variant.id)
  const variants = await lockVariants(tx, actor, ids)
  if (state === 'archived') await assertUnused(tx, actor, 'variant', ids)
  const moving = variants.filter((variant) => variant.state !== state)
  const after = { ...before, state, version: before.version + 1 }
  await updateRecords(tx, productRecord, actor, [after], ['state'])
  await setStates(tx, actor, moving, state)
  const change = { change: state === 'archived' ? 'archived' : 'restored' } as const
  const moved = describeChange(productRecord, actor, after, change)
  // The entry of the product stands for its variants.
  await recordChanges(
    tx,
    actor,
    [moved, ...moving.map((one) => movedVariant(actor, one, change))],
    [moved.entry],
  )
  return after
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
  await findRecords(tx, productRecord, actor, { ids }, 'update')
  return runBatch(tx, batch, {
    async apply({ id, ...change }) {
      await saveProductChange(tx, actor, id, change)
      return id
    },
    finish: () => indexTextOf(tx, platformId, ids),
  })
}
