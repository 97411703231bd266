import { api } from '@stowage/contract'
import { todayTiles } from '@stowage/contract/home-kinds'
import { beforeAll, describe, expect, test } from 'vitest'
import { setupApp } from '../../test/app.ts'
import { arrange, eventsOf } from '../../test/arrange.ts'
import { runJob } from '../../test/run-job.ts'
import { unfitEvents } from '../../test/setup-site.ts'
import { newWarehouse, type Site } from '../../test/warehouse.ts'
import { loadDemo, removeDemo } from './jobs.ts'
import { counts } from './company.ts'

const { demo } = api.demo
const { settings, locations, warehouses, variants, integrity } = api.warehouse
const { home } = api.workspace
const app = await setupApp()

/** A platform nobody has used, with its owner signed in there. */
async function newWorkspace() {
  const owner = await app.newOperator()
  const platform = await app.newPlatform(owner)
  const params = { slug: platform.slug }
  const { body } = await app.call(api.platforms.tenantSessions.login, {
    params,
    body: { email: owner.email, password: owner.password },
  })
  return { owner, platform, params, token: body.tokens.accessToken }
}
type Workspace = Awaited<ReturnType<typeof newWorkspace>>

const as = ({ params, token }: Pick<Workspace, 'params' | 'token'>) => ({ params, token })
const load = (at: Workspace, size = 'small') => app.call(demo.load, { ...as(at), body: { size } })
const work = ({ platform }: Workspace) => runJob(app, loadDemo, { platformId: platform.id })
const clear = ({ platform }: Workspace) => runJob(app, removeDemo, { platformId: platform.id })
const shown = async (at: Workspace) => (await app.call(demo.show, as(at))).body.demo

const tables = [
  'stock_ledger',
  'stock_moves',
  'products',
  'variants',
  'locations',
  'receipts',
  'orders',
  'fulfillments',
  'pick_tasks',
  'packages',
  'shipments',
  'manifests',
  'returns',
  'waves',
  'exceptions',
  'demo_runs',
]
const rowsOf = async ({ platform }: Workspace, table: string) => {
  const [row] = await arrange(
    app,
    `select count(*)::int as rows from tenant.${table} where platform_id = $1`,
    [platform.id],
  )
  return row?.['rows']
}

/** How much comes back differs a little from day to day. */
const isAbout = async (at: Workspace, movements: number) =>
  Math.abs(Number(await rowsOf(at, 'stock_ledger')) - movements) < movements / 25

