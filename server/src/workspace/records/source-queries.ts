import type { WarehousePermission } from '@stowage/contract/member-permissions'
import { sql } from 'kysely'
import type { SearchSource } from '../search/source-queries.ts'
import type { RecordArea, RecordKind, RecordRow } from './queries.ts'

/** The most records that are found by the beginning of their code, and by that of their name. */
const most = 5

/**
 * Returns how a record is found by its code, by the beginning of its code or name, or by the id in the address of its
 * page. What it is searched by are its code and its name.
 */
export function recordSource<Row extends RecordRow & { name: string }, Area extends RecordArea>(
  { table: tableName, key, code }: RecordKind<Row, Area>,
  right: WarehousePermission,
  page: string,
): SearchSource {
  const table = sql.table(tableName)
  const id = sql.ref(`r.${key}`)
  const label = sql.ref(`r.${code}`)
  const codeKey = sql.ref(`r.${code}Key`)
  const nameKey = sql`split_part(r.search, E'\n', 2) collate "C"`
  return {
    actions: [['open', right]],
    page,
    inSearch: 'itself',

    exact: ({ platformId, key, uuid }) => sql`
      select 1, f.id, f.label, f.name, null::uuid, null::text, null::text, null::uuid, null::text
      from (
        select ${id} as id, ${label} as label, r.name from ${table} r
        where r.platform_id = ${platformId} and ${codeKey} = ${key}
        union all
        select ${id}, ${label}, r.name from ${table} r
        where r.platform_id = ${platformId} and ${id} = ${uuid}::uuid
      ) f`,

    prefixed: ({ platformId, key, keyEnd }) => sql`
      (select ${id}, ${label}, null::uuid, null::uuid, r.name
       from ${table} r
       where r.platform_id = ${platformId} and r.state = 'active'
         and ${codeKey} >= ${key} and ${codeKey} < ${keyEnd}
       order by ${codeKey} limit ${sql.lit(most)})
      union
      (select ${id}, ${label}, null::uuid, null::uuid, r.name
       from ${table} r
       where r.platform_id = ${platformId} and r.state = 'active'
         and ${nameKey} >= ${key} and ${nameKey} < ${keyEnd}
       order by ${nameKey} limit ${sql.lit(most)})`,
  }
}
