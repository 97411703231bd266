import { sql } from 'kysely'
import { inSight, type TileSource } from '../../workspace/home/source-queries.ts'

/** Returns that were received and wait for their inspection. */
export const toInspectTile: TileSource = (platformId, scope) => sql`
  select count(*), min(received_at) from tenant.returns
  where platform_id = ${platformId} and state = 'received' and ${inSight(scope, 'warehouse_id')}`
