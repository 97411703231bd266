import { api } from '@stowage/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { refusal, sharedApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { adjustAt, as, stocked } from '../../../test/fixtures.ts'
import { openOwner } from '../../../test/owner.ts'
import { newWarehouse, type Site } from '../../../test/warehouse.ts'

const { warehouses } = api.warehouse
const { events } = api.workspace
let site: Site
/** Where the test begins, after the places it has. */
let begun: string
const app = await sharedApp()
beforeEach(async () => {
  site = await newWarehouse(app)
  await begin()
})
const begin = async () => void (begun = (await feed({ after: '0' })).next)

type By = Pick<Site, 'params' | 'token'>
const feed = async (query: Record<string, string> = {}, by: By = site) =>
  (await app.call(events.list, { ...as(by), query: { after: begun, ...query } })).body
const typesOf = ({ items }: Awaited<ReturnType<typeof feed>>) => items.map(({ type }) => type)

const insert = `
  insert into tenant.tenant_events (platform_id, type, subject_type, subject_id, subject_version, payload)
  select $1, $2, 'receipt', gen_random_uuid(), 1, $3 from generate_series(1, $4)`
/** As many events as a test needs, each of this warehouse or of none. */
const tell = (type: string, warehouseId?: string, count = 1) =>
  arrange(app, insert, valuesOf(type, warehouseId, count))
const valuesOf = (type: string, warehouseId?: string, count = 1) => [
  site.platform.id,
  type,
  JSON.stringify({ warehouseId }),
  count,
]

/** A member of the site who sees a new warehouse, East, and no other. */
async function easterner() {
  const { body } = await app.call(warehouses.create, {
    ...as(site),
    body: { code: 'EAST', name: 'East' },
  })
  const { id } = body.warehouse
  const member = await app.newMember(site.owner, site.platform, { role: 'Warehouse manager' })
  await arrange(
    app,
    `insert into tenant.member_warehouse_scope (platform_id, member_id, warehouse_id)
     values ($1, $2, $3)`,
    [site.platform.id, member.id, id],
  )
  await begin()
  return { east: id, by: { params: site.params, token: member.token } }
}

test('what happened is told in its order, each page going on where the last one ended', async () => {
  const { receipt, sku } = await stocked(app, site)
  const { body: adjusted } = await adjustAt(app, site, { sku, qty: '-1' })
  const all = await feed()
  expect(typesOf(all)).toEqual([
    'product.created',
    'variant.created',
    'stock.moved',
    'receipt.completed',
    'stock.moved',
    'adjustment.posted',
  ])
  expect(all.items.slice(2)).toMatchObject([
    {
      subject: { type: 'stock_move', id: receipt.moveId, version: 1 },
      data: { kind: 'receive', warehouseId: site.warehouse.id },
    },
    {
      subject: { type: 'receipt', id: receipt.id, version: receipt.version },
      data: { number: receipt.number, warehouseId: site.warehouse.id, lines: 1 },
    },
    { data: { warehouseId: site.warehouse.id } },
    { subject: { id: adjusted.adjustment.id }, data: { reasonCode: 'damaged' } },
  ])
  // How much was moved stands in quanta there, and is asked for elsewhere.
  expect(all.items[2]?.data).not.toHaveProperty('sides')

  const pages = []
  for (let after = begun; ;) {
    const page = await feed({ after, limit: '3' })
    pages.push(page.items)
    if (page.next === after) break
    after = page.next
  }
  expect(pages.map(({ length }) => length)).toEqual([3, 3, 0])
  expect(pages.flat()).toEqual(all.items)
})

test('a page has 50 events, and never more than 200', async () => {
  await tell('receipt.created', site.warehouse.id, 201)
  expect((await feed()).items).toHaveLength(50)
  const full = await feed({ limit: '500' })
  expect(full.items).toHaveLength(200)
  expect((await feed({ after: full.next })).items).toHaveLength(1)
})

test('an event that was numbered first and committed last is not missed', async () => {
  await tell('receipt.created', site.warehouse.id)
  const before = await feed()
  const slow = await openOwner(app)
  try {
    await slow.rowsOf('begin')
    await slow.rowsOf(insert, valuesOf('receipt.updated', site.warehouse.id))
    await tell('receipt.completed', site.warehouse.id)
    // What came before them is told meanwhile.
    expect(await feed()).toEqual(before)
    expect(await feed({ after: before.next })).toEqual({ items: [], next: before.next })
    await slow.rowsOf('commit')
  } finally {
    await slow.close()
  }
  const later = await feed({ after: before.next })
  expect(typesOf(later)).toEqual(['receipt.updated', 'receipt.completed'])
})

describe('out of sight', () => {
  test('is what happens on another platform', async () => {
    await stocked(app, site)
    const other = await newWarehouse(app)
    const theirs = await feed({ after: '0' }, other)
    expect(typesOf(theirs)).not.toContain('stock.moved')
    expect(await feed({ after: theirs.next }, other)).toEqual({ items: [], next: theirs.next })
    expect(
      refusal(await app.call(events.list, { params: other.params, token: site.token })),
    ).toEqual([401, 'unauthorized'])
  })

  test('is what happens in warehouses a member does not see, or what is of no warehouse', async () => {
    const { east, by } = await easterner()
    await stocked(app, site)
    await tell('verify.failed')
    await tell('receipt.created', east)
    expect(typesOf(await feed({}, by))).toEqual(['receipt.created'])
    expect(typesOf(await feed())).toEqual([
      'product.created',
      'variant.created',
      'stock.moved',
      'receipt.completed',
      'verify.failed',
      'receipt.created',
    ])
  })

  test('and a member who sees few of many goes on through all of them', async () => {
    const { east, by } = await easterner()
    await tell('receipt.created', site.warehouse.id, 1_000)
    await tell('receipt.completed', east, 3)
    const first = await feed({ limit: '2' }, by)
    expect([first.items, first.next === begun]).toEqual([[], false])
    const second = await feed({ limit: '2', after: first.next }, by)
    const third = await feed({ limit: '2', after: second.next }, by)
    expect([second, third].map(({ items }) => items.length)).toEqual([2, 1])
    expect(await feed({ after: third.next }, by)).toEqual({ items: [], next: third.next })
  })
})

describe('is refused', () => {
  test('without the right to see every movement', async () => {
    const { token } = await app.newMember(site.owner, site.platform, { role: 'picker' })
    const answer = await app.call(events.list, { params: site.params, token })
    expect(refusal(answer)).toEqual([422, 'permission_denied'])
  })

  test.each([
    ['after', 'yesterday'],
    ['after', '-1'],
    ['after', '9223372036854775808'],
    ['limit', '0'],
    ['limit', 'all'],
  ])('with %s=%s', async (name, value) => {
    const answer = await app.call(events.list, { ...as(site), query: { [name]: value } })
    expect(refusal(answer)).toEqual([400, 'validation_failed'])
    expect(answer.body['details']).toMatchObject([{ path: name }])
  })
})
