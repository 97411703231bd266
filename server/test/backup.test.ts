import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../src/database/migrate.ts'
import { startApp } from './app.ts'
import { createDatabase } from './cluster.ts'
import { startExternalPostgres, systemPostgres } from './external-postgres.ts'
import { levelOf, stocked } from './goods.ts'
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

describe.runIf(bin)('a backup as docs/operations.md describes it', () => {
  let server: Awaited<ReturnType<typeof startExternalPostgres>>
  let directory: string
  beforeAll(async () => {
    server = await startExternalPostgres(bin ?? '')
    directory = mkdtempSync(join(tmpdir(), 'stowage-backup-'))
  })
  afterAll(async () => {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  const as = (login: string, database: string) =>
    server.url.replace('admin:external', `${login}:external`).replace(/\/stowage$/, `/${database}`)
  const tool = (name: string, ...args: string[]) =>
    spawnSync(join(bin ?? '', name), args, { encoding: 'utf8' })
  const open = (name: string) =>
    startApp({ LOG_LEVEL: 'silent' }, undefined, {
      before: {
        ownerUrl: as('stowage_admin', name),
        appUrl: as('stowage_web', name),
        drop: async () => {},
      },
    })

  test('is made by the backup role and restored by a superuser', async () => {
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

    const file = join(directory, 'stowage.dump')
    const dump = (login: string) =>
      tool('pg_dump', '--format=custom', `--file=${file}`, as(login, 'live'))
    expect(dump('stowage_admin').stderr).toContain('row-level security')
    expect(dump('stowage_backup')).toMatchObject({ status: 0, stderr: '' })

    const restore = (login: string, name: string, ...flags: string[]) =>
      tool('pg_restore', ...flags, `--dbname=${as(login, name)}`, file)
    expect(restore('stowage_admin', 'half').status).not.toBe(0)
    await expect(
      migrate(as('stowage_admin', 'half'), { servingLogin: 'stowage_web' }),
    ).rejects.toThrow(/^The database has wrong owners or policies \(.*wrong owners: /)

    expect(restore('admin', 'restored', '--exit-on-error', '--single-transaction')).toMatchObject({
      status: 0,
      stderr: '',
    })
    await migrate(as('stowage_admin', 'restored'), { servingLogin: 'stowage_web' })
    const restored = await open('restored')
    expect((await restored.http.inject('/readyz')).statusCode).toBe(200)
    const owner = { ...restored, ownerUrl: as('admin', 'restored') }
    expect(await levelOf(owner, id)).toMatchObject({ on_hand: '7' })
    await restored.close()
  })
})
