import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { Route } from '@stowage/contract/route'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { newItem, newWarehouse, post, receive, type Site } from '../../../test/warehouse.ts'

const { stock, places } = api.warehouse
const dayMs = 86_400_000

type Page = {
  items: Record<string, string>[]
  next: string | null
  previous: string | null
  total: number
  capped: boolean
}

let world: TestApp
let site: Site
let other: Site
beforeAll(async () => {
  world = await startApp()
  site = await newWarehouse(world)
  other = await newWarehouse(world)
})
afterAll(() => world.close())

const as = ({ params, token }: Pick<Site, 'params' | 'token'>) => ({ params, token })
const daysAgo = (days: number) => new Date(world.clock.now().getTime() - days * dayMs).toISOString()

describe('the stock as of a moment', () => {
  test('A10 differs by what was told later', async () => {
    const own = await newWarehouse(world)
    const variantId = await newItem(world, own, 'A10-MUG', { qtyScale: 1 })
    const yesterday = daysAgo(1)
    const { sides } = await receive(world, own, variantId, '100')
    await post(world, own, { kind: 'adjust', effectiveAt: daysAgo(2) }, [
      { lineNo: 1, qty: '30', party: 'found', toBucket: sides[0]?.bucketId ?? '' },
    ])
    const asked = async (query: Record<string, string>) =>
      (await world.call(stock.asOf, { ...as(own), query: { at: yesterday, ...query } })).body
    expect((await asked({ known: 'then' })).items).toEqual([])
    expect((await asked({})).items).toMatchObject([{ sku: 'A10-MUG', onHand: '3.0' }])
    const now = await asked({ at: world.clock.now().toISOString(), by: 'location' })
    expect(now.items).toMatchObject([{ label: 'MAIN A-01', onHand: '13.0', sku: null }])
    for (const by of ['bucket', 'warehouse', 'variant', 'location'])
      expect((await asked({ by })).items.map(({ onHand }) => onHand)).toEqual(['3.0'])
    expect(await asked({ by: 'lot' })).toMatchObject({ items: [], settled: false })
    expect(await asked({ known: 'then' })).toMatchObject({ known: yesterday, settled: true })
    expect((await asked({ location: own.a02.id })).items).toEqual([])
  })

  test.each([{ at: -1 }, { at: 1, known: -1 }])(
    'A11 is not told of what is to come: %j',
    async (days) => {
      const query = {
        at: daysAgo(days.at),
        ...(days.known !== undefined && { known: daysAgo(days.known) }),
      }
      const answer = await world.call(stock.asOf, { ...as(site), query })
      expect([answer.status, answer.body['code']]).toEqual([422, 'future_date_refused'])
    },
  )

  test('comes page by page, with its lots', async () => {
    const own = await newWarehouse(world)
    const variantId = await newItem(world, own, 'LOTS', { tracking: 'lot' })
    for (let i = 0; i < 5; i++) {
      const lotId = randomUUID()
      await arrange(
        world,
        'insert into tenant.lots (platform_id, lot_id, variant_id, code) values ($1, $2, $3, $4)',
        [own.platform.id, lotId, variantId, `L${i}`],
      )
      await receive(world, own, variantId, String(i + 1), { toLot: lotId })
    }
    world.clock.advance(1_000)
    const at = world.clock.now().toISOString()
    const pages = async (by: string) => {
      const rows: string[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const query: Record<string, string> = { at, by, limit: '2', ...(cursor && { cursor }) }
        const { body } = await world.call(stock.asOf, { ...as(own), query })
        rows.push(...body.items.map(({ lot, onHand }) => `${lot} ${onHand}`))
        cursor = body.next
      }
      return rows
    }
    expect(await pages('lot')).toEqual(['L0 1', 'L1 2', 'L2 3', 'L3 4', 'L4 5'])
    expect(await pages('bucket')).toEqual(['L0 1', 'L1 2', 'L2 3', 'L3 4', 'L4 5'])
    const { body } = await world.call(stock.buckets, { ...as(own), query: { lot: 'L3' } })
    expect(body.items).toMatchObject([{ lot: 'L3', onHand: '4' }])
    const line = { sku: 'lots', lotCode: 'L3', fromLocationId: own.a01.id, qty: '4' }
    const moved = await world.call(stock.move, {
      ...as(own),
      body: { lines: [{ ...line, toLocationId: own.a02.id }] },
    })
    expect(moved.status).toBe(201)
    const history = await world.call(stock.ledger, { ...as(own), query: { lot: 'L3' } })
    expect(history.body.items.map(({ delta, lot }) => `${lot} ${delta}`)).toEqual([
      'L3 4',
      'L3 -4',
      'L3 4',
    ])
  })
})

