import type { Input } from '@stowage/contract/route'
import type { catalog, Variant } from '@stowage/contract/warehouse/catalog'
import { toQuanta } from '@stowage/contract/warehouse/quantities'
import { record, recordAll } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, failField, notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import {
  followVariants,
  insertBarcodes,
  insertUnits,
  insertVariants,
  type NewVariantRow,
} from './bulk-queries.ts'
import {
  byOf,
  changedBy,
  getVariant,
  requireOther,
  requireOtherName,
  requireUnused,
  targetOf,
  type State,
} from './checks.ts'
import { barcodeRow } from './barcodes.ts'
import { lockProduct } from './product-queries.ts'
import {
  findDefaultLimit,
  indexText,
  listPacks,
  lockVariant,
  lockVariants,
  saveVariant,
  saveVariantStates,
  setLimit,
} from './queries.ts'
import { backorderLimit, wordsOf } from './rules.ts'

type NewVariant = Input<typeof catalog.addVariant>['body']

export async function addVariant(
  tx: Tx,
  actor: WorkspaceMember,
  productId: string,
  variant: NewVariant,
): Promise<Variant> {
  const product = (await lockProduct(tx, actor.platform.id, productId)) ?? notFound()
  requireActive(product)
  const [id = ''] = await addVariants(tx, actor, [{ product, made: [{ variant, at: '' }] }])
  await record(tx, actor, 'VARIANT_CREATED', targetOf({ id, sku: variant.sku }))
  return getVariant(tx, actor, id)
}

/** Fails where a product was archived: what is new would stand alone in it. */
export function requireActive({ state }: { state: string }): void {
  if (state === 'active') return
  failField('productId', 'This product is archived')
}

/** New variants of one product; `at` is where each stands in the request, nowhere for the request itself. */
export type NewVariants = {
  product: { id: string; name: string; brand: string; tags: readonly string[] }
  made: readonly { variant: NewVariant; at: string }[]
}

/** Writes variants of however many products with their units and barcodes; their ids, in order. */
export async function addVariants(
  tx: Tx,
  actor: WorkspaceMember,
  groups: readonly NewVariants[],
): Promise<string[]> {
  const { id: platformId } = actor.platform
  const made = groups.flatMap((group) =>
    group.made.map((one) => ({ ...one, product: group.product, variantId: newId() })),
  )
  for (const { variant, at } of made) {
    requireWhole(variant, at)
    requireOtherName(variant.unit, variant.units, (i) => `${at}units.${i}.code`)
  }
  const inherited = await findDefaultLimit(tx, platformId)
  const rows = made.map(({ variantId, at, product, variant }): NewVariantRow => {
    const { barcodes, units: _, reorderPoint, backorder, ...values } = variant
    return {
      ...values,
      variantId,
      productId: product.id,
      reorderPoint: quantaOf(reorderPoint, variant.qtyScale, `${at}reorderPoint`),
      backorder: backorder.policy,
      backorderLimit: limitOf(backorder, variant.qtyScale, inherited, at),
      words: wordsOf(
        product,
        variant,
        barcodes.map(({ code }) => code),
      ),
    }
  })
  const units = made.flatMap(({ variantId, variant }) =>
    variant.units.map((unit) => ({ variantId, ...unit })),
  )
  const barcodes = made.flatMap(({ variantId, at, variant }) =>
    variant.barcodes.map((barcode, i) => ({
      variantId,
      ...barcodeRow(barcode, variant, variant.units, `${at}barcodes.${i}.`),
    })),
  )
  await insertVariants(tx, platformId, rows, byOf(actor))
  await insertUnits(tx, platformId, units)
  await insertBarcodes(tx, platformId, barcodes)
  return made.map(({ variantId }) => variantId)
}

type VariantChange = Input<typeof catalog.updateVariant>['body']

export async function changeVariant(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  change: VariantChange,
): Promise<Variant> {
  await saveVariantChange(tx, actor, id, change)
  await indexText(tx, actor.platform.id, [id])
  return getVariant(tx, actor, id)
}

