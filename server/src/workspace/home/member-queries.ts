import { sql } from 'kysely'
import type { SetupSource } from './source-queries.ts'

/** Members are of a group below, so the home page itself knows them. */
export const teamStep: SetupSource = (platformId) => sql`
  (select count(*) > 1 from (select from tenant.members
    where platform_id = ${platformId} and status = 'active' limit 2) m)`
