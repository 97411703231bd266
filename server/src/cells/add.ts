import type pg from 'pg'
import { migrate } from '../database/migrate.ts'
import { StartRefused } from '../errors.ts'
import type { Secrets } from '../crypto/secrets.ts'
import { controlCell, sealUrls, type CellUrls } from './cells.ts'
import { connectAdmin, publish, subscribe, waitForTables, type Publication } from './replication.ts'

/** Tables that every cell has copies of: members with an account sign in with them. */
export const identityTables = [
  'identity.accounts',
  'identity.credentials',
  'identity.totp_factors',
  'identity.backup_codes',
  'identity.passkeys',
  'identity.signing_keys',
]

/** Accounts are changed in the control database only. Failed sign-ins are counted where they happen. */
const refuseWrites = `do $$
declare
  v_table regclass;
begin
  for v_table in
    select c.oid from pg_class c
    where c.relnamespace = 'identity'::regnamespace and c.relkind = 'r' and c.relname <> 'sign_in_lanes'
  loop
    execute format('create or replace trigger copied_only before insert or update or delete on %s
      for each statement execute function directory.refuse_write()', v_table);
  end loop;
end $$`

/** Tables that the control database has copies of: operator pages show all platforms of an operator. */
export const tablesOfMembers = ['tenant.platforms', 'tenant.slug_history', 'tenant.members']
export const tablesOfAudit = ['audit.audit_log', 'audit.audit_seal', 'audit.audit_values']

const ownChain = '00000000-0000-0000-0000-000000000000'

const identity: Publication = {
  name: 'stowage_identity',
  tables: [
    ...identityTables.map((table) => ({ table })),
    { table: 'directory.marks', where: "channel = 'identity'" },
  ],
}
const members: Publication = {
  name: 'stowage_members',
  tables: [
    ...tablesOfMembers.map((table) => ({ table })),
    { table: 'directory.marks', where: "channel = 'control'" },
  ],
}
// Events outside any platform belong to the database that wrote them.
const audit: Publication = {
  name: 'stowage_audit',
  isAppendOnly: true,
  tables: [
    { table: 'audit.audit_log', where: 'platform_id is not null' },
    { table: 'audit.audit_seal', where: `chain <> '${ownChain}'` },
    { table: 'audit.audit_values' },
  ],
}

/** Names of subscriptions and slots. A slot is known to a whole server, so it names the cell. */
export const intoCell = (cell: string) => ({
  name: identity.name,
  slot: `stowage_identity_${cell.replaceAll('-', '_')}`,
})
export const intoControl = (cell: string) => ({
  name: `stowage_cell_${cell.replaceAll('-', '_')}`,
  slot: `stowage_control_${cell.replaceAll('-', '_')}`,
})

type Options = {
  name: string
  urls: CellUrls
  /** A superuser of the control database, as the cell reaches it. */
  controlUrl: string
  secrets: Pick<Secrets, 'seal'>
  at: Date
}

/**
 * Makes an empty database a cell: installs the tables, keeps the accounts copied into it and its members and audit log
 * copied out of it, and lists it in the directory. Can be repeated after it failed. Servers use the cell within seconds.
 */
export async function addCell({ name, urls, controlUrl, secrets, at }: Options): Promise<void> {
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(name) || name === controlCell)
    throw new StartRefused(
      `${name} cannot be the name of a cell. Use up to 31 lower-case letters, digits and hyphens, first a letter.`,
    )
  await using control = await connectAdmin(controlUrl)
  await using cell = await connectAdmin(urls.adminUrl)
  await requireReplication(control, 'The control database')
  await requireReplication(cell, `The database of ${name}`)
  await requireApart(control, cell)
  await migrate(urls.ownerUrl, { servingLogin: decodeURIComponent(new URL(urls.url).username) })
  await requireEmpty(control, cell, name)

  await cell.query(refuseWrites)
  await publish(control, identity)
  await subscribe(control, cell, {
    ...intoCell(name),
    publisherUrl: controlUrl,
    publications: [identity.name],
    origin: 'none',
  })
  await publish(cell, members)
  await publish(cell, audit)
  await subscribe(cell, control, {
    ...intoControl(name),
    publisherUrl: urls.adminUrl,
    publications: [members.name, audit.name],
    origin: 'none',
  })
  await waitForTables(cell, intoCell(name).name)
  await waitForTables(control, intoControl(name).name)
  await control.query(
    `insert into directory.cells (name, urls, added_at) values ($1, null, $3), ($2, $4, $3)
     on conflict (name) do update set urls = excluded.urls`,
    [controlCell, name, at, sealUrls(secrets, name, urls)],
  )
}

async function requireReplication(client: pg.ClientBase, which: string): Promise<void> {
  const { rows } = await client.query<{ version: number; level: string; isSuperuser: boolean }>(
    `select current_setting('server_version_num')::int as version,
       current_setting('wal_level') as level,
       current_setting('is_superuser') = 'on' as "isSuperuser"`,
  )
  const [found] = rows
  if (!found || found.version < 160_000)
    throw new StartRefused(`${which} needs PostgreSQL 16 or newer to be one of several.`)
  if (found.level !== 'logical')
    throw new StartRefused(`${which} needs the setting wal_level = logical, and a restart.`)
  if (!found.isSuperuser)
    throw new StartRefused(`${which}: the login of its admin URL is not a superuser.`)
}

/** A database cannot be a cell of itself. */
async function requireApart(control: pg.ClientBase, cell: pg.ClientBase): Promise<void> {
  const whereIs = async (client: pg.ClientBase) => {
    const { rows } = await client.query<{ place: string }>(
      `select system_identifier || ' ' || current_database() as place from pg_control_system()`,
    )
    return rows[0]?.place
  }
  if ((await whereIs(control)) === (await whereIs(cell)))
    throw new StartRefused('The cell needs a database of its own. This is the control database.')
}

async function requireEmpty(control: pg.ClientBase, cell: pg.ClientBase, name: string) {
  const known = await control.query('select from directory.cells where name = $1', [name])
  if (known.rowCount) return
  const found = await cell.query(
    'select from tenant.platforms union all select from identity.sessions limit 1',
  )
  if (found.rowCount)
    throw new StartRefused(
      'The database of a new cell must be empty. This one was used by an installation of its own.',
    )
}
