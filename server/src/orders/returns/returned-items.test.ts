import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { findingsOf } from '../../../test/breaking.ts'
import { as, levelOf, newItem, receiveInto } from '../../../test/fixtures.ts'
import { orderNow, placeOrder } from '../../../test/order-calls.ts'
import { packedOf, ship } from '../../../test/pack-calls.ts'
import { authorizedOf, receiveAll, sendReturn, shippedOf } from '../../../test/return-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { fulfillments } = api.orders
const { app, site } = await setupSite()

afterAll(async () => {
  expect(await findingsOf(app, site)).toEqual([])
})

const valueOf = async (variantId: string) =>
  (
    await arrange(
      app,
      `select qty::text, value_micros::text as value from tenant.cost_balances where variant_id = $1`,
      [variantId],
    )
  )[0]

describe('what comes back', () => {
  test('is worth what it left with, whatever stock costs now', async () => {
    const mug = await shippedOf(app, site, '3', { qty: '3' })
    expect(await valueOf(mug.id)).toEqual({ qty: '0', value: '0' })
    await receiveInto(app, site, { sku: mug.sku, qty: '10', unitCost: '5.00' })
    for (const expected of ['51000000', '53000000']) {
      const qty = expected === '51000000' ? '1' : '2'
      await receiveAll(app, site, await authorizedOf(app, site, mug, qty))
      expect((await valueOf(mug.id))?.['value']).toBe(expected)
    }
    const ledger = await app.call(api.warehouse.stockViews.ledger, {
      ...as(site),
      query: { variant: mug.id, kind: 'return_in' },
    })
    expect(ledger.body.items).toMatchObject([
      { delta: '2', party: 'customer', location: 'QUAR', status: 'quarantine' },
      { delta: '1' },
    ])
    const moveId = ledger.body.items[0]?.moveId ?? ''
    const undone = await app.call(api.warehouse.stock.reverse, {
      ...as(site),
      params: { ...site.params, move: moveId },
      body: {},
    })
    expect(refusal(undone)).toEqual([409, 'not_reversible'])
  })

  test('has the serial numbers it was shipped with, and no others', async () => {
    const codes = [randomUUID(), randomUUID(), randomUUID()]
    const { sku } = await newItem(app, site, { tracking: 'serial' })
    await receiveInto(app, site, { sku, qty: '3', serials: codes })
    const { order, fulfillmentId } = await packedOf(app, site, sku, '2')
    await ship(app, site, fulfillmentId)
    const [orderLine = { id: '' }] = (await orderNow(app, site, order.id)).lines
    const one = await authorizedOf(app, site, { order, orderLine }, '1')
    expect(refusal(await receiveAll(app, site, one))).toEqual([422, 'serial_required'])
    const shipped = await arrange(
      app,
      `select n.code from tenant.package_lines c
       join tenant.serials n on n.platform_id = c.platform_id and n.serial_id = c.serial_id
       where c.fulfillment_id = $1 order by 1`,
      [fulfillmentId],
    )
    const [first, second] = shipped.map(({ code }) => String(code))
    const kept = codes.find((code) => code !== first && code !== second)
    const stranger = await receiveAll(app, site, one, { serials: [kept] })
    expect(refusal(stranger)).toEqual([400, 'validation_failed'])
    expect(stranger.body.details).toMatchObject([{ path: 'lines.0.serials' }])
    const received = await receiveAll(app, site, one, { serials: [first] })
    expect(received.body.return.lines).toMatchObject([{ items: [{ serial: first }] }])
    // Only the other one is left, so it need not be named.
    const rest = await receiveAll(
      app,
      site,
      await authorizedOf(app, site, { order, orderLine }, '1'),
    )
    expect(rest.body.return.lines).toMatchObject([{ items: [{ serial: second }] }])
  })

  test('has the lot it was shipped with', async () => {
    const { sku } = await newItem(app, site, { tracking: 'lot' })
    await receiveInto(app, site, { sku, qty: '2', lotCode: 'L-1' })
    await receiveInto(app, site, { sku, qty: '2', lotCode: 'L-2' })
    const { order, fulfillmentId } = await packedOf(app, site, sku, '3')
    await ship(app, site, fulfillmentId)
    const [orderLine = { id: '' }] = (await orderNow(app, site, order.id)).lines
    const one = await authorizedOf(app, site, { order, orderLine }, '1')
    const unsaid = await receiveAll(app, site, one)
    expect(refusal(unsaid)).toEqual([422, 'lot_required'])
    expect(unsaid.body.details).toMatchObject([
      { path: 'lines.0.lotCode', message: 'Enter the lot: L-1, L-2' },
    ])
    expect(refusal(await receiveAll(app, site, one, { lotCode: 'L-9' }))).toEqual([
      400,
      'validation_failed',
    ])
    const received = await receiveAll(app, site, one, { lotCode: 'L-2' })
    expect(received.body.return.lines).toMatchObject([{ items: [{ lot: 'L-2' }] }])
    const none = await receiveAll(
      app,
      site,
      await authorizedOf(app, site, { order, orderLine }, '1'),
      {
        lotCode: 'L-2',
      },
    )
    expect(refusal(none)).toEqual([400, 'validation_failed'])
  })

  test('of a kit is its components', async () => {
    const [kit, part] = [await newItem(app, site), await newItem(app, site)]
    await arrange(app, `update tenant.products set kind = 'virtual_kit' where product_id = $1`, [
      kit.productId,
    ])
    await app.call(api.warehouse.kits.save, {
      ...as(site),
      params: { ...site.params, variantId: kit.id },
      body: { components: [{ variantId: part.id, qty: '2' }] },
    })
    await receiveInto(app, site, { sku: part.sku, qty: '4' })
    const { order } = (await placeOrder(app, site, [{ sku: kit.sku, qty: '2' }])).body
    const released = await app.call(fulfillments.release, {
      ...as(site),
      params: { ...site.params, orderId: order.id },
      body: { version: order.version },
    })
    const { fulfillmentId } = await packedOf(app, site, released.body.fulfillments[0]?.id ?? '')
    await ship(app, site, fulfillmentId)
    const [orderLine = { id: '' }] = order.lines
    const one = await authorizedOf(app, site, { order, orderLine }, '1')
    expect(one.lines).toMatchObject([{ sku: part.sku, qty: '2', orderLineId: orderLine.id }])
    const single = await sendReturn(
      app,
      site,
      { orderLineId: orderLine.id, variantId: part.id, qty: '3' },
      { orderId: order.id },
    )
    expect([single.status, single.body]).toMatchObject([409, { blockers: [{ left: '2' }] }])
    const other = await newItem(app, site)
    const wrong = await sendReturn(
      app,
      site,
      { orderLineId: orderLine.id, variantId: other.id },
      { orderId: order.id },
    )
    expect(refusal(wrong)).toEqual([400, 'validation_failed'])
  })

  test('without an order is received blind', async () => {
    const { sku, id } = await newItem(app, site, { tracking: 'serial' })
    const { customer } = (
      await app.call(api.orders.customers.create, {
        ...as(site),
        body: { code: `C-${randomUUID().slice(0, 8)}`, name: 'Ada' },
      })
    ).body
    const { status, body } = await sendReturn(
      app,
      site,
      { sku, qty: '1' },
      { customerId: customer.id, authorize: true, warehouseId: site.warehouse.id },
    )
    expect([status, body.return]).toMatchObject([201, { customer: 'Ada', order: null }])
    expect(refusal(await receiveAll(app, site, body.return))).toEqual([422, 'serial_required'])
    const received = await receiveAll(app, site, body.return, { serials: ['S-1'] })
    expect(received.body.return.lines).toMatchObject([{ items: [{ serial: 'S-1' }] }])
    expect(await levelOf(app, id)).toMatchObject({ on_hand: '1', unavailable: '1' })
  })
})
