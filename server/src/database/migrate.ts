import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { installQueue } from '../jobs/install.ts'
import { StartRefused } from '../start-refused.ts'
import type { Db } from './connect.ts'
import { findWrongOwnership, requireOwnership, type OwnershipRow } from './ownership.ts'
import { bootstrapRoles } from './roles.ts'

const shippedDirectory = join(import.meta.dirname, 'migrations')
// Any fixed number will do: two servers that start together must only agree on it.
const advisoryLock = 7_305_226_441

interface Migration {
  id: number
  name: string
  sql: string
  sha256: string
}

export interface MigrateOptions {
  /** Told the name of each migration that was applied. */
  onApplied?(name: string): void
  /** The login the server will use, when it is another one than the owner's. */
  servingLogin?: string
  directory?: string
}

/**
 * Brings the database behind `ownerUrl` to this release: roles, the numbered SQL files, the job
 * queue. Safe to call from several processes at once; the later ones wait and find nothing to do.
 * Rejects with `StartRefused` when the database is not one this release can work with.
 * Needs PostgreSQL 15 and a login that is superuser, or has CREATEROLE and owns the database.
 */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<void> {
  const migrations = readMigrations(options.directory ?? shippedDirectory)
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'stowage migrate',
    connectionTimeoutMillis: 10_000,
  })
  // A connection lost in mid-migration fails the running query; unheard, the event ends the process.
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
    await applyPending(client, migrations, options)
    await installQueue(client)
  } finally {
    // Ending the session also gives back the lock.
    await client.end()
  }
}

/** Why the database cannot be worked with, in a sentence; undefined when it can. */
export async function findUnreadiness(db: Db): Promise<string | undefined> {
  const pending = await pendingMigrations(db)
  if (pending.length > 0) return `The database lacks the migrations ${pending.join(', ')}`
  return findWrongOwnership(async (text) => (await sql.raw<OwnershipRow>(text).execute(db)).rows)
}

/** Names of the migrations this release has and the database does not; empty when it is ready. */
export async function pendingMigrations(db: Db, directory = shippedDirectory): Promise<string[]> {
  const applied = await db
    .selectFrom('ops.migrations')
    .select('id')
    .execute()
    .then((rows) => new Set(rows.map((row) => row.id)))
  return readMigrations(directory).flatMap((each) => (applied.has(each.id) ? [] : [each.name]))
}

const read = new Map<string, Migration[]>()

function readMigrations(directory: string): Migration[] {
  const known = read.get(directory)
  if (known) return known
  const migrations = readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file, index) => {
      const [, number, name] = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file) ?? []
      if (!number || !name || Number(number) !== index + 1) {
        throw new Error(
          `Migration numbers must have no gaps. Expected number ${index + 1}, found ${file}.`,
        )
      }
      const sql = readFileSync(join(directory, file), 'utf8')
      return { id: index + 1, name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    })
  read.set(directory, migrations)
  return migrations
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
  migrations: Migration[],
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
    await apply(client, migration)
    options.onApplied?.(migration.name)
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin; set local role stowage_owner')
  try {
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

// Trying several addresses fails with an error that has a code and no message.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
