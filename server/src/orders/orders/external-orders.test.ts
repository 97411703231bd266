import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { as, levelOf, newItem, receiveInto, stocked, violations } from '../../../test/fixtures.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { orders, channels, customers, externalOrders } = api.orders
const { app, site } = await setupSite()

type Some = Record<string, unknown>

async function newChannel(more: Some = {}) {
  const code = `SHOP-${randomUUID().slice(0, 6)}`
  const body = { code, kind: 'shop', ...more }
  return (await app.call(channels.create, { ...as(site), body } as never)).body.channel as {
    id: string
    code: string
  }
}
const shop = await newChannel()

const put = (external: string, lines: Some[], more: Some = {}, channel = shop.code) =>
  app.call(externalOrders.put, {
    ...as(site),
    params: { ...site.params, channel, external },
    body: { lines, ...more },
  } as never)
const strict = { confirm: { mode: 'strict' } }

describe('an order of a shop', () => {
  test('is created, stays the same, and is changed while it is a draft', async () => {
    const [mug, cap] = [await newItem(app, site), await newItem(app, site)]
    const lines = [{ sku: mug.sku, qty: '2', unitPrice: '3' }]
    const made = await put('1001', lines, { note: 'Gift', tags: ['new'] })
    expect(made.body).toMatchObject({
      result: 'created',
      order: { externalId: '1001', channel: shop.code, state: 'draft', version: 1 },
    })
    const again = await put('1001', lines, { note: 'Gift', tags: ['new'] }, shop.id)
    expect(again.body).toMatchObject({
      result: 'unchanged',
      order: { id: made.body.order.id, version: 1 },
    })
    const other = [{ sku: cap.sku, qty: '1', unitPrice: '5' }, ...lines]
    const changed = await put('1001', other)
    expect(changed.body).toMatchObject({
      result: 'updated',
      order: { version: 2, note: 'Gift', tags: ['new'], totals: { total: '11' } },
    })
    expect(changed.body.order.lines).toMatchObject([{ sku: mug.sku }, { sku: cap.sku }])
    expect((await put('1001', other)).body).toMatchObject({ result: 'unchanged' })
  })

  test('takes address and shipping from its customer, and keeps them when the customer changes', async () => {
    const mug = await newItem(app, site)
    const code = `C-${randomUUID().slice(0, 6)}`
    const made = await app.call(customers.create, {
      ...as(site),
      body: { code, name: 'Ada', shipComplete: true, addresses: [{ city: 'Bergen' }] },
    } as never)
    const { customer } = made.body
    const lines = [{ sku: mug.sku, qty: '1' }]
    const first = await put('A-1', lines, { customerId: customer.id })
    expect(first.body.order).toMatchObject({
      customer: 'Ada',
      shipComplete: true,
      shippingAddress: { city: 'Bergen' },
    })
    await app.call(customers.update, {
      ...as(site),
      params: { ...site.params, customerId: customer.id },
      body: { version: 1, addresses: [{ city: 'Oslo' }] },
    } as never)
    expect((await put('A-1', lines, { customerId: customer.id })).body.result).toBe('unchanged')
    const without = await put('A-1', lines, { customerId: null })
    expect(without.body.order).toMatchObject({ customerId: null, customer: null })
  })

  test('is confirmed by its channel, and a draft when it asks for that', async () => {
    const mug = await stocked(app, site)
    const direct = await newChannel({ confirmsAtOnce: true })
    const lines = [{ sku: mug.sku, qty: '1' }]
    const made = await put('B-1', lines, {}, direct.code)
    expect(made.body.order).toMatchObject({ state: 'confirmed', reservationState: 'full' })
    await put('B-2', lines)
    const confirmed = await put('B-2', lines, strict)
    expect(confirmed.body).toMatchObject({ result: 'updated', order: { state: 'confirmed' } })
    expect((await put('B-2', lines, strict)).body.result).toBe('unchanged')
  })
})

