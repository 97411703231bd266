import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { as, newItem, stocked } from '../../../test/fixtures.ts'
import { orderNow, placeOrder } from '../../../test/order-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { orders, channels, externalOrders } = api.orders
const { app, site } = await setupSite()

type Made = { id: string; version: number; lines: { id: string }[] }
const cancel = async ({ id, version, lines }: Made, qty: string, index = 0) => {
  const params = { ...site.params, orderId: id, lineId: lines[index]?.id ?? '' }
  return (await app.call(orders.cancelLine, { ...as(site), params, body: { version, qty } })).body
    .order
}
/** 7 at 9.99 with a discount of 5.00 and a tax of 12.34, and one more line. */
const priced = (sku: string, other: string) => [
  { sku, qty: '7', unitPrice: '9.99', discount: '5', tax: '12.34' },
  { sku: other, qty: '1', unitPrice: '0.01' },
]
const full = { subtotal: '69.94', discount: '5', shipping: '0', tax: '12.34', total: '77.28' }
// 4 of 7: 39.96 + 0.01, 2.857143, 7.051429.
const fourLeft = { subtotal: '39.97', discount: '2.86', shipping: '0', tax: '7.05', total: '44.16' }

test('totals follow what is still wanted, the same in one step or several', async () => {
  const [mug, cap] = [await stocked(app, site), await stocked(app, site)]
  const make = async () =>
    (await placeOrder(app, site, priced(mug.sku, cap.sku), { currency: 'EUR', confirm: undefined }))
      .body.order
  const once = await make()
  expect(once.totals).toEqual(full)
  const three = await cancel(once, '3')
  expect(three.totals).toEqual(fourLeft)
  expect(three.lines[0]).toMatchObject({
    qty: '7',
    cancelled: '3',
    unitPrice: '9.99',
    discount: '2.857143',
    tax: '7.051429',
    total: '37.102857',
  })
  let steps = await make()
  for (let i = 0; i < 3; i++) steps = await cancel(steps, '1')
  expect(steps.totals).toEqual(fourLeft)
  const listed = await app.call(orders.list, { ...as(site), query: { variant: mug.id } })
  for (const item of listed.body.items) expect(item.totals).toEqual(fourLeft)

  const rest = await cancel(steps, '4')
  expect(rest.totals).toMatchObject({ subtotal: '0.01', discount: '0', tax: '0', total: '0.01' })
  const gone = await app.call(orders.cancel, {
    ...as(site),
    params: { ...site.params, orderId: three.id },
    body: { version: three.version, reason: 'Customer' },
  })
  expect(gone.body.order.totals).toMatchObject({
    subtotal: '0',
    discount: '0',
    tax: '0',
    total: '0',
  })
})

test('an order whose rest is cancelled costs what it was promised', async () => {
  const [mug, cap] = [await stocked(app, site, { qty: '8' }), await stocked(app, site)]
  const rest = { currency: 'EUR', confirm: { mode: 'cancel_rest' } }
  const draft = await placeOrder(app, site, priced(mug.sku, cap.sku), {
    ...rest,
    confirm: undefined,
  })
  await placeOrder(app, site, [{ sku: mug.sku, qty: '4' }])
  const made = await placeOrder(app, site, priced(mug.sku, cap.sku), rest)
  expect(made.body.order).toMatchObject({ totals: fourLeft, lines: [{ cancelled: '3' }, {}] })
  expect((await orderNow(app, site, made.body.order.id)).totals).toEqual(fourLeft)
  await cancel(made.body.order, '4')
  const params = { ...site.params, orderId: draft.body.order.id }
  const confirmed = await app.call(orders.confirm, {
    ...as(site),
    params,
    body: { version: 1, mode: 'cancel_rest' },
  })
  expect(confirmed.body.order.totals).toEqual(fourLeft)
})

test('a currency without decimals is rounded to whole units', async () => {
  const mug = await newItem(app, site)
  const lines = [{ sku: mug.sku, qty: '3', unitPrice: '100', discount: '10', tax: '29' }]
  const made = await placeOrder(app, site, lines, { currency: 'JPY', confirm: undefined })
  const { totals } = await cancel(made.body.order, '1')
  expect(totals).toMatchObject({ subtotal: '200', discount: '7', tax: '19', total: '213' })
})

