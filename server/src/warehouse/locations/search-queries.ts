import { sql } from 'kysely'
import { isInWarehouses, type SearchSource } from '../../workspace/search/source-queries.ts'

/** The most locations of one code that are named, one a warehouse. */
const mostPlaces = 10

/** Locations by their barcodes and by their codes, which two warehouses may share. */
export const locationSource: SearchSource = {
  actions: [
    ['open', 'location.read'],
    ['move', 'stock.move'],
    ['adjust', 'stock.adjust.create'],
  ],
  letter: 'L',
  page: 'locations',
  inSearch: 'itself',

  exact: ({ platformId, scope, code, key, warehouseId }) => sql`
    (select 1, l.location_id, l.code, '', null::uuid, null::text, null::text, l.warehouse_id, w.code
     from tenant.locations l
     join tenant.warehouses w on w.platform_id = l.platform_id and w.warehouse_id = l.warehouse_id
     where l.platform_id = ${platformId} and l.barcode = ${code}
       and ${isInWarehouses(scope, 'l.warehouse_id')})
    union all
    (select case when l.warehouse_id = ${warehouseId}::uuid then 2 else 3 end, l.location_id, l.code,
       '', null, null, null, l.warehouse_id, w.code
     from tenant.warehouses w
     join tenant.locations l on l.platform_id = w.platform_id and l.warehouse_id = w.warehouse_id
       and l.code_key = ${key}
     where w.platform_id = ${platformId} and w.kind = 'site' and ${isInWarehouses(scope, 'w.warehouse_id')}
     order by 1, w.rank, w.code limit ${sql.lit(mostPlaces)})`,

  prefixed: ({ platformId, scope, key, keyEnd }) => sql`
    select l.location_id, l.code, null::uuid, l.warehouse_id, w.code
    from tenant.warehouses w
    join lateral (
      select * from tenant.locations o
      where o.platform_id = w.platform_id and o.warehouse_id = w.warehouse_id
        and o.code_key >= ${key} and o.code_key < ${keyEnd} and o.status <> 'archived'
      order by o.code_key limit 8) l on true
    where w.platform_id = ${platformId} and w.kind = 'site' and ${isInWarehouses(scope, 'w.warehouse_id')}
    limit 8`,
}

/** Containers by the code on them. */
export const containerSource: SearchSource = {
  actions: [['open', 'stock.read']],
  letter: 'T',

  exact: ({ platformId, code }) => sql`
    select 1, c.container_id, c.code, '', null::uuid, null::text, null::text, null::uuid, null::text
    from tenant.containers c where c.platform_id = ${platformId} and c.code = ${code}`,
}
