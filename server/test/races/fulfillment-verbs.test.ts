import { api } from '@stowage/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrange } from '../arrange.ts'
import { adjustAt, as, newItem, receiveInto, stocked, type Site } from '../fixtures.ts'
import { placeOrder } from '../order-calls.ts'
import {
  closePackage,
  openPackage,
  packAll,
  packItem,
  packedOf,
  pickedOf,
  sendBack,
  ship,
  voidShipment,
} from '../pack-calls.ts'
import { confirmPick, pickShort } from '../pick-calls.ts'
import { receiveAll, returnNow, sendReturn, stepReturn } from '../return-calls.ts'
import { expireLots } from '../../src/warehouse/lots/jobs.ts'
import { runJob } from '../run-job.ts'
import { concurrently, tally } from './concurrently.ts'
import { openGround, pick, type Ground } from './stock-clients.ts'

const { fulfil, fulfillments, orders, packing, picking, shipping } = api.orders
const { lots, receiving, stock } = api.warehouse

let ground: Ground
let site: Site
beforeAll(async () => {
  ground = await openGround()
  site = ground.site
})
afterAll(async () => expect(await ground.close(), 'deadlocks').toBe(0))

type Return = Awaited<ReturnType<typeof returnNow>>
type Answer = { status: number; body: Record<string, unknown> }
const clients = 64
const stepsEach = 10
/** With `R2_SECONDS=60` they go on for so long, as in a release test. */
const seconds = Number(process.env['R2_SECONDS'] ?? 0)

