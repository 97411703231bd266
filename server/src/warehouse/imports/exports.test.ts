import { api } from '@stowage/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { checked, csv, rowsOf, step } from '../../../test/imports.ts'
import { newWarehouse, type Site } from '../../../test/warehouse.ts'

const { catalog, places, receiving, adjustments } = api.warehouse

let world: TestApp
let site: Site
beforeAll(async () => {
  world = await startApp()
  site = await newWarehouse(world)
  const products = csv(
    ['sku', 'name', 'barcode', 'reorder_point', 'sell_price'],
    ['EX-1', "'=SUM(A1)", '4006381333931', '5', '9.90'],
    ['EX-2', '"Töpfe, groß"', '', '', ''],
  )
  await step(world, site, 'apply', (await checked(world, site, 'products', products)).id)
})
afterAll(() => world.close())

type ListRoute =
  | typeof catalog.variants
  | typeof places.locations
  | typeof receiving.receipts
  | typeof adjustments.list

async function fileOf(route: ListRoute, query: Record<string, string> = {}, token = site.token) {
  const answer = await world.call(route, {
    params: site.params,
    token,
    query: { ...query, format: 'csv' },
  })
  return { status: answer.status, text: String(answer.body), headers: answer.headers }
}

test('the list of products as a file is what the list shows, and can be read in again', async () => {
  const { text, headers } = await fileOf(catalog.variants, { limit: '1' })
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="products-.*\.csv"$/)
  const lines = text.split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFsku,name,variant,barcode,/)
  expect(lines[1]).toMatch(/^EX-1,'=SUM\(A1\),,4006381333931,each,0,none,5,,9.9,/)
  expect(lines[2]).toMatch(/^EX-2,"Töpfe, groß",/)
  expect(lines.length).toBe(4)
  const again = await checked(world, site, 'products', text)
  expect(again).toMatchObject({ rowsTotal: 2, unchanged: 2, rowsFailed: 0 })
  expect((await fileOf(catalog.variants, { q: 'EX-2' })).text.split('\r\n').length).toBe(3)
})

test('what a member may not see is not in the file either', async () => {
  const member = await world.newMember(site.owner, site.platform, { role: 'viewer' })
  const { text } = await fileOf(catalog.variants, {}, member.token)
  expect(text).not.toContain('sell_price')
  expect(text).not.toContain('purchase_price')
})

test('the list of locations can be read in again, too', async () => {
  const { text } = await fileOf(places.locations)
  expect(text).toContain('\r\nMAIN,A-01,,')
  const again = await checked(world, site, 'locations', text)
  expect(again).toMatchObject({ rowsFailed: 0, creates: 0, updates: 0 })
  expect((await rowsOf(world, site, again.id)).length).toBeGreaterThan(4)
})

test('rows that were picked out are the whole file, and only of what is in sight', async () => {
  const listed = async (route: typeof catalog.variants | typeof places.locations) =>
    (await world.call(route, { params: site.params, token: site.token })).body.items
  const [, second] = await listed(catalog.variants)
  const products = await fileOf(catalog.variants, { ids: `${second?.id}` })
  expect(products.text.split('\r\n').slice(1)).toEqual([expect.stringMatching(/^EX-2,/), ''])
  const [place, , third] = await listed(places.locations)
  const some = await fileOf(places.locations, { ids: `${third?.id},${place?.id}` })
  expect(some.text.split('\r\n')).toHaveLength(4)

  const other = await newWarehouse(world)
  const theirs = { params: other.params, token: other.token, query: { ids: `${second?.id}` } }
  expect((await world.call(catalog.variants, theirs)).body.items).toEqual([])
  for (const ids of ['x', `${second?.id},x`, Array(201).fill(second?.id).join(',')])
    expect((await fileOf(catalog.variants, { ids })).status).toBe(400)
})

test('receipts and adjustments come as files with their filter', async () => {
  expect((await fileOf(receiving.receipts)).text).toMatch(/^\uFEFFnumber,kind,warehouse,.*\r\n$/)
  expect((await fileOf(adjustments.list, { state: 'posted' })).text).toMatch(
    /^\uFEFFnumber,warehouse,state,.*\r\n$/,
  )
  expect((await fileOf(adjustments.list, { state: 'lost' })).status).toBe(400)
})
