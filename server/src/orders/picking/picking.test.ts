import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { eventsOf } from '../../../test/arrange.ts'
import { as, levelOf, newItem, openSite, receiveInto, stocked } from '../../../test/fixtures.ts'
import { allocatedOf, orderNow } from '../../../test/order-calls.ts'
import { confirmPick, fulfillmentNow, releasedOf } from '../../../test/pick-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { fulfillments, orders } = api.orders
const { app, site } = await setupSite()

const confirm = (taskId: string, body = {}, by?: { token: string }) =>
  confirmPick(app, site, taskId, body, by)

describe('confirming a pick', () => {
  test('moves the stock to the stage with its claim, and the order follows', async () => {
    const mug = await stocked(app, site)
    const { order, fulfillmentId, number, task } = await releasedOf(app, site, mug.sku, '4')
    const { status, body } = await confirm(task.id, {
      qty: '4',
      scannedLocation: 'a-01',
      scannedItem: mug.sku.toLowerCase(),
    })
    expect([status, body]).toMatchObject([
      200,
      {
        task: { id: task.id, state: 'done', qty: '4', sku: mug.sku, location: 'A-01' },
        picked: '4',
        fulfillment: { id: fulfillmentId, number, state: 'picked' },
      },
    ])
    expect(body.task.pickedByName).toBe('Ada Alba')
    expect(await allocatedOf(app, mug.id)).toMatchObject([{ code: 'STAGE', allocated: '4' }])
    expect(await levelOf(app, mug.id)).toMatchObject({ on_hand: '10', reserved: '4' })
    expect(await orderNow(app, site, order.id)).toMatchObject({
      state: 'in_fulfillment',
      lines: [{ promised: '4', claims: [{ allocated: '4' }] }],
    })
    expect(await fulfillmentNow(app, site, fulfillmentId)).toMatchObject({
      state: 'picked',
      lines: [{ picks: [{ state: 'done', qty: '4' }] }],
    })
    const actions = (await eventsOf(app, site.platform.id)).map(({ action }) => action)
    expect(actions.slice(-4).toSorted()).toEqual([
      'FULFILLMENT_PICKED',
      'FULFILLMENT_PICKING_STARTED',
      'ORDER_PICKING_STARTED',
      'PICK_CONFIRMED',
    ])
    const ledger = await app.call(api.warehouse.stockViews.ledger, {
      ...as(site),
      query: { source: number },
    })
    expect(ledger.body.items).toMatchObject([
      { kind: 'pick', source: { type: 'fulfillment', number } },
      { kind: 'pick', source: { type: 'fulfillment', number } },
    ])
  })

  test('in parts leaves the rest to pick', async () => {
    const mug = await stocked(app, site)
    const { fulfillmentId, task } = await releasedOf(app, site, mug.sku, '5')
    const first = await confirm(task.id, { qty: '2' })
    expect(first.body).toMatchObject({
      task: { state: 'ready', qty: '3' },
      picked: '2',
      fulfillment: { state: 'picking' },
    })
    const over = await confirm(task.id, { qty: '4' })
    expect(refusal(over)).toEqual([409, 'over_pick'])
    expect(over.body['blockers']).toEqual([
      { type: 'pick_task', sku: mug.sku, left: '3', requested: '4' },
    ])
    const second = await confirm(task.id, { qty: '3' })
    expect(second.body).toMatchObject({ fulfillment: { state: 'picked' } })
    const { lines } = await fulfillmentNow(app, site, fulfillmentId)
    expect(lines[0]?.picks.map(({ state, qty }) => [state, qty]).toSorted()).toEqual([
      ['done', '2'],
      ['done', '3'],
    ])
    expect(await allocatedOf(app, mug.id)).toMatchObject([{ code: 'STAGE', allocated: '5' }])
  })

  test('takes the barcode of the item, alone or in a GS1 code with its lot', async () => {
    const code = `0${String(Date.now()).slice(-11)}`
    const digits = [...code].map(Number)
    const sum = digits.toReversed().reduce((all, one, i) => all + one * (i % 2 === 0 ? 3 : 1), 0)
    const ean = `${code}${(10 - (sum % 10)) % 10}`
    const milk = await newItem(app, site, { tracking: 'lot', barcodes: [{ code: ean }] })
    await receiveInto(app, site, { sku: milk.sku, qty: '3', lotCode: 'L-7' })
    const { task } = await releasedOf(app, site, milk.sku, '2')
    const gs1 = (lot: string) => `(01)${ean.padStart(14, '0')}(10)${lot}`
    expect(refusal(await confirm(task.id, { scannedItem: gs1('L-8') }))).toEqual([
      409,
      'wrong_item_scanned',
    ])
    expect((await confirm(task.id, { scannedItem: ean })).status).toBe(200)
    const last = await confirm(task.id, { scannedItem: gs1('L-7') })
    expect(last.body).toMatchObject({ task: { state: 'done', lot: 'L-7' } })
  })
})

