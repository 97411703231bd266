import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { as, levelOf, newItem, openSite, receiveInto, stocked } from '../../../test/fixtures.ts'

const { orders, customers, channels } = api.orders
const { products } = api.warehouse

const { app, site } = await setupSite()

type Line = Record<string, unknown>
const order = (lines: Line[], more: Record<string, unknown> = {}) =>
  app.call(orders.create, { ...as(site), body: { lines, ...more } })
const strict = { confirm: { mode: 'strict' } }

const step = (
  route:
    | typeof orders.confirm
    | typeof orders.hold
    | typeof orders.releaseHold
    | typeof orders.cancel,
  { id, version }: { id: string; version: number },
  body: Record<string, unknown> = {},
) =>
  app.call(route, {
    ...as(site),
    params: { ...site.params, orderId: id },
    body: { version, ...body },
  } as never)

describe('confirming', () => {
  test('B1 promises what there is, and refuses the whole order when something is short', async () => {
    const mug = await stocked(app, site)
    const first = await order([{ sku: mug.sku, qty: '6' }], strict)
    expect(first.status).toBe(201)
    expect(first.body.order).toMatchObject({
      number: expect.stringMatching(/^SO-\d{6}$/),
      state: 'confirmed',
      reservationState: 'full',
      lines: [{ qty: '6', promised: '6', backordered: '0', claims: [{ promised: '6' }] }],
    })
    const second = await order([{ sku: mug.sku, qty: '6' }], { ...strict, note: 'second' })
    expect(refusal(second)).toEqual([409, 'insufficient_stock'])
    expect(second.body['blockers']).toMatchObject([
      { type: 'line', lineNo: 1, sku: mug.sku, requested: '6', available: '4' },
    ])
    const { body } = await app.call(orders.list, {
      ...as(site),
      query: { variant: mug.id },
    })
    expect(body.items).toHaveLength(1)
    expect(await levelOf(app, mug.id)).toMatchObject({ reserved: '6', backordered: '0' })
  })

  test('B2 two lines of one item are summed before they are compared', async () => {
    const mug = await stocked(app, site)
    const lines = [
      { sku: mug.sku, qty: '6' },
      { sku: mug.sku, qty: '6' },
    ]
    expect(refusal(await order(lines, strict))).toEqual([409, 'insufficient_stock'])
  })

  test('B3 lets the rest wait, and gives it to the order when stock is received', async () => {
    const mug = await stocked(app, site, { backorder: { policy: 'allow' } })
    await order([{ sku: mug.sku, qty: '6' }], strict)
    const waiting = await order([{ sku: mug.sku, qty: '6' }], { confirm: { mode: 'backorder' } })
    expect(waiting.body.order).toMatchObject({
      reservationState: 'partial',
      lines: [{ promised: '4', backordered: '2' }],
    })
    await receiveInto(app, site, { sku: mug.sku, qty: '5' })
    const { body } = await app.call(orders.details, {
      ...as(site),
      params: { ...site.params, orderId: waiting.body.order.id },
    })
    expect(body.order).toMatchObject({
      reservationState: 'full',
      lines: [{ promised: '6', backordered: '0' }],
    })
  })

  test('cancels the rest when asked to', async () => {
    const mug = await stocked(app, site)
    const { body } = await order([{ sku: mug.sku, qty: '12' }], {
      confirm: { mode: 'cancel_rest' },
    })
    expect(body.order.lines).toMatchObject([{ qty: '12', promised: '10', cancelled: '2' }])
  })

  test('B4 takes one order from two warehouses', async () => {
    const east = await openSite(app, site, `E${randomUUID().slice(0, 6)}`, 'UTC')
    const mug = await newItem(app, site)
    await receiveInto(app, site, { sku: mug.sku, qty: '5' })
    await app.call(api.warehouse.receiving.create, {
      ...as(site),
      body: { warehouseId: east.id, complete: true, lines: [{ sku: mug.sku, qty: '5' }] },
    })
    const { body } = await order([{ sku: mug.sku, qty: '8' }], strict)
    const { claims = [] } = body.order.lines[0] ?? {}
    expect(claims.map(({ promised }) => Number(promised)).toSorted()).toEqual([3, 5])
  })

  test('a draft is confirmed later, in the version that was seen', async () => {
    const mug = await stocked(app, site)
    const { body } = await order([{ sku: mug.sku, qty: '2' }])
    expect(body.order).toMatchObject({ state: 'draft', reservationState: 'none', version: 1 })
    const stale = await step(orders.confirm, { id: body.order.id, version: 7 })
    expect(refusal(stale)).toEqual([409, 'version_conflict'])
    const confirmed = await step(orders.confirm, body.order, { mode: 'strict' })
    expect(confirmed.body).toMatchObject({ order: { state: 'confirmed', version: 2 } })
    expect(refusal(await step(orders.confirm, { id: body.order.id, version: 2 }))).toEqual([
      409,
      'invalid_transition',
    ])
  })
})

