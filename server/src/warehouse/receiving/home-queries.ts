import { sql } from 'kysely'
import {
  inSight,
  looked,
  type RecentSource,
  type TileSource,
} from '../../workspace/home/source-queries.ts'

export const toReceiveTile: TileSource = (platformId, scope) => sql`
  select count(*), min(created_at) from tenant.receipts
  where platform_id = ${platformId} and state = 'open' and ${inSight(scope, 'warehouse_id')}`

export const recentReceipts: RecentSource = {
  touched: ({ platformId, scope, memberId }) => sql`
    select receipt_id::text, number, updated_at
    from (select * from tenant.receipts where platform_id = ${platformId}
          order by created_at desc, receipt_id desc limit ${looked}) r
    where updated_by = ${memberId} and ${inSight(scope, 'warehouse_id')}`,
}
