import type { BatchReply } from '@stowage/contract/batches'
import type { Input } from '@stowage/contract/route'
import { toQuanta } from '@stowage/contract/warehouse/quantities'
import type { variants } from '@stowage/contract/warehouse/product-variants'
import { type Variant } from '@stowage/contract/warehouse/product-variants'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { explainUniqueViolation } from '../../database/unique-violations.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { runBatch } from '../../workspace/documents/run-batch.ts'
import { assertUnused } from '../../workspace/documents/uses.ts'
import type { Author, Described } from '../../workspace/documents/commands.ts'
import {
  describeChange,
  lockVersion,
  recordChanges,
  saveRecord,
} from '../../workspace/records/commands.ts'
import {
  findRecords,
  lockRecord,
  updateRecords,
  writeRecords,
  type RecordState,
} from '../../workspace/records/queries.ts'
import { barcodeRow } from './add-barcode.ts'
import { insertBarcodes } from './barcode-queries.ts'
import { describedProduct, followVariants, productRecord } from './queries.ts'
import { requireOtherName } from './set-units.ts'
import { insertUnits, listPacks } from './unit-queries.ts'
import {
  describedVariant,
  findDefaultLimit,
  indexText,
  lockVariants,
  ownerOf,
  setLimit,
  variantRecord,
  type StoredVariant,
  type VariantIdentity,
} from './variant-queries.ts'
import { getVariant } from './reply.ts'
import { wordsOf, backorderLimit } from './rules.ts'

type NewVariant = Omit<Input<typeof variants.create>['body'], 'productId'>

export async function addVariant(
  tx: Tx,
  actor: WorkspaceMember,
  productId: string,
  variant: NewVariant,
): Promise<Variant> {
  const product = (await lockRecord(tx, productRecord, actor, productId, 'update')) ?? notFound()
  requireActive(product)
  const added = await addVariants(tx, actor, [{ product, made: [{ variant, at: '' }] }])
  await recordChanges(tx, actor, added)
  return getVariant(tx, actor, added[0]?.event.subject.id ?? notFound())
}

/** Fails where a product was archived: what is new would stand alone in it. */
function requireActive({ state }: { state: string }): void {
  if (state === 'active') return
  failField('productId', 'This product is archived')
}

/** New variants of one product; `at` is where each stands in the request, nowhere for the request itself. */
type NewVariants = {
  product: { id: string; name: string; brand: string; tags: readonly string[] }
  made: readonly { variant: NewVariant; at: string }[]
}