describe('a pick is refused', () => {
  test('for a wrong location or item, and nothing changes', async () => {
    const mug = await stocked(app, site)
    const cup = await stocked(app, site)
    const { order, fulfillmentId, task } = await releasedOf(app, site, mug.sku, '2')
    const there = await confirm(task.id, { qty: '2', scannedLocation: 'A-02' })
    expect(refusal(there)).toEqual([409, 'wrong_location_scanned'])
    expect(there.body['blockers']).toEqual([{ type: 'scan', expected: 'A-01', got: 'A-02' }])
    const other = await confirm(task.id, { qty: '2', scannedItem: cup.sku })
    expect(refusal(other)).toEqual([409, 'wrong_item_scanned'])
    expect(other.body['blockers']).toEqual([{ type: 'scan', expected: mug.sku, got: cup.sku }])
    expect(refusal(await confirm(task.id, { qty: '0.5' }))).toEqual([422, 'uom_not_exact'])
    expect(await fulfillmentNow(app, site, fulfillmentId)).toMatchObject({ state: 'released' })
    expect(await orderNow(app, site, order.id)).toMatchObject({ state: 'released', version: 2 })
    expect(await allocatedOf(app, mug.id)).toMatchObject([{ code: 'A-01', allocated: '2' }])
  })

  test('from a location that is blocked for picking', async () => {
    const mug = await newItem(app, site)
    const params = { ...site.params, locationId: site.a02.id }
    await receiveInto(app, site, { sku: mug.sku, qty: '3', location: 'A-02' })
    const { task } = await releasedOf(app, site, mug.sku, '1')
    const { block, unblock } = api.warehouse.locations
    const { version } = site.a02
    await app.call(block, { ...as(site), params, body: { version, direction: 'out' } })
    const blocked = await confirm(task.id)
    await app.call(unblock, { ...as(site), params, body: { version: version + 1 } })
    expect(refusal(blocked)).toEqual([409, 'location_blocked'])
    expect(blocked.body['blockers']).toMatchObject([{ code: 'A-02', direction: 'out' }])
    expect((await confirm(task.id)).status).toBe(200)
  })

  test('to who may not pick or does not see the warehouse, and once it was taken back', async () => {
    const mug = await stocked(app, site)
    const { order, task } = await releasedOf(app, site, mug.sku, '1')
    const packer = await app.newMember(site.owner, site.platform, { role: 'packer' })
    expect(refusal(await confirm(task.id, {}, packer))).toEqual([422, 'permission_denied'])
    const east = await openSite(app, site, `E${randomUUID().slice(0, 6)}`, 'UTC')
    const picker = await app.newMember(site.owner, site.platform, { role: 'picker' })
    await app.call(api.warehouse.settings.setMemberWarehouses, {
      ...as(site),
      params: { ...site.params, memberId: picker.id },
      body: { warehouseIds: [east.id] },
    })
    expect(refusal(await confirm(task.id, {}, picker))).toEqual([404, 'not_found'])
    await app.call(fulfillments.unrelease, {
      ...as(site),
      params: { ...site.params, orderId: order.id },
      body: { version: order.version },
    })
    const gone = await confirm(task.id)
    expect(refusal(gone)).toEqual([409, 'invalid_transition'])
    expect(gone.body['message']).toBe(`${mug.sku} in A-01 isn’t to be picked any more.`)
  })
})

