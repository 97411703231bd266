import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { as, newItem, stocked, violations } from '../../../test/fixtures.ts'
import { orderNow, orderOf, placeOrder } from '../../../test/order-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { orders, channels, customers, externalOrders } = api.orders
const { app, site } = await setupSite()

const draft = { confirm: undefined }
const memberWith = (...permissions: string[]) =>
  app.newMember(site.owner, site.platform, { permissions: ['catalog.*', ...permissions] })
const newCustomer = async (more: object = {}) =>
  (
    await app.call(customers.create, {
      ...as(site),
      body: { code: `C-${randomUUID().slice(0, 8)}`, name: 'Ada', ...more },
    } as never)
  ).body.customer
const newShop = async () =>
  (
    await app.call(channels.create, {
      ...as(site),
      body: { code: `SHOP-${randomUUID().slice(0, 6)}`, kind: 'shop' },
    })
  ).body.channel
const update = (order: { id: string; version: number }, body: object, by = site) =>
  app.call(orders.update, {
    ...as(by),
    params: { ...site.params, orderId: order.id },
    body: { version: order.version, ...body },
  } as never)

test('an archived customer cannot be ordered for, whichever way', async () => {
  const mug = await newItem(app, site)
  const shop = await newShop()
  const customer = await newCustomer()
  const params = { ...site.params, customerId: customer.id }
  await app.call(customers.archive, { ...as(site), params, body: { version: 1 } })
  const lines = [{ sku: mug.sku, qty: '1' }]
  const other = (await placeOrder(app, site, lines, draft)).body.order
  const put = (body: object) =>
    app.call(externalOrders.put, {
      ...as(site),
      params: { ...site.params, channel: shop.code, external: randomUUID() },
      body: { lines, ...body },
    } as never)
  for (const refused of [
    await placeOrder(app, site, lines, { ...draft, customerId: customer.id }),
    await update(other, { customerId: customer.id }),
    await put({ customerId: customer.id }),
  ])
    expect(refused.body).toMatchObject({ details: [{ path: 'customerId' }] })
  const inline = { customer: { code: customer.code } }
  for (const refused of [await placeOrder(app, site, lines, inline), await put(inline)])
    expect(refused.body).toMatchObject({ details: [{ path: 'customer.code' }] })
})

test('a known external number is refused before stock is asked for, with the order that has it', async () => {
  const mug = await stocked(app, site, { qty: '5' })
  const shop = await newShop()
  const send = (externalId: string) =>
    placeOrder(app, site, [{ sku: mug.sku, qty: '5' }], { channelId: shop.id, externalId })
  const made = await send('1001')
  expect(made.status).toBe(201)
  const again = await send('1001')
  expect(refusal(again)).toEqual([409, 'duplicate_key'])
  const { id, number } = made.body.order
  expect(again.body['blockers']).toEqual([{ type: 'order', id, name: number }])
  expect(refusal(await send('1002'))).toEqual([409, 'insufficient_stock'])
})

test('an order is read by the number of its shop', async () => {
  const mug = await newItem(app, site)
  const shop = await newShop()
  const lines = [{ sku: mug.sku, qty: '1' }]
  const made = await placeOrder(app, site, lines, {
    ...draft,
    channelId: shop.id,
    externalId: 'A/1 #7',
  })
  const read = (channel: string, external: string) =>
    app.call(externalOrders.details, { ...as(site), params: { ...site.params, channel, external } })
  for (const channel of [shop.code, shop.id, shop.code.toLowerCase()])
    expect((await read(channel, 'A/1 #7')).body.order).toMatchObject({ id: made.body.order.id })
  expect(refusal(await read(shop.code, 'A/2'))).toEqual([404, 'not_found'])
  expect(refusal(await read('NOWHERE', 'A/1 #7'))).toEqual([404, 'not_found'])
})

test('prices of a manual order that differ from the catalog need their right', async () => {
  const mug = await newItem(app, site, {
    sellPrice: '2.50',
    units: [{ code: 'case', numerator: '12', denominator: '1' }],
  })
  const plain = await newItem(app, site)
  const { token } = await memberWith('order.create', 'order.update', 'order.read')
  const by = { ...site, token }
  const place = (line: object, more: object = {}) =>
    placeOrder(app, by, [{ sku: mug.sku, qty: '1', ...line }], { ...draft, ...more })
  const allowed = [
    await place({ unitPrice: '2.5' }),
    await place({ unit: 'case', unitPrice: '30' }),
    await place({}),
    await placeOrder(app, by, [{ sku: plain.sku, qty: '1', unitPrice: '7' }], draft),
    await place({ unitPrice: '1', discount: '0.5' }, { channelId: (await newShop()).id }),
  ]
  for (const { status } of allowed) expect(status).toBe(201)
  const [{ body } = { body: undefined }] = allowed
  const order = body?.order ?? (await orderOf(app, site, mug.sku, '1'))
  const params = { ...site.params, orderId: order.id, lineId: order.lines[0]?.id ?? '' }
  const edit = (values: object) =>
    app.call(orders.updateLine, { ...as(by), params, body: { version: order.version, ...values } })
  const lines = [{ sku: mug.sku, qty: '1', unitPrice: '1' }]
  for (const refused of [
    await place({ unitPrice: '2.49' }),
    await place({ unit: 'case', unitPrice: '2.5' }),
    await place({ unitPrice: '2.5', discount: '0.5' }),
    await place({ unitPrice: '2.5' }, { orderDiscount: '1' }),
    await edit({ unitPrice: '1' }),
    await edit({ discount: '1' }),
    await update(order, { orderDiscount: '1' }, by),
    await update(order, { lines }, by),
    await app.call(orders.addLines, {
      ...as(by),
      params,
      body: { version: order.version, lines: lines as never },
    }),
  ]) {
    expect(refusal(refused)).toEqual([422, 'permission_denied'])
    expect(refused.body['details']).toMatchObject([{ message: 'order.price.override' }])
  }
})

