import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Product } from '@stowage/contract/warehouse/products'
import type { Variant } from '@stowage/contract/warehouse/product-variants'
import type { Db } from '../../database/connect.ts'
import { notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { ProductRow } from './queries.ts'
import { findVariant, listVariantsOf, type VariantRow } from './variant-queries.ts'

/** Returns which prices of an item a member may see. */
export const priceAccessOf = ({ holds }: WorkspaceMember): PriceAccess => ({
  prices: holds.has('catalog.price.read'),
  costs: holds.has('catalog.cost.read'),
})

export async function getVariant(db: Db, actor: WorkspaceMember, id: string): Promise<Variant> {
  const row = (await findVariant(db, actor.platform.id, id)) ?? notFound()
  return variantOf(row, priceAccessOf(actor))
}

/** A product with its variants. */
export async function withVariants(
  db: Db,
  actor: WorkspaceMember,
  row: ProductRow,
): Promise<Product> {
  const variants = await listVariantsOf(db, actor.platform.id, row.id)
  return { ...row, variants: variants.map((variant) => variantOf(variant, priceAccessOf(actor))) }
}

/** Price fields of an item that a member may see. */
export type PriceAccess = { prices: boolean; costs: boolean }

export function variantOf(row: VariantRow, { prices, costs }: PriceAccess): Variant {
  const {
    reorderPoint,
    backorder,
    backorderLimit,
    sellPrice,
    purchasePrice,
    skuKey: _,
    nameKey: __,
    ...rest
  } = row
  const shown = (quanta: string | null) => quanta && fromQuanta(quanta, row.qtyScale)
  return {
    ...rest,
    options: rest.options as Variant['options'],
    tracking: rest.tracking,
    createdAt: rest.createdAt.toISOString(),
    reorderPoint: shown(reorderPoint),
    backorder: { policy: backorder, limit: backorder === 'limit' ? shown(backorderLimit) : null },
    ...(prices && { sellPrice: plain(sellPrice) }),
    ...(costs && { purchasePrice: plain(purchasePrice) }),
  }
}

/** An amount without the zeros its column adds. */
const plain = (amount: string | null) => amount && amount.replace(/\.?0+$/, '')
