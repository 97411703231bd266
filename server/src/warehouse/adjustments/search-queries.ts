import { sql } from 'kysely'
import { inSight, type SearchSource } from '../../workspace/search/source-queries.ts'

/** Adjustments by their number. */
export const adjustmentSource: SearchSource = {
  actions: [['open', 'stock.read']],
  inSearch: 'itself',

  exact: ({ platformId, scope, number }) => sql`
    select 1, a.adjustment_id, a.number, '', null::uuid, null::text, null::text, a.warehouse_id, w.code
    from tenant.adjustments a
    join tenant.warehouses w on w.platform_id = a.platform_id and w.warehouse_id = a.warehouse_id
    where a.platform_id = ${platformId} and a.number = ${number}
      and ${inSight(scope, 'a.warehouse_id')}`,

  prefixed: ({ platformId, scope, number, numberEnd }) => sql`
    select a.adjustment_id, a.number, null::uuid, a.warehouse_id, a.reason_code
    from tenant.adjustments a
    where a.platform_id = ${platformId} and a.number >= ${number} and a.number < ${numberEnd}
      and ${inSight(scope, 'a.warehouse_id')}
    order by a.number limit 5`,
}
