import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { refusal, setupApp } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { findingsOf } from '../../../test/breaking.ts'
import { as, levelOf, openSite } from '../../../test/fixtures.ts'
import { voidShipment } from '../../../test/pack-calls.ts'
import { releasedOf } from '../../../test/pick-calls.ts'
import {
  authorizedOf,
  bucketsOf,
  receiveAll,
  returnableOf,
  returnNow,
  sendReturn,
  shippedOf,
  stepReturn,
} from '../../../test/return-calls.ts'
import { runJob } from '../../../test/run-job.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { expireReturns } from './jobs.ts'

const { returns } = api.orders
const { app, site } = await setupSite(await setupApp())

afterAll(async () => {
  expect(await findingsOf(app, site)).toEqual([])
})

describe('B10', () => {
  test('2 of 1 shipped are refused, 1 of 1 is in quarantine and then available', async () => {
    const mug = await shippedOf(app, site, '1')
    const orderId = mug.order.id
    const two = await sendReturn(
      app,
      site,
      { orderLineId: mug.orderLine.id, qty: '2' },
      { orderId },
    )
    expect([two.status, two.body]).toMatchObject([
      409,
      {
        code: 'over_return',
        blockers: [{ type: 'order_line', sku: mug.sku, left: '1', requested: '2' }],
      },
    ])
    const one = await authorizedOf(app, site, mug, '1')
    expect(one).toMatchObject({ state: 'authorized', order: mug.order.number, version: 1 })
    expect(one.number).toMatch(/^RMA-\d{6}$/)
    expect(await returnableOf(app, site, orderId)).toMatchObject([
      { shipped: '1', returned: '0', expected: '1', left: '0' },
    ])
    const again = await sendReturn(app, site, { orderLineId: mug.orderLine.id }, { orderId })
    expect(refusal(again)).toEqual([409, 'over_return'])

    const received = await receiveAll(app, site, one, { condition: 'opened' })
    expect([received.status, received.body.return]).toMatchObject([
      200,
      {
        state: 'received',
        warehouseCode: 'MAIN',
        lines: [{ received: '1', items: [{ condition: 'opened', qty: '1', undecided: '1' }] }],
      },
    ])
    expect(await levelOf(app, mug.id)).toMatchObject({ on_hand: '10', unavailable: '1' })
    expect(await bucketsOf(app, mug.id)).toEqual([
      { location: 'A-01', status: 'available', qty: '9' },
      { location: 'QUAR', status: 'quarantine', qty: '1' },
    ])
    const lineId = one.lines[0]?.id
    const inspected = await stepReturn(app, site, 'inspect', received.body.return, {
      lines: [
        {
          lineId,
          dispositions: [{ disposition: 'restock', qty: '1', locationId: site.a02.id }],
        },
      ],
    })
    expect([inspected.status, inspected.body.return]).toMatchObject([
      200,
      {
        state: 'inspected',
        lines: [
          {
            items: [
              { undecided: '0', dispositions: [{ disposition: 'restock', location: 'A-02' }] },
            ],
          },
        ],
      },
    ])
    expect(await levelOf(app, mug.id)).toMatchObject({ on_hand: '10', unavailable: '0' })
    expect(await bucketsOf(app, mug.id)).toEqual([
      { location: 'A-01', status: 'available', qty: '9' },
      { location: 'A-02', status: 'available', qty: '1' },
    ])
    const closed = await stepReturn(app, site, 'close', inspected.body.return)
    expect(closed.body.return).toMatchObject({ state: 'closed', version: 4 })
    expect(await returnableOf(app, site, orderId)).toMatchObject([
      { shipped: '1', returned: '1', expected: '0', left: '0' },
    ])
    expect(
      refusal(await sendReturn(app, site, { orderLineId: mug.orderLine.id }, { orderId })),
    ).toEqual([409, 'over_return'])
    const actions = (await eventsOf(app, site.platform.id)).map(({ action }) => action)
    expect(actions.slice(-4)).toEqual([
      'RETURN_AUTHORIZED',
      'RETURN_RECEIVED',
      'RETURN_INSPECTED',
      'RETURN_CLOSED',
    ])
  })
})

