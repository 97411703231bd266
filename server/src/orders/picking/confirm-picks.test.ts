import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { as, levelOf, stocked } from '../../../test/fixtures.ts'
import { placeOrder } from '../../../test/order-calls.ts'
import { fulfillmentNow } from '../../../test/pick-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { app, site } = await setupSite()

type Item = { id: string; qty: string } & Record<string, unknown>
const confirm = (items: readonly Item[], mode = 'valid_items', by = site) =>
  app.call(api.orders.picking.confirmBatch, {
    ...as(by),
    body: { mode: mode as 'valid_items', items: [...items] },
  })

/** A released order of so many items, two of each. */
async function released(count: number) {
  const items = await Promise.all(Array.from({ length: count }, () => stocked(app, site)))
  const lines = items.map(({ sku }) => ({ sku, qty: '2' }))
  const { body } = await placeOrder(app, site, lines)
  const { body: made } = await app.call(api.orders.fulfillments.release, {
    ...as(site),
    params: { ...site.params, orderId: body.order.id },
    body: { version: body.order.version },
  })
  const fulfillmentId = made.fulfillments[0]?.id ?? ''
  const picks = (await fulfillmentNow(app, site, fulfillmentId)).lines.flatMap((line) => line.picks)
  return { fulfillmentId, picks: picks.map(({ id, qty }) => ({ id, qty })), items }
}

test('all picks of two orders are confirmed in one call', async () => {
  const [one, two] = [await released(3), await released(2)]
  const { status, body } = await confirm([...two.picks, ...one.picks], 'all_or_nothing')
  expect([status, body]).toMatchObject([200, { applied: 5, failed: 0 }])
  for (const { fulfillmentId } of [one, two])
    expect(await fulfillmentNow(app, site, fulfillmentId)).toMatchObject({ state: 'picked' })
})

test('each pick is confirmed or says why not, and the same scan counts once', async () => {
  const { fulfillmentId, picks } = await released(3)
  const [a, b, c] = picks as [Item, Item, Item]
  const scanId = randomUUID()
  const { body } = await confirm([
    { ...a, qty: '1', scanId },
    { ...a, qty: '1', scanId },
    { ...b, qty: '3' },
    { ...c, scannedLocation: 'A-02' },
    { id: randomUUID(), qty: '1' },
    { ...c, qty: '2' },
  ])
  expect(body).toMatchObject({
    applied: 3,
    failed: 3,
    results: [
      { status: 'ok', id: a.id },
      { status: 'ok', id: a.id },
      { status: 'error', code: 'over_pick' },
      { status: 'error', code: 'wrong_location_scanned' },
      { status: 'error', code: 'not_found' },
      { status: 'ok', id: c.id },
    ],
  })
  expect(await fulfillmentNow(app, site, fulfillmentId)).toMatchObject({
    state: 'picking',
    lines: [{ picked: '1' }, { picked: '0' }, { picked: '2' }],
  })
})

test('all or nothing leaves nothing, and no other workspace picks', async () => {
  const { fulfillmentId, picks, items } = await released(2)
  const wrong = picks.map((one, i) => (i === 1 ? { ...one, qty: '9' } : one))
  const { body } = await confirm(wrong, 'all_or_nothing')
  expect(body).toMatchObject({ applied: 0, failed: 1, results: [{ status: 'skipped' }, {}] })
  const other = await newWarehouse(app)
  expect((await confirm(picks, 'valid_items', other)).body).toMatchObject({ applied: 0, failed: 2 })
  expect(await fulfillmentNow(app, site, fulfillmentId)).toMatchObject({ state: 'released' })
  expect(await levelOf(app, items[0]?.id ?? '')).toMatchObject({ on_hand: '10', reserved: '2' })
})
