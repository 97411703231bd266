import { api } from '@stowage/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setupCells } from '../../test/cells.ts'
import { administer, databaseUrl } from '../../test/cluster.ts'
import { receiveInto, stocked, type Site } from '../../test/fixtures.ts'
import { movesOf } from '../../test/moves.ts'
import { intoCell, intoControl } from './add.ts'
import { listCellStates } from './list.ts'
import { openPlaces, type AdminCells } from './places.ts'
import { rejoin } from './rejoin.ts'

const installation = await setupCells(['b', 'c'])
const { app, owner, urlsOf } = installation
const moves = movesOf(installation)
const patient = { timeout: 30_000, interval: 50 }

const databases = { main: 'control', b: 'b', c: 'c' }
type Name = keyof typeof databases
/** The cells that a database has copies from or gives copies to. */
const cellsOf = (name: Name) => (name === 'main' ? ['b', 'c'] : [name])
const onServer = (statement: string) =>
  administer(databaseUrl(urlsOf('main').ownerUrl, 'postgres'), statement)

/** Ends all connections to a database, allows no new ones, and runs a statement that needs that. */
async function alone(database: string, statement: string) {
  await onServer(`alter database ${database} allow_connections false`)
  await onServer(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}'`,
  )
  await onServer(statement)
}

/** Copies a database as it is now, without what belongs to its server. Nothing is copied to cells meanwhile. */
async function backUp(name: Name) {
  const database = databases[name]
  await alone(database, `create database ${name}_backup template ${database}`)
  await onServer(`alter database ${database} allow_connections true`)
  // A member signs in to a cell only when the account is there.
  for (const cell of cellsOf(name))
    await expect.poll(() => follows(cell), patient).toEqual([true, true])
}

/** Loses a database with its subscriptions and slots, and puts the copy in its place. */
async function restore(name: Name) {
  for (const cell of cellsOf(name)) {
    const [own, others] =
      name === 'main' ? [intoControl(cell), intoCell(cell)] : [intoCell(cell), intoControl(cell)]
    const other = owner(name === 'main' ? cell : 'main')
    const [gone, left] = [sql.id(own.name), sql.id(others.name)]
    await sql`alter subscription ${gone} disable`.execute(owner(name))
    await sql`alter subscription ${gone} set (slot_name = none)`.execute(owner(name))
    await sql`drop subscription ${gone}`.execute(owner(name))
    await sql`alter subscription ${left} disable`.execute(other)
    const drop = sql`select pg_drop_replication_slot(${others.slot})`
    await expect
      .poll(
        () =>
          drop.execute(owner(name)).then(
            () => true,
            () => false,
          ),
        patient,
      )
      .toBe(true)
    await sql`alter subscription ${left} enable`.execute(other)
  }
  const database = databases[name]
  await alone(database, `alter database ${database} rename to ${name}_lost`)
  await onServer(`alter database ${name}_backup rename to ${database}`)
  await onServer(`alter database ${database} allow_connections true`)
}

async function withPlaces<T>(work: (places: AdminCells) => Promise<T>): Promise<T> {
  await using places = await openPlaces(urlsOf('main'), app.context.secrets)
  return await work(places)
}

/** Runs the command, and returns what it says. */
async function rejoined(name: Name): Promise<string[]> {
  const said: string[] = []
  const { secrets } = app.context
  const say = (line: string) => void said.push(line)
  await withPlaces((places) => rejoin({ places, secrets, at: new Date(), say }, name))
  return said
}

/** Returns whether the copies to and from a cell are active. */
const follows = (cell: string) =>
  withPlaces(async (places) => {
    const { cells } = await listCellStates(places)
    const copies = cells.find(({ name }) => name === cell)?.found?.copies
    return [copies?.to?.isActive, copies?.from?.isActive]
  })

async function receive(site: Site, { sku }: { sku: string }) {
  app.context.cells.forget({ platformId: site.platform.id })
  app.context.cells.forget({ slug: site.platform.slug })
  return (await receiveInto(app, site, { sku, qty: '1' })).status
}

async function countOf(name: Name, table: string, { platform }: Site): Promise<number> {
  return (await moves.rowsOf(name, platform.id))[table] ?? 0
}

/** The control database has of these rows what the cell has. */
async function expectCopied(cell: Name, site: Site) {
  for (const table of [
    'audit.audit_log',
    'audit.audit_seal',
    'tenant.members',
    'tenant.slug_history',
  ])
    await expect
      .poll(() => countOf('main', table, site), patient)
      .toBe(await countOf(cell, table, site))
}

const accountsIn = async (name: Name) => {
  const { rows } = await sql<{ id: string }>`
    select id from identity.accounts order by id`.execute(owner(name))
  return rows.map(({ id }) => id)
}

