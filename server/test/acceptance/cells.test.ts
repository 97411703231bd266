import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { api } from '@stowage/contract'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { contextAt } from '../../src/context.ts'
import { awaitAllCopies } from '../../src/cells/operations.ts'
import { connect } from '../../src/database/connect.ts'
import { withRole } from '../../src/database/login.ts'
import { sealWaiting } from '../../src/platforms/audit/seal-waiting.ts'
import { purgePlatforms } from '../../src/platforms/directory/jobs.ts'
import { refusal } from '../app.ts'
import { callingCells } from '../cell-calls.ts'
import { setupCells } from '../cells.ts'
import { newItem, receiveInto } from '../fixtures.ts'
import { orderNow, orderOf } from '../order-calls.ts'
import { startProxy, type Proxy } from '../proxy.ts'
import { runJob } from '../run-job.ts'
import { newWarehouse } from '../warehouse.ts'

const { directory, members, audit, tenantSessions, tenantPasswords } = api.platforms
const { deleteAccount } = api.identity.accounts
const day = 86_400_000
const command = path.resolve(import.meta.dirname, '../../src/commands/stowage.ts')

let proxy: Proxy | undefined
const installation = await setupCells(
  ['b'],
  { LOG_LEVEL: 'silent', LIMIT_FORGOT_IP: '2/1m' },
  async (url) => (proxy = await startProxy(url)).url,
)
const { app, owner, urlsOf } = installation
const { only, createIn, join, actionsIn } = callingCells(installation)

const countIn = async (cell: string, table: string, platformId: string) =>
  (
    await sql`select from ${sql.table(table)} where platform_id = ${platformId}`.execute(
      owner(cell),
    )
  ).rows.length

async function sealIn(cell: string) {
  const { db, close } = connect(withRole(urlsOf(cell).ownerUrl, 'stowage_sealer'))
  onTestFinished(() => close())
  await sealWaiting(db, app.context.log)
  await awaitAllCopies(app.context)
}

const at = ({ id }: { id: string }, { token }: { token: string }) => ({
  token,
  params: { platformId: id },
})

test('a platform in a cell lives like any other', async () => {
  await only('b')
  const site = await newWarehouse(app)
  const { owner: boss, platform } = site
  expect(await countIn('b', 'tenant.warehouses', platform.id)).toBeGreaterThan(0)

  // Work in its warehouse.
  const { sku } = await newItem(app, site)
  expect((await receiveInto(app, site, { sku, qty: '10' })).status).toBe(201)
  const order = await orderOf(app, site, sku, '4')
  expect((await orderNow(app, site, order.id)).lines).toMatchObject([{ promised: '4' }])
  for (const table of ['tenant.warehouses', 'tenant.orders', 'tenant.stock_buckets'])
    expect([table, await countIn('main', table, platform.id)]).toEqual([table, 0])

  // Members with and without an account.
  const heir = await app.newOperator()
  const { id: memberId } = await join('b', boss, platform, heir)
  const worker = await app.newMember(boss, platform, { permissions: ['stock.read'] })
  const rights = { memberId, role: 'admin', permissions: [] }
  const promoted = await app.call(members.setPermissions, { ...at(platform, boss), body: rights })
  expect(promoted.status).toBe(200)
  const { body } = await app.call(tenantSessions.login, {
    params: { slug: platform.slug },
    body: { email: heir.email, password: heir.password },
  })
  expect(body.user.email).toBe(heir.email)

  // The pages of its operators.
  await sealIn('b')
  const listed = await app.call(directory.mine, { token: heir.token })
  expect(listed.body.platforms).toMatchObject([{ id: platform.id, role: 'admin', memberCount: 2 }])
  const query = { platformId: platform.id }
  const log = await app.call(audit.list, { token: heir.token, query })
  expect(log.body.logs.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['PLATFORM_CREATED', 'MEMBER_JOINED', 'ORDER_CONFIRMED']),
  )
  const exported = await app.call(audit.export, {
    token: heir.token,
    query: { ...query, format: 'ndjson' },
  })
  expect(exported.body).toContain('"ORDER_CONFIRMED"')
  const verified = await app.call(audit.verify, { token: heir.token, query })
  expect(verified.body).toMatchObject({ ok: true })

  // Another path, another owner.
  const slug = `p-${randomUUID()}`
  const renamed = await app.call(directory.update, { ...at(platform, boss), body: { slug } })
  expect(renamed.body.platform).toMatchObject({ slug, id: platform.id })
  const found = await app.call(directory.resolve, { params: { slug: platform.slug } })
  expect(found.body.platform.slug).toBe(slug)
  const still = await app.call(tenantSessions.me, { params: { slug }, token: worker.token })
  expect(still.status).toBe(200)
  const given = await app.call(directory.transfer, { ...at(platform, boss), body: { memberId } })
  expect(given.body.platform.viewer.role).toBe('admin')

  // The end.
  expect((await app.call(deleteAccount, { token: heir.token })).body.code).toBe('sole_owner')
  const gone = await app.call(directory.remove, { ...at(platform, heir), body: { slug } })
  expect(gone.status).toBe(200)
  expect((await app.call(directory.mine, { token: heir.token })).body.platforms).toEqual([])
  expect((await app.call(deleteAccount, { token: heir.token })).status).toBe(200)
  const context = await contextAt(app.context, { platformId: platform.id })
  app.clock.advance(31 * day)
  await runJob({ context }, purgePlatforms, {})
  expect(await countIn('b', 'tenant.orders', platform.id)).toBe(0)
  const other = await app.newOperator()
  expect(
    (await app.call(directory.create, { token: other.token, body: { name: slug } })).body.code,
  ).toBe('name_taken')
  app.clock.advance(400 * day)
  await runJob({ context }, purgePlatforms, {})
  await awaitAllCopies(app.context)
  for (const cell of ['b', 'main'])
    expect(await countIn(cell, 'tenant.platforms', platform.id)).toBe(0)
  const late = await app.newOperator()
  expect((await createIn('main', late, slug)).slug).toBe(slug)
})