describe('what the shop leaves out', () => {
  test('stays as it was entered or changed here', async () => {
    const [mug, cap] = [await stocked(app, site), await stocked(app, site)]
    const lines = [
      { sku: mug.sku, qty: '4', unitPrice: '9.99', discount: '10', tax: '3', note: 'Blue' },
    ]
    const made = await put('H-1', lines, strict)
    const params = { ...site.params, orderId: made.body.order.id }
    const kept = {
      priority: 8,
      note: 'Call first',
      tags: ['vip'],
      paymentState: 'paid',
      promisedShipAt: '2031-01-02T10:00:00.000Z',
      billingAddress: { name: 'Ada', city: 'Bergen' },
      shippingAddress: { name: 'Ada', city: 'Oslo' },
      shipComplete: true,
      shippingCharge: '4.9',
      orderDiscount: '2',
      metadata: { cart: 7 },
    }
    const changed = await app.call(orders.update, {
      ...as(site),
      params,
      body: { version: 1, ...kept } as never,
    })
    expect(changed.body.order).toMatchObject(kept)
    const added = await app.call(orders.addLines, {
      ...as(site),
      params,
      body: { version: 2, lines: [{ sku: cap.sku, qty: '1' }] as never },
    })
    expect(added.status).toBe(200)
    const same = await put('H-1', lines, strict)
    expect(same.body).toMatchObject({ result: 'unchanged', order: { version: 3, ...kept } })
    expect(same.body.order.lines).toMatchObject([{ sku: mug.sku }, { sku: cap.sku, promised: '1' }])

    const bare = await put('H-1', [{ sku: mug.sku, qty: '4' }])
    expect(bare.body.result).toBe('unchanged')
    const half = await put('H-1', [{ sku: mug.sku, qty: '2' }])
    expect(half.body.order.lines).toMatchObject([
      { qty: '2', unitPrice: '9.99', discount: '5', tax: '1.5', note: 'Blue' },
      { sku: cap.sku },
    ])
    const nothing = await app.call(externalOrders.put, {
      ...as(site),
      params: { ...site.params, channel: shop.code, external: 'H-1' },
      body: { tags: [] },
    } as never)
    expect(nothing.body.order).toMatchObject({ ...kept, tags: [] })
    expect(nothing.body.order.lines).toHaveLength(2)
    expect(await violations(app, site)).toEqual([])
  })

  test('is a pack that was changed or removed since', async () => {
    const mug = await newItem(app, site)
    const setCase = (units: object[]) =>
      app.call(api.warehouse.variants.setUnits, {
        ...as(site),
        params: { ...site.params, variantId: mug.id },
        body: { units },
      } as never)
    await setCase([{ code: 'case', numerator: '12', denominator: '1' }])
    const lines = [{ sku: mug.sku, qty: '2', unit: 'case', unitPrice: '24' }]
    await put('H-2', lines)
    await setCase([{ code: 'case', numerator: '10', denominator: '1' }])
    expect((await put('H-2', lines)).body.result).toBe('unchanged')
    await setCase([])
    expect((await put('H-2', lines)).body.result).toBe('unchanged')
    const more = await put('H-2', [{ ...lines[0], qty: '3' }])
    expect(more.body.order).toMatchObject({ totals: { total: '72' }, lines: [{ qty: '36' }] })
  })

  test('matches lines by the ids of the shop first', async () => {
    const mug = await newItem(app, site)
    const line = (externalLineId: string, qty: string) => ({ sku: mug.sku, qty, externalLineId })
    const made = await put('H-3', [line('a', '1'), line('b', '2')])
    const [a, b] = made.body.order.lines
    const turned = await put('H-3', [line('b', '1'), line('a', '2')])
    expect(turned.body.order.lines).toMatchObject([
      { id: a?.id, externalLineId: 'a', qty: '2' },
      { id: b?.id, externalLineId: 'b', qty: '1' },
    ])
    const other = await put('H-3', [line('b', '1'), line('c', '2')])
    expect(other.body.order.lines.map(({ externalLineId }) => externalLineId)).toEqual(['b', 'c'])
  })
})

