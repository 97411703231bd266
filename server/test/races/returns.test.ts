import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrange } from '../arrange.ts'
import { levelsOf } from '../fixtures.ts'
import { voidShipment } from '../pack-calls.ts'
import { authorizedOf, receiveAll, returnableOf, sendReturn, shippedOf } from '../return-calls.ts'
import { concurrently, contenders } from './concurrently.ts'
import { openGround, shuffled, type Ground } from './stock-clients.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(async () => expect(await ground.close(), 'deadlocks').toBe(0))

type Answer = { status: number; body: { code?: string } }

/** Runs all of these at once, in any order, and returns their statuses; each refusal must be one of these. */
async function runAll(calls: readonly (() => Promise<unknown>)[], refusals: readonly string[]) {
  const answers = (await Promise.all(shuffled([...calls]).map((call) => call()))) as Answer[]
  const refused = answers.filter(({ status }) => status >= 300)
  expect(refused.filter(({ body }) => !refusals.includes(body.code ?? ''))).toEqual([])
  return answers.map(({ status }) => status).toSorted()
}

async function expectRight() {
  const { app, site } = ground
  expect(await ground.violations()).toEqual([])
  for (const check of ['verify_returns', 'verify_fulfillments'])
    expect(
      await arrange(app, `select * from stock.${check}($1, null)`, [site.platform.id]),
    ).toEqual([])
}

test('R2 a shipped unit is returned once, however many people send it back', async () => {
  const { app, site } = ground
  const shipped = await concurrently(4, () => shippedOf(app, site, '1'))
  for (const { order, orderLine } of shipped) {
    const statuses = await runAll(
      Array.from(
        { length: contenders },
        () => () => sendReturn(app, site, { orderLineId: orderLine.id }, { orderId: order.id }),
      ),
      ['over_return'],
    )
    expect(statuses).toEqual([201, ...Array<number>(contenders - 1).fill(409)])
    expect(await returnableOf(app, site, order.id)).toMatchObject([{ expected: '1', left: '0' }])
  }
  await expectRight()
})

test('R2 a return is received once, and two of one order each at their value', async () => {
  const { app, site } = ground
  const mug = await shippedOf(app, site, '3')
  const [one, other] = [
    await authorizedOf(app, site, mug, '1'),
    await authorizedOf(app, site, mug, '2'),
  ]
  const statuses = await runAll(
    [one, one, one, other, other].map((each) => () => receiveAll(app, site, each)),
    ['version_conflict'],
  )
  expect(statuses).toEqual([200, 200, 409, 409, 409])
  expect(await levelsOf(app, mug.id)).toMatchObject([{ on_hand: '10', unavailable: '3' }])
  expect(
    await arrange(
      app,
      `select qty::text, value_micros::text as value from tenant.cost_balances where variant_id = $1`,
      [mug.id],
    ),
  ).toEqual([{ qty: '10', value: '10000000' }])
  await expectRight()
})

test('R2 a shipment is voided or its items are returned, never both', async () => {
  const { app, site } = ground
  for (let round = 0; round < 4; round++) {
    const mug = await shippedOf(app, site, '1')
    const statuses = await runAll(
      [
        () => voidShipment(app, site, mug.shipment),
        () => sendReturn(app, site, { orderLineId: mug.orderLine.id }, { orderId: mug.order.id }),
      ],
      ['over_return'],
    )
    expect(statuses[1]).toBe(409)
  }
  await expectRight()
})
