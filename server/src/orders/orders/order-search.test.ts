import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { arrange } from '../../../test/arrange.ts'
import { as, stocked } from '../../../test/fixtures.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { customers, orders } = api.orders
const { search, home } = api.workspace
const { app, site } = await setupSite()

const item = await stocked(app, site, { qty: '5', backorder: { policy: 'allow' } })
const customer = (
  await app.call(customers.create, { ...as(site), body: { code: 'C-77', name: 'Dora Quay' } })
).body.customer
const newOrder = async (more: object) =>
  (
    await app.call(orders.create, {
      ...as(site),
      body: { lines: [{ sku: item.sku, qty: '1' }], ...more },
    } as never)
  ).body.order
const order = await newOrder({ externalId: 'Web-4711', customerId: customer.id, confirm: {} })

const find = async (q: string, token = site.token) =>
  (await app.call(search.find, { ...as(site), token, query: { q } })).body.items
const scan = async (code: string, token = site.token) =>
  (await app.call(search.scan, { ...as(site), token, body: { code } })).body

test('orders are scanned by their number, the number of the shop, and the label', async () => {
  for (const code of [order.number, order.number.toLowerCase(), 'Web-4711', `O:${order.number}`])
    expect(await scan(code), code).toMatchObject({
      kind: 'order',
      id: order.id,
      name: 'Dora Quay',
      actions: ['open'],
    })
})

test('a scan names nobody to whoever may not open them', async () => {
  const { token } = await app.newMember(site.owner, site.platform, {
    role: '',
    permissions: ['stock.read', 'catalog.product.read'],
  })
  for (const code of [order.number, 'C-77'])
    expect(await scan(code, token)).toMatchObject({ name: '', actions: [] })
  expect(await scan(item.sku, token)).toMatchObject({ name: expect.stringMatching(/\S/) as string })
})

test('orders and customers are found by the beginning of what they are known by', async () => {
  for (const q of [order.number, 'Web-47'])
    expect(await find(q), q).toContainEqual(
      expect.objectContaining({ kind: 'order', id: order.id, name: 'Dora Quay' }),
    )
  for (const q of ['c-7', 'C-77', 'dora', 'DORA Q'])
    expect(await find(q), q).toContainEqual(
      expect.objectContaining({ kind: 'customer', id: customer.id, label: 'C-77' }),
    )
})

test('the number of a shop is found with and without its #, and the exact one comes first', async () => {
  const named = async (externalId: string) => (await newOrder({ externalId })).id
  const [marked, bare] = [await named('#81005'), await named('91005')]
  const exact = await named('B10')
  const longer = [await named('B101'), await named('B100')]
  const listed = async (q: string, more: object = {}) =>
    (await app.call(orders.list, { ...as(site), query: { q, ...more } })).body
  for (const q of ['81005', '#81005', ' 81005 ']) {
    expect([q, (await listed(q)).items.map(({ id }) => id)]).toEqual([q, [marked]])
    expect(await find(q.trim()), q).toContainEqual(expect.objectContaining({ id: marked }))
  }
  expect((await listed('#91005')).items.map(({ id }) => id)).toEqual([bare])
  expect((await scan('81005')).id).toBe(marked)

  for (const sort of ['placedAt', '-placedAt', 'number', '-number'] as const) {
    const { items, total } = await listed('b10', { sort })
    expect([sort, items[0]?.id, total]).toEqual([sort, exact, 3])
    expect(items.map(({ id }) => id).toSorted()).toEqual([exact, ...longer].toSorted())
    const pages = []
    let cursor: string | undefined
    do {
      const page = await listed('B10', { sort, limit: 1, ...(cursor && { cursor }) })
      pages.push(page.items[0]?.id)
      cursor = page.next ?? undefined
    } while (cursor)
    expect(pages).toEqual(items.map(({ id }) => id))
  }
})