describe('a return', () => {
  test('is authorized or rejected, and goes no way it cannot', async () => {
    const mug = await shippedOf(app, site, '2')
    const send = async () =>
      (await sendReturn(app, site, { orderLineId: mug.orderLine.id }, { orderId: mug.order.id }))
        .body.return
    const one = await send()
    expect(one.state).toBe('requested')
    expect(refusal(await receiveAll(app, site, one))).toEqual([409, 'invalid_transition'])
    const accepted = await stepReturn(app, site, 'authorize', one)
    expect(accepted.body.return.state).toBe('authorized')
    expect(refusal(await stepReturn(app, site, 'authorize', one))).toEqual([
      409,
      'version_conflict',
    ])
    const late = await stepReturn(app, site, 'reject', accepted.body.return, { reason: 'Too late' })
    expect(refusal(late)).toEqual([409, 'invalid_transition'])
    const over = await receiveAll(app, site, accepted.body.return, { qty: '2' })
    expect([over.status, over.body]).toMatchObject([
      409,
      { code: 'over_return', blockers: [{ type: 'return_line', left: '1', requested: '2' }] },
    ])
    const other = await send()
    const rejected = await stepReturn(app, site, 'reject', other, { reason: 'Worn' })
    expect(rejected.body.return).toMatchObject({ state: 'rejected', endReason: 'Worn' })
    // What was rejected can be returned again.
    const third = await send()
    const cancelled = await stepReturn(app, site, 'cancel', third, { reason: 'Kept' })
    expect(cancelled.body.return).toMatchObject({ state: 'cancelled', endReason: 'Kept' })
    const received = (await receiveAll(app, site, accepted.body.return)).body.return
    expect(refusal(await stepReturn(app, site, 'cancel', received, { reason: 'No' }))).toEqual([
      409,
      'invalid_transition',
    ])
    const refund = await stepReturn(app, site, 'requestRefund', received)
    expect(refund.body.return).toMatchObject({ state: 'received', refundState: 'requested' })
    const [told] = await arrange(
      app,
      `select payload from tenant.tenant_events where subject_id = $1 and type = 'return.refund_requested'`,
      [received.id],
    )
    expect(told?.['payload']).toMatchObject({ lines: [{ sku: mug.sku, qty: '1' }] })
    expect(refusal(await stepReturn(app, site, 'requestRefund', refund.body.return))).toEqual([
      409,
      'invalid_transition',
    ])
  })

  test('keeps its shipment from being voided', async () => {
    const mug = await shippedOf(app, site, '1')
    const one = await authorizedOf(app, site, mug, '1')
    const refused = await voidShipment(app, site, mug.shipment)
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        code: 'over_return',
        message: `${one.number} returns items of this shipment. Cancel the return first.`,
      },
    ])
    await stepReturn(app, site, 'cancel', one, { reason: 'Kept' })
    expect((await voidShipment(app, site, mug.shipment)).status).toBe(200)
  })

  test('needs a reason for returns, a line of the order and a whole quantity', async () => {
    const mug = await shippedOf(app, site, '1')
    const orderId = mug.order.id
    const orderLineId = mug.orderLine.id
    const send = (line: object, body: object = { orderId }) =>
      sendReturn(app, site, { orderLineId, ...line }, { ...body })
    expect(refusal(await send({ reasonCode: 'stolen' }))).toEqual([422, 'reason_unknown'])
    expect(refusal(await send({ reasonCode: 'other' }))).toEqual([422, 'note_required'])
    expect(refusal(await send({ qty: '0.5' }))).toEqual([422, 'uom_not_exact'])
    expect(refusal(await send({ qty: '0' }))).toEqual([400, 'validation_failed'])
    expect(refusal(await send({ orderLineId: randomUUID() }))).toEqual([400, 'validation_failed'])
    expect(refusal(await send({ orderLineId: undefined, sku: mug.sku }))).toEqual([
      400,
      'validation_failed',
    ])
    expect(refusal(await send({}, {}))).toEqual([400, 'validation_failed'])
    expect(refusal(await send({}, { orderId: randomUUID() }))).toEqual([404, 'not_found'])
    const unknown = await sendReturn(app, site, { sku: 'nothing' }, {})
    expect(unknown.body.details).toMatchObject([{ path: 'lines.0.sku' }])
    const waiting = await releasedOf(app, site, mug.sku, '1')
    const nothingShipped = await sendReturn(
      app,
      site,
      { orderLineId: waiting.order.lines[0]?.id },
      { orderId: waiting.order.id },
    )
    expect([nothingShipped.status, nothingShipped.body]).toMatchObject([
      409,
      { code: 'over_return', blockers: [{ left: '0' }] },
    ])
  })

  test('expires the day after it was expected, and its items can be announced again', async () => {
    const mug = await shippedOf(app, site, '1')
    const day = (at: number) => new Date(at).toISOString().slice(0, 10)
    const now = app.clock.now().getTime()
    const send = (expectedBy: string) =>
      sendReturn(
        app,
        site,
        { orderLineId: mug.orderLine.id },
        { orderId: mug.order.id, authorize: true, expectedBy },
      )
    const { body } = await send(day(now - 3 * 86_400_000))
    await runJob(app, expireReturns, {})
    expect(await returnNow(app, site, body.return.id)).toMatchObject({
      state: 'expired',
      version: 2,
    })
    const next = await send(day(now))
    await runJob(app, expireReturns, {})
    expect(await returnNow(app, site, next.body.return.id)).toMatchObject({ state: 'authorized' })
  })
})

