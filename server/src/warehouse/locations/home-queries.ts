import { sql } from 'kysely'
import type { SetupSource } from '../../workspace/home/source-queries.ts'

/** A location beside those that a warehouse begins with. */
export const locationsStep: SetupSource = (platformId) => sql`
  exists (select from tenant.locations l
    join tenant.warehouses w on w.platform_id = l.platform_id
      and w.warehouse_id = l.warehouse_id and w.kind = 'site'
    where l.platform_id = ${platformId}
      and l.location_id not in (w.receive_location_id, w.stage_location_id,
        w.quarantine_location_id, w.damaged_location_id))`

export const warehouseStep: SetupSource = (platformId) => sql`
  exists (select from tenant.warehouses where platform_id = ${platformId} and kind = 'site')`
