import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrange } from '../arrange.ts'
import { as, levelsOf, stocked } from '../goods.ts'
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
  for (const check of ['verify_documents', 'verify_fulfillments'])
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