describe('the small example', () => {
  let site: Workspace
  let other: Site
  beforeAll(async () => {
    site = await newWorkspace()
    other = await newWarehouse(app)
  })

  test('is asked for, loaded through the commands after an attempt that was cut short, and has the books in order', async () => {
    expect(await shown(site)).toMatchObject({ state: 'none', size: null })
    const asked = await load(site)
    expect([asked.status, asked.body.demo.state]).toEqual([202, 'loading'])
    // Where nothing was left behind, `purged-tables.test.ts` loads it.
    await app.call(warehouses.create, { ...as(site), body: { code: 'MAIN', name: 'Half' } })
    await work(site)
    expect(await shown(site)).toMatchObject({ state: 'loaded', size: 'small', percent: 100 })
    const { small } = counts
    expect(await rowsOf(site, 'variants')).toBe(small.skus)
    expect(await rowsOf(site, 'orders')).toBe(small.orders)
    expect(await isAbout(site, small.movements)).toBe(true)
    expect(await rowsOf(site, 'receipts')).toBe(small.receipts)
    expect(await rowsOf(site, 'adjustments')).toBe(small.adjustments)
    const listed = await app.call(locations.list, as(site))
    expect(listed.body.total).toBe(small.locations)
    const books = await app.call(integrity.verify, { ...as(site), body: {} })
    expect(books.body).toMatchObject({ ok: true, violations: [] })
    const events = await eventsOf(app, site.platform.id)
    expect(events.map(({ action }) => action)).toContain('DEMO_LOADED')
  })

  test('does not touch the workspace of another', async () => {
    const { body } = await app.call(variants.list, as(other))
    expect(body.items).toEqual([])
  })

  test('shows on the home page', async () => {
    const { body } = await app.call(home.show, as(site))
    expect(body.hasData).toBe(true)
    expect((await app.call(settings.myPermissions, as(site))).body.demo).toBe('small')
    expect(body.activity.movements).toBeGreaterThan(0)
    expect(body.recent).toHaveLength(5)
    expect(body.setup.filter(({ done }) => done).map(({ step }) => step)).toEqual([
      'warehouse',
      'locations',
      'products',
      'stock',
    ])
    expect(body.today.find(({ tile }) => tile === 'receiving_bay')?.count).toBeGreaterThan(0)
    expect(body.today.find(({ tile }) => tile === 'on_hold')?.count).toBeGreaterThan(0)
    expect(body.security).toEqual({ state: 'good', findings: [] })
  })

  test('has work of each kind, and a history of what left', async () => {
    const { today } = (await app.call(home.show, as(site))).body
    const others = ['to_receive', 'to_approve', 'to_put_back']
    for (const tile of todayTiles.filter((one) => !others.includes(one)))
      expect([tile, today.find((one) => one.tile === tile)?.count ?? 0]).toEqual([
        tile,
        expect.toSatisfy((count: number) => count > 0),
      ])
    const statesOf = async (table: string) => {
      const rows = await arrange(
        app,
        `select state, count(*)::int as rows from tenant.${table} where platform_id = $1 group by 1`,
        [site.platform.id],
      )
      return new Map(rows.map((row) => [row['state'], Number(row['rows'])]))
    }
    const expected = {
      waves: ['in_progress'],
      pick_batches: ['in_progress'],
      manifests: ['closed', 'open'],
      shipments: ['delivered', 'shipped'],
      returns: ['authorized', 'closed', 'inspected', 'received', 'rejected', 'requested'],
    }
    for (const [table, states] of Object.entries(expected))
      expect([table, [...(await statesOf(table)).keys()]]).toEqual([
        table,
        expect.arrayContaining(states),
      ])
    expect((await statesOf('shipments')).get('delivered')).toBeGreaterThan(20)
    const { body } = await app.call(api.workspace.exceptions.list, { ...as(site), query: {} })
    expect(body.items.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['short_pick', 'unknown_code', 'order_hold']),
    )
    expect(await unfitEvents(app, site.platform.id)).toEqual([])
  })

  test('tells when each step was done', async () => {
    const rows = await arrange(
      app,
      `select count(*)::int as shipments,
         count(*) filter (where not (o.placed_at < f.created_at and f.created_at < t.first
           and t.first <= t.last and t.last < s.shipped_at
           and s.shipped_at < coalesce(s.delivered_at, now())))::int as odd,
         count(distinct t.first::date)::int as days
       from tenant.shipments s
       join tenant.orders o using (platform_id, order_id)
       join tenant.fulfillments f using (platform_id, fulfillment_id)
       cross join lateral (
         select min(picked_at) as first, max(picked_at) as last from tenant.pick_tasks
         where platform_id = s.platform_id and fulfillment_id = s.fulfillment_id
           and state = 'done') t
       where s.platform_id = $1`,
      [site.platform.id],
    )
    expect(rows).toMatchObject([{ odd: 0 }])
    expect(Number(rows[0]?.['shipments'])).toBeGreaterThan(50)
    expect(Number(rows[0]?.['days'])).toBeGreaterThan(4)
  })

  test('is not loaded twice, and its work bears being done again', async () => {
    const again = await load(site)
    expect([again.status, again.body['code']]).toEqual([409, 'not_empty'])
    await work(site)
    expect(await isAbout(site, counts.small.movements)).toBe(true)
  })

  test('goes away in one action and leaves nothing', async () => {
    const asked = await app.call(demo.remove, as(site))
    expect([asked.status, asked.body.demo.state]).toEqual([202, 'removing'])
    const twice = await app.call(demo.remove, as(site))
    expect([twice.status, twice.body['code']]).toEqual([409, 'invalid_transition'])
    await clear(site)
    await clear(site)
    expect(await shown(site)).toMatchObject({ state: 'none' })
    for (const table of tables) expect([table, await rowsOf(site, table)]).toEqual([table, 0])
    const { body } = await app.call(home.show, as(site))
    expect(body.hasData).toBe(false)
    expect((await app.call(settings.myPermissions, as(site))).body.demo).toBeNull()
    const kept = await app.call(warehouses.list, as(other))
    expect(kept.body.items.map(({ code }) => code)).toContain('MAIN')
    // The workspace is as it was before, and can be used at once.
    const made = await app.call(warehouses.create, {
      ...as(site),
      body: { code: 'MAIN', name: 'Our own' },
    })
    expect(made.status).toBe(201)
  })
})

test('one that cannot be finished says so, and can be asked for again', async () => {
  const site = await newWorkspace()
  await load(site)
  await arrange(
    app,
    `update tenant.demo_runs set requested_by = gen_random_uuid() where platform_id = $1`,
    [site.platform.id],
  )
  await work(site)
  const [run] = await arrange(app, `select state from tenant.demo_runs where platform_id = $1`, [
    site.platform.id,
  ])
  expect(run).toEqual({ state: 'failed' })
})

describe('a workspace of one’s own', () => {
  test('is neither filled nor emptied', async () => {
    const site = await newWarehouse(app)
    const filled = await load(site)
    expect([filled.status, filled.body['code']]).toEqual([409, 'not_empty'])
    const emptied = await app.call(demo.remove, as(site))
    expect([emptied.status, emptied.body['code']]).toEqual([409, 'not_empty'])
    const { body } = await app.call(warehouses.list, as(site))
    expect(body.items.map(({ code }) => code)).toContain('MAIN')
  })

  test('loads nothing that does not exist', async () => {
    const site = await newWorkspace()
    const answer = await load(site, 'enormous')
    expect([answer.status, answer.body['message']]).toEqual([400, 'Choose small or large'])
  })
})