test('changes after a cancelled quantity keep it out of the totals', async () => {
  const [mug, cap] = [await stocked(app, site), await stocked(app, site)]
  const code = `SHOP-${randomUUID().slice(0, 6)}`
  await app.call(channels.create, { ...as(site), body: { code, kind: 'shop' } })
  const put = async (body: Record<string, unknown>) =>
    (
      await app.call(externalOrders.put, {
        ...as(site),
        params: { ...site.params, channel: code, external: '1' },
        body: { currency: 'EUR', ...body } as never,
      })
    ).body.order
  const lines = priced(mug.sku, cap.sku)
  const made = await put({ lines, confirm: { mode: 'strict' } })
  expect((await cancel(made, '3')).totals).toEqual(fourLeft)
  const sent = await put({ lines, note: 'Gift' })
  expect(sent).toMatchObject({ note: 'Gift', totals: fourLeft })
  const params = { ...site.params, orderId: made.id, lineId: sent.lines[1]?.id ?? '' }
  const edited = await app.call(orders.updateLine, {
    ...as(site),
    params,
    body: { version: sent.version, unitPrice: '1' },
  })
  expect(edited.body.order.totals).toMatchObject({ subtotal: '40.96', total: '45.15' })
  const added = await app.call(orders.addLines, {
    ...as(site),
    params,
    body: { version: sent.version + 1, lines: [{ sku: cap.sku, qty: '1', unitPrice: '1' }] },
  })
  expect(added.body.order.totals).toMatchObject({ subtotal: '41.96', total: '46.15' })
})

test('shipping and the discount of the order count in its totals while something is wanted', async () => {
  const [mug, cap] = [await stocked(app, site), await stocked(app, site)]
  const lines = [
    { sku: mug.sku, qty: '4', unitPrice: '10', externalLineId: 'gid-1', metadata: { gift: true } },
    { sku: cap.sku, qty: '1', unitPrice: '60' },
  ]
  const more = {
    currency: 'EUR',
    shippingCharge: '4.90',
    orderDiscount: '10',
    metadata: { cart: ['a', 1, null] },
  }
  const made = (await placeOrder(app, site, lines, more)).body.order
  expect(made).toMatchObject({
    shippingCharge: '4.9',
    orderDiscount: '10',
    metadata: { cart: ['a', 1, null] },
    totals: { subtotal: '100', discount: '10', shipping: '4.9', tax: '0', total: '94.9' },
    lines: [{ externalLineId: 'gid-1', metadata: { gift: true } }, { externalLineId: null }],
  })
  expect(await orderNow(app, site, made.id)).toMatchObject({
    metadata: made.metadata,
    lines: [{ externalLineId: 'gid-1', metadata: { gift: true } }, {}],
  })
  // 60 of 100 are left, and so are 6 of the discount.
  const less = await cancel(made, '4')
  expect(less.totals).toMatchObject({
    subtotal: '60',
    discount: '6',
    shipping: '4.9',
    total: '58.9',
  })
  const changed = await app.call(orders.update, {
    ...as(site),
    params: { ...site.params, orderId: made.id },
    body: { version: less.version, shippingCharge: '0', orderDiscount: '0', metadata: {} },
  })
  expect(changed.body.order).toMatchObject({ metadata: {}, totals: { total: '60' } })
  const listed = await app.call(orders.list, {
    ...as(site),
    query: { variant: mug.id, format: 'csv' },
  })
  expect(String(listed.body)).toContain('shippingCharge,orderDiscount')
  const refused = await placeOrder(app, site, lines, { currency: 'EUR', orderDiscount: '100.01' })
  expect(refused.body).toMatchObject({ details: [{ path: 'orderDiscount' }] })
  const none = await cancel(await orderNow(app, site, made.id), '1', 1)
  expect(none.totals).toMatchObject({ shipping: '0', total: '0' })
})

test('metadata and line ids are bounded', async () => {
  const mug = await newItem(app, site)
  const line = { sku: mug.sku, qty: '1' }
  const place = (one: object, more: object = {}) =>
    placeOrder(app, site, [{ ...line, ...one }], { confirm: undefined, ...more })
  expect((await place({ metadata: { a: 'x'.repeat(4088) } })).status).toBe(201)
  for (const refused of [
    await place({ metadata: { a: 'x'.repeat(4089) } }),
    await place({ metadata: ['a'] }),
    await place({ externalLineId: 'x'.repeat(81) }),
    await place({}, { metadata: { a: 'ü'.repeat(2045) } }),
    await place({}, { shippingCharge: '-1' }),
  ])
    expect(refused.status).toBe(400)
})
