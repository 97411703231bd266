import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { StartRefused } from '../errors.ts'
import { describeFile, requireWhole, type Manifest } from './backup-files.ts'
import { prepareRoles } from './roles.ts'

/* Backups of an external database, by the tools of its PostgreSQL. */

const dumpName = 'stowage.dump'

/** Dumps the database behind `url` into `target`. Returns the rows of each table at that moment. */
export async function dumpDatabase(
  url: string,
  target: string,
): Promise<Pick<Manifest, 'files' | 'rows'>> {
  return withClient(url, async (client) => {
    await requireRight(
      client,
      `rolsuper or rolbypassrls and pg_has_role(oid, 'pg_read_all_data', 'usage')`,
      'cannot read all rows, because row-level security applies to it. Set DATABASE_ADMIN_URL to a superuser, or to a login with BYPASSRLS and pg_read_all_data.',
    )
    // The dump and the counts see the same moment.
    await client.query('begin isolation level repeatable read read only')
    const { rows: exported } = await client.query<{ snapshot: string }>(
      'select pg_export_snapshot() as snapshot',
    )
    const rows = await countRows(client)
    await runTool('pg_dump', url, [
      '--format=custom',
      `--snapshot=${exported[0]?.snapshot ?? ''}`,
      `--file=${join(target, dumpName)}`,
    ])
    await client.query('commit')
    return { rows, files: [await describeFile(target, dumpName)] }
  })
}

/** Loads a dump into the empty database behind `url` and compares the rows of each table. */
export async function loadDump(
  url: string,
  source: string,
  { files, rows }: Manifest,
  logins: { owner: string; serving: string },
): Promise<void> {
  await withClient(url, async (client) => {
    await requireRight(
      client,
      'rolsuper',
      'cannot restore a backup, because functions and tables would get the wrong owner. Set DATABASE_ADMIN_URL to a superuser.',
    )
    await requireEmpty(client)
    await requireWhole(source, files)
    await prepareRoles(client, logins)
    await runTool('pg_restore', url, [
      '--exit-on-error',
      '--single-transaction',
      join(source, dumpName),
    ])
    const restored = await countRows(client)
    for (const [table, count] of Object.entries(rows))
      if (restored[table] !== count)
        throw new StartRefused(
          `The restore is not complete: ${table} has ${restored[table] ?? 'no'} rows instead of ${count}.`,
        )
  })
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, statement_timeout: 0 })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function requireRight(client: pg.Client, right: string, lack: string) {
  const { rows } = await client.query<{ login: string; isEnough: boolean }>(
    `select rolname as login, ${right} as "isEnough" from pg_roles where rolname = session_user`,
  )
  const [me] = rows
  if (!me?.isEnough) throw new StartRefused(`The login ${me?.login ?? ''} ${lack}`)
}

async function requireEmpty(client: pg.Client) {
  const { rows } = await client.query<{ database: string; tables: number }>(
    `select current_database() as database, count(*)::int as tables
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
  )
  const [found] = rows
  if (found && found.tables > 0)
    throw new StartRefused(
      `The database ${found.database} is not empty: it has ${found.tables} tables. Restore into a new database.`,
    )
}

/** Returns the number of rows of each table, by its name with schema. */
async function countRows(client: pg.Client): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
     order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${name}`)
    counts[name] = Number(rows[0]?.count)
  }
  return counts
}

/** Runs a tool of PostgreSQL on the database behind `url`. The password is not among its arguments. */
async function runTool(name: string, url: string, args: readonly string[]): Promise<void> {
  const database = new URL(url.replace(/@\//, '@localhost/'))
  const password = decodeURIComponent(database.password)
  const withoutPassword = url.replace(/(\/\/[^:@/]*):[^@/]*@/, '$1@')
  const child = spawn(name, [`--dbname=${withoutPassword}`, ...args], {
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let words = ''
  child.stderr.on('data', (piece: Buffer) => (words = (words + piece.toString()).slice(-2_000)))
  const [code] = (await once(child, 'close').catch(() => {
    throw new StartRefused(
      `${name} was not found. Install the client tools of PostgreSQL, of the server’s major version or newer.`,
    )
  })) as [number | null]
  if (code !== 0) throw new StartRefused(`${name} failed: ${words.trim() || `code ${code}`}`)
}