test('two people pick one task: one succeeds, the other is told who', async () => {
  const mug = await stocked(app, site)
  const { task } = await releasedOf(app, site, mug.sku, '1')
  const people = await Promise.all(
    [1, 2].map(() => app.newMember(site.owner, site.platform, { role: 'picker' })),
  )
  const answers = await Promise.all(people.map((one) => confirm(task.id, {}, one)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const winner = people[answers.findIndex(({ status }) => status === 200)]
  const loser = answers.find(({ status }) => status === 409)
  expect(loser?.body).toMatchObject({
    code: 'invalid_transition',
    message: `${winner?.email} already picked ${mug.sku} in A-01.`,
    blockers: [{ type: 'pick_task', from: 'done' }],
  })
  expect(await allocatedOf(app, mug.id)).toMatchObject([{ code: 'STAGE', allocated: '1' }])
})

test('a scan that is sent twice counts once, also at the same time', async () => {
  const mug = await stocked(app, site)
  const { task } = await releasedOf(app, site, mug.sku, '3')
  const scanId = randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => confirm(task.id, { scanId })))
  expect(answers.map(({ status, body }) => [status, body.picked, body.task.qty])).toEqual(
    [1, 2, 3].map(() => [200, '1', '2']),
  )
  expect(await allocatedOf(app, mug.id)).toMatchObject([
    { code: 'A-01', allocated: '2' },
    { code: 'STAGE', allocated: '1' },
  ])
  const other = await releasedOf(app, site, mug.sku, '1')
  expect(refusal(await confirm(other.task.id, { scanId }))).toEqual([409, 'idempotency_conflict'])
})

test('what is picked is not taken back', async () => {
  const mug = await stocked(app, site)
  const { order, task } = await releasedOf(app, site, mug.sku, '2')
  await confirm(task.id)
  const { version } = await orderNow(app, site, order.id)
  const at = { ...as(site), params: { ...site.params, orderId: order.id } }
  const taken = await app.call(fulfillments.unrelease, { ...at, body: { version } })
  expect(refusal(taken)).toEqual([409, 'invalid_transition'])
})

test('B8 what is picked of a cancelled order is listed to put back, and is free', async () => {
  const mug = await stocked(app, site)
  const { order, fulfillmentId, task } = await releasedOf(app, site, mug.sku, '5')
  await confirm(task.id, { qty: '2' })
  const toPutBack = async () =>
    (await app.call(orders.putBack, { ...as(site), params: { ...site.params, orderId: order.id } }))
      .body.items
  const picked = [{ sku: mug.sku, qty: '2', location: 'STAGE', from: 'A-01' }]
  // Before it is cancelled it is known what that leaves.
  expect(await toPutBack()).toMatchObject(picked)
  const { version } = await orderNow(app, site, order.id)
  const cancelled = await app.call(orders.cancel, {
    ...as(site),
    params: { ...site.params, orderId: order.id },
    body: { version, reason: 'Customer' },
  })
  expect(cancelled.body.order).toMatchObject({ state: 'cancelled', lines: [{ cancelled: '5' }] })
  expect(cancelled.body.putBack).toMatchObject([
    { sku: mug.sku, qty: '2', unit: 'each', location: 'STAGE' },
  ])
  expect(await fulfillmentNow(app, site, fulfillmentId)).toMatchObject({ state: 'cancelled' })
  expect(await levelOf(app, mug.id)).toMatchObject({ on_hand: '10', reserved: '0' })
  expect(await allocatedOf(app, mug.id)).toEqual([])
  const { stockViews, stock, integrity } = api.warehouse
  const query = { use: 'put_back', variant: mug.id } as const
  const listed = async () => (await app.call(stockViews.buckets, { ...as(site), query })).body.items
  const [left] = await listed()
  expect(left).toMatchObject({ location: 'STAGE', onHand: '2', allocated: '0' })
  expect(await toPutBack()).toMatchObject(picked)
  const back = await app.call(stock.move, {
    ...as(site),
    body: {
      lines: [{ bucketId: left?.bucketId ?? '', qty: '2', toLocationId: site.a01.id }],
    } as never,
  })
  expect(back.status).toBe(201)
  expect(await listed()).toEqual([])
  expect(await toPutBack()).toEqual([])
  expect(refusal(await confirm(task.id))).toEqual([409, 'invalid_transition'])
  const { body } = await app.call(integrity.verify, { ...as(site), body: {} })
  expect('running' in body ? [] : body.violations).toEqual([])
})