test('lists of warehouses name one twice without harm', async () => {
  const mug = await stocked(app, site)
  const twice = [site.warehouse.id, site.warehouse.id.toUpperCase()]
  const made = await orderOf(app, site, mug.sku, '1', {
    confirm: { mode: 'strict', warehouseIds: twice },
  })
  expect(made).toMatchObject({ reservationState: 'full' })
  const channel = await app.call(channels.create, {
    ...as(site),
    body: { code: `W-${randomUUID().slice(0, 6)}`, kind: 'shop', warehouseIds: twice },
  })
  expect(channel.body.channel.warehouseIds).toEqual([site.warehouse.id])
})

test('a customer comes with the order: created, then updated', async () => {
  const mug = await newItem(app, site)
  const lines = [{ sku: mug.sku, qty: '1' }]
  const code = `SHOP-${randomUUID().slice(0, 8)}`
  const ada = {
    code,
    name: 'Ada',
    emails: ['ada@example.com'],
    addresses: [{ line1: 'Pier 1', city: 'Bergen' }],
  }
  const first = (await placeOrder(app, site, lines, { ...draft, customer: ada })).body.order
  expect(first).toMatchObject({ customer: 'Ada', shippingAddress: { line1: 'Pier 1' } })
  const second = await placeOrder(app, site, lines, {
    ...draft,
    customer: { code: code.toLowerCase(), phones: ['+47 1'] },
  })
  expect(second.body.order.customerId).toBe(first.customerId)
  const params = { ...site.params, customerId: first.customerId ?? '' }
  const kept = await app.call(customers.details, { ...as(site), params })
  expect(kept.body.customer).toMatchObject({ ...ada, phones: ['+47 1'], version: 2 })
  const same = await placeOrder(app, site, lines, { ...draft, customer: ada })
  expect(same.status).toBe(201)
  const after = await app.call(customers.details, { ...as(site), params })
  expect(after.body.customer.version).toBe(2)

  const email = `${randomUUID().slice(0, 8)}@example.com`
  const byMail = { ...draft, customer: { emails: [email] } }
  const [one, two] = await Promise.all([
    placeOrder(app, site, lines, byMail),
    placeOrder(app, site, lines, byMail),
  ])
  expect([one.status, two.status]).toEqual([201, 201])
  expect(one.body.order.customerId).toBe(two.body.order.customerId)
  const both = { ...draft, customer: ada, customerId: first.customerId }
  expect((await placeOrder(app, site, lines, both)).status).toBe(400)
  expect((await placeOrder(app, site, lines, { ...draft, customer: {} })).status).toBe(400)
})

test('an order takes late changes as long as nothing left that depends on them', async () => {
  const mug = await stocked(app, site, { qty: '10' })
  const made = await orderOf(app, site, mug.sku, '2')
  const params = { ...site.params, orderId: made.id }
  const released = await app.call(api.orders.fulfillments.release, {
    ...as(site),
    params,
    body: { version: made.version },
  })
  const late = {
    paymentState: 'paid',
    note: 'Ring twice',
    tags: ['vip'],
    metadata: { a: 1 },
    billingAddress: { city: 'Oslo' },
    shippingAddress: { city: 'Bergen' },
    priority: 9,
    promisedShipAt: '2031-01-01T00:00:00.000Z',
  }
  const changed = await update(released.body.order, late)
  expect(changed.body.order).toMatchObject({ state: 'released', ...late })
  const listed = await app.call(api.orders.fulfillments.list, {
    ...as(site),
    query: { order: made.id },
  })
  expect(listed.body.items).toMatchObject([{ priority: 9, shipBy: late.promisedShipAt }])
  for (const fixed of [{ shipComplete: true }, { shippingCharge: '1' }, { customerId: null }])
    expect((await update(changed.body.order, fixed)).status).toBe('customerId' in fixed ? 200 : 409)
  const now = await orderNow(app, site, made.id)
  const cancelled = await app.call(orders.cancel, {
    ...as(site),
    params,
    body: { version: now.version, reason: 'Test' },
  })
  const over = cancelled.body.order
  expect((await update(over, { note: 'Refunded', paymentState: 'refunded' })).status).toBe(200)
  const again = await orderNow(app, site, made.id)
  for (const fixed of [{ priority: 1 }, { shippingAddress: { city: 'Paris' } }])
    expect(refusal(await update(again, fixed))).toEqual([409, 'invalid_transition'])
  expect(await violations(app, site)).toEqual([])
})