describe('lists', () => {
  let own: Site
  beforeAll(async () => {
    own = await newWarehouse(world)
    for (let i = 10; i < 22; i++) {
      const variantId = await newItem(world, own, `P-${i}`)
      await receive(world, own, variantId, String(i))
      const lines = [{ variantId, fromLocationId: own.a01.id, toLocationId: own.a02.id, qty: '1' }]
      await world.call(stock.move, { ...as(own), body: { lines } })
    }
  })
  const walk = async (route: Route, query = {}) => {
    const pages: Page[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const asked = { limit: '5', ...query, ...(cursor && { cursor }) }
      const { body } = await world.call(route, { ...as(own), query: asked })
      const page = body as unknown as Page
      pages.push(page)
      cursor = page.next
    }
    return pages
  }

  test('levels come page by page and back again', async () => {
    const pages = await walk(stock.levels)
    const skus = pages.flatMap(({ items }) => items.map(({ sku }) => sku))
    expect(skus).toEqual(Array.from({ length: 12 }, (_, i) => `P-${i + 10}`))
    expect([pages[0]?.total, pages[0]?.previous, pages[0]?.capped]).toEqual([12, null, false])
    const query = { limit: '5', cursor: pages[2]?.previous ?? '' }
    expect((await world.call(stock.levels, { ...as(own), query })).body).toEqual(pages[1])
  })

  test('the ledger comes newest first, each entry once', async () => {
    const entries = (await walk(stock.ledger)).flatMap(({ items }) => items)
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
    const { status, body } = await world.call(stock.ledger, { ...as(own), query })
    expect([status, body.total]).toEqual([200, total])
  })

  test('the ledger is narrowed to a place, emptied or not', async () => {
    const { body } = await world.call(stock.ledger, { ...as(own), query: { location: own.a02.id } })
    expect([body.total, new Set(body.items.map(({ location }) => location))]).toEqual([
      12,
      new Set(['A-02']),
    ])
    expect(body.items[0]?.actor.name).toBe('Ada Alba')
  })

  test.each([
    ['levels', stock.levels, 'stock', 12, 'P-10,Item P-10,MAIN,each,10,0,0,10,0,0,,'],
    ['buckets', stock.buckets, 'stock-by-location', 24, 'P-10,Item P-10,MAIN,A-01,available,'],
    ['ledger', stock.ledger, 'movements', 36, ',relocate,P-21,'],
  ] as const)('%s are given out as a file', async (_, route, name, rows, piece) => {
    const query = { format: 'csv' }
    const { body, headers } = await world.call<Route>(route, { ...as(own), query })
    const day = world.clock.now().toISOString().slice(0, 10)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe(`attachment; filename="${name}-${day}.csv"`)
    const lines = String(body).split('\r\n').slice(0, -1)
    expect(lines).toHaveLength(rows + 1)
    expect(lines[1]).toContain(piece)
    // A number is no formula, whatever it begins with.
    expect(String(body)).not.toContain("'-")
  })

  test('the stock as of a moment is given out as a file of that day', async () => {
    const query = { format: 'csv', by: 'bucket', at: world.clock.now().toISOString() }
    const { body, headers } = await world.call<Route>(stock.asOf, { ...as(own), query })
    expect(headers['content-disposition']).toContain('filename="stock-as-of-')
    const lines = String(body).split('\r\n').slice(0, -1)
    expect(lines).toHaveLength(24 + 1)
    expect(lines[1]).toBe('P-10 MAIN A-01,P-10,Item P-10,MAIN,A-01,available,,9')
    const later = { ...query, at: daysAgo(-1) }
    expect((await world.call<Route>(stock.asOf, { ...as(own), query: later })).status).toBe(422)
  })

  test('a file holds every page of its list', async () => {
    const large = await newWarehouse(world)
    const values = [large.platform.id, large.warehouse.id]
    for (const statement of [
      `insert into tenant.products (platform_id, product_id, name, created_at, updated_at)
       select $1, gen_random_uuid(), '=Item ' || n, now(), now() from generate_series(1, 4100) n`,
      `insert into tenant.variants (platform_id, variant_id, product_id, sku)
       select $1, gen_random_uuid(), product_id, 'F' || substr(name, 7) from tenant.products
       where platform_id = $1`,
      `insert into tenant.stock_levels (platform_id, warehouse_id, variant_id, qty_scale, tracking)
       select $1, $2, variant_id, qty_scale, tracking from tenant.variants where platform_id = $1`,
    ])
      await arrange(world, statement, statement.includes('$2') ? values : values.slice(0, 1))
    const query = { format: 'csv' }
    const { body } = await world.call<Route>(stock.levels, { ...as(large), query })
    const [, ...lines] = String(body).split('\r\n').slice(0, -1)
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(4100)
    expect(lines[0]).toMatch(/^F1,'=Item 1,MAIN,/)
  })
})

describe('out of sight', () => {
  test('A20 what another platform has is as what nobody has', async () => {
    const variantId = await newItem(world, site, 'A20-MUG')
    const { moveId, sides } = await receive(world, site, variantId, '5')
    const at = (params: Record<string, string>) => ({
      ...as(other),
      params: { ...other.params, ...params } as never,
    })
    const body = (line: Record<string, unknown>) => ({
      lines: [{ qty: '1', toLocationId: other.a02.id, ...line }],
    })
    const calls: [Route, (own: boolean) => Parameters<TestApp['call']>[1]][] = [
      [stock.variant, (own) => at({ variantId: own ? variantId : randomUUID() })],
      [stock.showMove, (own) => at({ move: own ? moveId : '999999' })],
      [stock.previewReverse, (own) => at({ move: own ? moveId : '999999' })],
      [stock.reverse, (own) => ({ ...at({ move: own ? moveId : '999999' }), body: {} })],
      [
        stock.move,
        (own) => ({
          ...at({}),
          body: body({ bucketId: own ? (sides[0]?.bucketId ?? '') : '999999' }),
        }),
      ],
      [
        stock.move,
        (own) => ({
          ...at({}),
          body: body({
            variantId: own ? variantId : randomUUID(),
            fromLocationId: other.a01.id,
          }),
        }),
      ],
      [
        stock.move,
        (own) => ({
          ...at({}),
          body: body({
            variantId: own ? variantId : randomUUID(),
            fromLocationId: own ? site.a01.id : randomUUID(),
          }),
        }),
      ],
    ]
    for (const [route, options] of calls) {
      const answers = []
      for (const own of [true, false]) {
        const answer = await world.call(route, options(own))
        const { requestId: _, ...rest } = answer.body
        answers.push([answer.status, rest])
      }
      expect(answers[0]?.[0], route.summary).toBe(404)
      expect(answers[0]).toEqual(answers[1])
    }
    for (const route of [stock.levels, stock.buckets, stock.ledger])
      for (const query of [{ variant: variantId }, { warehouse: site.warehouse.id }])
        expect((await world.call<Route>(route, { ...as(other), query })).body['items']).toEqual([])
  })

  test('A19 a member of one warehouse sees nothing of the others', async () => {
    const variantId = await newItem(world, site, 'A19-MUG')
    const { moveId, sides } = await receive(world, site, variantId, '5')
    const east = await world.call(places.createWarehouse, {
      ...as(site),
      body: { code: 'EAST', name: 'East' },
    })
    const member = await world.newMember(site.owner, site.platform, { role: 'Warehouse manager' })
    await arrange(
      world,
      `insert into tenant.member_warehouse_scope (platform_id, member_id, warehouse_id)
       values ($1, $2, $3)`,
      [site.platform.id, member.id, east.body.warehouse.id],
    )
    const by = { params: site.params, token: member.token }
    for (const route of [stock.levels, stock.buckets, stock.ledger])
      expect((await world.call<Route>(route, by)).body).toMatchObject({ items: [], total: 0 })
    for (const group of ['bucket', 'location', 'variant', 'warehouse']) {
      const query = { at: world.clock.now().toISOString(), by: group }
      expect((await world.call(stock.asOf, { ...by, query })).body.items).toEqual([])
    }
    const seen = await world.call(stock.variant, { ...by, params: { ...site.params, variantId } })
    expect(seen.body).toMatchObject({
      totals: { onHand: '0' },
      warehouses: [],
      explain: { onHand: [] },
    })
    const params = { ...site.params, move: moveId }
    expect((await world.call(stock.showMove, { ...by, params })).status).toBe(404)
    expect((await world.call(stock.previewReverse, { ...by, params })).status).toBe(404)
    expect((await world.call(stock.reverse, { ...by, params, body: {} })).status).toBe(404)
    const line = { qty: '1', toLocationId: site.a02.id }
    for (const from of [
      { bucketId: sides[0]?.bucketId },
      { variantId, fromLocationId: site.a01.id },
    ]) {
      const body = { lines: [{ ...line, ...from }] }
      expect((await world.call(stock.move, { ...by, body })).status).toBe(404)
    }
  })
})