test('R2 64 clients use every verb from order to return on one item without violations', async () => {
  const { app } = ground
  const { sku, id: variantId } = await stocked(app, site, {
    qty: '300',
    backorder: { policy: 'allow' },
  })
  const ofLots = await newItem(app, site, { tracking: 'lot', backorder: { policy: 'allow' } })
  const receiveLot = (lotCode: string, qty: string) =>
    receiveInto(app, site, { sku: ofLots.sku, qty, lotCode })
  for (const lotCode of ['L1', 'L2', 'L3']) await receiveLot(lotCode, '60')
  /** One of a kind, the same for several clients; some are over already. */
  const oneOf = async (text: string) => {
    const rows = await ground.rowsOf(`${text} order by random() limit 1`)
    return rows[0] ?? { id: '00000000-0000-7000-8000-000000000000', version: '1' }
  }
  const versioned = async (text: string) => {
    const { id = '', version } = await oneOf(text)
    return { id, version: Number(version) }
  }
  const orderIn = (states: string) =>
    versioned(`select order_id as id, version from tenant.orders where state in (${states})`)
  const fulfillmentIn = async (states: string) =>
    (await oneOf(`select fulfillment_id as id from tenant.fulfillments where state in (${states})`))
      .id ?? ''
  const task = () =>
    oneOf(`select pick_task_id as id, qty from tenant.pick_tasks where state = 'ready'`)
  const packageIn = async (state: string) =>
    (await oneOf(`select package_id as id from tenant.packages where state = '${state}'`)).id ?? ''
  const returnIn = async (states: string) => {
    const { id = '' } = await oneOf(
      `select return_id as id from tenant.returns where state in (${states})`,
    )
    return returnNow(app, site, id) as Promise<Return | undefined>
  }
  const withOrder = (orderId: string) => ({ ...as(site), params: { ...site.params, orderId } })
  const shipped = () =>
    versioned(`select shipment_id as id, version from tenant.shipments where state = 'shipped'`)
  const openOrder = (mode: string) =>
    placeOrder(app, site, [{ sku, qty: '2' }], { confirm: { mode } })

  const openTwoLines = () =>
    placeOrder(
      app,
      site,
      [
        { sku, qty: '1' },
        { sku, qty: '2' },
      ],
      { confirm: { mode: 'backorder' } },
    )

  let sentBack = 0
  const steps: (() => Promise<unknown>)[] = [
    () => openOrder('strict'),
    openTwoLines,
    ...[1, 2].map(() => async () => {
      const line = await oneOf(
        `select l.order_line_id as id, l.qty, l.order_id as "orderId", o.version
         from tenant.order_lines l join tenant.orders o using (platform_id, order_id)
         where o.state in ('released', 'in_fulfillment') and l.qty_cancelled = 0`,
      )
      const { id: lineId = '', orderId = lineId, qty = '1', version } = line
      return app.call(orders.cancelLine, {
        ...as(site),
        params: { ...site.params, orderId, lineId },
        body: { version: Number(version), qty },
      })
    }),
    () => openOrder('backorder'),
    ...[1, 2].map(() => async () => {
      const { id, version } = await orderIn(`'confirmed'`)
      return app.call(fulfillments.release, { ...withOrder(id), body: { version } })
    }),
    async () => {
      const { id, version } = await orderIn(`'released'`)
      return app.call(fulfillments.unrelease, { ...withOrder(id), body: { version } })
    },
    async () => {
      const { id, version } = await orderIn(`'confirmed', 'released', 'in_fulfillment'`)
      return app.call(orders.cancel, { ...withOrder(id), body: { version, reason: 'R2' } })
    },
    ...[1, 2].map(() => async () => {
      const { id = '', qty = '1' } = await task()
      return confirmPick(app, site, id, { qty })
    }),
    async () => confirmPick(app, site, (await task()).id ?? ''),
    async () => pickShort(app, site, (await task()).id ?? ''),
    async () => {
      const taskIds = [(await task()).id ?? '']
      return app.call(picking.claim, { ...as(site), body: { taskIds } })
    },
    async () => openPackage(app, site, await fulfillmentIn(`'picked', 'packing'`)),
    async () => packItem(app, site, await packageIn('open'), { code: sku }),
    async () => closePackage(app, site, await packageIn('open')),
    async () => {
      const params = { ...site.params, packageId: await packageIn('closed') }
      return app.call(packing.reopen, { ...as(site), params, body: {} })
    },
    ...[1, 2].map(() => async () => {
      const { id = '', fulfillment = id } = await oneOf(
        `select package_id as id, fulfillment_id as fulfillment from tenant.packages
         where state = 'closed' and shipment_id is null`,
      )
      return ship(app, site, fulfillment, { packageIds: [id] })
    }),
    ...[1, 2, 3].map(() => async () => {
      const { id, version } = await versioned(
        `select fulfillment_id as id, version from tenant.fulfillments where state in ('picked', 'packing')`,
      )
      const sent = await sendBack(app, site, id, [{ qty: '1' }], { version })
      sentBack += sent.status === 200 ? 1 : 0
      // All of it is in packages.
      return sent.status === 400 ? undefined : sent
    }),
    ...[1, 2].map(() => async () => packAll(app, site, await fulfillmentIn(`'picked', 'packing'`))),
    ...[1, 2].map(() => async () => ship(app, site, await fulfillmentIn(`'packed', 'shipped'`))),
    ...[1, 2].map(() => async () => voidShipment(app, site, await shipped())),
    async () => {
      const { id, version } = await orderIn(`'confirmed', 'released', 'in_fulfillment'`)
      return app.call(fulfil.fulfil, { ...withOrder(id), body: { version } })
    },
    async () => {
      const line = await oneOf(
        `select l.order_line_id as id, l.order_id as "orderId" from tenant.order_lines l
         join tenant.shipments s using (platform_id, order_id)
         where l.variant_id = '${variantId}'`,
      )
      const { id: orderLineId, orderId } = line
      return orderId && sendReturn(app, site, { orderLineId }, { orderId, authorize: true })
    },
    async () => {
      const one = await returnIn(`'authorized'`)
      return one && receiveAll(app, site, one)
    },
    async () => {
      const one = await returnIn(`'received'`)
      const lines = one?.lines.map(({ id: lineId, qty }) => ({
        lineId,
        dispositions: [{ disposition: 'restock', qty, locationId: site.a01.id }],
      }))
      return one && stepReturn(app, site, 'inspect', one, { lines })
    },
    ...['strict', 'backorder', 'backorder'].map(
      (mode) => () => placeOrder(app, site, [{ sku: ofLots.sku, qty: '2' }], { confirm: { mode } }),
    ),
    ...(['hold', 'hold', 'release', 'release', 'recall'] as const).map((verb) => async () => {
      const { id: lotId, version } = await versioned(
        'select lot_id as id, version from tenant.lots',
      )
      const body = { version, note: 'R2', ...(verb !== 'release' && { displace: true }) }
      return app.call(lots[verb], { ...as(site), params: { ...site.params, lotId }, body })
    }),
    async () => {
      await arrange(
        app,
        `update tenant.lots set expires_on = '2020-01-01' where lot_id = (
           select lot_id from tenant.lots where platform_id = $1 order by random() limit 1)`,
        [site.platform.id],
      )
      await runJob(app, expireLots, {})
      return undefined
    },
    () => receiveLot(`L${Math.floor(Math.random() * 20)}`, '5'),
    async () => {
      const { id: shipmentId, version } = await shipped()
      const params = { ...site.params, shipmentId }
      return app.call(shipping.deliver, { ...as(site), params, body: { version } })
    },
    () => receiveInto(app, site, { sku, qty: '3' }),
    async () => {
      const made = await receiveInto(app, site, { sku, qty: '1' })
      const params = { ...site.params, receiptId: made.body.receipt.id }
      return app.call(receiving.reverse, { ...as(site), params, body: { version: 1 } })
    },
    () => adjustAt(app, site, { sku, qty: '-2' }),
    () => adjustAt(app, site, { sku, qty: '-4' }, { displace: true }),
    () => {
      const line = { fromLocationId: site.a01.id, toLocationId: site.a02.id, sku, qty: '1' }
      return app.call(stock.move, { ...as(site), body: { lines: [line] } })
    },
  ]
  await concurrently(20, () => openOrder('strict'))
  await concurrently(10, async () => {
    const { id, version } = (await openTwoLines()).body.order
    return app.call(fulfillments.release, { ...withOrder(id), body: { version } })
  })
  await concurrently(12, () => pickedOf(app, site, sku, '2'))
  await concurrently(8, () => pickedOf(app, site, ofLots.sku, '2'))
  await concurrently(6, async () => {
    const { fulfillmentId } = await packedOf(app, site, sku, '2')
    return ship(app, site, fulfillmentId)
  })
  const end = performance.now() + seconds * 1000
  const answers = (
    await concurrently(clients, async () => {
      const own: (Answer | undefined)[] = []
      while (own.length < stepsEach || performance.now() < end)
        own.push((await pick(steps)?.()) as Answer | undefined)
      return own
    })
  )
    .flat()
    .filter((answer) => answer !== undefined)
  const words = tally(answers.map(({ status, body }) => String(body['code'] ?? status)))
  expect(Object.keys(words).filter((word) => /^(5\d\d|internal|validation)/.test(word))).toEqual([])
  expect(words['201']).toBeGreaterThan(clients)
  expect(words['200']).toBeGreaterThan(clients)
  expect(await ground.violations()).toEqual([])
  for (const check of ['verify_documents', 'verify_fulfillments', 'verify_work', 'verify_events'])
    expect(
      await arrange(app, `select * from stock.${check}($1, null)`, [site.platform.id]),
    ).toEqual([])
  const [{ ended } = {}] = await ground.rowsOf(
    `select count(*)::int as ended from tenant.fulfillment_lines where qty_cancelled > 0`,
  )
  expect(Number(ended)).toBeGreaterThan(0)
  expect(sentBack).toBeGreaterThan(0)
  const lotChanges = await ground.rowsOf(
    `select distinct type from tenant.tenant_events where type in ('lot.held', 'lot.released', 'shipment.delivered')`,
  )
  expect(lotChanges).toHaveLength(3)
  // Every verb got through, so they did meet.
  const kinds = await ground.rowsOf(
    `select distinct m.kind from tenant.stock_moves m
     join tenant.stock_ledger e using (platform_id, move_id)
     join tenant.stock_buckets b using (platform_id, bucket_id) where b.variant_id = $1`,
    [variantId],
  )
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      'receive',
      'adjust',
      'relocate',
      'pick',
      'ship',
      'unship',
      'return_in',
      'status_change',
    ]),
  )
}, 240_000)
