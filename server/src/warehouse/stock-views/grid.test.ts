import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { as, newItem, receiveInto } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { adjustments, stockViews, zones, locations, warehouses, variants, categories, products } =
  api.warehouse

const productOf = async (sku: string) => {
  const { body } = await app.call(variants.list, { ...as(site), query: { sku } })
  return body.items[0]?.productId ?? ''
}
/** MUG in A-01 and B-01 of zone Z, TEA in two lots in A-01, CUP in no place, all of them in category K. */
const app = await sharedApp()
const other = await newWarehouse(app)
const site = await newWarehouse(app)
const { body: made } = await app.call(categories.create, {
  ...as(site),
  body: { name: 'Kitchen' },
})
const category = made.category.id
const { body: zoned } = await app.call(zones.create, {
  ...as(site),
  body: { warehouseId: site.warehouse.id, code: 'Z' },
})
const zone = zoned.zone.id
const { body: placed } = await app.call(locations.create, {
  ...as(site),
  body: { warehouseId: site.warehouse.id, code: 'B-01', zoneId: zone, pickSequence: 9 },
})
const b01 = placed.location.id
const mug = await newItem(app, site, { sku: 'MUG', qtyScale: 1 })
const tea = await newItem(app, site, { sku: 'TEA', tracking: 'lot' }, 'Green tea')
await newItem(app, site, { sku: 'CUP' })
await app.call(products.update, {
  ...as(site),
  params: { ...site.params, productId: await productOf('CUP') },
  body: { categoryId: category, version: 1 },
})
await receiveInto(app, site, { sku: 'MUG', qty: '7.5' })
await receiveInto(app, site, { sku: 'MUG', qty: '2', location: 'B-01' })
await receiveInto(app, site, { sku: 'MUG', qty: '1', status: 'damaged' })
for (const lotCode of ['L1', 'L2']) await receiveInto(app, site, { sku: 'TEA', qty: '3', lotCode })

const read = async (query: Record<string, string> = {}, by: { token: string } = site) => {
  const { status, body } = await app.call(stockViews.grid, {
    ...as(site),
    token: by.token,
    query: { warehouse: site.warehouse.id, ...query },
  })
  expect(status).toBe(200)
  return {
    rows: body.items.items.map(({ sku }) => sku),
    columns: body.places.items.map(({ code }) => code),
    cells: body.cells,
    body,
  }
}

describe('a window of the grid', () => {
  test('has what is for sale, lots added up, and no empty cell', async () => {
    const { rows, columns, cells, body } = await read()
    expect([rows, columns]).toEqual([
      ['MUG', 'TEA'],
      ['A-01', 'B-01'],
    ])
    expect(new Set(cells)).toEqual(
      new Set([
        { variantId: mug.id, locationId: site.a01.id, onHand: '7.5' },
        { variantId: mug.id, locationId: b01, onHand: '2.0' },
        { variantId: tea.id, locationId: site.a01.id, onHand: '6' },
      ]),
    )
    expect(body.items.items).toMatchObject([{ tracking: 'none', qtyScale: 1 }, { tracking: 'lot' }])
    expect(body.places.items).toMatchObject([{ zoneCode: null }, { zoneCode: 'Z' }])
  })

  test.each<[Record<string, string>, string[], string[]]>([
    [{ place: 'b-' }, ['MUG'], ['B-01']],
    [{ place: '-01' }, [], []],
    [{ q: 'tea' }, ['TEA'], ['A-01']],
    [{ q: '!' }, [], []],
    [{ show: 'all', place: 'A' }, ['CUP', 'MUG', 'TEA'], ['A-01', 'A-02']],
    [{ show: 'all', place: 'A', q: 'cup' }, ['CUP'], ['A-01', 'A-02']],
  ])('is narrowed by %j', async (query, items, locations) => {
    const { rows, columns } = await read(query)
    expect([rows, columns]).toEqual([items, locations])
  })

  test('is narrowed by zone and category', async () => {
    expect((await read({ zone })).columns).toEqual(['B-01'])
    expect((await read({ category })).rows).toEqual([])
    expect((await read({ category, show: 'all' })).rows).toEqual(['CUP'])
  })

  test('goes on where the one before ended', async () => {
    const first = await read({ show: 'all', limit: '2' })
    expect(first.rows).toEqual(['CUP', 'MUG'])
    const next = await read({ show: 'all', limit: '2', cursor: first.body.items.next ?? '' })
    expect([next.rows, next.body.items.total]).toEqual([['TEA'], 3])
    const many = Array.from({ length: 51 }, (_, i) => `W-${100 + i}`)
    await app.call(locations.generate, {
      ...as(site),
      body: { warehouseId: site.warehouse.id, pattern: 'W-{100..150}' },
    })
    const wide = await read({ show: 'all', place: 'W' })
    expect(wide.columns).toEqual(many.slice(0, 50))
    const more = await read({ show: 'all', place: 'W', across: wide.body.places.next ?? '' })
    expect(more.columns).toEqual(many.slice(50))
  })

  test('is what an adjustment to a number compares with', async () => {
    const cell = { mode: 'set', sku: 'CUP', locationId: site.a02.id } as const
    const send = (qty: string, expected: string) =>
      app.call(adjustments.create, {
        ...as(site),
        body: {
          warehouseId: site.warehouse.id,
          reasonCode: 'found',
          lines: [{ ...cell, qty, expected }],
        },
      })
    expect((await send('4', '0')).status).toBe(201)
    const { body } = await send('9', '0')
    expect(body).toMatchObject({
      code: 'expected_quantity_stale',
      blockers: [{ lineNo: 1, expected: '0', current: '4' }],
    })
    const { cells } = await read({ q: 'cup' })
    expect(cells).toMatchObject([{ locationId: site.a02.id, onHand: '4' }])
  })
})

describe('out of sight', () => {
  const empty = { items: { items: [] }, places: { items: [] }, cells: [] }

  test('another platform has nothing of it', async () => {
    const query = { warehouse: site.warehouse.id, show: 'all' }
    const { status, body } = await app.call(stockViews.grid, { ...as(other), query })
    expect([status, body]).toMatchObject([200, empty])
  })

  test('nor has a member of another warehouse', async () => {
    const east = await app.call(warehouses.create, {
      ...as(site),
      body: { code: 'EAST', name: 'East' },
    })
    const member = await app.newMember(site.owner, site.platform, { role: 'Warehouse manager' })
    expect((await read({}, member)).columns).toEqual(['A-01', 'A-02', 'B-01'])
    await arrange(
      app,
      `insert into tenant.member_warehouse_scope (platform_id, member_id, warehouse_id)
       values ($1, $2, $3)`,
      [site.platform.id, member.id, east.body.warehouse.id],
    )
    for (const show of ['stocked', 'all'])
      expect((await read({ show }, member)).body).toMatchObject(empty)
  })

  test('who may not see stock is told so, and a grid is of one warehouse', async () => {
    const member = await app.newMember(site.owner, site.platform, { role: 'driver' })
    const query = { warehouse: site.warehouse.id }
    const refused = await app.call(stockViews.grid, { ...as(site), token: member.token, query })
    expect([refused.status, refused.body]).toMatchObject([422, { code: 'permission_denied' }])
    const { status } = await app.call(stockViews.grid, { ...as(site), query: {} as never })
    expect(status).toBe(400)
  })
})
