import type { Input } from '@stowage/contract/route'
import type { catalogBatches } from '@stowage/contract/warehouse/catalog-batches'
import type { BatchReply } from '@stowage/contract/batches'
import { recordAll } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { runBatch } from '../../workspace/batches/commands.ts'
import { explainUniqueViolation } from '../../database/unique-violations.ts'
import { targetOf } from './checks.ts'
import { addProducts, saveProductChange } from './commands.ts'
import { findOwner, identifiersOf } from './owner-queries.ts'
import { lockProducts } from './product-queries.ts'
import { indexText, indexTextOf, lockVariants } from './queries.ts'
import { addVariants, requireActive, saveVariantChange } from './variants.ts'

/* Many changes of the catalog in one call. What they change is locked first, products before variants
   and each in the order of its ids, so that two batches never wait for each other. */

type Body<Action extends keyof typeof catalogBatches> = Input<
  (typeof catalogBatches)[Action]
>['body']
type Items<Action extends keyof typeof catalogBatches> = readonly Body<Action>['items'][number][]

export async function createProducts(
  tx: Tx,
  actor: WorkspaceMember,
  batch: Body<'createProducts'>,
): Promise<BatchReply> {
  return runBatch(tx, batch, {
    applyAll: (products) => addProducts(tx, actor, products, () => ''),
    explain: ({ variants }, error) => explain(tx, actor, variants, error),
  })
}

export async function changeProducts(
  tx: Tx,
  actor: WorkspaceMember,
  batch: Body<'updateProducts'>,
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

export async function createVariants(
  tx: Tx,
  actor: WorkspaceMember,
  batch: Body<'createVariants'>,
): Promise<BatchReply> {
  const of = batch.items.map(({ productId }) => productId)
  const locked = await lockProducts(tx, actor.platform.id, of)
  const products = new Map(locked.map((product) => [product.id, product]))
  const add = async (items: Items<'createVariants'>) => {
    const groups = items.map(({ productId, ...variant }) => {
      const product = products.get(productId.toLowerCase()) ?? notFound()
      requireActive(product)
      return { product, made: [{ variant, at: '' }] }
    })
    const ids = await addVariants(tx, actor, groups)
    const made = ids.map((id, i) => targetOf({ id, sku: items[i]?.sku ?? '' }))
    await recordAll(tx, actor, 'VARIANT_CREATED', made)
    return ids
  }
  return runBatch(tx, batch, {
    applyAll: add,
    explain: (item, error) => explain(tx, actor, [item], error),
  })
}

export async function changeVariants(
  tx: Tx,
  actor: WorkspaceMember,
  batch: Body<'updateVariants'>,
): Promise<BatchReply> {
  const { id: platformId } = actor.platform
  const ids = batch.items.map(({ id }) => id)
  await lockVariants(tx, platformId, ids)
  return runBatch(tx, batch, {
    async apply({ id, ...change }) {
      await saveVariantChange(tx, actor, id, change)
      return id
    },
    explain: (item, error) => explain(tx, actor, [item], error),
    finish: () => indexText(tx, platformId, ids),
  })
}

/** Says which variant has a SKU or barcode that an item wants. */
const explain = (
  tx: Tx,
  { platform }: WorkspaceMember,
  variants: Parameters<typeof identifiersOf>[0],
  error: unknown,
) =>
  explainUniqueViolation(tx, error, (db, constraint) =>
    findOwner(db, platform.id, constraint, identifiersOf(variants)),
  )
