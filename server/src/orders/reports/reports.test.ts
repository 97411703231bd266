import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { refusal, setupApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { as, openSite, receiveInto, stocked, type Site } from '../../../test/fixtures.ts'
import { orderOf, placeOrder } from '../../../test/order-calls.ts'
import { closePackage, openPackage, packAll, packItem, ship } from '../../../test/pack-calls.ts'
import { confirmPick, pickShort, releasedOf } from '../../../test/pick-calls.ts'
import { linesOf, memberIn, newCategory } from '../../../test/report-calls.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { reports } = api.orders
const app = await setupApp()
const minute = 60_000
const wait = (minutes: number) => app.clock.advance(minutes * minute)

const today = () => {
  const day = app.clock.now().toISOString().slice(0, 10)
  return { from: day, to: day }
}
/** A day and the one after it, in case the clock passes midnight. */
const days = () => {
  const next = new Date(app.clock.now().getTime() + 60 * minute).toISOString().slice(0, 10)
  const before = new Date(app.clock.now().getTime() - 24 * 60 * minute).toISOString().slice(0, 10)
  return { from: before, to: next }
}
/** As many seconds, and a few more on a busy machine. */
const near = (seconds: number): number => expect.closeTo(seconds, -1.3) as number
const rate = (perHour: number): number => expect.closeTo(perHour, 0) as number

/** An order that took these minutes to be released, picked, packed and shipped. */
async function shippedIn(
  site: Site,
  sku: string,
  steps: readonly [number, number, number, number],
) {
  const order = await orderOf(app, site, sku, '1')
  wait(steps[0])
  const released = await app.call(api.orders.fulfillments.release, {
    ...as(site),
    params: { ...site.params, orderId: order.id },
    body: { version: order.version },
  })
  const fulfillmentId = released.body.fulfillments[0]?.id ?? ''
  const tasks = await app.call(api.orders.picking.list, {
    ...as(site),
    query: { fulfillment: fulfillmentId },
  })
  wait(steps[1])
  await confirmPick(app, site, tasks.body.items[0]?.id ?? '')
  wait(steps[2])
  await packAll(app, site, fulfillmentId)
  wait(steps[3])
  const { body } = await ship(app, site, fulfillmentId)
  // The stock takes its times from the database.
  await arrange(app, 'update tenant.shipments set shipped_at = $2 where shipment_id = $1', [
    body.shipment.id,
    app.clock.now(),
  ])
  return { order, shipment: body.shipment }
}

describe('cycle time', () => {
  test('is measured from step to step, and the slowest shipments are listed first', async () => {
    const site = await newWarehouse(app)
    const category = await newCategory(app, site, 'Cups')
    const mug = await stocked(app, site)
    const quick = await shippedIn(site, mug.sku, [1, 2, 3, 4])
    const slow = await shippedIn(site, mug.sku, [3, 4, 5, 16])
    const voided = await shippedIn(site, mug.sku, [1, 1, 1, 1])
    await app.call(api.orders.shipping.void, {
      ...as(site),
      params: { ...site.params, shipmentId: voided.shipment.id },
      body: { version: voided.shipment.version, reason: 'Wrong carrier' },
    })
    const { body } = await app.call(reports.cycleTime, { ...as(site), query: days() })
    expect(body.steps).toEqual([
      { step: 'confirmed', shipments: 2, p50: near(0), p90: near(0), p99: near(0) },
      // Between one and three minutes.
      { step: 'released', shipments: 2, p50: near(120), p90: near(168), p99: near(179) },
      { step: 'picked', shipments: 2, p50: near(180), p90: near(228), p99: near(239) },
      { step: 'packed', shipments: 2, p50: near(240), p90: near(288), p99: near(299) },
      { step: 'shipped', shipments: 2, p50: near(600), p90: near(888), p99: near(953) },
      { step: 'total', shipments: 2, p50: near(1140), p90: near(1572), p99: near(1669) },
    ])
    const slowest = await app.call(reports.cycleShipments, {
      ...as(site),
      query: { ...days(), step: 'picked', limit: '1' },
    })
    expect(slowest.body.items).toMatchObject([
      {
        shipmentId: slow.shipment.id,
        orderId: slow.order.id,
        warehouseCode: 'MAIN',
        released: near(180),
        picked: near(240),
        packed: near(300),
        shipped: near(960),
        total: near(1680),
      },
    ])
    const next = await app.call(reports.cycleShipments, {
      ...as(site),
      query: { ...days(), step: 'picked', limit: '1', cursor: slowest.body.next ?? '' },
    })
    expect(next.body).toMatchObject({ items: [{ shipmentId: quick.shipment.id }], next: null })
    const file = await app.call(reports.cycleShipments, {
      ...as(site),
      query: { ...days(), format: 'csv' },
    })
    const cells = linesOf(file.body).map((row) => row.split(','))
    expect(cells.map(([shipment]) => shipment)).toEqual([
      'shipment',
      slow.shipment.number,
      quick.shipment.number,
    ])
    expect(cells[2]?.slice(4).map(Number)).toEqual([0, 60, 120, 180, 240, 600].map(near))
    const none = await app.call(reports.cycleTime, { ...as(site), query: { ...days(), category } })
    expect(none.body.steps).toEqual([])
    const past = { from: '2020-01-01', to: '2020-01-31' }
    expect((await app.call(reports.cycleTime, { ...as(site), query: past })).body.steps).toEqual([])
  })

  test('is of the warehouses in sight', async () => {
    const site = await newWarehouse(app)
    const mug = await stocked(app, site)
    await shippedIn(site, mug.sku, [1, 1, 1, 1])
    const east = await openSite(app, site, 'EAST', 'UTC')
    const there = await memberIn(app, site, 'viewer', east.id)
    for (const query of [days(), { ...days(), warehouse: site.warehouse.id }]) {
      expect((await app.call(reports.cycleTime, { ...there, query })).body.steps).toEqual([])
      expect((await app.call(reports.cycleShipments, { ...there, query })).body.items).toEqual([])
    }
    const here = await memberIn(app, site, 'viewer', site.warehouse.id)
    expect((await app.call(reports.cycleTime, { ...here, query: days() })).body.steps).toHaveLength(
      6,
    )
  })
})

describe('productivity', () => {
  /** Ann picks five lines in 16 minutes and one after a pause; Bob packs three in two packages. */
  async function shift() {
    const site = await newWarehouse(app)
    const mug = await stocked(app, site, { qty: '50' })
    const ann = await app.newMember(site.owner, site.platform, { role: 'warehouse_manager' })
    const bob = await app.newMember(site.owner, site.platform, { role: 'warehouse_manager' })
    const work = []
    for (let i = 0; i < 6; i += 1) work.push(await releasedOf(app, site, mug.sku, '1'))
    for (const [i, { task }] of work.entries()) {
      if (i > 0) wait(i === 5 ? 31 : 4)
      await confirmPick(app, site, task.id, {}, ann)
    }
    for (const [i, { fulfillmentId }] of work.slice(0, 2).entries()) {
      if (i > 0) wait(5)
      await packAll(app, site, fulfillmentId, {}, bob)
    }
    return { site, mug, ann, bob }
  }

  test('counts lines per hour of the time between lines, pauses left out', async () => {
    const { site, mug, ann, bob } = await shift()
    const { body } = await app.call(reports.members, { ...as(site), query: days() })
    expect(body.items).toMatchObject([
      // Four lines followed another within the half hour, in 16 minutes.
      { memberId: ann.id, kind: 'pick', lines: 6, minutes: 16, perHour: rate(15) },
      { memberId: bob.id, kind: 'pack', lines: 2, minutes: 5, perHour: rate(12) },
    ])
    expect(body.items[0]?.name).toEqual(expect.any(String))
    const all = await app.call(reports.work, { ...as(site), query: days() })
    expect(all.body.work).toEqual([
      { kind: 'pick', lines: 6, minutes: 16, perHour: rate(15) },
      { kind: 'pack', lines: 2, minutes: 5, perHour: rate(12) },
    ])
    const file = await app.call(reports.members, {
      ...as(site),
      query: { ...days(), format: 'csv' },
    })
    expect(linesOf(file.body).map((row) => row.split(',').slice(1, 4).join())).toEqual([
      'task,lines,minutes',
      'pick,6,16',
      'pack,2,5',
    ])
    const category = await newCategory(app, site, 'Bowls')
    const of = async () =>
      (await app.call(reports.work, { ...as(site), query: { ...days(), category } })).body.work
    expect(await of()).toEqual([])
    await arrange(
      app,
      `update tenant.products p set category_id = $2 from tenant.variants v
       where v.platform_id = p.platform_id and v.product_id = p.product_id and v.variant_id = $1`,
      [mug.id, category],
    )
    expect(await of()).toMatchObject([
      { kind: 'pick', lines: 6 },
      { kind: 'pack', lines: 2 },
    ])
  })

  test('counts every line of a package', async () => {
    const site = await newWarehouse(app)
    const [mug, cup] = [await stocked(app, site), await stocked(app, site)]
    const placed = await placeOrder(app, site, [
      { sku: mug.sku, qty: '2' },
      { sku: cup.sku, qty: '1' },
    ])
    const { id: orderId, version } = placed.body.order
    const released = await app.call(api.orders.fulfillments.release, {
      ...as(site),
      params: { ...site.params, orderId },
      body: { version },
    })
    const fulfillmentId = released.body.fulfillments[0]?.id ?? ''
    const tasks = await app.call(api.orders.picking.list, {
      ...as(site),
      query: { fulfillment: fulfillmentId },
    })
    for (const { id, qty } of tasks.body.items) await confirmPick(app, site, id, { qty })
    const { body } = await openPackage(app, site, fulfillmentId)
    for (const code of [mug.sku, mug.sku, cup.sku])
      await packItem(app, site, body.package.id, { code })
    await closePackage(app, site, body.package.id)
    const all = await app.call(reports.work, { ...as(site), query: days() })
    expect(all.body.work).toMatchObject([
      { kind: 'pick', lines: 2 },
      { kind: 'pack', lines: 2, minutes: 0, perHour: null },
    ])
  })

  test('shows members only to whoever may see them, and only of their warehouses', async () => {
    const { site } = await shift()
    const viewer = await memberIn(app, site, 'viewer', site.warehouse.id)
    expect(refusal(await app.call(reports.members, { ...viewer, query: days() }))).toEqual([
      422,
      'permission_denied',
    ])
    const accountant = await memberIn(app, site, 'accountant', site.warehouse.id)
    expect((await app.call(reports.members, { ...accountant, query: days() })).status).toBe(422)
    expect((await app.call(reports.work, { ...viewer, query: days() })).body.work).toHaveLength(2)
    const east = await openSite(app, site, 'EAST', 'UTC')
    const there = await memberIn(app, site, 'warehouse_manager', east.id)
    expect((await app.call(reports.members, { ...there, query: days() })).body.items).toEqual([])
    expect((await app.call(reports.work, { ...there, query: days() })).body.work).toEqual([])
  })
})

describe('short rate', () => {
  test('counts short picks by item, location and day, and lists them', async () => {
    const site = await newWarehouse(app)
    const [mug, cup] = [await stocked(app, site), await stocked(app, site)]
    await receiveInto(app, site, { sku: cup.sku, qty: '5', location: 'A-02' })
    const first = await releasedOf(app, site, mug.sku, '3')
    await confirmPick(app, site, first.task.id, { qty: '3' })
    const second = await releasedOf(app, site, mug.sku, '4')
    await pickShort(app, site, second.task.id, { qtyFound: '1' })
    const third = await releasedOf(app, site, cup.sku, '1')
    await confirmPick(app, site, third.task.id)

    const { body } = await app.call(reports.shortRate, { ...as(site), query: days() })
    // One confirmed, one found in part, which is one confirmed and one short.
    expect(body.items).toEqual([
      { id: mug.id, label: mug.sku, name: `Item ${mug.sku}`, picks: 3, short: 1 },
    ])
    const places = await app.call(reports.shortRate, {
      ...as(site),
      query: { ...days(), by: 'location' },
    })
    expect(places.body.items).toMatchObject([{ label: 'A-01', name: 'MAIN', short: 1 }])
    const byDay = await app.call(reports.shortDays, { ...as(site), query: days() })
    expect(byDay.body.days).toEqual([{ day: today().from, picks: 4, short: 1 }])
    const picks = await app.call(reports.shortPicks, {
      ...as(site),
      query: { ...days(), variant: mug.id },
    })
    expect(picks.body.items).toMatchObject([
      { pickTaskId: second.task.id, fulfillment: second.number, missing: '3', location: 'A-01' },
    ])
    for (const more of [{ variant: cup.id }, { location: randomUUID() }])
      expect(
        (await app.call(reports.shortPicks, { ...as(site), query: { ...days(), ...more } })).body
          .items,
      ).toEqual([])
    const file = await app.call(reports.shortRate, {
      ...as(site),
      query: { ...days(), by: 'location', format: 'csv' },
    })
    expect(linesOf(file.body)).toEqual([
      'location,warehouse,picks,short,shortPercent',
      `A-01,MAIN,${places.body.items[0]?.picks},1,${(100 / Number(places.body.items[0]?.picks)).toFixed(2)}`,
    ])
    const east = await openSite(app, site, 'EAST', 'UTC')
    const there = await memberIn(app, site, 'viewer', east.id)
    for (const route of [reports.shortRate, reports.shortPicks])
      expect((await app.call(route, { ...there, query: days() })).body.items).toEqual([])
    expect((await app.call(reports.shortDays, { ...there, query: days() })).body.days).toEqual([])
  })
})

test.each([
  [{ from: '2026-02-02', to: '2026-02-01' }, 400, 'validation_failed'],
  [{ from: '2026-01-01', to: '2026-06-01' }, 400, 'validation_failed'],
  [{ from: '2998-12-31', to: '2999-01-01' }, 422, 'future_date_refused'],
])('no report of %j, and none without the right', async (query, status, code) => {
  const site = await newWarehouse(app)
  const picker = await app.newMember(site.owner, site.platform, { role: 'picker' })
  for (const name of [
    'cycleTime',
    'cycleShipments',
    'work',
    'members',
    'shortRate',
    'shortDays',
    'shortPicks',
  ] as const) {
    expect(refusal(await app.call(reports[name], { ...as(site), query }))).toEqual([status, code])
    const of = { params: site.params, token: picker.token, query: today() }
    expect(refusal(await app.call(reports[name], of))).toEqual([422, 'permission_denied'])
  }
})
