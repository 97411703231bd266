import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { as, openSite } from '../../../test/fixtures.ts'
import { checked, csv, rowsOf, step } from '../../../test/imports.ts'
import { newWarehouse, type Site } from '../../../test/warehouse.ts'

const { adjustments, receiving, settings, locations, warehouses, zones, variants, categories } =
  api.warehouse
const { imports } = api.workspace
const app = await sharedApp()
const site = await newWarehouse(app)
const products = csv(
  ['sku', 'name', 'barcode', 'reorder_point', 'sell_price'],
  ['EX-1', "'=SUM(A1)", '4006381333931', '5', '9.90'],
  ['EX-2', '"Töpfe, groß"', '', '', ''],
)
await step(app, site, 'apply', (await checked(app, site, 'products', products)).id)

type ListRoute =
  | typeof variants.list
  | typeof locations.list
  | typeof receiving.receipts
  | typeof adjustments.list
  | typeof warehouses.list
  | typeof zones.list
  | typeof categories.list
  | typeof settings.reasons
  | typeof imports.list

async function fileOf(
  route: ListRoute,
  query: Record<string, string> = {},
  { params, token }: Pick<Site, 'params' | 'token'> = site,
) {
  const answer = await app.call(route, {
    params,
    token,
    query: { ...query, format: 'csv' },
  })
  return { status: answer.status, text: String(answer.body), headers: answer.headers }
}

test('the list of products as a file is what the list shows, and can be read in again', async () => {
  const { text, headers } = await fileOf(variants.list, { limit: '1' })
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="products-.*\.csv"$/)
  const lines = text.split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFsku,name,variant,barcode,/)
  expect(lines[1]).toMatch(/^EX-1,'=SUM\(A1\),,4006381333931,each,0,none,5,,,,,9.9,/)
  expect(lines[2]).toMatch(/^EX-2,"Töpfe, groß",/)
  expect(lines.length).toBe(4)
  const again = await checked(app, site, 'products', text)
  expect(again).toMatchObject({ rowsTotal: 2, unchanged: 2, rowsFailed: 0 })
  expect((await fileOf(variants.list, { q: 'EX-2' })).text.split('\r\n').length).toBe(3)
})

test('what a member may not see is not in the file either', async () => {
  const member = await app.newMember(site.owner, site.platform, { role: 'viewer' })
  const { text } = await fileOf(variants.list, {}, { ...site, token: member.token })
  expect(text).not.toContain('sell_price')
  expect(text).not.toContain('purchase_price')
})

test('the list of locations can be read in again, too', async () => {
  const { text } = await fileOf(locations.list)
  expect(text).toContain('\r\nMAIN,A-01,,')
  const again = await checked(app, site, 'locations', text)
  expect(again).toMatchObject({ rowsFailed: 0, creates: 0, updates: 0 })
  expect((await rowsOf(app, site, again.id)).length).toBeGreaterThan(4)
})

test('rows that were picked out are the whole file, and only of what is in sight', async () => {
  const listed = async (route: typeof variants.list | typeof locations.list) =>
    (await app.call(route, { params: site.params, token: site.token })).body.items
  const [, second] = await listed(variants.list)
  const products = await fileOf(variants.list, { ids: `${second?.id}` })
  expect(products.text.split('\r\n').slice(1)).toEqual([expect.stringMatching(/^EX-2,/), ''])
  const [place, , third] = await listed(locations.list)
  const some = await fileOf(locations.list, { ids: `${third?.id},${place?.id}` })
  expect(some.text.split('\r\n')).toHaveLength(4)

  const other = await newWarehouse(app)
  const theirs = { params: other.params, token: other.token, query: { ids: `${second?.id}` } }
  expect((await app.call(variants.list, theirs)).body.items).toEqual([])
  for (const ids of ['x', `${second?.id},x`, Array(201).fill(second?.id).join(',')])
    expect((await fileOf(variants.list, { ids })).status).toBe(400)
})

test('receipts and adjustments come as files with their filter', async () => {
  expect((await fileOf(receiving.receipts)).text).toMatch(/^\uFEFFnumber,kind,warehouse,.*\r\n$/)
  expect((await fileOf(adjustments.list, { state: 'posted' })).text).toMatch(
    /^\uFEFFnumber,warehouse,state,.*\r\n$/,
  )
  expect((await fileOf(adjustments.list, { state: 'lost' })).status).toBe(400)
})

