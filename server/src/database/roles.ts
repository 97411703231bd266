import { sql } from 'kysely'
import pg from 'pg'
import { StartRefused } from '../errors.ts'
import type { Db } from './connect.ts'

// None of these can log in. stowage_app and stowage_sealer get logins in the embedded server.
// Otherwise the given logins act as them.
const roles = [
  'stowage_owner',
  'stowage_app',
  'stowage_authz',
  'stowage_stock',
  'stowage_sealer',
  'stowage_report',
]

/**
 * Creates missing roles and the migration tables. Changes nothing that exists, so a login without
 * CREATEROLE works if an administrator prepared the roles.
 */
export async function bootstrapRoles(client: pg.Client, servingLogin?: string): Promise<void> {
  const { rows } = await client.query<{ login: string; superuser: boolean; database: string }>(
    `select session_user::text as login, r.rolsuper as superuser, current_database() as database
     from pg_roles r where r.rolname = session_user`,
  )
  const me = rows[0]
  if (!me) throw new Error('The login of this connection is not in pg_roles.')
  await prepareRoles(client, { ...(!me.superuser && { owner: me.login }), serving: servingLogin })
  await client.query(
    `do $$ begin
       if not has_database_privilege('stowage_owner', current_database(), 'create') then
         execute format('grant create on database %I to stowage_owner', current_database());
       end if;
     end $$`,
  )
  if (!(await mayCreate(client))) {
    throw new StartRefused(
      `The owner login ${me.login} cannot give stowage_owner the right to create schemas. Run as its ` +
        `administrator: grant create on database ${me.database} to stowage_owner;`,
    )
  }
  await client.query(`
    begin;
    set local role stowage_owner;
    create schema if not exists ops;
    create table if not exists ops.migrations (
      id int not null constraint migrations_pkey primary key,
      name text not null,
      sha256 text not null,
      applied_at timestamptz not null default now()
    );
    create table if not exists ops.functions (
      name text not null constraint functions_pkey primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    );
    grant usage on schema ops to stowage_app;
    grant select on ops.migrations, ops.functions to stowage_app;
    commit`)
}

type Logins = { owner?: string | undefined; serving?: string | undefined }

/** Creates missing roles and makes these logins members of those they act as. */
export async function prepareRoles(client: pg.Client, { owner, serving }: Logins): Promise<void> {
  for (const role of roles) await createRole(client, role)
  // Migrations assign functions of two schemas to their own roles, which requires membership.
  const memberships: [role: string, member: string][] = [
    ['stowage_authz', 'stowage_owner'],
    ['stowage_stock', 'stowage_owner'],
  ]
  // The owner's login seals, because the serving login must not read the whole log.
  if (owner)
    for (const role of ['stowage_owner', 'stowage_app', 'stowage_sealer'])
      memberships.push([role, owner])
  if (serving && serving !== 'stowage_app') memberships.push(['stowage_app', serving])
  for (const [role, member] of memberships) await grantRole(client, role, member)
}

/**
 * Refuses a serving connection that row-level security does not bind: a superuser, a role with
 * BYPASSRLS, the owner of the tables, the sealer, or a member of these.
 */
export async function checkServingRole(db: Db): Promise<void> {
  const { rows } = await sql<{ role: string; acts: string; why: string }>`
    select current_user::text as role, r.rolname::text as acts,
      case
        when r.rolsuper then 'is a superuser'
        when r.rolbypassrls then 'bypasses row-level security'
        when r.rolname = 'stowage_sealer' then 'may read the audit log of everybody'
        else 'owns tables of the application'
      end as why
    from pg_roles r
    where pg_has_role(current_user, r.oid, 'member')
      and (r.rolsuper or r.rolbypassrls or r.rolname in ('stowage_owner', 'stowage_sealer') or exists (
        select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relowner = r.oid and n.nspname in ('identity', 'tenant', 'audit', 'ops', 'directory', 'pgboss')))
    order by r.rolname = current_user desc, r.rolname
    limit 1`.execute(db)
  const found = rows[0]
  if (!found) return
  const via = found.acts === found.role ? '' : ` (through ${found.acts})`
  throw new StartRefused(
    `DATABASE_URL: the role ${found.role} ${found.why}${via}, so row-level security would not separate tenants. ` +
      'Use stowage_app or a login that is a member of stowage_app only.',
  )
}

async function createRole(client: pg.Client, role: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  if (rowCount) return
  try {
    await client.query(
      `create role ${role} nologin nosuperuser nobypassrls nocreatedb nocreaterole`,
    )
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined
    // Another database of this server was migrated concurrently.
    if (code === '42710' || code === '23505') return
    if (code === '42501') {
      throw new StartRefused(
        `The owner login cannot create the role ${role}. Give it CREATEROLE, or have the ` +
          `administrator create the roles ${roles.join(', ')}.`,
        { cause: error },
      )
    }
    throw error
  }
}

async function grantRole(client: pg.Client, role: string, member: string): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_auth_members where roleid = to_regrole($1) and member = to_regrole($2)
     and coalesce((to_jsonb(pg_auth_members) ->> 'set_option')::boolean, true)`,
    [pg.escapeIdentifier(role), pg.escapeIdentifier(member)],
  )
  if (rowCount) return
  const grant = `grant ${pg.escapeIdentifier(role)} to ${pg.escapeIdentifier(member)}`
  try {
    await client.query(grant)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
    throw new StartRefused(
      `The owner login cannot grant the role ${role}. Run as its administrator: ${grant};`,
      { cause: error },
    )
  }
}

async function mayCreate(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_database_privilege('stowage_owner', current_database(), 'create') as may`,
  )
  return rows[0]?.may === true
}
