import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { as, levelOf, newItem, openSite, receiveInto, stocked } from '../../../test/fixtures.ts'
import { allocatedOf, orderOf } from '../../../test/order-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { fulfillments, orders } = api.orders
const { app, site } = await setupSite()

type Seen = { id: string; version: number }

const at = (orderId: string) => ({ ...as(site), params: { ...site.params, orderId } })
const release = (
  { id, version }: Seen,
  more: { policy?: 'fefo' | 'fifo' | 'closest' | 'fewest' } = {},
) => app.call(fulfillments.release, { ...at(id), body: { version, ...more } })
const unrelease = ({ id, version }: Seen) =>
  app.call(fulfillments.unrelease, { ...at(id), body: { version } })
const read = async (fulfillmentId: string) =>
  (
    await app.call(fulfillments.details, {
      ...as(site),
      params: { ...site.params, fulfillmentId },
    })
  ).body.fulfillment
const ofOrder = async (order: string) =>
  (await app.call(fulfillments.list, { ...as(site), query: { order, sort: 'number' } })).body.items

/** Where the only fulfillment of a released order is picked. */
async function picksOf(order: Seen, policy: 'fefo' | 'fifo' | 'closest' | 'fewest' = 'fefo') {
  const { body } = await release(order, { policy })
  const { lines } = await read(body.fulfillments[0]?.id ?? '')
  return lines.flatMap(({ picks }) => picks)
}

