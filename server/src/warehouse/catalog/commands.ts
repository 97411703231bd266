import type { Input } from '@stowage/contract/route'
import type { catalog, Product } from '@stowage/contract/warehouse/catalog'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail } from '../../errors.ts'
import type { Worker } from '../../http/actor.ts'
import {
  changedBy,
  madeBy,
  notFound,
  requireOther,
  requireUnused,
  requireVersion,
  sightOf,
  type State,
} from './checks.ts'
import {
  findCategory,
  findProduct,
  insertCategory,
  insertProduct,
  lockProduct,
  saveProduct,
} from './product-queries.ts'
import { indexText, listVariantsOf, saveVariantsOf } from './queries.ts'
import { addVariants } from './variants.ts'

export async function createProduct(
  tx: Tx,
  actor: Worker,
  { variants, ...values }: Input<typeof catalog.createProduct>['body'],
): Promise<Product> {
  const { id: platformId } = actor.platform
  await requireCategory(tx, platformId, values.categoryId)
  const productId = newId()
  await insertProduct(tx, platformId, { ...values, productId, ...madeBy(actor) })
  await addVariants(tx, actor, productId, variants)
  await record(tx, actor, 'PRODUCT_CREATED', {
    target: { type: 'product', id: productId, name: values.name },
    metadata: { skus: variants.map(({ sku }) => sku) },
  })
  return getProduct(tx, actor, productId)
}

export async function changeProduct(
  tx: Tx,
  actor: Worker,
  productId: string,
  { version, ...values }: Input<typeof catalog.updateProduct>['body'],
): Promise<Product> {
  const { id: platformId } = actor.platform
  const before = (await lockProduct(tx, platformId, productId)) ?? notFound()
  requireVersion(before, version)
  if (values.categoryId !== undefined) await requireCategory(tx, platformId, values.categoryId)
  await saveProduct(tx, platformId, productId, { ...values, ...changedBy(actor) })
  const variants = await listVariantsOf(tx, platformId, productId)
  await indexText(
    tx,
    platformId,
    variants.map(({ id }) => id),
  )
  await record(tx, actor, 'PRODUCT_UPDATED', {
    target: { type: 'product', id: productId, name: values.name ?? before.name },
    metadata: { changed: Object.keys(values) },
  })
  return getProduct(tx, actor, productId)
}

/** Puts a product away with its variants, or brings it back; nothing may be left of what goes. */
export async function moveProduct(
  tx: Tx,
  actor: Worker,
  productId: string,
  version: number,
  state: State,
): Promise<Product> {
  const { id: platformId } = actor.platform
  const before = (await lockProduct(tx, platformId, productId)) ?? notFound()
  requireVersion(before, version)
  requireOther('product', before.state, state)
  const variants = await listVariantsOf(tx, platformId, productId)
  if (state === 'archived')
    await requireUnused(
      tx,
      platformId,
      variants.map(({ id }) => id),
    )
  await saveProduct(tx, platformId, productId, { state, ...changedBy(actor) })
  await saveVariantsOf(tx, platformId, productId, { state, ...changedBy(actor) })
  const action = state === 'archived' ? 'PRODUCT_ARCHIVED' : 'PRODUCT_RESTORED'
  await record(tx, actor, action, { target: { type: 'product', id: productId, name: before.name } })
  return getProduct(tx, actor, productId)
}

export async function createCategory(
  tx: Tx,
  actor: Worker,
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

const getProduct = async (tx: Tx, actor: Worker, id: string) =>
  (await findProduct(tx, actor.platform.id, id, sightOf(actor))) ?? notFound()

async function requireCategory(
  tx: Tx,
  platformId: string,
  id: string | null,
  path = 'categoryId',
): Promise<void> {
  if (id === null || (await findCategory(tx, platformId, id))) return
  const message = 'There is no such category'
  fail('validation_failed', { message, details: [{ path, message }] })
}
