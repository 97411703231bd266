import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restoreBackup, takeBackup } from '../src/database/backup.ts'
import { migrate } from '../src/database/migrate.ts'
import { startApp } from './app.ts'
import { createDatabase } from './cluster.ts'
import { startExternalPostgres, systemPostgres } from './external-postgres.ts'
import { levelOf, stocked } from './fixtures.ts'
import { newWarehouse } from './warehouse.ts'

/** A server with the tools that make and restore backups. */
const [bin] = systemPostgres()

async function run(url: string, ...statements: string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

test('a database with wrong owners or without row-level security is not started', async () => {
  const database = await createDatabase()
  const app = await startApp({ LOG_LEVEL: 'silent' }, undefined, { before: database })
  const isReady = async () => (await app.http.inject('/readyz')).statusCode
  const cases = [
    [
      'alter function authz.platforms_of(uuid) owner to stowage_owner',
      'alter function authz.platforms_of(uuid) owner to stowage_authz',
      'wrong owners: authz.platforms_of (stowage_owner instead of stowage_authz)',
    ],
    [
      'alter table tenant.products owner to stowage_stock',
      'alter table tenant.products owner to stowage_owner',
      'wrong owners: tenant.products (stowage_stock instead of stowage_owner)',
    ],
    [
      'alter table tenant.products disable row level security',
      'alter table tenant.products enable row level security',
      'row-level security off: tenant.products)',
    ],
    [
      'alter table tenant.products no force row level security',
      'alter table tenant.products force row level security',
      'row-level security off: tenant.products)',
    ],
  ] as const
  try {
    expect(await isReady()).toBe(200)
    for (const [spoil, mend, words] of cases) {
      await run(database.ownerUrl, spoil)
      await expect(migrate(database.ownerUrl), spoil).rejects.toThrow(words)
      expect(await isReady(), spoil).toBe(503)
      await run(database.ownerUrl, mend)
      expect(await isReady(), mend).toBe(200)
    }
    await migrate(database.ownerUrl)
  } finally {
    await app.close()
    await database.drop()
  }
})

describe.runIf(bin)('a backup of an external database', () => {
  let server: Awaited<ReturnType<typeof startExternalPostgres>>
  let directory: string
  const path = process.env['PATH']
  beforeAll(async () => {
    server = await startExternalPostgres(bin ?? '')
    directory = mkdtempSync(join(tmpdir(), 'stowage-backup-'))
    process.env['PATH'] = `${bin}:${path}`
  })
  afterAll(async () => {
    process.env['PATH'] = path
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  const as = (login: string, database: string) =>
    server.url.replace('admin:external', `${login}:external`).replace(/\/stowage$/, `/${database}`)
  const configOf = (database: string, admin?: string) => ({
    databaseUrl: as('stowage_web', database),
    databaseOwnerUrl: as('stowage_admin', database),
    databaseAdminUrl: admin && as(admin, database),
    databasePool: 4,
    dataDir: '/nowhere',
  })
  const silent = { info: () => {}, warn: () => {}, error: console.error }
  const at = new Date('2026-11-26T01:00:00Z')
  const backUp = (admin: string | undefined, name: string) =>
    takeBackup(configOf('live', admin), silent, { directory: join(directory, name), at })
  const restore = (database: string, admin: string | undefined, name = 'monday') =>
    restoreBackup(configOf(database, admin), join(directory, name))
  const open = (name: string) =>
    startApp({ LOG_LEVEL: 'silent' }, undefined, {
      before: {
        ownerUrl: as('stowage_admin', name),
        appUrl: as('stowage_web', name),
        drop: async () => {},
      },
    })

  test('needs a login that sees all rows, and a superuser to be restored', async () => {
    await run(
      server.url,
      `create role stowage_admin login createrole password 'external'`,
      `create role stowage_web login password 'external'`,
      `create role stowage_backup login bypassrls password 'external'`,
      'grant pg_read_all_data to stowage_backup',
      'create database live owner stowage_admin',
      'create database restored owner stowage_admin',
      'create database half owner stowage_admin',
    )
    await migrate(as('stowage_admin', 'live'), { servingLogin: 'stowage_web' })
    const live = await open('live')
    const site = await newWarehouse(live)
    const { id } = await stocked(live, site, { qty: '7' })
    await live.close()

    await expect(backUp(undefined, 'sunday')).rejects.toThrow(
      'The login stowage_admin cannot read all rows, because row-level security applies to it. Set DATABASE_ADMIN_URL',
    )
    const made = await backUp('stowage_backup', 'monday')
    expect(made.rows).toMatchObject({ 'tenant.stock_ledger': 1, 'tenant.variants': 1 })

    await expect(restore('restored', undefined)).rejects.toThrow(
      'The login stowage_admin cannot restore a backup, because functions and tables would get the wrong owner. Set DATABASE_ADMIN_URL to a superuser.',
    )
    await expect(restore('live', 'admin')).rejects.toThrow(
      /^The database live is not empty: it has \d+ tables\. Restore into a new database\.$/,
    )
    await restore('restored', 'admin')
    await migrate(as('stowage_admin', 'restored'), { servingLogin: 'stowage_web' })
    const restored = await open('restored')
    expect((await restored.http.inject('/readyz')).statusCode).toBe(200)
    const owner = new pg.Pool({ connectionString: as('admin', 'restored') })
    expect(await levelOf({ ...restored, owner }, id)).toMatchObject({ on_hand: '7' })
    await owner.end()
    await restored.close()
  })

  test('that lacks rows or is damaged is refused', async () => {
    const manifest = join(directory, 'monday', 'manifest.json')
    const written = readFileSync(manifest, 'utf8')
    writeFileSync(manifest, written.replace('"tenant.variants": 1', '"tenant.variants": 2'))
    await expect(restore('half', 'admin')).rejects.toThrow(
      'The restore is not complete: tenant.variants has 1 rows instead of 2.',
    )
    await run(as('admin', 'postgres'), 'drop database half', 'create database half')
    writeFileSync(manifest, written)
    appendFileSync(join(directory, 'monday', 'stowage.dump'), 'x')
    await expect(restore('half', 'admin')).rejects.toThrow('stowage.dump was changed.')
    await expect(
      restoreBackup({ ...configOf('half'), databaseUrl: undefined }, join(directory, 'monday')),
    ).rejects.toThrow('is one of an external database. Set DATABASE_URL to restore it.')
  })
})
