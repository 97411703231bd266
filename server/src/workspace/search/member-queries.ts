import { sql } from 'kysely'
import type { SearchSource } from './source-queries.ts'

/** Members by the id on their card. They are of a group below, so the search itself knows them. */
export const memberSource: SearchSource = {
  actions: [['open', 'platform.member.read']],
  letter: 'U',

  exact: ({ platformId, uuid }) => sql`
    select 1, m.id, m.email, '', null::uuid, null::text, null::text, null::uuid, null::text
    from tenant.members m where m.platform_id = ${platformId} and m.id = ${uuid}::uuid`,
}