describe('a confirmed order', () => {
  test('is promised the difference, and keeps its lines', async () => {
    const [mug, cap] = [await stocked(app, site), await stocked(app, site)]
    const made = await put('C-1', [{ sku: mug.sku, qty: '4' }], strict)
    const [line] = made.body.order.lines
    const more = await put('C-1', [
      { sku: cap.sku, qty: '3' },
      { sku: mug.sku, qty: '6', note: 'Blue' },
    ])
    expect(more.body.order).toMatchObject({ version: 2, reservationState: 'full' })
    expect(more.body.order.lines).toMatchObject([
      { id: line?.id, lineNo: 1, sku: mug.sku, qty: '6', promised: '6', note: 'Blue' },
      { sku: cap.sku, qty: '3', promised: '3' },
    ])
    expect(await levelOf(app, mug.id)).toMatchObject({ reserved: '6' })
    const less = await put('C-1', [{ sku: mug.sku, qty: '1' }])
    expect(less.body.order.lines).toMatchObject([{ id: line?.id, qty: '1', promised: '1' }])
    expect(await levelOf(app, mug.id)).toMatchObject({ reserved: '1' })
    expect(await levelOf(app, cap.id)).toMatchObject({ reserved: '0' })
    expect(await violations(app, site)).toEqual([])
  })

  test('keeps the rest of a reduced line, and gives what is freed to waiting orders', async () => {
    const mug = await stocked(app, site, { backorder: { policy: 'allow' } })
    const wait = { confirm: { mode: 'backorder' } }
    await put('C-6', [{ sku: mug.sku, qty: '10' }], strict)
    const waiting = await put('C-7', [{ sku: mug.sku, qty: '10' }], wait)
    expect(waiting.body.order.lines).toMatchObject([{ promised: '0', backordered: '10' }])
    const less = await put('C-6', [{ sku: mug.sku, qty: '7' }])
    expect(less.body.order.lines).toMatchObject([{ qty: '7', promised: '7', backordered: '0' }])
    expect(await levelOf(app, mug.id)).toMatchObject({ reserved: '10', backordered: '7' })
    expect(await violations(app, site)).toEqual([])
  })

  test('is served before others when the shop makes it more urgent', async () => {
    const mug = await stocked(app, site, { backorder: { policy: 'allow' } })
    const wait = { confirm: { mode: 'backorder' } }
    await put('C-8', [{ sku: mug.sku, qty: '10' }], strict)
    await put('C-9', [{ sku: mug.sku, qty: '2' }], wait)
    await put('C-10', [{ sku: mug.sku, qty: '2' }], wait)
    await put('C-10', [{ sku: mug.sku, qty: '2' }], { priority: 9 })
    await receiveInto(app, site, { sku: mug.sku, qty: '2' })
    const urgent = await put('C-10', [{ sku: mug.sku, qty: '2' }], { priority: 9 })
    expect(urgent.body).toMatchObject({ result: 'unchanged', order: { reservationState: 'full' } })
    expect(await violations(app, site)).toEqual([])
  })

  test('stays as it is when there is not enough for the difference', async () => {
    const mug = await stocked(app, site)
    const made = await put('C-2', [{ sku: mug.sku, qty: '4' }], strict)
    const refused = await put('C-2', [{ sku: mug.sku, qty: '11' }], { note: 'More' })
    expect(refusal(refused)).toEqual([409, 'insufficient_stock'])
    expect(refused.body['blockers']).toMatchObject([{ sku: mug.sku, requested: '7', short: '1' }])
    const params = { ...site.params, orderId: made.body.order.id }
    const { body } = await app.call(orders.details, { ...as(site), params })
    expect(body.order).toMatchObject({ version: 1, note: '', lines: [{ qty: '4', promised: '4' }] })
  })

  test('lets the rest of the difference wait, and keeps what was cancelled', async () => {
    const mug = await stocked(app, site, { backorder: { policy: 'allow' } })
    const wait = { confirm: { mode: 'backorder' } }
    const made = await put('C-3', [{ sku: mug.sku, qty: '8' }], wait)
    const params = { ...site.params, orderId: made.body.order.id }
    const lineId = made.body.order.lines[0]?.id ?? ''
    await app.call(orders.cancelLine, {
      ...as(site),
      params: { ...params, lineId },
      body: { version: 1, qty: '3' },
    })
    expect((await put('C-3', [{ sku: mug.sku, qty: '8' }])).body.result).toBe('unchanged')
    const more = await put('C-3', [{ sku: mug.sku, qty: '14' }])
    expect(more.body.order.lines).toMatchObject([
      { qty: '14', cancelled: '3', promised: '10', backordered: '1' },
    ])
    await receiveInto(app, site, { sku: mug.sku, qty: '5' })
    expect(await levelOf(app, mug.id)).toMatchObject({ reserved: '11', backordered: '0' })
    expect(await violations(app, site)).toEqual([])
  })

  test('cancels what is missing when it was confirmed like that', async () => {
    const mug = await stocked(app, site)
    const rest = { confirm: { mode: 'cancel_rest' } }
    await put('C-4', [{ sku: mug.sku, qty: '4' }], rest)
    const more = await put('C-4', [{ sku: mug.sku, qty: '15' }])
    expect(more.body.order.lines).toMatchObject([{ qty: '15', promised: '10', cancelled: '5' }])
    expect(await violations(app, site)).toEqual([])
  })
})

