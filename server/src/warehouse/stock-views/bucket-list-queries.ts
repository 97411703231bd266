import type { Sort } from '@stowage/contract/lists'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { StockStatus } from '@stowage/contract/warehouse/stock'
import type { StockBucket } from '@stowage/contract/warehouse/stock-views'
import { sql } from 'kysely'
import { prepareByKeys } from '../../database/by-keys.ts'
import type { Db } from '../../database/connect.ts'
import { readPage, type Key, type Page, type PageRequest } from '../../database/pages.ts'
import { itemOrders, itemsWith, itemName } from '../products/variant-list-queries.ts'
import type { WarehouseScope } from '../locations/warehouse-list-queries.ts'

export type BucketFilter = {
  warehouse?: string | undefined
  location?: string | undefined
  variant?: string | undefined
  status?: readonly StockStatus[] | undefined
  lot?: string | undefined
  serial?: string | undefined
  empty: 'with' | 'without'
  use?: 'put_back' | 'put_away' | undefined
  q?: string | undefined
  ids?: readonly string[] | undefined
  sort: Sort<By>
}
type By = 'sku' | 'name' | 'location'

/** Buckets that a filter leaves. */
const buckets = (
  db: Db,
  platformId: string,
  { warehouses }: WarehouseScope,
  {
    warehouse,
    location,
    variant,
    status,
    lot,
    serial,
    empty,
    use,
    ids,
  }: Omit<BucketFilter, 'q' | 'sort'>,
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
    .$if(serial !== undefined, (some) =>
      some.where(sql<boolean>`b.serial_id = any (array(select serial_id from tenant.serials
        where platform_id = ${platformId} and code = ${serial ?? ''}))`),
    )
    .$if(ids !== undefined, (some) =>
      some.where(sql<boolean>`b.bucket_id = any (${ids}::bigint[])`),
    )
    .$if(empty === 'without', (some) => some.where('b.onHand', '>', '0'))
    .$if(use === 'put_back', (some) =>
      some.where(sql<boolean>`b.on_hand > b.allocated`)
        .where(sql<boolean>`b.location_id = any (array(
          select stage_location_id from tenant.warehouses where platform_id = ${platformId}))`),
    )
    .$if(use === 'put_away', (some) =>
      some.where('b.onHand', '>', '0').where(sql<boolean>`b.location_id = any (array(
        select receive_location_id from tenant.warehouses
        where platform_id = ${platformId} and kind = 'site'))`),
    )

type BucketRow = Omit<StockBucket, 'lastMoveAt'> & {
  qtyScale: number
  lastSeq: string
  lastAt: Date
}

/** All that is shown of these buckets, in this order. */
const bucketRows = prepareByKeys(
  (_: Db, platformId: string, ids: readonly string[]) => sql<BucketRow>`
    select b.bucket_id as "bucketId", v.variant_id as "variantId", v.sku, ${itemName} as name, v.unit,
      v.qty_scale as "qtyScale", b.warehouse_id as "warehouseId", w.code as "warehouseCode",
      b.location_id as "locationId", o.code as location, b.status, b.lot_id as "lotId", t.code as lot,
      t.expires_on as "expiresOn", n.code as serial, b.on_hand as "onHand", b.allocated,
      b.last_seq as "lastSeq", b.last_at as "lastAt"
    from unnest(${ids}::bigint[]) with ordinality as k(bucket_id, place)
    join tenant.stock_buckets b on b.platform_id = ${platformId} and b.bucket_id = k.bucket_id
    join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = b.variant_id
    join tenant.products p on p.platform_id = ${platformId} and p.product_id = v.product_id
    join tenant.warehouses w on w.platform_id = ${platformId} and w.warehouse_id = b.warehouse_id
    join tenant.locations o on o.platform_id = ${platformId} and o.location_id = b.location_id
    left join tenant.lots t on t.platform_id = ${platformId} and t.lot_id = b.lot_id
    left join tenant.serials n on n.platform_id = ${platformId} and n.serial_id = b.serial_id
    order by k.place`,
)

const byBucket: Key<{ bucketId: string }> = {
  column: 'b.bucket_id',
  kind: 'whole',
  of: (row) => row.bucketId,
}

/** Buckets, each where it lies. */
export async function listBuckets(
  db: Db,
  platformId: string,
  scope: WarehouseScope,
  { q, sort, ...filter }: BucketFilter,
  page: PageRequest,
): Promise<Page<StockBucket>> {
  const words = await itemsWith(db, q)
  const wanted = buckets(db, platformId, scope, filter)
  const named = wanted
    .innerJoin('tenant.variants as v', (join) =>
      join.onRef('v.platformId', '=', 'b.platformId').onRef('v.variantId', '=', 'b.variantId'),
    )
    .where(words ?? sql<boolean>`true`)
  const rows = named.select([sql<string>`b.bucket_id`.as('bucketId'), 'v.skuKey'])
  // Every bucket is of an item: only words need it to be known for counting.
  const options = { counted: (words ? named : wanted).select(sql`1`.as('one')) }
  // Products and locations are joined where they lead.
  const pages = {
    sku: () => readPage(db, rows, { sort, keys: [...itemOrders.sku, byBucket] }, page, options),
    name: () =>
      readPage(
        db,
        rows
          .innerJoin('tenant.products as p', (join) =>
            join
              .onRef('p.platformId', '=', 'v.platformId')
              .onRef('p.productId', '=', 'v.productId'),
          )
          .select(['p.nameKey', 'p.productId']),
        { sort, keys: [...itemOrders.name, byBucket] },
        page,
        options,
      ),
    location: () =>
      readPage(
        db,
        rows
          .innerJoin('tenant.locations as o', (join) =>
            join
              .onRef('o.platformId', '=', 'b.platformId')
              .onRef('o.warehouseId', '=', 'b.warehouseId')
              .onRef('o.locationId', '=', 'b.locationId'),
          )
          .select(['o.codeKey', 'o.warehouseId']),
        {
          sort,
          keys: [
            { column: 'o.code_key', kind: 'text', of: (row) => row.codeKey },
            { column: 'o.warehouse_id', kind: 'uuid', of: (row) => row.warehouseId },
            byBucket,
          ],
        },
        page,
        options,
      ),
  }
  const found: Page<{ bucketId: string }> = await pages[sort.replace('-', '') as By]()
  const ids = found.items.map(({ bucketId }) => bucketId)
  const listed = ids.length > 0 ? await bucketRows(db, platformId, ids) : []
  return { ...found, items: listed.map(bucketOf) }
}

const bucketOf = ({ qtyScale, lastSeq, lastAt, ...row }: BucketRow): StockBucket => ({
  ...row,
  onHand: fromQuanta(row.onHand, qtyScale),
  allocated: fromQuanta(row.allocated, qtyScale),
  // A bucket that was made and never filled has no moment.
  lastMoveAt: lastSeq === '0' ? null : lastAt.toISOString(),
})
