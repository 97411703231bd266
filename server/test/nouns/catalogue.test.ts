import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '../../src/database/connect.ts'
import { withRole } from '../../src/database/login.ts'
import { createDatabase, type TestDatabase } from '../cluster.ts'

let database: TestDatabase
let owner: Database
beforeAll(async () => {
  database = await createDatabase()
  owner = connect(database.ownerUrl)
})
afterAll(async () => {
  await owner.close()
  await database.drop()
})

test('all tenant data is under row-level security', async () => {
  const { rows } = await sql`
    select 'table without forced policies' as what, c.oid::regclass::text as which
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)
      and (n.nspname = 'tenant' or c.oid in ('audit.audit_log'::regclass, 'audit.audit_seal'::regclass))
    union all
    -- The setting must stand in a sub-select: read for each row it costs seven times as much.
    select 'policy that reads a setting for each row', policyname || ' on ' || tablename
    from pg_policies p cross join lateral (select coalesce(p.qual, '') || coalesce(p.with_check, '')) t(text)
    where schemaname in ('tenant', 'audit') and t.text like '%current_setting%'
      and t.text !~ 'SELECT \\(?NULLIF\\(current_setting'
    union all
    select 'foreign key without platform_id', k.conname
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace
    where k.contype = 'f' and n.nspname = 'tenant' and not exists (
      select from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey)
        and a.attname = 'platform_id')
    union all
    select 'view with the rights of its owner', c.oid::regclass::text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('v', 'm') and n.nspname in ('identity', 'tenant', 'audit', 'ops', 'directory')
      and not coalesce('security_invoker=true' = any (c.reloptions), false)
    union all
    select 'function with the rights of its owner', p.oid::regprocedure::text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and n.nspname in ('identity', 'tenant', 'audit', 'ops', 'directory')
      and p.oid not in (
        'audit.queue_for_sealing()'::regprocedure, 'audit.note_values()'::regprocedure,
        'directory.note_slug()'::regprocedure, 'directory.forget_slug()'::regprocedure,
        'directory.require_here(uuid, boolean)'::regprocedure,
        'directory.require_home()'::regprocedure)
    union all
    select 'function with a changeable search path', p.oid::regprocedure::text
    from pg_proc p where p.prosecdef
      and p.pronamespace in ('authz'::regnamespace, 'audit'::regnamespace)
      and not coalesce('search_path=pg_catalog, pg_temp' = any (p.proconfig), false)`.execute(
    owner.db,
  )
  expect(rows).toEqual([])
})

test('every table of a tenant has its platform as key', async () => {
  const own =
    "(platform_id = ( SELECT (NULLIF(current_setting('app.platform_id'::text, true), ''::text))::uuid AS \"nullif\"))"
  const { rows } = await sql<{
    table: string
    isForced: boolean
    firstOfKey: string
    own: string[]
  }>`
    select c.relname as "table", c.relrowsecurity and c.relforcerowsecurity as is_forced,
      (select a.attname from pg_index i
        join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indisprimary) as first_of_key,
      (select array[p.cmd, p.roles::text, p.qual, p.with_check] from pg_policies p
        where p.schemaname = 'tenant' and p.tablename = c.relname and p.policyname = 'own_platform') as own
    from pg_class c
    where c.relnamespace = 'tenant'::regnamespace and c.relkind in ('r', 'p')
    order by 1`.execute(owner.db)
  expect(rows.length).toBeGreaterThan(40)
  for (const { table, ...found } of rows)
    expect({ table, ...found }).toEqual({
      table,
      isForced: true,
      // A path belongs to one platform at a time, whichever that is.
      firstOfKey: table === 'slug_history' ? 'slug' : 'platform_id',
      own: ['ALL', expect.stringMatching(/^\{stowage_app(,stowage_stock)?\}$/), own, own],
    })
})

const rightsOf = async (role: string) => {
  const { rows } = await sql<{ right: string }>`
    select c.oid::regclass || ' ' || lower(a.privilege_type) as "right"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    cross join lateral aclexplode(c.relacl) a
    where a.grantee = ${role}::regrole
      and n.nspname in ('identity', 'tenant', 'audit', 'ops', 'directory', 'pgboss')
    order by 1`.execute(owner.db)
  return rows.map(({ right }) => right)
}

test('the sealer has only the rights it needs', async () => {
  expect(await rightsOf('stowage_sealer')).toEqual([
    'audit.audit_log select',
    'audit.audit_pending delete',
    'audit.audit_pending select',
    'audit.audit_seal insert',
    'audit.audit_seal select',
  ])
  const { rows } = await sql`
    select n.nspname as schema from pg_namespace n cross join lateral aclexplode(n.nspacl) a
    where a.grantee = 'stowage_sealer'::regrole`.execute(owner.db)
  expect(rows).toEqual([{ schema: 'audit' }])
  const { rows: members } = await sql`
    select from pg_auth_members where member = 'stowage_sealer'::regrole`.execute(owner.db)
  expect(members).toEqual([])
})

test('the serving role reads seals, cannot insert them and cannot change the queue', async () => {
  const rights = await rightsOf('stowage_app')
  expect(rights.filter((right) => right.startsWith('audit.'))).toEqual([
    'audit.audit_log insert',
    'audit.audit_log select',
    'audit.audit_seal select',
    'audit.audit_values select',
  ])
  const { db, close } = connect(database.appUrl)
  try {
    for (const statement of [
      'select from audit.audit_pending',
      'delete from audit.audit_pending',
      'insert into audit.audit_seal select * from audit.audit_seal',
      'delete from audit.audit_seal',
    ])
      await expect(sql.raw(statement).execute(db), statement).rejects.toThrow(/permission denied/)
    const { rows } = await sql`
      select pg_has_role(current_user, 'stowage_sealer', 'member') as member`.execute(db)
    expect(rows).toEqual([{ member: false }])
  } finally {
    await close()
  }
})

test('neither the sealer nor the owner can change a seal', async () => {
  const sealer = connect(withRole(database.ownerUrl, 'stowage_sealer'))
  try {
    for (const table of ['audit.audit_log', 'audit.audit_seal'])
      for (const statement of [`delete from ${table}`, `truncate ${table}`]) {
        await expect(sql.raw(statement).execute(sealer.db)).rejects.toThrow(/permission denied/)
        if (statement.startsWith('truncate'))
          await expect(sql.raw(statement).execute(owner.db)).rejects.toThrow(/only appended/)
      }
  } finally {
    await sealer.close()
  }
})
