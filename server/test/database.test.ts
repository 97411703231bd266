import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { connect, type Database } from '../src/database/connect.ts'
import { withRole } from '../src/database/login.ts'
import { newId } from '../src/database/ids.ts'
import { migrate, pendingMigrations } from '../src/database/migrate.ts'
import { checkServingRole } from '../src/database/roles.ts'
import { inTransaction, isUnavailable } from '../src/database/transactions.ts'
import { createDatabase, createEmptyDatabase, type TestDatabase } from './cluster.ts'

function open(url: string): Database {
  const database = connect(url, { onError: () => {} })
  onTestFinished(() => database.close())
  return database
}

describe('migrations', () => {
  let empty: TestDatabase
  let directory: string
  const first = 'create table ops.boxes (id int); grant select on ops.boxes to stowage_app;'

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'stowage-migrations-'))
  })
  afterAll(() => rmSync(directory, { recursive: true }))
  afterEach(() => empty.drop())

  /** A directory of its own for every set, because a set once read is kept. */
  const release = (...files: [name: string, text: string][]) => {
    const place = mkdtempSync(join(directory, 'release-'))
    mkdirSync(join(place, 'migrations'))
    for (const [name, text] of files) writeFileSync(join(place, 'migrations', name), text)
    return place
  }
  const apply = async (place?: string) => {
    const applied: string[] = []
    await migrate(empty.ownerUrl, {
      onApplied: (name) => applied.push(name),
      ...(place ? { directory: place } : {}),
    })
    return applied
  }

  test('run once and leave nothing pending', async () => {
    empty = await createEmptyDatabase()
    expect((await apply()).length).toBeGreaterThan(4)
    expect(await apply()).toEqual([])
    expect(await pendingMigrations(open(empty.appUrl).db)).toEqual([])
  })

  test('run once for servers that start concurrently', async () => {
    empty = await createEmptyDatabase()
    const all = await Promise.all([apply(), apply(), apply()])
    const names = all.flat()
    expect(names.length).toBe(new Set(names).size)
    expect(all.filter((applied) => applied.length > 0)).toHaveLength(1)
  })

  test('of a later release are pending until applied', async () => {
    empty = await createEmptyDatabase()
    const older = release(['0001_boxes.sql', first])
    const newer = release(['0001_boxes.sql', first], ['0002_lids.sql', 'create table ops.lids ()'])
    expect(await apply(older)).toEqual(['boxes'])
    expect(await pendingMigrations(open(empty.appUrl).db, newer)).toEqual(['lids'])
    expect(await apply(newer)).toEqual(['lids'])
    await expect(apply(older)).rejects.toThrow('newer than this release of Stowage')
  })

  test('refuse a file that changed after it was applied', async () => {
    empty = await createEmptyDatabase()
    await apply(release(['0001_boxes.sql', first]))
    const changed = release(['0001_boxes.sql', `${first} -- better`])
    await expect(apply(changed)).rejects.toThrow('Migration 1 (boxes) was changed')
  })

  test('roll back a failed file and name it', async () => {
    empty = await createEmptyDatabase()
    const broken = release(
      ['0001_boxes.sql', first],
      ['0002_lids.sql', 'create table ops.lids (); select 1 / 0;'],
    )
    await expect(apply(broken)).rejects.toThrow('Migration 2 (lids) failed: division by zero')
    // Not even when only its own record cannot be written.
    const taken = `create table ops.lids (); insert into ops.migrations values (2, 'x', 'y');`
    const claimed = release(['0001_boxes.sql', first], ['0002_lids.sql', taken])
    await expect(apply(claimed)).rejects.toThrow('Migration 2 (lids) failed: duplicate key')
    const found = await sql<{ boxes: boolean; lids: boolean }>`
      select to_regclass('ops.boxes') is not null as boxes,
        to_regclass('ops.lids') is not null as lids`.execute(open(empty.ownerUrl).db)
    expect(found.rows).toEqual([{ boxes: true, lids: false }])
  })

  test('refuse a gap in the numbers', async () => {
    empty = await createEmptyDatabase()
    const gap = release(['0001_boxes.sql', first], ['0003_lids.sql', ''])
    await expect(apply(gap)).rejects.toThrow('Expected number 2, found 0003_lids.sql')
  })

  test('name the variable of an unreachable database', async () => {
    empty = await createEmptyDatabase()
    await expect(migrate('postgresql://x:y@127.0.0.1:1/z')).rejects.toThrow(
      /^DATABASE_URL: cannot connect to the database: .*ECONNREFUSED/,
    )
  })
})