describe('afterwards', () => {
  test('an order on hold keeps its stock, and a cancelled one gives it to who waits', async () => {
    const mug = await stocked(app, site, { backorder: { policy: 'allow' } })
    const first = (await order([{ sku: mug.sku, qty: '8' }], strict)).body.order
    const waiting = (await order([{ sku: mug.sku, qty: '5' }], { confirm: {} })).body.order
    const held = await step(orders.hold, first, { kind: 'payment', note: 'Card refused' })
    expect(held.body).toMatchObject({
      order: { state: 'on_hold', holds: [{ kind: 'payment', note: 'Card refused' }] },
    })
    const back = await step(orders.releaseHold, { id: first.id, version: 2 })
    expect(back.body).toMatchObject({ order: { state: 'confirmed', holds: [] } })
    const gone = await step(orders.cancel, { id: first.id, version: 3 }, { reason: 'Customer' })
    expect(gone.body).toMatchObject({
      order: { state: 'cancelled', lines: [{ cancelled: '8', promised: '0', claims: [] }] },
    })
    const { body } = await app.call(orders.details, {
      ...as(site),
      params: { ...site.params, orderId: waiting.id },
    })
    expect(body.order.lines).toMatchObject([{ promised: '5', backordered: '0' }])
    const actions = (await eventsOf(app, site.platform.id)).map(({ action }) => action)
    expect(actions.slice(-7)).toEqual([
      'ORDER_CREATED',
      'ORDER_CONFIRMED',
      'ORDER_CREATED',
      'ORDER_CONFIRMED',
      'ORDER_HELD',
      'ORDER_HOLD_RELEASED',
      'ORDER_CANCELLED',
    ])
  })

  test('a part of a line is cancelled', async () => {
    const mug = await stocked(app, site)
    const { order: made } = (await order([{ sku: mug.sku, qty: '8' }], strict)).body
    const answer = await app.call(orders.cancelLine, {
      ...as(site),
      params: { ...site.params, orderId: made.id, lineId: made.lines[0]?.id ?? '' },
      body: { version: 1, qty: '3' },
    })
    expect(answer.body.order.lines).toMatchObject([{ qty: '8', cancelled: '3', promised: '5' }])
    expect(await levelOf(app, mug.id)).toMatchObject({ reserved: '5' })
  })
})

test('amounts are exact, and each total is rounded once', async () => {
  const item = await newItem(app, site)
  const { body } = await order(
    [
      { sku: item.sku, qty: '3', unitPrice: '0.333', tax: '0.19' },
      { sku: item.sku, qty: '3', unitPrice: '0.335', discount: '0.1' },
    ],
    { currency: 'EUR' },
  )
  expect(body.order.totals).toMatchObject({
    subtotal: '2',
    discount: '0.1',
    tax: '0.19',
    total: '2.09',
  })
})

test('an order of a shop is created once', async () => {
  const item = await newItem(app, site)
  const code = `SHOP-${randomUUID().slice(0, 6)}`
  const { body } = await app.call(channels.create, { ...as(site), body: { code, kind: 'shop' } })
  const from = { channelId: body.channel.id, externalId: '1001' }
  expect((await order([{ sku: item.sku, qty: '1' }], from)).status).toBe(201)
  expect(refusal(await order([{ sku: item.sku, qty: '1' }], from))).toEqual([409, 'duplicate_key'])
})

test('a customer is created, found, changed and archived; its contact details need a right', async () => {
  const code = `C-${randomUUID().slice(0, 6)}`
  const made = await app.call(customers.create, {
    ...as(site),
    body: { code, name: 'Ada Harbor', emails: ['ada@harbor.example'] },
  })
  expect(made.status).toBe(201)
  const { id } = made.body.customer
  const found = await app.call(customers.list, { ...as(site), query: { q: 'harbor.ex' } })
  expect(found.body.items.map((one) => one.id)).toContain(id)
  const params = { ...site.params, customerId: id }
  const changed = await app.call(customers.update, {
    ...as(site),
    params,
    body: { version: 1, name: 'Ada Haven' },
  })
  expect(changed.body.customer).toMatchObject({ name: 'Ada Haven', version: 2, code })
  const taken = await app.call(customers.create, {
    ...as(site),
    body: { code: code.toLowerCase(), name: 'Other' },
  })
  expect(refusal(taken)).toEqual([409, 'duplicate_key'])
  const archived = await app.call(customers.archive, { ...as(site), params, body: { version: 2 } })
  expect(archived.body.customer.state).toBe('archived')
})

