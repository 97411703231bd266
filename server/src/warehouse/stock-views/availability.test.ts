import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { refusal, type TestApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import { as, newItem, type Site } from '../../../test/fixtures.ts'
import { newWarehouse, receive } from '../../../test/warehouse.ts'

const { warehouses, stockViews } = api.warehouse

let app: TestApp
let site: Site
let variantId: string
let east: string
forAllTests(async (opened) => {
  ;({ app } = opened)
  site = await newWarehouse(app)
  // 10.0 in MAIN, of which 2.0 are on hold and 3.0 are promised; 4.0 in EAST.
  variantId = (await newItem(app, site, { sku: 'ROPE', qtyScale: 1 })).id
  await receive(app, site, variantId, '80')
  await receive(app, site, variantId, '20', { toStatus: 'hold' })
  await arrange(
    app,
    `select stock.promise($1, jsonb_build_array(jsonb_build_object('lineNo', 1,
       'sourceType', 'manual', 'sourceId', gen_random_uuid(), 'warehouseId', $2::uuid,
       'variantId', $3::uuid, 'qty', '30')), 'strict')`,
    [site.platform.id, site.warehouse.id, variantId],
  )
  const { body } = await app.call(warehouses.create, {
    ...as(site),
    body: { code: 'EAST', name: 'East' },
  })
  const { warehouse, locations } = body
  east = warehouse.id
  const toLocation = locations[0]?.id ?? ''
  await receive(app, { ...site, warehouse }, variantId, '40', { toLocation })
})

const ask = (
  query: Record<string, string> = {},
  {
    by = site,
    variant = variantId,
  }: { by?: Pick<Site, 'params' | 'token'>; variant?: string } = {},
) =>
  app.call(stockViews.availability, {
    params: { ...by.params, variantId: variant },
    token: by.token,
    query,
  })

/** The same now and by any day: nothing is on its way. */
const offered = (available: string, enough: boolean | null = null) => ({
  now: { available, enough },
  byDate: { incoming: '0.0', available, enough },
})

test('what can be promised is told for each warehouse and for all', async () => {
  const { status, body } = await ask()
  expect([status, body]).toEqual([
    200,
    {
      variantId,
      sku: 'ROPE',
      name: 'Item ROPE',
      unit: 'each',
      qty: null,
      on: null,
      total: offered('9.0'),
      warehouses: [
        { warehouseId: east, warehouseCode: 'EAST', ...offered('4.0') },
        { warehouseId: site.warehouse.id, warehouseCode: 'MAIN', ...offered('5.0') },
      ],
    },
  ])
})

test.each([
  ['4', [true, true, true]],
  ['4.1', [true, false, true]],
  ['9', [true, false, false]],
  ['9.1', [false, false, false]],
])('whether there are %s of it', async (qty, [total, inEast, inMain]) => {
  const on = app.clock.now().toISOString().slice(0, 10)
  const { body } = await ask({ qty, on })
  expect([Number(body.qty), body.on]).toEqual([Number(qty), on])
  expect(body.total).toEqual(offered('9.0', total))
  expect(body.warehouses).toMatchObject([offered('4.0', inEast), offered('5.0', inMain)])
})

test('of one warehouse the total is that of it', async () => {
  const { body } = await ask({ warehouse: east, qty: '5' })
  expect([body.total, body.warehouses]).toMatchObject([
    offered('4.0', false),
    [{ warehouseCode: 'EAST' }],
  ])
})

test('a member of one warehouse is told of that one, another platform of none', async () => {
  const member = await app.newMember(site.owner, site.platform, { role: 'viewer' })
  await arrange(
    app,
    `insert into tenant.member_warehouse_scope (platform_id, member_id, warehouse_id)
     values ($1, $2, $3)`,
    [site.platform.id, member.id, east],
  )
  const by = { params: site.params, token: member.token }
  const seen = (await ask({}, { by })).body
  expect([seen.total, seen.warehouses]).toMatchObject([offered('4.0'), [{ warehouseCode: 'EAST' }]])
  const unseen = (await ask({ warehouse: site.warehouse.id }, { by })).body
  expect([unseen.total, unseen.warehouses]).toEqual([offered('0.0'), []])

  const other = await newWarehouse(app)
  for (const variant of [variantId, randomUUID()])
    expect(refusal(await ask({}, { by: other, variant }))).toEqual([404, 'not_found'])
})

test('it takes the right to see the stock', async () => {
  const { token } = await app.newMember(site.owner, site.platform, { role: '' })
  const answer = await ask({}, { by: { params: site.params, token } })
  expect(refusal(answer)).toEqual([422, 'permission_denied'])
})

test.each([
  ['qty', 'some'],
  ['qty', '0'],
  ['qty', '-1'],
  ['warehouse', 'MAIN'],
  ['on', 'tomorrow'],
  ['on', '2026-02-30'],
  ['on', '2020-01-01'],
])('%s=%s is refused', async (name, value) => {
  const answer = await ask({ [name]: value })
  expect(refusal(answer)).toEqual([400, 'validation_failed'])
  const details = answer.body['details'] as { path: string }[]
  expect(new Set(details.map(({ path }) => path))).toEqual(new Set([name]))
})

test('a quantity the item does not come in is refused with the nearest', async () => {
  const answer = await ask({ qty: '0.25' })
  expect([...refusal(answer), answer.body['nearest'], answer.body['details']]).toMatchObject([
    422,
    'uom_not_exact',
    ['0.2', '0.3'],
    [{ path: 'qty' }],
  ])
  expect(refusal(await ask({ qty: '999999999999999' }))).toEqual([200, undefined])
})