describe('releasing', () => {
  test('makes a fulfillment with the location of each pick, and taking it back frees the stock', async () => {
    const mug = await stocked(app, site)
    const order = await orderOf(app, site, mug.sku, '4')
    const released = await release(order)
    expect(released.body).toMatchObject({
      order: { state: 'released', version: 2, lines: [{ promised: '4' }] },
      fulfillments: [{ number: `${order.number}-F1`, warehouse: 'MAIN' }],
      left: [],
    })
    expect(await read(released.body.fulfillments[0]?.id ?? '')).toMatchObject({
      order: order.number,
      state: 'released',
      policy: 'fefo',
      warehouseCode: 'MAIN',
      lines: [
        { sku: mug.sku, qty: '4', picks: [{ location: 'A-01', qty: '4', reason: 'next_on_path' }] },
      ],
    })
    expect(await allocatedOf(app, mug.id)).toMatchObject([{ code: 'A-01', allocated: '4' }])

    const taken = await unrelease(released.body.order)
    expect(taken.body.order).toMatchObject({
      state: 'confirmed',
      version: 3,
      lines: [{ promised: '4', claims: [{ allocated: '0' }] }],
    })
    expect(await ofOrder(order.id)).toMatchObject([{ state: 'cancelled', version: 2 }])
    expect(await allocatedOf(app, mug.id)).toEqual([])
    expect(await levelOf(app, mug.id)).toMatchObject({ reserved: '4' })

    const again = await release(taken.body.order)
    expect(again.body.fulfillments).toMatchObject([{ number: `${order.number}-F2` }])
    const actions = (await eventsOf(app, site.platform.id)).map(({ action }) => action)
    expect(actions.slice(-6)).toEqual([
      'ORDER_RELEASED',
      'FULFILLMENT_RELEASED',
      'ORDER_UNRELEASED',
      'FULFILLMENT_CANCELLED',
      'ORDER_RELEASED',
      'FULFILLMENT_RELEASED',
    ])
  })

  test('B4 an order of two warehouses gets a fulfillment in each', async () => {
    const code = `E${randomUUID().slice(0, 6)}`.toUpperCase()
    const east = await openSite(app, site, code, 'UTC')
    const mug = await newItem(app, site)
    await receiveInto(app, site, { sku: mug.sku, qty: '5' })
    await app.call(api.warehouse.receiving.create, {
      ...as(site),
      body: { warehouseId: east.id, complete: true, lines: [{ sku: mug.sku, qty: '5' }] },
    })
    const order = await orderOf(app, site, mug.sku, '8')
    const { body } = await release(order)
    expect(body.fulfillments.map(({ warehouse }) => warehouse).toSorted()).toEqual(
      [code, 'MAIN'].toSorted(),
    )
    const units = (await ofOrder(order.id)).map((one) => Number(one.units))
    expect(units.toSorted()).toEqual([3, 5])
  })

  test('what waits is left, and released once it is received', async () => {
    const mug = await stocked(app, site, { backorder: { policy: 'allow' } })
    const order = await orderOf(app, site, mug.sku, '12', { confirm: { mode: 'backorder' } })
    const first = await release(order)
    expect(first.body.left).toEqual([{ lineNo: 1, sku: mug.sku, qty: '2', reason: 'backordered' }])
    const blocked = await release(first.body.order)
    expect(refusal(blocked)).toEqual([409, 'nothing_to_release'])
    expect(blocked.body['blockers']).toMatchObject([
      { reason: 'backordered', qty: '2' },
      { reason: 'released', qty: '10' },
    ])
    await receiveInto(app, site, { sku: mug.sku, qty: '5' })
    const toRelease = await app.call(orders.list, {
      ...as(site),
      query: { view: 'to_release', variant: mug.id },
    })
    expect(toRelease.body.items).toMatchObject([{ id: order.id, state: 'released' }])
    const second = await release(first.body.order)
    expect(second.body).toMatchObject({
      order: { state: 'released', version: 3 },
      fulfillments: [{ number: `${order.number}-F2` }],
      left: [],
    })
  })

  test('stock that cannot be picked is named, and an order that ships complete is refused', async () => {
    const mug = await newItem(app, site)
    await receiveInto(app, site, { sku: mug.sku, qty: '3' })
    await receiveInto(app, site, { sku: mug.sku, qty: '2', location: 'STAGE' })
    const partly = await orderOf(app, site, mug.sku, '5', { shipComplete: true })
    const refused = await release(partly)
    expect(refusal(refused)).toEqual([409, 'nothing_to_release'])
    expect(refused.body).toMatchObject({
      message: 'This order ships complete, and some of it can’t be picked yet.',
      blockers: [{ lineNo: 1, sku: mug.sku, qty: '2', reason: 'not_pickable' }],
    })
    expect(await allocatedOf(app, mug.id)).toEqual([])
    const { body } = await app.call(orders.update, {
      ...at(partly.id),
      body: { version: 1, shipComplete: false },
    })
    const released = await release(body.order)
    expect(released.body.left).toMatchObject([{ qty: '2', reason: 'not_pickable' }])
    expect(await ofOrder(partly.id)).toMatchObject([{ units: '3' }])
  })

  test('a kit leaves whole: without one component nothing of it is picked', async () => {
    const [cup, lid] = [await stocked(app, site), await newItem(app, site)]
    await receiveInto(app, site, { sku: lid.sku, qty: '4', location: 'STAGE' })
    const made = await app.call(api.warehouse.products.create, {
      ...as(site),
      body: { name: 'Kit', kind: 'virtual_kit', variants: [{ sku: `KIT-${cup.sku}` }] },
    })
    const kit = made.body.product.variants[0] ?? cup
    await app.call(api.warehouse.kits.save, {
      ...as(site),
      params: { ...site.params, variantId: kit.id },
      body: {
        components: [
          { sku: cup.sku, qty: '1' },
          { sku: lid.sku, qty: '2' },
        ],
      },
    })
    const order = await orderOf(app, site, kit.sku, '2')
    expect(refusal(await release(order))).toEqual([409, 'nothing_to_release'])
    expect(await allocatedOf(app, cup.id)).toEqual([])
    await receiveInto(app, site, { sku: lid.sku, qty: '4' })
    const { body } = await release(order)
    const { lines } = await read(body.fulfillments[0]?.id ?? '')
    expect(new Map(lines.map(({ sku, qty }) => [sku, qty]))).toEqual(
      new Map([
        [cup.sku, '2'],
        [lid.sku, '4'],
      ]),
    )
  })
})

describe('choosing locations', () => {
  test('B12 what expires first is picked first, what does not expire last', async () => {
    const milk = await newItem(app, site, { tracking: 'lot' })
    const lots: [string, string | undefined][] = [
      ['NEVER', undefined],
      ['MAY', '2027-05-31'],
      ['MARCH', '2027-03-31'],
    ]
    for (const [lotCode, expiresOn] of lots)
      await receiveInto(app, site, {
        sku: milk.sku,
        qty: '2',
        lotCode,
        ...(expiresOn && { expiresOn }),
      })
    const picks = await picksOf(await orderOf(app, site, milk.sku, '5'))
    expect(picks.map(({ lot, qty, reason }) => [lot, qty, reason]).toSorted()).toEqual([
      ['MARCH', '2', 'expires_first'],
      ['MAY', '2', 'expires_first'],
      ['NEVER', '1', 'next_on_path'],
    ])
  })

  test.each([
    ['fifo', 'A-02', 'oldest'],
    ['closest', 'A-01', 'next_on_path'],
    ['fewest', 'A-02', 'largest_quantity'],
  ] as const)('%s picks from %s', async (policy, location, reason) => {
    const mug = await newItem(app, site)
    // A-02 is walked to after A-01.
    await arrange(app, 'update tenant.locations set pick_sequence = 20 where location_id = $1', [
      site.a02.id,
    ])
    await receiveInto(app, site, { sku: mug.sku, qty: '6', location: 'A-02' })
    await receiveInto(app, site, { sku: mug.sku, qty: '3', location: 'A-01' })
    const order = await orderOf(app, site, mug.sku, '3')
    expect(await picksOf(order, policy)).toMatchObject([{ location, qty: '3', reason }])
  })
})