const item = await newItem(app, site)

describe('is refused', () => {
  const lines = [{ sku: item.sku, qty: '1' }]

  test.each(['released', 'shipped', 'cancelled'])('once the order is %s', async (state) => {
    const external = `D-${state}`
    const made = await put(external, lines)
    await arrange(app, 'update tenant.orders set state = $2 where order_id = $1', [
      made.body.order.id,
      state,
    ])
    expect((await put(external, lines)).body.result).toBe('unchanged')
    const more = [{ sku: item.sku, qty: '2' }]
    expect(refusal(await put(external, more))).toEqual([409, 'invalid_transition'])
  })

  test('for a channel that does not exist, is archived, or is of another workspace', async () => {
    expect(refusal(await put('E-1', lines, {}, 'NOWHERE'))).toEqual([404, 'not_found'])
    expect(refusal(await put('E-1', lines, {}, randomUUID()))).toEqual([404, 'not_found'])
    const old = await newChannel()
    await app.call(channels.update, {
      ...as(site),
      params: { ...site.params, channelId: old.id },
      body: { version: 1, state: 'archived' },
    })
    const archived = await put('E-1', lines, {}, old.code)
    expect(archived.body['details']).toMatchObject([{ path: 'channel' }])
  })

  test.each([
    ['lines', { lines: Array.from({ length: 1001 }, () => lines[0]) }],
    ['lines', { lines: [] }],
    ['lines.0.sku', { lines: [{ sku: 'NOTHING', qty: '1' }] }],
    ['lines.0.qty', { lines: [{ sku: item.sku, qty: '-1' }] }],
    ['lines.0.qty', { lines: [{ sku: item.sku, qty: '0.5' }] }],
    ['lines.0.unitPrice', { lines: [{ ...lines[0], unitPrice: '1e9' }] }],
    ['lines.0.discount', { lines: [{ ...lines[0], unitPrice: '1', discount: '2' }] }],
    ['currency', { lines, currency: 'XXZ' }],
    ['customerId', { lines, customerId: randomUUID() }],
    ['priority', { lines, priority: 10 }],
    ['promisedShipAt', { lines, promisedShipAt: '3 Nov' }],
    ['shippingAddress.country', { lines, shippingAddress: { country: 'Norway' } }],
  ] as [string, Some & { lines: Some[] }][])(
    'at the field %s',
    async (path, { lines: those, ...more }) => {
      const { status, body } = await put(`F-${randomUUID()}`, those, more)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(body['details']).toContainEqual(expect.objectContaining({ path }))
    },
  )

  test('for amounts that do not fit', async () => {
    const large = [{ sku: item.sku, qty: '999999', unitPrice: '999999999999' }]
    const answer = await put(`F-${randomUUID()}`, large)
    expect(refusal(answer)).toEqual([422, 'amount_too_large'])
  })

  test('for an external number that is too long', async () => {
    const { body } = await put('x'.repeat(81), lines)
    expect(body['details']).toMatchObject([{ path: 'external' }])
  })
})
