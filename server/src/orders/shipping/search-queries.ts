import { sql } from 'kysely'
import type { SearchSource } from '../../workspace/search/source-queries.ts'

/** A tracking number is of one shipment, of a few where one was voided. */
const most = 5

/** Shipments by their number or their tracking number. */
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
       where platform_id = ${platformId} and tracking = ${code} and tracking <> ''
         and state <> 'voided'
       order by shipped_at desc limit ${sql.lit(most)})
    ) d
    where ${scope}::uuid[] is null or d.warehouse_id = any (${scope}::uuid[])`,
}
