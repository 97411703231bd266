import type { Product } from '@stowage/contract/warehouse/products'
import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import { defineRecord, type DescribedKind } from '../../workspace/records/queries.ts'
import type { Author } from './variant-queries.ts'

/** A product without its variants. */
export type ProductRow = Omit<Product, 'variants'>

export const describedProduct: DescribedKind<
  Pick<ProductRow, 'id' | 'version' | 'name'>,
  'product'
> = {
  type: 'product',
  nameOf: ({ name }) => name,
  carried: ({ name }) => ({ name }),
}

export const productRecord = defineRecord<ProductRow, 'product'>({
  ...describedProduct,
  table: 'tenant.products',
  key: 'productId',
  columns: [
    'name',
    'description',
    'kind',
    'categoryId',
    'brand',
    'tags',
    'shelfLifeDays',
    'minRemainingDaysReceive',
    'minRemainingDaysShip',
    'metadata',
    'state',
  ],
  readOnly: ['createdAt'],
  hasAuthors: true,
  code: 'name',
})

export type Followed = Pick<Product, 'id' | 'name' | 'state' | 'version'>

/**
 * Archives those of these products that have no active variant left, and restores those that
 * have one again. Returns those that changed.
 */
export async function followVariants(
  tx: Tx,
  { platform, id: by, at }: Author,
  productIds: readonly string[],
): Promise<Followed[]> {
  const { rows } = await sql<Followed>`
    update tenant.products p
    set state = s.state, version = p.version + 1, updated_at = ${at}, updated_by = ${by}::uuid
    from (
      select v.product_id,
        case when bool_or(v.state = 'active') then 'active' else 'archived' end as state
      from tenant.variants v
      where v.platform_id = ${platform.id} and v.product_id = any (${productIds}::uuid[])
      group by v.product_id
    ) s
    where p.platform_id = ${platform.id} and p.product_id = s.product_id and p.state <> s.state
    returning p.product_id as id, p.name, p.state, p.version`.execute(tx)
  return rows
}
