import { sql } from 'kysely'
import { inSight, type SearchSource } from '../../workspace/search/source-queries.ts'

/** Receipts by their number, or by the id in the address of their page. */
export const receiptSource: SearchSource = {
  actions: [['open', 'stock.read']],
  page: 'receiving',
  inSearch: 'itself',

  exact: ({ platformId, scope, number, uuid }) => sql`
    select 1, r.receipt_id, r.number, '', null::uuid, null::text, null::text, r.warehouse_id, w.code
    from (
      select receipt_id, number, warehouse_id from tenant.receipts
      where platform_id = ${platformId} and number = ${number}
      union all
      select receipt_id, number, warehouse_id from tenant.receipts
      where platform_id = ${platformId} and receipt_id = ${uuid}::uuid
    ) r
    join tenant.warehouses w on w.platform_id = ${platformId} and w.warehouse_id = r.warehouse_id
    where ${inSight(scope, 'r.warehouse_id')}`,

  prefixed: ({ platformId, scope, number, numberEnd }) => sql`
    select r.receipt_id, r.number, null::uuid, r.warehouse_id, r.reference
    from tenant.receipts r
    where r.platform_id = ${platformId} and r.number >= ${number} and r.number < ${numberEnd}
      and ${inSight(scope, 'r.warehouse_id')}
    order by r.number limit 5`,
}
