import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { refusal, setupApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { findingsOf } from '../../../test/breaking.ts'
import { as, levelOf, newItem, receiveInto, violations } from '../../../test/fixtures.ts'
import { orderNow, orderOf, placeOrder } from '../../../test/order-calls.ts'
import { confirmPick, fulfillmentNow, pickShort, releasedOf } from '../../../test/pick-calls.ts'
import { runJob } from '../../../test/run-job.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { expireLots } from '../../warehouse/lots/jobs.ts'

const { lots } = api.warehouse
const { app, site } = await setupSite(await setupApp())

const far = '2099-01-01'
/** An item with 3 of a lot that expires and 4 of one that doesn’t. */
async function twoLots() {
  const item = await newItem(app, site, { tracking: 'lot', backorder: { policy: 'allow' } })
  await receiveInto(app, site, {
    sku: item.sku,
    qty: '3',
    lotCode: 'SOON',
    expiresOn: '2090-01-01',
  })
  await receiveInto(app, site, { sku: item.sku, qty: '4', lotCode: 'LATE', expiresOn: far })
  const { body } = await app.call(lots.list, { ...as(site), query: { variant: item.id } })
  const idOf = (code: string) => body.items.find((one) => one.code === code)?.id ?? ''
  return { item, soon: idOf('SOON'), late: idOf('LATE') }
}
/** The lot expired in the past. */
const expire = (lotId: string) =>
  arrange(app, `update tenant.lots set expires_on = '2020-01-01' where lot_id = $1`, [lotId])
const lotsToPick = async (fulfillmentId: string) =>
  (await fulfillmentNow(app, site, fulfillmentId)).lines
    .flatMap(({ picks }) => picks)
    .filter(({ state }) => state === 'ready')
    .map(({ lot }) => lot)
const change = (verb: 'hold' | 'recall', lotId: string, more: object = {}) =>
  app.call(lots[verb], {
    ...as(site),
    params: { ...site.params, lotId },
    body: { version: 1, note: 'Glass', ...more },
  })

test('a lot that has expired is neither chosen for an order nor picked', async () => {
  const { item, soon } = await twoLots()
  const before = await releasedOf(app, site, item.sku, '2')
  expect(before.task.lot).toBe('SOON')
  await expire(soon)
  const query = { fulfillment: before.fulfillmentId }
  const listed = await app.call(api.orders.picking.list, { ...as(site), query })
  expect(listed.body.items).toMatchObject([{ lot: 'SOON', lotStopped: 'expired' }])
  expect(refusal(await confirmPick(app, site, before.task.id, { qty: '2' }))).toEqual([
    409,
    'lot_expired',
  ])
  expect((await pickShort(app, site, before.task.id)).status).toBe(200)
  expect(await lotsToPick(before.fulfillmentId)).toEqual(['LATE'])
  const after = await releasedOf(app, site, item.sku, '1')
  expect(after.task.lot).toBe('LATE')
  expect(await findingsOf(app, site)).toEqual([])
})

test('stock of an expired lot is taken off sale, and orders that were promised it wait', async () => {
  const { item, soon } = await twoLots()
  const order = await orderOf(app, site, item.sku, '5')
  await expire(soon)
  await runJob(app, expireLots, {})
  expect(await levelOf(app, item.id)).toMatchObject({
    on_hand: '7',
    unavailable: '3',
    reserved: '4',
    backordered: '1',
  })
  expect(await orderNow(app, site, order.id)).toMatchObject({ reservationState: 'partial' })
  const refused = await placeOrder(app, site, [{ sku: item.sku, qty: '1' }])
  expect(refusal(refused)).toEqual([409, 'insufficient_stock'])
  await runJob(app, expireLots, {})
  expect(await violations(app, site)).toEqual([])
})

test('a recall takes the free part off sale and names the orders that have the rest', async () => {
  const { item, soon } = await twoLots()
  const { order, fulfillmentId, task } = await releasedOf(app, site, item.sku, '2')
  const recalled = await change('recall', soon)
  expect(recalled).toMatchObject({
    status: 200,
    body: {
      lot: { state: 'recalled' },
      inTheWay: [{ orderId: order.id, number: order.number, qty: '2', location: 'A-01' }],
    },
  })
  expect(await levelOf(app, item.id)).toMatchObject({ unavailable: '1', reserved: '2' })
  expect(refusal(await confirmPick(app, site, task.id, { qty: '2' }))).toEqual([409, 'lot_on_hold'])
  expect((await pickShort(app, site, task.id)).status).toBe(200)
  expect(await lotsToPick(fulfillmentId)).toEqual(['LATE'])
  await runJob(app, expireLots, {})
  expect(await levelOf(app, item.id)).toMatchObject({ unavailable: '3', reserved: '2' })
  expect(await findingsOf(app, site)).toEqual([])
})

test('a lot that is promised is held when the orders may wait', async () => {
  const { item, soon } = await twoLots()
  const order = await orderOf(app, site, item.sku, '6')
  const held = await change('hold', soon)
  expect(held.body).toMatchObject({ promised: [{ number: order.number, waits: '2' }] })
  expect(await levelOf(app, item.id)).toMatchObject({ unavailable: '1', backordered: '0' })
  expect((await change('recall', soon, { version: 2, displace: true })).status).toBe(200)
  expect(await levelOf(app, item.id)).toMatchObject({ unavailable: '3', backordered: '2' })
  expect(await violations(app, site)).toEqual([])
})
