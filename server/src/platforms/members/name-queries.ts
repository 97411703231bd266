import { sql, type Expression } from 'kysely'

/** The name of a member `u`, or the address of one without a name. */
export const memberName = sql<string | null>`
  coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')), ''), u.email)`

/** Returns a column with the name of the member or API key with this id, null after removal. */
export const nameOfMember = (platformId: string, id: Expression<unknown>) => sql<string | null>`
  coalesce(
    (select ${memberName} from tenant.members u
      where u.platform_id = ${platformId} and u.id = ${id}),
    (select k.name from tenant.api_keys k
      where k.platform_id = ${platformId} and k.key_id = ${id}))`
