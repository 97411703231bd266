import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { as, levelOf, newItem, stocked } from '../../../test/fixtures.ts'
import { orderOf, placeOrder } from '../../../test/order-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { app, site } = await setupSite()
const waits = { confirm: { mode: 'backorder' } }

test('an order beyond the backorder limit is refused with the item, the limit and what is left', async () => {
  const oil = await stocked(app, site, {
    qty: '2.5',
    unit: 'litre',
    qtyScale: 2,
    backorder: { policy: 'limit', limit: '4' },
  })
  await orderOf(app, site, oil.sku, '5.25', waits)
  const lines = [
    { sku: oil.sku, qty: '1' },
    { sku: oil.sku, qty: '0.5' },
  ]
  const refused = await placeOrder(app, site, lines, waits)
  expect(refusal(refused)).toEqual([409, 'insufficient_stock'])
  expect(refused.body['blockers']).toEqual([
    expect.objectContaining({
      type: 'line',
      lineNo: 2,
      sku: oil.sku,
      requested: '0.50',
      available: '0.00',
      short: '0.50',
      backorderLimit: '4.00',
      backorderLeft: '0.25',
    }),
  ])
  expect(await levelOf(app, oil.id)).toMatchObject({ reserved: '250', backordered: '275' })
  await orderOf(app, site, oil.sku, '1.25', waits)
  expect(await levelOf(app, oil.id)).toMatchObject({ backordered: '400' })
})

test('an item that was never kept has the limit of its variant, and one without may not wait', async () => {
  const rare = await newItem(app, site, { backorder: { policy: 'limit', limit: '3' } })
  const never = await stocked(app, site, { backorder: { policy: 'deny' } })
  const both = [
    { sku: rare.sku, qty: '4' },
    { sku: never.sku, qty: '12' },
  ]
  const refused = await placeOrder(app, site, both, waits)
  expect(refused.body['blockers']).toMatchObject([
    { sku: rare.sku, requested: '4', available: '0', backorderLimit: '3', backorderLeft: '3' },
    { sku: never.sku, requested: '12', available: '10', backorderLimit: '0', backorderLeft: '0' },
  ])
  const draft = await placeOrder(app, site, both, { confirm: undefined })
  const params = { ...site.params, orderId: draft.body.order.id }
  const confirmed = await app.call(api.orders.orders.confirm, {
    ...as(site),
    params,
    body: { version: 1, mode: 'backorder' },
  })
  expect(refusal(confirmed)).toEqual([409, 'insufficient_stock'])
  expect((await orderOf(app, site, rare.sku, '3', waits)).lines).toMatchObject([
    { backordered: '3' },
  ])
})