test('customers and their orders are found by a last name and by digits of a phone', async () => {
  const { id } = (
    await app.call(customers.create, {
      ...as(site),
      body: { code: 'C-88', name: 'Eva Maria Lund', phones: ['+47 (0)555 01-234'] },
    })
  ).body.customer
  const own = await newOrder({ customerId: id })
  for (const q of ['lund', 'Lund, Eva', '0555 01 234', '55501234', '01234', '+47 555']) {
    expect([q, (await find(q)).some((hit) => hit.id === id)]).toEqual([q, true])
    const listed = (await app.call(customers.list, { ...as(site), query: { q } })).body.items
    expect([q, listed.map((one) => one.id)]).toEqual([q, [id]])
    const found = (await app.call(orders.list, { ...as(site), query: { q } })).body.items
    expect([q, found.map((one) => one.id)]).toEqual([q, [own.id]])
  }
})

test('orders are found by who they are sent to, where contact details may be seen', async () => {
  const shippingAddress = {
    name: 'Zoë Ámbar-Quill',
    company: 'Vantor Ltd',
    line1: '4 Elm Street',
    phone: '+1 (206) 555-98 76',
  }
  const alone = await newOrder({ shippingAddress })
  const known = await newOrder({ customerId: customer.id, shippingAddress })
  const batch = await app.call(orders.createBatch, {
    ...as(site),
    body: {
      mode: 'all_or_nothing',
      items: [{ lines: [{ sku: item.sku, qty: '1' }], shippingAddress }],
    } as never,
  })
  expect(batch.body).toMatchObject({ applied: 1 })
  const found = async (q: string, token = site.token) =>
    (await app.call(orders.list, { ...as(site), token, query: { q } })).body.items.map(
      ({ id }) => id,
    )
  const [result] = batch.body.results as { id?: string }[]
  const all = [alone.id, known.id, result?.id ?? ''].toSorted()
  const spelled = [
    'Zoë',
    'ÁMBAR-QUILL',
    'quill zoë',
    'quil',
    'Vantor',
    '206 555 98 76',
    '5559876',
    '9876',
  ]
  for (const q of spelled) expect([q, (await found(q)).toSorted()]).toEqual([q, all])
  // The search of the workspace finds what the list finds; shorter words begin too much.
  for (const q of spelled)
    for (const id of all)
      expect(await find(q), q).toContainEqual(expect.objectContaining({ kind: 'order', id }))
  for (const q of ['elm', 'quill 42', '555987612', 'z'])
    expect([q, await found(q)]).toEqual([q, []])

  const { token } = await app.newMember(site.owner, site.platform, {
    role: '',
    permissions: ['order.read', 'customer.read', 'catalog.product.read'],
  })
  expect(await found(alone.number, token)).toEqual([alone.id])
  for (const q of spelled) {
    expect([q, await found(q, token)]).toEqual([q, []])
    expect([q, await find(q, token)]).toEqual([q, []])
  }

  // Another address is found in its place.
  await app.call(orders.update, {
    ...as(site),
    params: { ...site.params, orderId: alone.id },
    body: { version: alone.version, shippingAddress: { ...shippingAddress, name: 'Ivo Tarnow' } },
  } as never)
  expect(await found('tarnow')).toEqual([alone.id])
  expect((await found('quill')).toSorted()).toEqual(all.filter((id) => id !== alone.id))
})

test('whoever may not open them does not find them', async () => {
  const { token } = await app.newMember(site.owner, site.platform, {
    permissions: ['catalog.product.read'],
  })
  expect(await find('dora', token)).toEqual([])
  expect(await find(order.number, token)).toEqual([])
})

test('the home page counts what waits, since when', async () => {
  await newOrder({ confirm: {}, promisedShipAt: '2020-01-01T00:00:00Z' })
  const held = await newOrder({ confirm: {} })
  await app.call(orders.hold, {
    ...as(site),
    params: { ...site.params, orderId: held.id },
    body: { version: 1, kind: 'manual' },
  })
  await newOrder({ lines: [{ sku: item.sku, qty: '9' }], confirm: { mode: 'backorder' } })
  await arrange(app, `update tenant.orders set placed_at = '2026-01-01Z' where order_id = $1`, [
    order.id,
  ])
  const { body } = await app.call(home.show, { ...as(site), query: {} })
  const tiles = Object.fromEntries(body.today.map(({ tile, ...rest }) => [tile, rest]))
  expect(tiles).toMatchObject({
    to_release: { count: 3, oldestAt: '2026-01-01T00:00:00.000Z' },
    late: { count: 1, oldestAt: '2020-01-01T00:00:00.000Z' },
    orders_on_hold: { count: 1 },
    backorder: { count: 1 },
  })
})