describe('a released order', () => {
  test('is put on hold or cancelled with what was to be picked, and not edited', async () => {
    const mug = await stocked(app, site)
    const held = (await release(await orderOf(app, site, mug.sku, '2'))).body.order
    const gone = (await release(await orderOf(app, site, mug.sku, '3'))).body.order
    const body = { version: 2, shipComplete: true }
    const edit = await app.call(orders.update, { ...at(held.id), body })
    expect(refusal(edit)).toEqual([409, 'invalid_transition'])
    const hold = await app.call(orders.hold, {
      ...at(held.id),
      body: { version: 2, kind: 'address' },
    })
    expect(hold.body.order).toMatchObject({ state: 'on_hold', lines: [{ promised: '2' }] })
    const cancel = await app.call(orders.cancel, {
      ...at(gone.id),
      body: { version: 2, reason: 'Customer' },
    })
    expect(cancel.body.order).toMatchObject({ state: 'cancelled', lines: [{ promised: '0' }] })
    expect(await allocatedOf(app, mug.id)).toEqual([])
    expect(refusal(await unrelease({ id: held.id, version: 3 }))).toEqual([
      409,
      'invalid_transition',
    ])
  })

  test('is released once by two people', async () => {
    const mug = await stocked(app, site)
    const order = await orderOf(app, site, mug.sku, '4')
    const answers = await Promise.all([release(order), release(order)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await ofOrder(order.id)).toHaveLength(1)
  })

  test('is listed by state and product, and as a file', async () => {
    const mug = await stocked(app, site)
    const order = await orderOf(app, site, mug.sku, '4')
    await release(order)
    const query = { variant: mug.id, state: 'released' }
    const { body } = await app.call(fulfillments.list, { ...as(site), query })
    expect(body.items).toMatchObject([{ order: order.number, lineCount: 1, units: '4' }])
    const file = await app.http.inject({
      url: `/api/v1/tenant/${site.params.slug}/fulfillments?format=csv&variant=${mug.id}`,
      headers: { authorization: `Bearer ${site.token}` },
    })
    expect(file.body).toContain(`${order.number}-F1,${order.number},,MAIN,released,fefo`)
  })
})

test('a member of one warehouse releases what it sees and sees no other fulfillment', async () => {
  const east = await openSite(app, site, `E${randomUUID().slice(0, 6)}`, 'UTC')
  const mug = await newItem(app, site)
  await receiveInto(app, site, { sku: mug.sku, qty: '5' })
  await app.call(api.warehouse.receiving.create, {
    ...as(site),
    body: { warehouseId: east.id, complete: true, lines: [{ sku: mug.sku, qty: '5' }] },
  })
  const order = await orderOf(app, site, mug.sku, '8')
  const { body } = await release(order)
  const inEast = body.fulfillments.find(({ warehouse }) => warehouse !== 'MAIN')
  const limited = await app.newMember(site.owner, site.platform, { role: 'warehouse_manager' })
  await app.call(api.warehouse.settings.setMemberWarehouses, {
    ...as(site),
    params: { ...site.params, memberId: limited.id },
    body: { warehouseIds: [site.warehouse.id] },
  })
  const list = await app.call(fulfillments.list, {
    params: site.params,
    token: limited.token,
    query: { order: order.id },
  })
  expect(list.body.items).toMatchObject([{ warehouseCode: 'MAIN' }])
  const hidden = await app.call(fulfillments.details, {
    params: { ...site.params, fulfillmentId: inEast?.id ?? '' },
    token: limited.token,
  })
  expect(refusal(hidden)).toEqual([404, 'not_found'])
})
