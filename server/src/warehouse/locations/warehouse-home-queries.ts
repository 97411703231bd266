import { sql } from 'kysely'
import type { SetupSource } from '../../workspace/home/source-queries.ts'

export const warehouseStep: SetupSource = (platformId) => sql`
  exists (select from tenant.warehouses where platform_id = ${platformId} and kind = 'site')`
