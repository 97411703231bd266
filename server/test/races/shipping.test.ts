import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrange } from '../arrange.ts'
import { as, levelsOf, stocked } from '../fixtures.ts'
import {
  closePackage,
  openPackage,
  packAll,
  packedOf,
  packItem,
  pickedOf,
  ship,
  voidShipment,
} from '../pack-calls.ts'
import { concurrently } from './concurrently.ts'
import { openGround, shuffled, type Ground } from './stock-clients.ts'

type Answer = { status: number; body: Record<string, unknown> }

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(async () => expect(await ground.close(), 'deadlocks').toBe(0))

/** Runs all of these at once, in any order; each must answer, if only with a refusal. */
async function runAll(calls: readonly (() => Promise<Answer>)[]) {
  const answers = await Promise.all(shuffled([...calls]).map((call) => call()))
  const others = answers.filter(({ status }) => ![200, 201, 404, 409].includes(status))
  expect(others.map(({ status, body }) => [status, body['code']])).toEqual([])
  // The locks decide who comes first; what refuses behind them is not reached.
  const behind = /^(allocation_changed|already_reversed|idempotency_conflict)$/
  expect(answers.filter(({ body }) => behind.test(String(body['code'])))).toEqual([])
  return answers
}

async function expectRight() {
  expect(await ground.violations()).toEqual([])
  const { platform } = ground.site
  for (const check of ['verify_documents', 'verify_fulfillments', 'verify_work'])
    expect(
      await arrange(ground.app, `select * from stock.${check}($1, null)`, [platform.id]),
    ).toEqual([])
}

test('R2 each fulfillment is shipped and voided once, however many people do both', async () => {
  const { app, site } = ground
  const { sku, id } = await stocked(app, site, { qty: '40' })
  const packed = await concurrently(8, () => packedOf(app, site, sku, '2'))
  const shipped = await runAll(
    packed.flatMap(({ fulfillmentId }) =>
      [1, 2, 3].map(() => () => ship(app, site, fulfillmentId)),
    ),
  )
  expect(shipped.filter(({ status }) => status === 201)).toHaveLength(8)
  expect(await levelsOf(app, id)).toMatchObject([{ on_hand: '24', reserved: '0' }])
  const { body } = await app.call(api.orders.shipping.list, { ...as(site), query: {} })
  const voided = await runAll(
    body.items
      .slice(0, 4)
      .flatMap((one) => [1, 2, 3].map(() => () => voidShipment(app, site, one))),
  )
  expect(voided.filter(({ status }) => status === 200)).toHaveLength(4)
  expect(await levelsOf(app, id)).toMatchObject([{ on_hand: '32', reserved: '8' }])
  await expectRight()
})

test('R2 scans, closed packages and shipments of the same orders leave the books right', async () => {
  const { app, site } = ground
  const { sku } = await stocked(app, site, { qty: '40' })
  const opened = await concurrently(6, async () => {
    const { fulfillmentId } = await pickedOf(app, site, sku, '3')
    return (await openPackage(app, site, fulfillmentId)).body
  })
  await runAll(
    opened.flatMap(({ package: { id }, fulfillment }) => {
      const scanId = randomUUID()
      return [
        ...Array.from({ length: 3 }, () => () => packItem(app, site, id, { code: sku, scanId })),
        () => packItem(app, site, id, { code: sku }),
        () => packItem(app, site, id, { code: sku, qty: '2' }),
        () => closePackage(app, site, id),
        () => packAll(app, site, fulfillment.id),
        () => ship(app, site, fulfillment.id),
      ]
    }),
  )
  await expectRight()
  const [twice] = await arrange(
    app,
    `select count(*)::int from tenant.package_scans where platform_id = $1 and qty <> 1`,
    [site.platform.id],
  )
  expect(twice).toEqual({ count: 0 })
})

/** A picked order of one item with a closed package of one for each unit. */
async function inPackages(sku: string, count: number) {
  const { app, site } = ground
  const { fulfillmentId, order } = await pickedOf(app, site, sku, String(count))
  const ids: string[] = []
  for (let i = 0; i < count; i += 1) {
    const { body } = await openPackage(app, site, fulfillmentId)
    await packItem(app, site, body.package.id, { code: sku })
    await closePackage(app, site, body.package.id)
    ids.push(body.package.id)
  }
  return { fulfillmentId, order, ids }
}

test('R2 people who ship different packages of one fulfillment at once all ship theirs', async () => {
  const { app, site } = ground
  const { sku, id } = await stocked(app, site, { qty: '30' })
  const { fulfillmentId, ids, order } = await inPackages(sku, 20)
  const shipped = await runAll(
    ids.map((one) => () => ship(app, site, fulfillmentId, { packageIds: [one] })),
  )
  expect(shipped.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(await levelsOf(app, id)).toMatchObject([{ on_hand: '10', reserved: '0' }])
  const { body } = await app.call(api.orders.orders.details, {
    ...as(site),
    params: { ...site.params, orderId: order.id },
  })
  expect(body.order.state).toBe('shipped')
  await expectRight()
})

test('R2 a package is shipped once, however many people ship it, whole or in part', async () => {
  const { app, site } = ground
  const { sku, id } = await stocked(app, site, { qty: '30' })
  const { fulfillmentId, ids } = await inPackages(sku, 4)
  const shipped = await runAll([
    ...Array.from(
      { length: 20 },
      (_, i) => () => ship(app, site, fulfillmentId, { packageIds: ids.slice(i % 3, (i % 3) + 2) }),
    ),
    ...[1, 2, 3].map(() => () => ship(app, site, fulfillmentId)),
  ])
  const left = shipped
    .filter(({ status }) => status === 201)
    .flatMap(({ body }) => (body as { shipment: { packages: { id: string }[] } }).shipment.packages)
  expect(new Set(left.map((one) => one.id)).size).toBe(left.length)
  expect(await levelsOf(app, id)).toMatchObject([{ on_hand: String(30 - left.length) }])
  await expectRight()
})

test('R2 packages are shipped while they are reopened, and shipments voided: nothing is half shipped', async () => {
  const { app, site } = ground
  const { sku } = await stocked(app, site, { qty: '60' })
  const made = await concurrently(5, () => inPackages(sku, 4))
  const reopen = (packageId: string) =>
    app.call(api.orders.packing.reopen, {
      ...as(site),
      params: { ...site.params, packageId },
      body: {},
    })
  await runAll(
    made.flatMap(({ fulfillmentId, ids }) =>
      ids.flatMap((one) => [
        () => ship(app, site, fulfillmentId, { packageIds: [one] }),
        () => reopen(one),
      ]),
    ),
  )
  await expectRight()
  const { body } = await app.call(api.orders.shipping.list, { ...as(site), query: {} })
  await runAll(
    body.items.flatMap((one) => [
      () => voidShipment(app, site, one),
      ...one.parcels.map(
        ({ packageId }) =>
          () =>
            reopen(packageId),
      ),
    ]),
  )
  const [half] = await arrange(
    app,
    `select count(*)::int from tenant.packages k
     join tenant.fulfillments f using (platform_id, fulfillment_id)
     where k.platform_id = $1 and (f.state = 'shipped') <> (k.shipment_id is not null)`,
    [site.platform.id],
  )
  expect(half).toEqual({ count: 0 })
  await expectRight()
})
