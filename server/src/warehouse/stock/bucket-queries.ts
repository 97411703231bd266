import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { StockBucket, StockStatus } from '@stowage/contract/warehouse/stock'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { readPage, type Page, type PageRequest } from '../../database/pages.ts'
import { itemsWith } from '../catalog/word-queries.ts'
import { itemName, type Sight } from './level-queries.ts'

export type BucketFilter = {
  warehouse?: string | undefined
  location?: string | undefined
  variant?: string | undefined
  status?: readonly StockStatus[] | undefined
  lot?: string | undefined
  empty: 'with' | 'without'
  q?: string | undefined
  ids?: readonly string[] | undefined
}

/** Piles that a filter leaves. */
const piles = (
  db: Db,
  platformId: string,
  { warehouses }: Pick<Sight, 'warehouses'>,
  { warehouse, location, variant, status, lot, empty, ids }: Omit<BucketFilter, 'q'>,
) =>
  db
    .selectFrom('tenant.stockBuckets as b')
    .where('b.platformId', '=', platformId)
    .$if(warehouses !== null, (some) => some.where('b.warehouseId', 'in', [...(warehouses ?? [])]))
    .$if(warehouse !== undefined, (some) => some.where('b.warehouseId', '=', warehouse ?? ''))
    .$if(location !== undefined, (some) => some.where('b.locationId', '=', location ?? ''))
    .$if(variant !== undefined, (some) => some.where('b.variantId', '=', variant ?? ''))
    .$if(status !== undefined, (some) => some.where('b.status', 'in', [...(status ?? [])]))
    .$if(lot !== undefined, (some) =>
      some.where(sql<boolean>`b.lot_id = any (array(select lot_id from tenant.lots
        where platform_id = ${platformId} and code = ${lot ?? ''}))`),
    )
    .$if(ids !== undefined, (some) =>
      some.where(sql<boolean>`b.bucket_id = any (${ids}::bigint[])`),
    )
    .$if(empty === 'without', (some) => some.where('b.onHand', '>', '0'))

/** Piles by SKU, each where it lies. */
export async function listBuckets(
  db: Db,
  platformId: string,
  sight: Pick<Sight, 'warehouses'>,
  { q, ...filter }: BucketFilter,
  page: PageRequest,
): Promise<Page<StockBucket>> {
  const words = await itemsWith(db, q)
  const wanted = piles(db, platformId, sight, filter)
  const named = wanted
    .innerJoin('tenant.variants as v', (join) =>
      join.onRef('v.platformId', '=', 'b.platformId').onRef('v.variantId', '=', 'b.variantId'),
    )
    .where(words ?? sql<boolean>`true`)
  const query = named
    .innerJoin('tenant.products as p', (join) =>
      join.onRef('p.platformId', '=', 'v.platformId').onRef('p.productId', '=', 'v.productId'),
    )
    .innerJoin('tenant.warehouses as w', (join) =>
      join.onRef('w.platformId', '=', 'b.platformId').onRef('w.warehouseId', '=', 'b.warehouseId'),
    )
    .innerJoin('tenant.locations as o', (join) =>
      join.onRef('o.platformId', '=', 'b.platformId').onRef('o.locationId', '=', 'b.locationId'),
    )
    .leftJoin('tenant.lots as t', (join) =>
      join.onRef('t.platformId', '=', 'b.platformId').onRef('t.lotId', '=', 'b.lotId'),
    )
    .leftJoin('tenant.serials as n', (join) =>
      join.onRef('n.platformId', '=', 'b.platformId').onRef('n.serialId', '=', 'b.serialId'),
    )
    .select(sql<string>`b.bucket_id`.as('bucketId'))
    .select(['v.variantId', 'v.sku', 'v.skuKey', 'v.unit', 'v.qtyScale', itemName.as('name')])
    .select(['b.warehouseId', 'w.code as warehouseCode', 'b.locationId', 'o.code as location'])
    .select(['b.status', 't.code as lot', 't.expiresOn', 'n.code as serial', 'b.onHand'])
    .select(['b.allocated', 'b.lastSeq', 'b.lastAt'])
  const found = await readPage(
    db,
    query,
    [
      { column: 'v.sku_key', kind: 'text', of: (row) => row.skuKey },
      { column: 'b.bucket_id', kind: 'whole', of: (row) => row.bucketId },
    ],
    page,
    // Every pile is of an item: only words need it to be known for counting.
    { counted: (words ? named : wanted).select(sql`1`.as('one')) },
  )
  return {
    ...found,
    items: found.items.map(({ skuKey: _, qtyScale, lastSeq, lastAt, ...row }) => ({
      ...row,
      onHand: fromQuanta(row.onHand, qtyScale),
      allocated: fromQuanta(row.allocated, qtyScale),
      // A pile that was made and never filled has no moment.
      lastMoveAt: lastSeq === '0' ? null : new Date(lastAt).toISOString(),
    })),
  }
}