describe('a kit', () => {
  test('B11 is exploded when it is ordered, and is promised in whole kits', async () => {
    const [a, b] = [await stocked(app, site, { qty: '5' }), await stocked(app, site, { qty: '9' })]
    const sku = `KIT-${randomUUID().slice(0, 6)}`
    const made = await app.call(products.create, {
      ...as(site),
      body: { name: 'Kit', kind: 'virtual_kit', variants: [{ sku }] },
    })
    const variantId = made.body.product.variants[0]?.id ?? ''
    const save = (components: Line[]) =>
      app.call(api.warehouse.kits.save, {
        ...as(site),
        params: { ...site.params, variantId },
        body: { components },
      } as never)
    expect(refusal(await order([{ sku, qty: '1' }]))).toEqual([400, 'validation_failed'])
    const parts = [
      { sku: a.sku, qty: '2' },
      { sku: b.sku, qty: '1' },
    ]
    expect((await save(parts)).status).toBe(200)
    expect(refusal(await save([...parts, { sku: a.sku, qty: '1' }]))).toEqual([
      400,
      'validation_failed',
    ])
    const short = await order([{ sku, qty: '3' }], strict)
    expect(refusal(short)).toEqual([409, 'insufficient_stock'])
    expect(short.body['blockers']).toMatchObject([{ sku: a.sku, requested: '6', available: '5' }])
    const { body } = await order([{ sku, qty: '3' }], { confirm: { mode: 'cancel_rest' } })
    expect(body.order.lines).toMatchObject([{ qty: '3', promised: '2', cancelled: '1' }])
    expect(await levelOf(app, a.id)).toMatchObject({ reserved: '4' })
    expect(await levelOf(app, b.id)).toMatchObject({ reserved: '2' })
  })
})

test('I11 the integrity check finds a line that is not promised what it asks for', async () => {
  const mug = await stocked(app, site)
  const { order: made } = (await order([{ sku: mug.sku, qty: '2' }], strict)).body
  const ask = 'update tenant.order_lines set qty = $2 where order_id = $1'
  const verify = async () => {
    const { body } = await app.call(api.warehouse.integrity.verify, { ...as(site), body: {} })
    return 'violations' in body ? body.violations : []
  }
  expect(await verify()).toEqual([])
  await arrange(app, ask, [made.id, 3])
  expect(await verify()).toEqual([
    { rule: 'I11', subject: `order ${made.number} line 1`, expected: '3', actual: '2' },
  ])
  await arrange(app, ask, [made.id, 2])
})

describe('changing', () => {
  test('a draft gets other lines, a confirmed order further ones', async () => {
    const [mug, cap] = [await stocked(app, site), await stocked(app, site)]
    const draft = (await order([{ sku: mug.sku, qty: '2', unitPrice: '3' }])).body.order
    const params = { ...site.params, orderId: draft.id }
    const edit = (body: Record<string, unknown>) =>
      app.call(orders.update, { ...as(site), params, body: body as never })
    const lines = [{ sku: cap.sku, qty: '1', unitPrice: '5' }]
    const edited = await edit({ version: 1, note: 'Gift', lines })
    expect(edited.body.order).toMatchObject({
      note: 'Gift',
      version: 2,
      totals: { total: '5' },
      lines: [{ sku: cap.sku, qty: '1' }],
    })
    await step(orders.confirm, { id: draft.id, version: 2 }, { mode: 'strict' })
    expect(refusal(await edit({ version: 3, lines }))).toEqual([409, 'invalid_transition'])
    expect((await edit({ version: 3, priority: 9 })).body.order).toMatchObject({ priority: 9 })
    const add = (qty: string) =>
      app.call(orders.addLines, {
        ...as(site),
        params,
        body: { version: 4, lines: [{ sku: mug.sku, qty, unitPrice: '1' }] },
      })
    expect(refusal(await add('11'))).toEqual([409, 'insufficient_stock'])
    expect((await add('10')).body.order).toMatchObject({
      totals: { total: '15' },
      lines: [{ lineNo: 1 }, { lineNo: 2, promised: '10' }],
    })
  })

  test('of a batch each valid order is created', async () => {
    const mug = await stocked(app, site)
    const item = (qty: string) => ({ lines: [{ sku: mug.sku, qty }], confirm: { mode: 'strict' } })
    const answer = await app.call(orders.createBatch, {
      ...as(site),
      body: { mode: 'valid_items', items: [item('6'), item('6'), item('4')] } as never,
    })
    expect(answer.body).toMatchObject({
      applied: 2,
      failed: 1,
      results: [
        { status: 'ok' },
        { status: 'error', code: 'insufficient_stock' },
        { status: 'ok' },
      ],
    })
    expect(await levelOf(app, mug.id)).toMatchObject({ reserved: '10' })
  })
})
