import { api } from '@stowage/contract'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { findShares } from '../../src/database/connect.ts'
import { setupApp } from '../app.ts'
import { arrange } from '../arrange.ts'
import { adjustAt, as, stocked, type Site } from '../fixtures.ts'
import { newWarehouse } from '../warehouse.ts'

const connections = 10
const { stockViews } = api.warehouse
const app = await setupApp({}, undefined, { connection: { max: connections } })
const owner = new pg.Client({ connectionString: app.ownerUrl })
await owner.connect()
afterAll(async () => {
  await owner.end()
})

test('one platform that waits for locks uses at most half of the connections', async () => {
  const [busy, other] = [await newWarehouse(app), await newWarehouse(app)]
  const { id, sku } = await stocked(app, busy, { qty: '1000' })
  const item = await stocked(app, other)
  const adjust = (site: Site, of: string) => adjustAt(app, site, { sku: of, qty: '-1' })
  // On a connection of its own: inside a transaction these numbers stay as they were.
  const waitingForRows = async () => {
    const [row] = await arrange(
      app,
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return row?.['n']
  }

  await owner.query('begin')
  await owner.query('select from tenant.stock_buckets where variant_id = $1 for update', [id])
  let answered = 0
  const clients = Array.from({ length: 100 }, async () => {
    const answer = await adjust(busy, sku)
    answered++
    return answer.status
  })
  await expect.poll(waitingForRows, { timeout: 60_000 }).toBe(connections / 2)
  const { email, password, token } = other.owner
  const others = await Promise.all([
    adjust(other, item.sku),
    app.call(stockViews.levels, as(other)),
    app.call(api.platforms.tenantSessions.me, as(other)),
    app.call(api.identity.profile.me, { token }),
    app.call(api.identity.sessions.login, { body: { email, password } }),
    // Signing in to the busy platform itself.
    app.call(api.platforms.tenantSessions.login, {
      params: busy.params,
      body: { email: busy.owner.email, password: busy.owner.password },
    }),
  ])
  expect(others.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 200])
  expect((await app.http.inject('/readyz')).statusCode).toBe(200)
  expect(await waitingForRows()).toBe(connections / 2)
  expect(answered).toBe(0)
  // The others wait before any work is done for them.
  expect(findShares(app.db)).toMatchObject({ running: connections / 2, waiting: 1 })

  await owner.query('commit')
  expect(new Set(await Promise.all(clients))).toEqual(new Set([201]))
  expect(findShares(app.db)).toMatchObject({ running: 0, waiting: 0, refused: 0 })
})
