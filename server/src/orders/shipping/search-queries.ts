import { sql } from 'kysely'
import type { SearchSource } from '../../workspace/search/source-queries.ts'

/** A tracking number is of one shipment, of a few where several parcels go under one number. */
const most = 5

/** As `trackingKey`, in the statement, which is prepared. */
const keyOf = (code: string) => sql`regexp_replace(${code}::text, '\\s', '', 'g')`

/** Shipments by their number, or by their tracking number or that of one of their packages. */
export const shipmentSource: SearchSource = {
  actions: [['open', 'order.read']],

  exact: ({ platformId, scope, code, number }) => sql`
    select d.rank, d.shipment_id, d.number, d.carrier, null::uuid, null::text, null::text,
      d.warehouse_id, (
        select w.code from tenant.warehouses w
        where w.platform_id = d.platform_id and w.warehouse_id = d.warehouse_id)
    from (
      select 1 as rank, platform_id, shipment_id, number, carrier, warehouse_id
      from tenant.shipments where platform_id = ${platformId} and number = ${number}
      union all
      (select 2, platform_id, shipment_id, number, carrier, warehouse_id from tenant.shipments
       where platform_id = ${platformId} and tracking in (${keyOf(code)}, upper(${keyOf(code)}))
         and tracking <> '' and state <> 'voided'
       order by shipped_at desc limit ${sql.lit(most)})
      union
      (select 2, s.platform_id, s.shipment_id, s.number, s.carrier, s.warehouse_id
       from tenant.packages k
       join tenant.shipments s on s.platform_id = k.platform_id and s.shipment_id = k.shipment_id
       where k.platform_id = ${platformId} and k.tracking <> ''
         and k.tracking collate "C" in (${keyOf(code)}, upper(${keyOf(code)}))
       order by s.shipped_at desc limit ${sql.lit(most)})
    ) d
    where ${scope}::uuid[] is null or d.warehouse_id = any (${scope}::uuid[])`,
}
