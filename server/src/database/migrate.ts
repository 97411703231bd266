import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { installQueue } from '../jobs/install.ts'
import { StartRefused } from '../errors.ts'
import type { Db } from './connect.ts'
import {
  applyChangedFunctions,
  createFunctions,
  readFunctions,
  type FunctionFile,
} from './functions.ts'
import { findWrongOwnership, requireOwnership, type OwnershipRow } from './ownership.ts'
import { bootstrapRoles } from './roles.ts'

// An arbitrary lock number, the same on all servers.
const advisoryLock = 7_305_226_441

interface Migration {
  id: number
  name: string
  sql: string
  sha256: string
  /** Functions that its tables, triggers or policies need. */
  needs: string[]
}

interface Release {
  migrations: Migration[]
  functions: FunctionFile[]
}

export interface MigrateOptions {
  /** Called with the name of each applied migration. */
  onApplied?(name: string): void
  /** Called with the names of created or replaced functions, if any. */
  onFunctions?(names: string[]): void
  /** The login the server uses, if it differs from the owner's. */
  servingLogin?: string
  /** Contains the folders `migrations` and `functions`. */
  directory?: string
}

/**
 * Migrates the database behind `ownerUrl` to this release: roles, migrations, changed functions and
 * the job queue. Concurrent calls wait and then find nothing to do. Rejects with `StartRefused` if
 * the database cannot be used. Needs PostgreSQL 15 and a login that is superuser, or has CREATEROLE
 * and owns the database.
 */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<void> {
  const release = readRelease(options.directory)
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'stowage migrate',
    connectionTimeoutMillis: 10_000,
  })
  // The running query reports a lost connection. An unhandled event would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new StartRefused(`DATABASE_URL: cannot connect to the database: ${reasonOf(error)}`, {
      cause: error,
    })
  }
  try {
    await requireVersion(client)
    await client.query('select pg_advisory_lock($1)', [advisoryLock])
    await requireOwnership(async (text) => (await client.query(text)).rows)
    await bootstrapRoles(client, options.servingLogin)
    await applyPending(client, release, options)
    const replaced = await applyChangedFunctions(client, release.functions)
    if (replaced.length > 0) options.onFunctions?.(replaced)
    await installQueue(client)
  } finally {
    // Ending the session releases the lock.
    await client.end()
  }
}

/** Returns why the database cannot be used, as a sentence, or undefined. */
export async function findUnreadiness(db: Db): Promise<string | undefined> {
  const pending = await pendingMigrations(db)
  if (pending.length > 0) return `The database lacks ${pending.join(', ')}`
  return findWrongOwnership(async (text) => (await sql.raw<OwnershipRow>(text).execute(db)).rows)
}

/**
 * Returns migrations and functions of this release that the database lacks. Empty when it is ready.
 */
export async function pendingMigrations(db: Db, directory?: string): Promise<string[]> {
  const [migrations, functions] = await Promise.all([
    db.selectFrom('ops.migrations').select('id').execute(),
    db.selectFrom('ops.functions').select('name').execute(),
  ])
  const ids = new Set(migrations.map((row) => row.id))
  const names = new Set(functions.map((row) => row.name))
  const release = readRelease(directory)
  // A function with different text is accepted, because a newer release may have replaced it.
  return [
    ...release.migrations.filter(({ id }) => !ids.has(id)),
    ...release.functions.filter(({ name }) => !names.has(name)),
  ].map(({ name }) => name)
}

const read = new Map<string, Release>()

function readRelease(directory = import.meta.dirname): Release {
  const known = read.get(directory)
  if (known) return known
  const release = { migrations: readMigrations(directory), functions: readFunctions(directory) }
  const names = new Set(release.functions.map(({ name }) => name))
  for (const { id, needs } of release.migrations)
    for (const name of needs)
      if (!names.has(name)) throw new Error(`Migration ${id} needs ${name}, which has no file.`)
  read.set(directory, release)
  return release
}

function readMigrations(directory: string): Migration[] {
  const folder = join(directory, 'migrations')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file, index) => {
      const [, number, name] = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file) ?? []
      if (!number || !name || Number(number) !== index + 1) {
        throw new Error(
          `Migration numbers must have no gaps. Expected number ${index + 1}, found ${file}.`,
        )
      }
      const sql = readFileSync(join(folder, file), 'utf8')
      const sha256 = createHash('sha256').update(sql).digest('hex')
      const needs = /^-- Needs: (.+)$/m.exec(sql)?.[1]?.split(', ') ?? []
      return { id: index + 1, name, sql, sha256, needs }
    })
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const version = rows[0]?.server_version ?? ''
  if (Number.parseInt(version, 10) < 15) {
    throw new StartRefused(
      `DATABASE_URL: PostgreSQL ${version} is too old. Stowage needs 15 or newer.`,
    )
  }
}

async function applyPending(
  client: pg.Client,
  { migrations, functions }: Release,
  options: MigrateOptions,
): Promise<void> {
  const { rows } = await client.query<{ id: number; name: string; sha256: string }>(
    'select id, name, sha256 from ops.migrations order by id',
  )
  const applied = new Map(rows.map((row) => [row.id, row]))
  for (const row of rows) {
    const file = migrations[row.id - 1]
    if (!file) {
      throw new StartRefused(
        `The database is newer than this release of Stowage: it has migration ${row.id} (${row.name}).`,
      )
    }
    if (file.sha256 !== row.sha256) {
      throw new StartRefused(
        `Migration ${file.id} (${file.name}) was changed after it was applied to this database.`,
      )
    }
  }
  for (const migration of migrations) {
    if (applied.has(migration.id)) continue
    const needed = functions.filter(({ name }) => migration.needs.includes(name))
    await apply(client, migration, needed)
    options.onApplied?.(migration.name)
  }
}

async function apply(
  client: pg.Client,
  migration: Migration,
  needed: FunctionFile[],
): Promise<void> {
  await client.query('begin; set local role stowage_owner')
  try {
    // In this release's version. Bodies may reference tables of later migrations.
    await createFunctions(client, needed, { areBodiesChecked: false })
    await client.query(migration.sql)
    await client.query('set local role stowage_owner')
    await client.query('insert into ops.migrations (id, name, sha256) values ($1, $2, $3)', [
      migration.id,
      migration.name,
      migration.sha256,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    const failed = `Migration ${migration.id} (${migration.name}) failed: ${reasonOf(error)}`
    throw new Error(failed, { cause: error })
  }
}

// An error of several connection attempts has a code but no message.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
