import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from './cluster.ts'

/* A table that a migration makes for a new kind of document is what the tables of documents are. */

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await client.query(`call ops.make_document_table('transfers', 'transfer', '{open,closed}')`)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Returns the columns, constraints, indexes, policies and rights of a table that is called `t`, the id of its document `d_id`. */
async function shapeOf(table: string, document: string): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select line from (
      select format('%s %s %s default %s', a.attname, format_type(a.atttypid, a.atttypmod),
        case when a.attnotnull then 'not null' else 'null' end,
        case when a.attname = 'state' then 'first' else pg_get_expr(d.adbin, d.adrelid) end) as line
      from pg_attribute a
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = $1::regclass and a.attnum > 0
      union all
      select conname || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where conrelid = $1::regclass and contype in ('p', 'u')
      union all
      select conname || ' checks the state'
      from pg_constraint where conrelid = $1::regclass and conname like '%state_check'
      union all
      select pg_get_indexdef(indexrelid) from pg_index where indrelid = $1::regclass
      union all
      select format('policy %s %s %s', polname, pg_get_expr(polqual, polrelid),
        array(select rolname from pg_roles where oid = any (polroles) order by 1))
      from pg_policy where polrelid = $1::regclass
      union all
      select format('%s may %s', grantee, privilege_type)
      from information_schema.role_table_grants
      where table_schema = 'tenant' and table_name = $2
        and grantee in ('stowage_app', 'stowage_stock')
      union all
      select 'row security ' || (relrowsecurity and relforcerowsecurity) from pg_class where oid = $1::regclass
    ) lines order by line`,
    [`tenant.${table}`, table],
  )
  return rows.map(({ line }) =>
    line.replaceAll(table, 't').replaceAll(`${document}_id`, 'd_id').replaceAll('tenant.t', 't'),
  )
}

test.each([
  ['fulfillments', 'fulfillment'],
  ['returns', 'return'],
])('has all that %s have', async (table, document) => {
  const made = await shapeOf('transfers', 'transfer')
  expect(made.length).toBeGreaterThan(20)
  const existing = await shapeOf(table, document)
  expect(made.filter((line) => !existing.includes(line))).toEqual([])
})

test('begins in its first state and takes no other than those it has', async () => {
  const insert = (number: string, columns = '', values = '') =>
    client.query(
      `insert into tenant.transfers (platform_id, transfer_id, number, created_at, updated_at${columns})
       values (gen_random_uuid(), gen_random_uuid(), $1, now(), now()${values}) returning state, version`,
      [number],
    )
  expect((await insert('TR-1')).rows).toEqual([{ state: 'open', version: 1 }])
  await expect(insert('TR-2', ', state', `, 'lost'`)).rejects.toThrow('transfers_state_check')
})