test('members see the returns of their warehouses, and do what their role allows', async () => {
  const mug = await shippedOf(app, site, '2')
  const one = await authorizedOf(app, site, mug, '1')
  const receiver = await app.newMember(site.owner, site.platform, { role: 'receiver' })
  const clerk = await app.newMember(site.owner, site.platform, { role: 'returns_clerk' })
  const denied = [422, 'permission_denied']
  const line = { orderLineId: mug.orderLine.id }
  expect(refusal(await sendReturn(app, site, line, { orderId: mug.order.id }, receiver))).toEqual(
    denied,
  )
  const seller = await app.newMember(site.owner, site.platform, { role: 'integration' })
  const body = { orderId: mug.order.id, authorize: true }
  expect(refusal(await sendReturn(app, site, line, body, seller))).toEqual(denied)
  const effectiveAt = app.clock.now().toISOString()
  expect(refusal(await receiveAll(app, site, one, {}, { effectiveAt }, receiver))).toEqual(denied)
  const received = (await receiveAll(app, site, one, {}, {}, receiver)).body.return
  expect(refusal(await stepReturn(app, site, 'inspect', received, {}, receiver))).toEqual(denied)
  const east = await openSite(app, site, `E${randomUUID().slice(0, 6)}`, 'UTC')
  await app.call(api.warehouse.settings.setMemberWarehouses, {
    ...as(site),
    params: { ...site.params, memberId: clerk.id },
    body: { warehouseIds: [east.id] },
  })
  const hidden = await app.call(returns.details, {
    params: { ...site.params, returnId: one.id },
    token: clerk.token,
  })
  expect(refusal(hidden)).toEqual([404, 'not_found'])
  expect(refusal(await stepReturn(app, site, 'inspect', received, {}, clerk))).toEqual([
    404,
    'not_found',
  ])
  const list = await app.call(returns.list, { ...as(site), token: clerk.token, query: {} })
  expect(list.body.items.some(({ id }) => id === one.id)).toBe(false)
  const unseen = await app.call(returns.returnable, {
    params: { ...site.params, orderId: mug.order.id },
    token: clerk.token,
  })
  expect(refusal(unseen)).toEqual([404, 'not_found'])
})

test('returns are found by their number, and listed by what waits', async () => {
  const mug = await shippedOf(app, site, '1')
  const warehouseId = site.warehouse.id
  const body = { orderId: mug.order.id, authorize: true, warehouseId }
  const one = (await sendReturn(app, site, { orderLineId: mug.orderLine.id }, body)).body.return
  const found = await app.call(api.workspace.search.scan, {
    ...as(site),
    body: { code: one.number },
  })
  expect(found.body).toMatchObject({ kind: 'return', id: one.id, label: one.number })
  const expected = await app.call(returns.list, {
    ...as(site),
    query: { view: 'expected', order: mug.order.id, warehouse: site.warehouse.id },
  })
  expect(expected.body.items).toMatchObject([{ id: one.id, qty: '1', received: '0', lineCount: 1 }])
  const csv = await app.call(returns.list, {
    ...as(site),
    query: { q: one.number, format: 'csv' },
  })
  expect(String(csv.body)).toContain(one.number)
  const label = await app.call(api.workspace.labels.print, {
    ...as(site),
    body: { template: 'return', ids: [one.id], format: 'zpl' },
  })
  expect(label.status).toBe(200)
  expect(String(label.body)).toContain(one.number)
  expect(String(label.body)).toContain('Warehouse MAIN')
})
