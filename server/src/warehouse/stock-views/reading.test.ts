import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { Route } from '@stowage/contract/route'
import { beforeAll, describe, expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { as, newItem, receiveInto, type Site } from '../../../test/fixtures.ts'
import { newWarehouse, receive } from '../../../test/warehouse.ts'

const { stockViews, stock } = api.warehouse

type Page = {
  items: Record<string, string>[]
  next: string | null
  previous: string | null
  total: number
  capped: boolean
}
const app = await setupApp()

describe('lists', () => {
  let own: Site
  beforeAll(async () => {
    // The first move of all is another platform's.
    const other = await newWarehouse(app)
    await receive(app, other, (await newItem(app, other)).id, '1')
    own = await newWarehouse(app)
    for (let i = 10; i < 22; i++) {
      const { id: variantId } = await newItem(app, own, { sku: `P-${i}` })
      await receive(app, own, variantId, String(i))
      const lines = [{ variantId, fromLocationId: own.a01.id, toLocationId: own.a02.id, qty: '1' }]
      await app.call(stock.move, { ...as(own), body: { lines } })
    }
  })
  const walk = async (route: Route, query = {}) => {
    const pages: Page[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const asked = { limit: '5', ...query, ...(cursor && { cursor }) }
      const { body } = await app.call(route, { ...as(own), query: asked })
      const page = body as unknown as Page
      pages.push(page)
      cursor = page.next
    }
    return pages
  }

  test('levels come page by page and back again', async () => {
    const pages = await walk(stockViews.levels)
    const skus = pages.flatMap(({ items }) => items.map(({ sku }) => sku))
    expect(skus).toEqual(Array.from({ length: 12 }, (_, i) => `P-${i + 10}`))
    expect([pages[0]?.total, pages[0]?.previous, pages[0]?.capped]).toEqual([12, null, false])
    const query = { limit: '5', cursor: pages[2]?.previous ?? '' }
    expect((await app.call(stockViews.levels, { ...as(own), query })).body).toEqual(pages[1])
  })

  test('a serial number is found where it is, in its own workspace alone', async () => {
    const site = await newWarehouse(app)
    const { sku } = await newItem(app, site, { tracking: 'serial' })
    const serials = ['SN-1', 'SN-2']
    await receiveInto(app, site, { sku, qty: '2', serials })
    const asked = { ...as(site), query: { serial: 'SN-2' } }
    const { body } = await app.call(stockViews.buckets, asked)
    expect(body.items).toMatchObject([{ sku, serial: 'SN-2', onHand: '1' }])
    const lines = [
      {
        sku,
        fromLocationId: site.a01.id,
        serial: 'SN-2',
        qty: '1',
        toLocationId: site.a02.id,
      },
    ]
    await app.call(stock.move, { ...as(site), body: { lines } })
    const moved = await app.call(stockViews.buckets, asked)
    expect(moved.body.items).toMatchObject([{ serial: 'SN-2', locationId: site.a02.id }])
    const elsewhere = await app.call(stockViews.buckets, { ...as(own), query: { serial: 'SN-2' } })
    expect(elsewhere.body.items).toEqual([])
  })

  test('the ledger comes newest first, each entry once', async () => {
    const entries = (await walk(stockViews.ledger)).flatMap(({ items }) => items)
    const keys = entries.map(({ bucketId, seq }) => `${bucketId}/${seq}`)
    expect(new Set(keys).size).toBe(36)
    const moments = entries.map(({ recordedAt }) => recordedAt)
    expect(moments).toEqual(moments.toSorted().toReversed())
  })

  test.each<[Record<string, string>, number]>([
    [{ kind: 'relocate' }, 24],
    [{ kind: 'relocate,receive' }, 36],
    [{ q: 'p-15' }, 3],
    [{ q: '!' }, 0],
    [{ to: '2020-01-01T00:00:00Z' }, 0],
    [{ from: '2020-01-01T00:00:00Z' }, 36],
    [{ actor: randomUUID() }, 0],
    [{ source: 'receipt' }, 0],
    [{ source: 'RC-000001' }, 0],
    [{ move: '1' }, 0],
    [{ lot: 'L' }, 0],
  ])('the ledger is narrowed by %j', async (query, total) => {
    const { status, body } = await app.call(stockViews.ledger, { ...as(own), query })
    expect([status, body.total]).toEqual([200, total])
  })

  test('the ledger is narrowed to a place, emptied or not', async () => {
    const { body } = await app.call(stockViews.ledger, {
      ...as(own),
      query: { location: own.a02.id },
    })
    expect([body.total, new Set(body.items.map(({ location }) => location))]).toEqual([
      12,
      new Set(['A-02']),
    ])
    expect(body.items[0]?.actor.name).toBe('Ada Alba')
  })

  test.each([
    ['levels', stockViews.levels, 'stock', 12, 'P-10,Item P-10,MAIN,each,10,0,0,10,0,0,,'],
    ['buckets', stockViews.buckets, 'stock-by-location', 24, 'P-10,Item P-10,MAIN,A-01,available,'],
    ['ledger', stockViews.ledger, 'movements', 36, ',relocate,P-21,'],
  ] as const)('%s are given out as a file', async (_, route, name, rows, piece) => {
    const query = { format: 'csv' }
    const { body, headers } = await app.call<Route>(route, { ...as(own), query })
    const day = app.clock.now().toISOString().slice(0, 10)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe(`attachment; filename="${name}-${day}.csv"`)
    const lines = String(body).split('\r\n').slice(0, -1)
    expect(lines).toHaveLength(rows + 1)
    expect(lines[1]).toContain(piece)
    // A number is no formula, whatever it begins with.
    expect(String(body)).not.toContain("'-")
  })

  test('the stock as of a moment is given out as a file of that day', async () => {
    const query = { format: 'csv', by: 'bucket', at: app.clock.now().toISOString() }
    const { body, headers } = await app.call<Route>(stockViews.asOf, { ...as(own), query })
    expect(headers['content-disposition']).toContain('filename="stock-as-of-')
    const lines = String(body).split('\r\n').slice(0, -1)
    expect(lines).toHaveLength(24 + 1)
    expect(lines[1]).toBe('P-10 MAIN A-01,P-10,Item P-10,MAIN,A-01,available,,each,9')
    const tomorrow = new Date(app.clock.now().getTime() + 86_400_000).toISOString()
    const later = { ...query, at: tomorrow }
    expect((await app.call<Route>(stockViews.asOf, { ...as(own), query: later })).status).toBe(422)
  })

  test('a file holds every page of its list', async () => {
    const large = await newWarehouse(app)
    const values = [large.platform.id, large.warehouse.id]
    for (const statement of [
      `insert into tenant.products (platform_id, product_id, name, name_key, created_at, updated_at)
       select $1, gen_random_uuid(), '=Item ' || n, '=item ' || n, now(), now() from generate_series(1, 4100) n`,
      `insert into tenant.variants (platform_id, variant_id, product_id, sku, sku_key)
       select $1, gen_random_uuid(), product_id, 'F' || substr(name, 7), 'f' || substr(name, 7) from tenant.products
       where platform_id = $1`,
      `insert into tenant.stock_levels (platform_id, warehouse_id, variant_id, qty_scale, tracking)
       select $1, $2, variant_id, qty_scale, tracking from tenant.variants where platform_id = $1`,
    ])
      await arrange(app, statement, statement.includes('$2') ? values : values.slice(0, 1))
    const query = { format: 'csv' }
    const { body } = await app.call<Route>(stockViews.levels, { ...as(large), query })
    const [, ...lines] = String(body).split('\r\n').slice(0, -1)
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(4100)
    expect(lines[0]).toMatch(/^F1,'=Item 1,MAIN,/)
  })
})