/** Writes variants of however many products with their units and barcodes. Returns the audit entry and event of each, in order. */
export async function addVariants(
  tx: Tx,
  actor: WorkspaceMember,
  groups: readonly NewVariants[],
): Promise<Described[]> {
  const { id: platformId } = actor.platform
  const made = groups.flatMap((group) =>
    group.made.map((one) => ({ ...one, product: group.product, variantId: newId() })),
  )
  for (const { variant, at } of made) {
    requireWhole(variant, at)
    requireOtherName(variant.unit, variant.units, (i) => `${at}units.${i}.code`)
  }
  const inherited = await findDefaultLimit(tx, platformId)
  const rows = made.map(({ variantId, at, product, variant }): StoredVariant => {
    const { barcodes, units: _, reorderPoint, backorder, ...values } = variant
    return {
      ...values,
      id: variantId,
      version: 1,
      state: 'active',
      pickPolicy: null,
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
  await writeRecords(tx, variantRecord, actor, rows)
  await insertUnits(tx, platformId, units)
  await insertBarcodes(tx, platformId, barcodes)
  return rows.map((row) => describeChange(variantRecord, actor, row, { change: 'created' }))
}

type VariantChange = Input<typeof variants.update>['body']

export async function changeVariant(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  change: VariantChange,
): Promise<StoredVariant> {
  const after = await saveVariantChange(tx, actor, id, change)
  await indexText(tx, actor.platform.id, [id])
  return after
}

/** Writes what is said about a variant from now on, with its event; the text index is the caller's to write. */
async function saveVariantChange(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...change }: VariantChange,
): Promise<StoredVariant> {
  const { id: platformId } = actor.platform
  const before = await lockVersion(tx, variantRecord, actor, id, version, 'update')
  const scale = change.qtyScale ?? before.qtyScale
  requireWhole({ qtyScale: scale, tracking: change.tracking ?? before.tracking }, '')
  if (change.unit !== undefined && change.unit !== before.unit)
    requireOtherName(change.unit, await listPacks(tx, platformId, id), () => 'unit')
  const { reorderPoint, backorder, ...values } = change
  const limit = backorder && limitOf(backorder, scale, await findDefaultLimit(tx, platformId), '')
  if (backorder) await setLimit(tx, platformId, id, limit ?? null)
  const written = {
    ...values,
    ...(reorderPoint !== undefined && {
      reorderPoint: quantaOf(reorderPoint, scale, 'reorderPoint'),
    }),
    ...(backorder && { backorder: backorder.policy, backorderLimit: limit ?? null }),
  }
  const payload = { changed: Object.keys(change) }
  return saveRecord(tx, variantRecord, actor, before, written, [{ change: 'updated', payload }])
}

const moveTo = (state: RecordState) =>
  ({ change: state === 'archived' ? 'archived' : 'restored' }) as const

/** Describes a variant that was archived or restored. */
export const movedVariant = (
  actor: Author,
  before: VariantIdentity,
  change: ReturnType<typeof moveTo>,
): Described =>
  describeChange(describedVariant, actor, { ...before, version: before.version + 1 }, change)

/** Writes the state of locked variants. */
export const setStates = (
  tx: Tx,
  actor: WorkspaceMember,
  variants: readonly StoredVariant[],
  state: RecordState,
) =>
  updateRecords(
    tx,
    variantRecord,
    actor,
    variants.map(({ id }) => ({ id, state })),
    ['state'],
  )

/**
 * Archives or restores variants, all or none of them. Those already in that state stay as they are.
 * A product goes with the last of its variants and comes back with any. The ids of the variants changed.
 */
export async function setVariantStates(
  tx: Tx,
  actor: WorkspaceMember,
  ids: readonly string[],
  state: RecordState,
): Promise<string[]> {
  const found = await lockVariants(tx, actor, ids)
  if (found.length < new Set(ids).size) notFound()
  const moving = found.filter((variant) => variant.state !== state)
  const moved = moving.map(({ id }) => id)
  if (state === 'archived') await assertUnused(tx, actor, 'variant', moved)
  await setStates(tx, actor, moving, state)
  const of = moving.map(({ productId }) => productId)
  const products = await followVariants(tx, actor, of)
  const change = moveTo(state)
  await recordChanges(tx, actor, [
    ...moving.map((variant) => movedVariant(actor, variant, change)),
    ...products.map((product) => describeChange(describedProduct, actor, product, change)),
  ])
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

/** Returns the hint for a quantity its unit cannot count. */
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

/* Batches lock what they change first, products before variants and each in the order of its ids, so
   two of them never wait for each other. */

type Batch = Input<typeof variants.createBatch>['body']

export async function createVariants(
  tx: Tx,
  actor: WorkspaceMember,
  batch: Batch,
): Promise<BatchReply> {
  const { id: platformId } = actor.platform
  const of = batch.items.map(({ productId }) => productId)
  const locked = await findRecords(tx, productRecord, actor, { ids: of }, 'update')
  const products = new Map(locked.map((product) => [product.id, product]))
  const add = async (items: readonly Batch['items'][number][]) => {
    const groups = items.map(({ productId, ...variant }) => {
      const product = products.get(productId.toLowerCase()) ?? notFound()
      requireActive(product)
      return { product, made: [{ variant, at: '' }] }
    })
    const added = await addVariants(tx, actor, groups)
    await recordChanges(tx, actor, added)
    return added.map(({ event }) => event.subject.id)
  }
  return runBatch(tx, batch, {
    applyAll: add,
    explain: (item, error) => explainUniqueViolation(tx, error, ownerOf(platformId, [item])),
  })
}

export async function changeVariants(
  tx: Tx,
  actor: WorkspaceMember,
  batch: Input<typeof variants.updateBatch>['body'],
): Promise<BatchReply> {
  const { id: platformId } = actor.platform
  const ids = batch.items.map(({ id }) => id)
  await lockVariants(tx, actor, ids)
  return runBatch(tx, batch, {
    async apply({ id, ...change }) {
      await saveVariantChange(tx, actor, id, change)
      return id
    },
    explain: (item, error) => explainUniqueViolation(tx, error, ownerOf(platformId, [item])),
    finish: () => indexText(tx, platformId, ids),
  })
}
