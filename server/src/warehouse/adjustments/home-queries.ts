import { sql } from 'kysely'
import {
  inSight,
  looked,
  type RecentSource,
  type TileSource,
} from '../../workspace/home/source-queries.ts'

export const toApproveTile: TileSource = (platformId, scope) => sql`
  select count(*), min(updated_at) from tenant.adjustments
  where platform_id = ${platformId} and state = 'pending_approval'
    and ${inSight(scope, 'warehouse_id')}`

export const recentAdjustments: RecentSource = {
  touched: ({ platformId, scope, memberId }) => sql`
    select adjustment_id::text, number, updated_at
    from (select * from tenant.adjustments where platform_id = ${platformId}
          order by created_at desc, adjustment_id desc limit ${looked}) a
    where updated_by = ${memberId} and ${inSight(scope, 'warehouse_id')}`,
}