/** Writes what is said about a variant from now on, with its event; the text index is the caller's to write. */
export async function saveVariantChange(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...change }: VariantChange,
): Promise<void> {
  const { id: platformId } = actor.platform
  const before = (await lockVariant(tx, platformId, id)) ?? notFound()
  requireVersion(before, version)
  const scale = change.qtyScale ?? before.qtyScale
  requireWhole({ qtyScale: scale, tracking: change.tracking ?? before.tracking }, '')
  if (change.unit !== undefined && change.unit !== before.unit)
    requireOtherName(change.unit, await listPacks(tx, platformId, id), () => 'unit')
  const { reorderPoint, backorder, options, ...values } = change
  const limit = backorder && limitOf(backorder, scale, await findDefaultLimit(tx, platformId), '')
  await saveVariant(tx, platformId, id, {
    ...values,
    ...changedBy(actor),
    ...(options && { options: JSON.stringify(options) }),
    ...(reorderPoint !== undefined && {
      reorderPoint: quantaOf(reorderPoint, scale, 'reorderPoint'),
    }),
    ...(backorder && { backorder: backorder.policy, backorderLimit: limit ?? null }),
  })
  if (backorder) await setLimit(tx, platformId, id, limit ?? null)
  await record(tx, actor, 'VARIANT_UPDATED', {
    ...targetOf(before),
    metadata: { changed: Object.keys(change) },
  })
}

export async function setVariantState(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  version: number,
  state: State,
): Promise<Variant> {
  const { id: platformId } = actor.platform
  const before = (await lockVariant(tx, platformId, id)) ?? notFound()
  requireVersion(before, version)
  requireOther('variant', before.state, state)
  if (state === 'archived') await requireUnused(tx, actor, [id])
  await saveVariant(tx, platformId, id, { state, ...changedBy(actor) })
  const action = state === 'archived' ? 'VARIANT_ARCHIVED' : 'VARIANT_RESTORED'
  await record(tx, actor, action, targetOf(before))
  return getVariant(tx, actor, id)
}

/**
 * Archives or restores variants, all or none of them. Those already in that state stay as they are.
 * A product goes with the last of its variants and comes back with any. The ids of the variants changed.
 */
export async function setVariantStates(
  tx: Tx,
  actor: WorkspaceMember,
  ids: readonly string[],
  state: State,
): Promise<string[]> {
  const { id: platformId } = actor.platform
  const found = await lockVariants(tx, platformId, ids)
  if (found.length < new Set(ids).size) notFound()
  const moving = found.filter((variant) => variant.state !== state)
  const moved = moving.map(({ id }) => id)
  if (state === 'archived') await requireUnused(tx, actor, moved)
  await saveVariantStates(tx, platformId, moved, { state, ...changedBy(actor) })
  const of = moving.map(({ productId }) => productId)
  const products = await followVariants(tx, platformId, of, byOf(actor))
  const verb = state === 'archived' ? 'ARCHIVED' : 'RESTORED'
  await recordAll(tx, actor, `VARIANT_${verb}`, moving.map(targetOf))
  const targets = products.map((product) => ({ target: { type: 'product', ...product } }))
  await recordAll(tx, actor, `PRODUCT_${verb}`, targets)
  return moved
}

/** There is no half of a piece with a number of its own. */
function requireWhole(
  { tracking, qtyScale }: Pick<NewVariant, 'tracking' | 'qtyScale'>,
  at: string,
) {
  if (tracking !== 'serial' || qtyScale === 0) return
  failField(`${at}qtyScale`, 'Items tracked by serial number use whole numbers')
}

/** What is said beside a quantity its unit cannot count. */
const inexact = (nearest: readonly string[]) =>
  nearest.length > 0 ? `Nearest: ${nearest.join(' or ')}.` : 'Too many decimals.'

function quantaOf(text: string | null, scale: number, path: string): string | null {
  if (text === null) return null
  const read = toQuanta(text, scale)
  if ('quanta' in read) return String(read.quanta)
  return fail('uom_not_exact', {
    nearest: read.nearest,
    details: [{ path, message: inexact(read.nearest) }],
  })
}

function limitOf(
  backorder: NewVariant['backorder'],
  scale: number,
  inherited: bigint | null,
  at: string,
): string | null {
  const read = backorderLimit(backorder, scale, inherited)
  if ('limit' in read) return read.limit === null ? null : String(read.limit)
  const details = [{ path: `${at}backorder.limit`, message: inexact(read.nearest) }]
  return fail('uom_not_exact', { nearest: read.nearest, details })
}