test('warehouses, zones, categories and reasons come as files, too', async () => {
  const own = await newWarehouse(app)
  const ownFile = (route: ListRoute, query = {}) => fileOf(route, query, own)
  const sites = await ownFile(warehouses.list, { kind: 'site' })
  expect(sites.headers['content-disposition']).toMatch(/filename="warehouses-.*\.csv"$/)
  expect(sites.text.split('\r\n')).toEqual([
    '\uFEFFid,code,name,kind,timezone,sellable,rank,pick_policy,address_name,address_line1,address_line2,' +
      'postal_code,city,region,country,state,created_at',
    expect.stringContaining(`${own.warehouse.id},MAIN,Main,site,UTC,yes,0,,,,,,,,,active,`),
    '',
  ])
  const east = await openSite(app, own, 'EAST', 'UTC')
  expect((await ownFile(zones.list)).text.match(/\r\n(?:EAST|MAIN),/g)).toHaveLength(8)
  const ofEast = await ownFile(zones.list, { warehouse: east.id })
  expect(ofEast.text.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFwarehouse,code,name,kind,sequence,state',
    expect.stringMatching(/^EAST,\w+,,\w+,0,active$/),
  ])
  const make = async (name: string, parentId: string | null) => {
    const body = { name, parentId }
    return (await app.call(categories.create, { ...as(own), body })).body.category.id
  }
  const top = await make('=1+1', null)
  const inside = await make('Mugs', top)
  const { text } = await ownFile(categories.list)
  expect(text).toContain(`\r\n${top},,'=1+1,'=1+1\r\n`)
  expect(text).toContain(`\r\n${inside},${top},Mugs,'=1+1 / Mugs\r\n`)
  const reasons = (await ownFile(settings.reasons)).text
  expect(reasons).toMatch(/^\uFEFFcode,name,applies,requires_note,state\r\n/)
  expect(reasons).toMatch(/\r\ndamaged,[^,]+,[^,]*adjust_down[^,]*,(?:yes|no),active\r\n/)
})

test('a file of places has what is in sight, and asks for the same right as the list', async () => {
  const own = await newWarehouse(app)
  const east = await openSite(app, own, 'EAST', 'UTC')
  const member = await app.newMember(own.owner, own.platform, { role: 'warehouse_manager' })
  await app.call(settings.setMemberWarehouses, {
    ...as(own),
    params: { ...own.params, memberId: member.id },
    body: { warehouseIds: [east.id] },
  })
  const by = { params: own.params, token: member.token }
  for (const route of [warehouses.list, zones.list]) {
    const { text } = await fileOf(route, {}, by)
    expect(text).toContain('EAST')
    expect(text).not.toMatch(/MAIN|TRANSIT/)
  }
  const guest = await app.newMember(own.owner, own.platform, { role: 'nobody' })
  for (const route of [warehouses.list, categories.list, settings.reasons, imports.list])
    expect((await fileOf(route, {}, { ...by, token: guest.token })).status).toBe(422)
})

test('files that were read in and their rows come as files with their filter', async () => {
  const text = csv(
    ['sku', 'name', 'name', '=note'],
    ['RO-1', 'Mug', '=1', 'x'],
    ['', 'Nothing', '', ''],
  )
  const file = await checked(app, site, 'products', text)
  const list = (await fileOf(imports.list, { kind: 'products', limit: '1' })).text
  expect(list).toMatch(/^\uFEFFid,file,kind,mode,state,rows,valid,failed,/)
  expect(list).toContain(`\r\n${file.id},`)
  expect(list.split('\r\n').length).toBeGreaterThan(4)
  expect((await fileOf(imports.list, { kind: 'stock' })).text.split('\r\n')).toHaveLength(2)
  const rows = async (query: Record<string, string>, by: Pick<Site, 'params' | 'token'> = site) => {
    const params = { ...by.params, importId: file.id }
    const answer = await app.call(imports.rows, {
      params,
      token: by.token,
      query: { ...query, format: 'csv' },
    })
    return { status: answer.status, lines: String(answer.body).split('\r\n') }
  }
  const { lines } = await rows({})
  expect(lines).toEqual([
    "\uFEFFrow,state,outcome,error,sku,name,name,'=note",
    "2,valid,create,,RO-1,Mug,'=1,x",
    expect.stringMatching(/^3,error,create,sku: .*,,Nothing,,$/),
    '',
  ])
  expect((await rows({ state: 'error' })).lines).toHaveLength(3)
  expect((await rows({}, await newWarehouse(app))).status).toBe(404)
})
