import pg from 'pg'
import { tablesOfAudit, tablesOfMembers } from './add.ts'

/** A table with rows of a platform, for example `tenant.orders`, and the condition that finds them. */
export type MovedTable = {
  table: string
  where: string
  /** Rows are only ever added; replication could not find them again. */
  isAppendOnly: boolean
  /** The control database has these rows of every cell anyway. */
  isCopied: boolean
  /** Both databases forget such rows by themselves when their time has come. */
  expires?: boolean
}

/** Lists every table with rows of the platform, from the catalog of a database. */
export async function listMovedTables(
  client: pg.ClientBase,
  platformId: string,
): Promise<MovedTable[]> {
  const id = pg.escapeLiteral(platformId)
  const { rows } = await client.query<{ table: string; isFound: boolean }>(
    `select c.oid::regclass::text as table,
       c.relreplident = 'f' or exists (
         select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
         where i.indrelid = c.oid and i.indisprimary and c.relreplident = 'd' and a.attname = 'platform_id'
       ) as "isFound"
     from pg_class c
     where c.relnamespace = 'tenant'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by 1`,
  )
  const tenant = rows.map(({ table, isFound }) => ({
    table,
    where: `platform_id = ${id}`,
    isAppendOnly: !isFound,
    isCopied: tablesOfMembers.includes(table),
  }))
  const audit = tablesOfAudit.map((table) => ({
    table,
    where: `${table === 'audit.audit_seal' ? 'chain' : 'platform_id'} = ${id}`,
    isAppendOnly: true,
    isCopied: true,
  }))
  const answers = {
    table: 'ops.idempotency_keys',
    where: `route like ${pg.escapeLiteral(`% ${platformId}`)}`,
    isAppendOnly: false,
    isCopied: false,
    expires: true,
  }
  return [...tenant, ...audit, answers]
}

export type Counts = Map<string, number>

/** Counts the rows in each of these tables, those that expire as of `at`. */
export async function countRows(
  client: pg.ClientBase,
  tables: readonly MovedTable[],
  at: Date,
): Promise<Counts> {
  const parts = tables.map(({ table, where, expires }) => {
    const isKept = expires ? ` and expires_at > ${pg.escapeLiteral(at.toISOString())}` : ''
    return `select '${table}' as table, count(*)::int8 as count from ${table} where ${where}${isKept}`
  })
  const { rows } = await client.query<{ table: string; count: string }>(parts.join(' union all '))
  return new Map(rows.map(({ table, count }) => [table, Number(count)]))
}

/** Lists those of the tables that have rows. */
export async function listFilled<T extends MovedTable>(
  client: pg.ClientBase,
  tables: readonly T[],
): Promise<T[]> {
  const parts = tables.map(
    ({ table, where }) =>
      `select '${table}' as table where exists (select from ${table} where ${where})`,
  )
  const { rows } = await client.query<{ table: string }>(parts.join(' union all '))
  const filled = new Set(rows.map(({ table }) => table))
  return tables.filter(({ table }) => filled.has(table))
}
