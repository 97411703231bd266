import { api } from '@stowage/contract'
import { moveKinds } from '@stowage/contract/move-kinds'
import { expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { as, newItem, openSite, type Site } from '../../../test/fixtures.ts'
import { newWarehouse, post, receive } from '../../../test/warehouse.ts'

const { reports, categories, products, stockViews } = api.warehouse
const dayMs = 86_400_000
const app = await setupApp()
const site = await newWarehouse(app)

type Query = Record<string, string>
const report = async (of: Site, query: Query) =>
  (await app.call(reports.movement, { ...as(of), query: query as never })).body
const dayBefore = (days: number) =>
  new Date(app.clock.now().getTime() - days * dayMs).toISOString().slice(0, 10)
const at = (day: string, time: string) => ({ effectiveAt: `${day}T${time}Z` })

test('what came and went by kind, with what was told later in its own day', async () => {
  const own = await newWarehouse(app)
  const { id: variantId } = await newItem(app, own, { sku: 'TEA', unit: 'kg', qtyScale: 1 })
  await newItem(app, own, { sku: 'NEVER' })
  const still = await newItem(app, own, { sku: 'STILL' })
  const [first, last] = [dayBefore(5), dayBefore(3)]
  const into = {
    lineNo: 1,
    qty: '100',
    party: 'supplier',
    variantId,
    toLocation: own.a01.id,
  } as const
  const { sides } = await post(app, own, { kind: 'receive', ...at(first, '00:00:00') }, [into])
  const bucket = sides[0]?.bucketId ?? ''
  await post(app, own, { kind: 'receive', ...at(dayBefore(9), '12:00:00') }, [
    { ...into, qty: '7', variantId: still.id },
  ])
  const lost = { lineNo: 1, qty: '5', party: 'loss', fromBucket: bucket } as const
  await post(app, own, { kind: 'scrap', ...at(last, '23:59:59.999') }, [lost])
  await post(app, own, { kind: 'adjust', ...at(dayBefore(2), '00:00:00') }, [lost])
  await receive(app, own, variantId, '30')
  // What stays among the warehouses has neither come nor gone.
  await post(app, own, { kind: 'relocate', ...at(last, '10:00:00') }, [
    { lineNo: 1, qty: '40', fromBucket: bucket, variantId, toLocation: own.a02.id },
  ])

  const tea = {
    sku: 'TEA',
    unit: 'kg',
    opening: '0.0',
    closing: '9.5',
    difference: '0.0',
    in: [{ kind: 'receive', qty: '10.0' }],
    out: [{ kind: 'scrap', qty: '0.5' }],
    totalIn: '10.0',
    totalOut: '0.5',
  }
  const period = { from: first, to: last }
  const found = await report(own, period)
  expect(found).toMatchObject({ items: [tea], total: null, next: null })
  expect(found.warehouses).toMatchObject([
    { warehouseCode: 'MAIN', beginsAt: `${first}T00:00:00.000Z` },
    { warehouseCode: expect.any(String) as string },
  ])
  const all = await report(own, { ...period, items: 'all', limit: '1' })
  expect(all.items).toMatchObject([{ sku: 'STILL', opening: '7', totalIn: '0', closing: '7' }])
  expect(
    (await report(own, { ...period, items: 'all', cursor: all.next ?? '' })).items,
  ).toMatchObject([tea])
  // Told afterwards, all of it: at the end of the period nothing was known.
  expect((await report(own, { ...period, known: 'then', items: 'all' })).items).toEqual([])
  const before = `${last}T12:00:00Z`
  expect((await report(own, { ...period, known: before, items: 'all' })).items).toEqual([])

  const totals = await app.call(reports.movementTotals, { ...as(own), query: period })
  const { sku: _, ...sum } = tea
  expect(totals.body.totals).toMatchObject([{ unit: 'each', opening: '7', closing: '7' }, sum])

  const rows = await app.call(stockViews.ledger, {
    ...as(own),
    query: {
      variant: variantId,
      effectiveFrom: first,
      effectiveTo: last,
      direction: 'in',
      kind: 'receive',
    },
  })
  expect(rows.body.items.map(({ delta }) => delta)).toEqual(['10.0'])

  const file = await app.call(reports.movement, {
    ...as(own),
    query: { ...period, format: 'csv' },
  })
  const [head = '', row = ''] = String(file.body).slice(1).split('\r\n')
  const cells = row.split(',')
  const shown = head.split(',').map((column, i) => [column, cells[i]] as const)
  expect(shown.filter(([, cell]) => cell !== '0')).toEqual([
    ['sku', 'TEA'],
    ['name', 'Item TEA'],
    ['unit', 'kg'],
    ['opening', '0.0'],
    ['in_receive', '10.0'],
    ['totalIn', '10.0'],
    ['out_scrap', '0.5'],
    ['totalOut', '0.5'],
    ['closing', '9.5'],
    ['difference', '0.0'],
  ])
  const kinds = (way: string) => head.split(',').filter((column) => column.startsWith(`${way}_`))
  for (const way of ['in', 'out'])
    expect(kinds(way)).toEqual(moveKinds.map((kind) => `${way}_${kind}`))
})

test('A19 a warehouse out of sight is as none, and the right to reports is asked for', async () => {
  const own = await newWarehouse(app)
  const east = await openSite(app, own, 'EAST', 'UTC')
  const { id: variantId } = await newItem(app, own, { sku: 'SEEN' })
  await receive(app, own, variantId, '4')
  await post(app, own, { kind: 'receive' }, [
    { lineNo: 1, qty: '9', party: 'supplier', variantId, toLocation: east.place },
  ])
  const today = { from: dayBefore(1), to: dayBefore(0) }
  expect((await report(own, today)).items).toMatchObject([{ totalIn: '13' }])
  expect((await report(own, { ...today, warehouse: east.id })).items).toMatchObject([
    { totalIn: '9' },
  ])
  const member = await app.newMember(own.owner, own.platform, { role: 'planner' })
  await arrange(
    app,
    `insert into tenant.member_warehouse_scope (platform_id, member_id, warehouse_id)
     values ($1, $2, $3)`,
    [own.platform.id, member.id, own.warehouse.id],
  )
  const seen = async (query: Query) =>
    (await app.call(reports.movement, { params: own.params, token: member.token, query })).body
      .items
  expect(await seen(today)).toMatchObject([{ totalIn: '4' }])
  expect(await seen({ ...today, warehouse: east.id })).toEqual([])
})

test.each([
  [{ from: '2026-02-02', to: '2026-02-01' }, 400, 'validation_failed'],
  [{ from: '2024-01-01', to: '2025-06-01' }, 400, 'validation_failed'],
  [{ from: '2026-02-01', to: '2999-01-01' }, 400, 'validation_failed'],
  [{ from: '2998-12-31', to: '2999-01-01' }, 422, 'future_date_refused'],
  [
    { from: '2026-02-01', to: '2026-02-01', known: '2999-01-01T00:00:00Z' },
    422,
    'future_date_refused',
  ],
])('no report of %j', async (query, status, code) => {
  for (const route of [reports.movement, reports.movementTotals]) {
    const answer = await app.call(route, { ...as(site), query: query as Query })
    expect([answer.status, answer.body['code']]).toEqual([status, code])
  }
})

test('by category and tag', async () => {
  const own = await newWarehouse(app)
  const made = await app.call(categories.create, { ...as(own), body: { name: 'Drinks' } })
  const categoryId = made.body.category.id
  for (const [sku, more] of [
    ['A', { categoryId, tags: ['cold', 'new'] }],
    ['B', { tags: ['cold'] }],
  ] as const) {
    const { body } = await app.call(products.create, {
      ...as(own),
      body: { name: sku, ...more, variants: [{ sku }] },
    })
    await receive(app, own, body.product.variants[0]?.id ?? '', '1')
  }
  const today = { from: dayBefore(1), to: dayBefore(0) }
  const skus = async (query: Query) =>
    (await report(own, { ...today, ...query })).items.map(({ sku }) => sku)
  expect(await skus({})).toEqual(['A', 'B'])
  expect(await skus({ category: categoryId })).toEqual(['A'])
  expect(await skus({ tag: 'cold' })).toEqual(['A', 'B'])
  expect(await skus({ tag: 'new' })).toEqual(['A'])
  const totals = await app.call(reports.movementTotals, {
    ...as(own),
    query: { ...today, tag: 'new' },
  })
  expect(totals.body.totals).toMatchObject([{ totalIn: '1', closing: '1' }])
})
