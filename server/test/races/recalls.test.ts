import { api } from '@stowage/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrange } from '../arrange.ts'
import { as, newItem, receiveInto } from '../fixtures.ts'
import { orderOf } from '../order-calls.ts'
import { packedOf, ship } from '../pack-calls.ts'
import { confirmPick, pickShort, releasedOf } from '../pick-calls.ts'
import { concurrently, onceFree, statuses } from './concurrently.ts'
import { openGround, shuffled, type Ground } from './stock-clients.ts'

type Answer = { status: number; body: Record<string, unknown> }

const { lots } = api.warehouse
const { fulfillments } = api.orders

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(async () => expect(await ground.close(), 'deadlocks').toBe(0))

async function newLots(...given: [code: string, qty: string][]) {
  const { app, site } = ground
  const item = await newItem(app, site, { tracking: 'lot', backorder: { policy: 'allow' } })
  for (const [i, [lotCode, qty]] of given.entries())
    await receiveInto(app, site, { sku: item.sku, qty, lotCode, expiresOn: `209${i}-01-01` })
  const { body } = await app.call(lots.list, { ...as(site), query: { variant: item.id } })
  return { ...item, bad: body.items.find(({ code }) => code === 'BAD')?.id ?? '' }
}
const recall = (lotId: string) =>
  onceFree(() =>
    ground.app.call(lots.recall, {
      ...as(ground.site),
      params: { ...ground.site.params, lotId },
      body: { version: 1, note: 'Glass', displace: true },
    }),
  )
const release = ({ id, version }: { id: string; version: number }) =>
  onceFree(() =>
    ground.app.call(fulfillments.release, {
      ...as(ground.site),
      params: { ...ground.site.params, orderId: id },
      body: { version },
    }),
  )

async function expectRight() {
  expect(await ground.violations()).toEqual([])
  const { platform } = ground.site
  for (const check of ['verify_documents', 'verify_fulfillments', 'verify_work'])
    expect(
      await arrange(ground.app, `select * from stock.${check}($1, null)`, [platform.id]),
    ).toEqual([])
}

test('R2 a lot that is recalled is not to be picked afterwards, however many orders are released, picked or short', async () => {
  const { app, site } = ground
  const items = await concurrently(3, () => newLots(['BAD', '24'], ['GOOD', '10']))
  const skuOf = (i: number) => items[i % 3]?.sku ?? ''
  const released = await concurrently(18, (i) => releasedOf(app, site, skuOf(i), '1'))
  const waiting = await concurrently(24, (i) => orderOf(app, site, skuOf(i), '1'))
  const answers = await Promise.all(
    shuffled<() => Promise<Answer>>([
      ...items.map(
        ({ bad }) =>
          () =>
            recall(bad),
      ),
      ...waiting.map((order) => () => release(order)),
      ...released.flatMap(({ task }, i) => [
        () => onceFree(() => confirmPick(app, site, task.id)),
        () =>
          onceFree(() => (i % 3 ? confirmPick(app, site, task.id) : pickShort(app, site, task.id))),
      ]),
    ]).map((call) => call()),
  )
  const others = answers.filter(({ status }) => status !== 200 && status !== 409)
  expect(others.map(({ status, body }) => [status, body['code']])).toEqual([])
  expect(
    await arrange(
      app,
      `select t.state, b.status from tenant.pick_tasks t
       join tenant.lots l using (platform_id, lot_id)
       join tenant.allocations a using (platform_id, allocation_id)
       join tenant.stock_buckets b on b.platform_id = a.platform_id and b.bucket_id = a.bucket_id
       where l.platform_id = $1 and l.code = 'BAD' and t.state = 'ready'`,
      [site.platform.id],
    ),
  ).toEqual([])
  await expectRight()
})

test('R2 a package with a recalled lot ships before the recall or not at all', async () => {
  const { app, site } = ground
  const packed = await concurrently(24, async () => {
    const item = await newLots(['BAD', '1'])
    return { ...item, ...(await packedOf(app, site, item.sku, '1')) }
  })
  const outcomes = await Promise.all(
    packed.map(async ({ bad, fulfillmentId }) => {
      const [shipped, recalled] = await Promise.all([
        onceFree(() => ship(app, site, fulfillmentId)),
        recall(bad),
      ])
      expect(recalled.status).toBe(200)
      return { status: shipped.status, isNamed: recalled.body.inTheWay.length > 0 }
    }),
  )
  expect(outcomes.filter(({ status, isNamed }) => isNamed !== (status === 409))).toEqual([])
  expect(
    Object.keys(statuses(outcomes)).filter((each) => each !== '201' && each !== '409'),
  ).toEqual([])
  await expectRight()
})

test('a recall that comes between the checks of a shipment and its move waits for the shipment', async () => {
  const { app, site, owner } = ground
  const item = await newLots(['BAD', '1'])
  const { fulfillmentId } = await packedOf(app, site, item.sku, '1')
  const client = await owner.connect()
  let ended = 0
  const counted = async <T>(call: Promise<T>) => call.finally(() => ended++)
  /** Waits until so many wait for the stock, or have ended. */
  const until = async (count: number) => {
    for (;;) {
      await client.query('select pg_stat_clear_snapshot()')
      const { rows } = await client.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%stock.%'`,
      )
      if (ended + (rows[0]?.waiting ?? 0) >= count) return
    }
  }
  await client.query('begin')
  await client.query('select from tenant.stock_levels where variant_id = $1 for no key update', [
    item.id,
  ])
  const shipping = counted(ship(app, site, fulfillmentId))
  await until(1)
  const recalling = counted(recall(item.bad))
  await until(2)
  await client.query('commit')
  client.release()
  const [shipped, recalled] = await Promise.all([shipping, recalling])
  expect(recalled.status).toBe(200)
  expect(recalled.body.inTheWay.length > 0).toBe(shipped.status !== 201)
})