test('a limit that is reached on a platform is noted in its log', async () => {
  const boss = await app.newOperator()
  const platform = await createIn('b', boss)
  const ask = { params: { slug: platform.slug }, body: { email: boss.email } }
  const statuses = []
  for (let n = 0; n < 3; n++) statuses.push((await app.call(tenantPasswords.forgot, ask)).status)
  expect(statuses).toEqual([200, 200, 429])
  expect(await actionsIn('b', platform.id)).toEqual(['PLATFORM_CREATED', 'RATE_LIMITED'])
})

/** Runs one command as a person at the machine would. */
async function stowage(line: string) {
  const { url, ownerUrl } = urlsOf('main')
  const child = spawn(process.execPath, [command, ...line.split(' ')], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'fatal',
      APP_SECRET: 'a secret for tests only, 32 bytes long',
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out: out.trim() }
}

test('commands find each platform where it lives', async () => {
  await only('b')
  const site = await newWarehouse(app)
  const { sku } = await newItem(app, site)
  await receiveInto(app, site, { sku, qty: '10' })
  await sealIn('b')
  const { id, slug } = site.platform
  expect(await stowage(`stock verify --platform ${slug}`)).toEqual({
    code: 0,
    out: 'Stock integrity check passed: 1 platforms, 1 movements.',
  })
  const suspended = await stowage(`platform suspend ${slug}`)
  expect(suspended).toEqual({ code: 0, out: `The platform is suspended: ${slug}` })
  const me = { params: site.params, token: site.token }
  expect((await app.call(tenantSessions.me, me)).status).not.toBe(200)
  expect((await actionsIn('b', id)).at(-1)).toBe('PLATFORM_SUSPENDED')

  const passed = await stowage('audit verify')
  expect([passed.code, passed.out]).toEqual([0, expect.stringMatching(/^Audit log check passed/)])
  await sql`alter table audit.audit_log disable trigger all`.execute(owner('b'))
  await sql`update audit.audit_log set actor_email = 'x@example.com'
    where id = (select audit_id from audit.audit_seal where chain = ${id} and seq = 2)`.execute(
    owner('b'),
  )
  const failed = await stowage(`audit verify --platform ${id}`)
  const fault = `chain ${id} in cell b, seq 2: event or seal changed`
  expect([failed.code, failed.out]).toEqual([1, expect.stringContaining(fault)])
})

describe('while a cell is down', () => {
  test('only its own platforms are', async () => {
    const boss = await app.newOperator()
    const [here, there] = [await createIn('main', boss), await createIn('b', boss)]
    const [near, far] = [await app.newMember(boss, here), await app.newMember(boss, there)]
    await awaitAllCopies(app.context)
    await proxy?.cut()
    try {
      const meOf = ({ slug }: { slug: string }, { token }: { token: string }) =>
        app.call(tenantSessions.me, { params: { slug }, token })
      const down = await meOf(there, far)
      expect([refusal(down), down.headers['retry-after']]).toEqual([[503, 'unavailable'], '5'])
      expect((await meOf(here, near)).status).toBe(200)
      const ready = (url: string) => app.http.inject({ url }).then(({ statusCode }) => statusCode)
      expect((await app.http.inject({ url: '/readyz' })).json()).toEqual({
        status: 'ready',
        cells: { b: 'unavailable' },
      })
      expect([
        await ready('/readyz/b'),
        await ready('/readyz/main'),
        await ready('/readyz/c'),
      ]).toEqual([503, 200, 404])

      // The pages of operators are answered from copies.
      const listed = await app.call(directory.mine, { token: boss.token })
      expect(listed.body.platforms).toHaveLength(2)
      const log = await app.call(audit.list, { token: boss.token, query: { platformId: there.id } })
      expect(log.body.logs.length).toBeGreaterThan(0)
      expect((await app.call(directory.details, at(here, boss))).status).toBe(200)
      expect(refusal(await app.call(directory.details, at(there, boss)))).toEqual([
        503,
        'unavailable',
      ])
      expect((await app.call(deleteAccount, { token: boss.token })).body.code).toBe('sole_owner')
      const name = `p-${randomUUID()}`
      const refused = await app.call(directory.create, { token: boss.token, body: { name } })
      expect(refusal(refused)).toEqual([503, 'unavailable'])
      await only('main')
      expect((await app.newPlatform(boss)).id).toBeDefined()
    } finally {
      await proxy?.restore()
    }
    const { json } = await app.http.inject({ url: '/readyz' })
    expect(json()).toEqual({ status: 'ready', cells: { b: 'ready' } })
  })
})