describe('a migrated database', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createDatabase()
  })
  afterAll(() => database.drop())

  test('refuses a serving role that bypasses row-level security', async () => {
    await checkServingRole(open(database.appUrl).db)
    await expect(checkServingRole(open(database.ownerUrl).db)).rejects.toThrow('is a superuser')
    for (const role of ['stowage_owner', 'stowage_authz']) {
      const acting = withRole(database.ownerUrl, role)
      const check = checkServingRole(open(acting).db)
      if (role === 'stowage_owner') await expect(check).rejects.toThrow('owns tables')
      else await check
    }
    const owner = open(database.ownerUrl)
    const name = `test_${newId().replaceAll('-', '')}`
    await sql`create role ${sql.id(name)} bypassrls`.execute(owner.db)
    try {
      const bypass = open(withRole(database.ownerUrl, name))
      await expect(checkServingRole(bypass.db)).rejects.toThrow('bypasses row-level security')
      await sql`alter role ${sql.id(name)} nobypassrls`.execute(owner.db)
      await checkServingRole(bypass.db)
      await sql`grant stowage_owner to ${sql.id(name)}`.execute(owner.db)
      await expect(checkServingRole(bypass.db)).rejects.toThrow('(through stowage_owner)')
    } finally {
      await sql`drop role ${sql.id(name)}`.execute(owner.db)
    }
  })

  test('limits a scope to one transaction', async () => {
    const { db } = open(`${database.appUrl}`)
    const read = sql<{ account: string | null; platform: string | null; backend: number }>`
      select current_setting('app.account_id', true) as account,
        current_setting('app.platform_id', true) as platform, pg_backend_pid() as backend`
    const [accountId, platformId] = [newId(), newId()]
    const inside = await inTransaction(db, { accountId, platformId }, (tx) => read.execute(tx))
    expect(inside.rows[0]).toMatchObject({ account: accountId, platform: platformId })
    const after = await read.execute(db)
    expect(after.rows[0]).toEqual({ ...inside.rows[0], account: '', platform: '' })
    const unscoped = await inTransaction(db, { accountId }, (tx) => read.execute(tx))
    expect(unscoped.rows[0]).toMatchObject({ account: accountId, platform: '' })
    await expect(
      inTransaction(db, { platformId: "' or true --" }, (tx) => read.execute(tx)),
    ).rejects.toThrow(TypeError)
  })

  test('refuses writes in a read-only transaction and rolls back a failed one', async () => {
    const { db } = open(database.appUrl)
    const write = (tx: typeof db) =>
      tx.insertInto('ops.rateLimits').values({ key: newId(), points: 1 }).execute()
    await expect(inTransaction(db, {}, write, { readOnly: true })).rejects.toThrow('read-only')
    const before = await sql`select from ops.rate_limits`.execute(db)
    const failed = inTransaction(db, {}, async (tx) => {
      await write(tx)
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    const after = await sql`select from ops.rate_limits`.execute(db)
    expect(after.rows.length).toBe(before.rows.length)
  })

  test('retries a deadlock up to three times', async () => {
    const { db } = open(database.appUrl)
    const keys = [`a${newId()}`, `b${newId()}`]
    for (const key of keys) await db.insertInto('ops.rateLimits').values({ key }).execute()
    const add = (tx: typeof db, key: string | undefined) =>
      sql`update ops.rate_limits set points = points + 1 where key = ${key}`.execute(tx)
    let attempts = 0
    const { promise: bothHoldOne, resolve: go } = Promise.withResolvers<void>()
    const cross = (order: string[]) =>
      inTransaction(db, {}, async (tx) => {
        attempts += 1
        await add(tx, order[0])
        if (attempts === 2) go()
        await bothHoldOne
        await add(tx, order[1])
      })
    await Promise.all([cross(keys), cross(keys.toReversed())])
    expect(attempts).toBe(3)
    const points = await db
      .selectFrom('ops.rateLimits')
      .select('points')
      .where('key', 'in', keys)
      .execute()
    expect(points).toEqual([{ points: 2 }, { points: 2 }])

    attempts = 0
    const hopeless = inTransaction(db, {}, async (tx) => {
      attempts += 1
      await sql`do $$ begin raise exception using errcode = '40001'; end $$`.execute(tx)
    })
    await expect(hopeless).rejects.toMatchObject({ code: '40001' })
    expect(attempts).toBe(3)
  })

  test('returns values in the documented types', async () => {
    const { db } = open(database.appUrl)
    const at = new Date('2026-03-29T01:30:00.123Z')
    const { rows } = await sql<Record<string, unknown>>`
      select ${at}::timestamptz as happened_at, date '2026-03-29' as counted_on,
        9007199254740993::int8 as big, 1.10::numeric as price,
        '{"kept_as_is": 1}'::jsonb as meta_data, array['a b', 'c'] as words`.execute(db)
    expect(rows).toEqual([
      {
        happenedAt: at,
        countedOn: '2026-03-29',
        big: '9007199254740993',
        price: '1.10',
        metaData: { kept_as_is: 1 },
        words: ['a b', 'c'],
      },
    ])
  })

  test('distinguishes an outage from a bug', async () => {
    // May end its own session whoever the login is.
    const { db } = open(database.ownerUrl)
    const failureOf = (work: Promise<unknown>) =>
      work.then(() => undefined).catch((e: unknown) => e)
    const nobody = open('postgresql://x:y@127.0.0.1:1/z')
    expect(isUnavailable(await failureOf(sql`select 1`.execute(nobody.db)))).toBe(true)
    const cut = sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)
    expect(isUnavailable(await failureOf(cut))).toBe(true)
    await expect
      .poll(() => sql`select 1 as n`.execute(db).catch(() => 'not yet'))
      .toMatchObject({
        rows: [{ n: 1 }],
      })

    const { pool, close } = connect(database.appUrl, { max: 1, statementTimeout: 50 })
    expect(isUnavailable(await failureOf(pool.query('select pg_sleep(1)')))).toBe(true)
    await close()
    expect(isUnavailable(await failureOf(sql`select nothing`.execute(db)))).toBe(false)
    expect(isUnavailable(new Error('a bug'))).toBe(false)
  })

  test('compiles no statements, whatever the database does', async () => {
    const name = new URL(database.ownerUrl).pathname.slice(1)
    await sql`alter database ${sql.id(name)} set jit = on`.execute(open(database.ownerUrl).db)
    const session = open(withRole(database.ownerUrl, 'stowage_app'))
    const { rows } = await sql`select current_setting('jit') as jit, current_user as role`.execute(
      session.db,
    )
    expect(rows).toEqual([{ jit: 'off', role: 'stowage_app' }])
  })

  test('serves under the application role for any login', () => {
    const as = (url: string): unknown => {
      const client = new pg.Client({ connectionString: withRole(url, 'stowage_app') })
      return 'connectionParameters' in client && client.connectionParameters
    }
    expect(withRole(database.appUrl, 'stowage_app')).toContain('stowage_app')
    expect(as('postgresql://me:p%40ss@db:5433/shop')).toMatchObject({
      user: 'me',
      host: 'db',
      port: 5433,
      database: 'shop',
      options: '-c role=stowage_app',
    })
    expect(as('postgresql://me@/shop?host=/run/pg&options=-c%20jit%3Doff')).toMatchObject({
      host: '/run/pg',
      options: '-c jit=off -c role=stowage_app',
    })
  })
})

test('ids are unique version 7 UUIDs in creation order', () => {
  // More than one millisecond has numbers for.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const ids = Array.from({ length: 10_000 }, newId)
  const [first = ''] = ids
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(ids.findIndex((id, at) => at > 0 && id <= (ids[at - 1] ?? ''))).toBe(-1)
  expect(Number.parseInt(first.replace('-', '').slice(0, 12), 16)).toBe(Date.now())
})
