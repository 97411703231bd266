import { sql, type Expression } from 'kysely'

/** The name of a member `u`, or the address of one without a name. */
export const memberName = sql<string | null>`
  coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')), ''), u.email)`

/** Returns a column with the name of the member with this id, null after removal. */
export const nameOfMember = (platformId: string, id: Expression<unknown>) => sql<string | null>`(
  select ${memberName} from tenant.members u
  where u.platform_id = ${platformId} and u.id = ${id})`