const signIn = async ({ owner: { email, password }, params }: Site) => [
  (await app.call(api.identity.sessions.login, { body: { email, password } })).status,
  (await app.call(api.platforms.tenantSessions.login, { params, body: { email, password } }))
    .status,
]

test('a cell that was restored alone agrees with the control database again', async () => {
  const stays = await moves.newWarehouseIn('b')
  const goes = await moves.newWarehouseIn('b')
  const comes = await moves.newWarehouseIn('main')
  const items = new Map<Site, { sku: string }>()
  for (const site of [stays, goes, comes]) items.set(site, await stocked(app, site))
  const received = (site: Site) => receive(site, items.get(site) ?? { sku: '' })
  await backUp('b')
  for (const site of [stays, goes, comes]) expect(await received(site)).toBe(201)
  await moves.move(goes.platform.id, 'main')
  expect(await received(goes)).toBe(201)
  await moves.move(comes.platform.id, 'b')
  expect(await received(comes)).toBe(201)
  const born = await moves.newWarehouseIn('b')
  await restore('b')
  expect(await follows('b')).toEqual([undefined, false])

  const changed = [
    `The platform ${comes.platform.id} is in main again, as it was when it moved.`,
    `The platform ${born.platform.id} is lost: the backup does not have it.`,
  ].toSorted()
  expect(await rejoined('b')).toEqual([...changed, 'b is connected again.'])
  await expect.poll(() => follows('b'), patient).toEqual([true, true])
  // An entry that waits for its seal and is gone would look like a theft.
  const { rows: missing } = await sql`select from audit.audit_pending p
    where not exists (select from audit.audit_log l where l.id = p.audit_id)`.execute(owner('b'))
  expect(missing).toEqual([])
  for (const site of [stays, goes, comes]) expect(await received(site)).toBe(201)
  expect(await countOf('b', 'tenant.receipts', stays)).toBe(2)
  expect(await countOf('main', 'tenant.receipts', goes)).toBe(4)
  expect(await countOf('main', 'tenant.receipts', comes)).toBe(3)
  for (const [site, cell] of [
    [stays, 'b'],
    [goes, 'main'],
    [comes, 'main'],
  ] as const)
    expect(await moves.faults(cell, site.platform.id)).toEqual([])
  await expectCopied('b', stays)
  expect(await accountsIn('b')).toEqual(await accountsIn('main'))
  expect(await signIn(stays)).toEqual([200, 200])
  expect(await signIn(born)).toEqual([200, 404])
  // Nothing of it is left, its path neither.
  const again = await app.call(api.platforms.directory.create, {
    token: born.owner.token,
    body: { name: 'Born again', slug: born.platform.slug },
  })
  expect(again.status).toBe(201)
  // What a repeated command finds is right.
  expect(await rejoined('b')).toEqual(['b is connected again.'])
  expect(await received(stays)).toBe(201)
  await moves.move(stays.platform.id, 'main')
})

test('a control database that was restored alone agrees with the cells again', async () => {
  const stays = await moves.newWarehouseIn('c')
  const goes = await moves.newWarehouseIn('c')
  const comes = await moves.newWarehouseIn('main')
  const items = new Map<Site, { sku: string }>()
  for (const site of [stays, goes, comes]) items.set(site, await stocked(app, site))
  const received = (site: Site) => receive(site, items.get(site) ?? { sku: '' })
  await backUp('main')
  const born = await moves.newWarehouseIn('c')
  items.set(born, await stocked(app, born))
  for (const site of [stays, goes, comes]) expect(await received(site)).toBe(201)
  await moves.move(comes.platform.id, 'c')
  expect(await received(comes)).toBe(201)
  await moves.move(goes.platform.id, 'main')
  expect(await received(goes)).toBe(201)
  await restore('main')
  expect(await follows('c')).toEqual([false, undefined])

  expect(await rejoined('main')).toEqual([
    // The one that owns the platform that was made after the backup.
    '1 accounts that the backup does not have came from b.',
    `The platform ${goes.platform.id} is in c again, as it was when it moved.`,
    'main is connected again.',
  ])
  for (const cell of ['b', 'c'])
    await expect.poll(() => follows(cell), patient).toEqual([true, true])
  for (const site of [stays, goes, comes, born]) expect(await received(site)).toBe(201)
  const receipts = [stays, goes, comes, born].map((site) => countOf('c', 'tenant.receipts', site))
  expect(await Promise.all(receipts)).toEqual([3, 3, 4, 2])
  for (const site of [stays, goes, comes, born]) {
    expect(await moves.faults('c', site.platform.id)).toEqual([])
    await expectCopied('c', site)
    expect(await signIn(site)).toEqual([200, 200])
  }
  expect(await accountsIn('c')).toEqual(await accountsIn('main'))
  expect(await rejoined('main')).toEqual(['main is connected again.'])
  expect(await received(born)).toBe(201)
})
