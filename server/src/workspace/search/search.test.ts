import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { as, newItem, type Site } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { receiving, locations, warehouses } = api.warehouse
const { search } = api.workspace
const gs = '\u001d'
const gtin = '04006381333931'

const newThing = (at: Site, variant: { sku: string } & Record<string, unknown>) =>
  newItem(app, at, variant, 'Thing of blue')
const app = await sharedApp()
const site = await newWarehouse(app)
const other = await newWarehouse(app)
const mug = await newThing(site, {
  sku: 'MUG-1',
  barcodes: [{ code: '4006381333931' }, { code: 'CASE-OF-MUGS', unit: 'case' }],
  units: [{ code: 'case', numerator: '12' }],
})
const mugId = mug.id
await newThing(site, {
  sku: 'TEA-1',
  tracking: 'lot',
  barcodes: [{ code: '4006381333948' }],
})
await newThing(site, { sku: 'SAW-1', tracking: 'serial' })
await newItem(app, site, { sku: 'UPC-1', barcodes: [{ code: '012345000065' }] })
await newItem(app, site, { sku: 'BOOK-1', barcodes: [{ code: '978-3-16-148410-0' }] })
const cheese = '90123456789015'
await newItem(app, site, { sku: 'CHEESE', unit: 'kg', qtyScale: 3, barcodes: [{ code: cheese }] })
// The same codes in another workspace must never be found from here.
await newThing(other, { sku: 'SECRET', barcodes: [{ code: '5012345678900' }] })
const { body } = await app.call(receiving.create, {
  ...as(site),
  body: {
    warehouseId: site.warehouse.id,
    complete: true,
    lines: [
      { sku: 'TEA-1', qty: '5', lotCode: 'B-42', expiresOn: '2030-01-31' },
      { sku: 'SAW-1', qty: '1', serials: ['SN-9'] },
    ],
  },
})
const receipt = body.receipt
const scan = (code: string, at: Parameters<typeof as>[0] = site, context?: object) =>
  app.call(search.scan, { ...as(at), body: { code, ...(context && { context }) } })
const found = async (code: string, at?: Parameters<typeof as>[0]) => (await scan(code, at)).body

describe('a code that several things have', () => {
  test('is not guessed, but its kind or its own place decides', async () => {
    const { id } = await newItem(app, site, { sku: 'TWICE' })
    const barer = await newItem(app, site, { sku: 'BARER', barcodes: [{ code: 'TWICE' }] })
    const item = await scan('TWICE')
    expect([item.status, item.body]).toMatchObject([
      422,
      {
        code: 'barcode_ambiguous',
        blockers: [
          { type: 'variant', id: barer.id, label: 'BARER' },
          { type: 'variant', id, label: 'TWICE' },
        ],
      },
    ])
    const { a01, a02 } = site
    await app.call(locations.update, {
      ...as(site),
      params: { ...site.params, locationId: a01.id },
      body: { barcode: a02.code, version: a01.version },
    })
    const place = await scan(a02.code)
    expect([place.status, place.body]).toMatchObject([
      422,
      {
        blockers: [
          { type: 'location', id: a01.id },
          { type: 'location', id: a02.id },
        ],
      },
    ])
    expect(await found(`L:${a02.code}`)).toMatchObject({ kind: 'location', id: a02.id })
    expect(await found(a01.code)).toMatchObject({ kind: 'location', id: a01.id })
    await app.call(locations.update, {
      ...as(site),
      params: { ...site.params, locationId: a01.id },
      body: { barcode: null, version: a01.version + 1 },
    })
  })
})

describe('a scanned code', () => {
  test.each([
    ['4006381333931', { kind: 'variant', label: 'MUG-1', unit: 'each', qty: '1' }],
    ['04006381333931', { kind: 'variant', label: 'MUG-1' }],
    ['CASE-OF-MUGS', { kind: 'variant', label: 'MUG-1', unit: 'case', qty: '1' }],
    ['mug-1', { kind: 'variant', label: 'MUG-1', name: 'Thing of blue' }],
    ['a-01', { kind: 'location', label: 'A-01' }],
    ['L:A-02', { kind: 'location', label: 'A-02' }],
    ['B-42', { kind: 'lot', label: 'B-42', sku: 'TEA-1' }],
    ['SN-9', { kind: 'serial', label: 'SN-9', sku: 'SAW-1' }],
    ['CMD:UNDO', { kind: 'command', label: 'UNDO', id: null, actions: ['run'] }],
    ['0000', { kind: 'unknown', label: '0000', id: null, actions: ['link'] }],
    ['L:MUG-1', { kind: 'unknown' }],
    ['O:SO-1', { kind: 'unknown' }],
    ['SECRET', { kind: 'unknown' }],
    ['5012345678900', { kind: 'unknown' }],
    ["'; drop table tenant.variants --", { kind: 'unknown' }],
    ['%', { kind: 'unknown' }],
    [' 4006381333931\r\n', { kind: 'variant', label: 'MUG-1' }],
    [']E04006381333931', { kind: 'variant', label: 'MUG-1' }],
    [']A0mug-1\r', { kind: 'variant', label: 'MUG-1' }],
    [']C0A-01', { kind: 'location', label: 'A-01' }],
    [`]C101${gtin}3710`, { kind: 'variant', label: 'MUG-1', qty: '10' }],
    [`[)>\u001e05${gs}01${gtin}3710\u001e\u0004`, { kind: 'variant', label: 'MUG-1', qty: '10' }],
    [`[)>\u001e06${gs}PMUG-1${gs}Q4\u001e\u0004`, { kind: 'variant', label: 'MUG-1', qty: '4' }],
    [`https://id.gs1.org/01/${gtin}`, { kind: 'variant', label: 'MUG-1' }],
    ['01234565', { kind: 'variant', label: 'UPC-1' }],
    ['978-3-16-148410-0', { kind: 'variant', label: 'BOOK-1' }],
    ['9783161484100', { kind: 'variant', label: 'BOOK-1' }],
    [`]C101${cheese}3103001250`, { kind: 'variant', label: 'CHEESE', unit: 'kg', qty: '1.25' }],
  ])('%j', async (code, expected) => {
    expect(await found(code)).toMatchObject(expected)
  })

  test('of a document leads to it', async () => {
    expect(await found(receipt.number.toLowerCase())).toMatchObject({
      kind: 'receipt',
      id: receipt.id,
      label: receipt.number,
      warehouseId: site.warehouse.id,
    })
  })

  test('that is the address of one of our pages', async () => {
    const at = `${app.context.config.publicUrl}/${site.params.slug}/app/`
    expect(await found(`${at}catalog/MUG-1`)).toMatchObject({ kind: 'variant', id: mugId })
    expect(await found(`${at}receiving/${receipt.id}`)).toMatchObject({ kind: 'receipt' })
  })

  test.each([
    [`]C101${gtin}`, { kind: 'variant', label: 'MUG-1', gs1: { gtin } }],
    [`01${gtin}37${'12'}`, { kind: 'variant', qty: '12' }],
    [
      `]C1010400638133394810B-42${gs}17300131`,
      { kind: 'lot', label: 'B-42', gs1: { lot: 'B-42', expiresOn: '2030-01-31' } },
    ],
    [`]C1010400638133394810NEW${gs}`, { kind: 'variant', label: 'TEA-1', gs1: { lot: 'NEW' } }],
    ['(01)05012345678900(10)X', { kind: 'unknown', gs1: { lot: 'X' } }],
  ])('of GS1: %j', async (code, expected) => {
    expect(await found(code)).toMatchObject(expected)
  })

  test.each([
    ['damaged', `]C101${gtin}9912`, 'gs1_malformed'],
    ['of a wrong check digit', ']C10104006381333930', 'barcode_check_digit'],
  ])('of GS1 that is %s is said to be', async (_, code, refused) => {
    const answer = await scan(code)
    expect([answer.status, answer.body['code']]).toEqual([422, refused])
  })

  test('of 9 to 11 digits is no GTIN with its zeros cut off', async () => {
    await newItem(app, site, { sku: 'SODA', barcodes: [{ code: '036000291452' }] })
    expect(await found('036000291452')).toMatchObject({ label: 'SODA' })
    expect(await found('0036000291452')).toMatchObject({ label: 'SODA' })
    expect(await found('36000291452')).toMatchObject({ kind: 'unknown' })
    const body = {
      warehouseId: site.warehouse.id,
      complete: true,
      lines: [{ barcode: '36000291452', qty: '1' }],
    }
    const answer = await app.call(receiving.create, { ...as(site), body })
    expect([answer.status, answer.body['code']]).toEqual([422, 'barcode_unknown'])
  })

  test('may hold the separator of GS1 and no other control character', async () => {
    const answer = await scan('MUG\u0007')
    expect([answer.status, answer.body['code']]).toEqual([400, 'validation_failed'])
    const elsewhere = await app.call(locations.create, {
      ...as(site),
      body: { warehouseId: site.warehouse.id, code: `A${gs}1` },
    })
    expect(elsewhere.status).toBe(400)
  })

  test('that is empty or too long is refused', async () => {
    expect((await scan('')).status).toBe(400)
    expect((await scan('7'.repeat(501))).status).toBe(400)
  })

  test('of a place is looked for where the scanner is', async () => {
    const made = await app.call(warehouses.create, {
      ...as(site),
      body: { code: 'EAST', name: 'East' },
    })
    const east = made.body.warehouse
    await app.call(locations.create, {
      ...as(site),
      body: { warehouseId: east.id, code: 'A-01' },
    })
    const here = await scan('A-01', site, { warehouseId: east.id })
    expect(here.body.warehouseId).toBe(east.id)
    const member = await app.newMember(site.owner, site.platform, { role: 'receiver' })
    await app.call(api.warehouse.settings.setMemberWarehouses, {
      ...as(site),
      params: { ...site.params, memberId: member.id },
      body: { warehouseIds: [east.id] },
    })
    const limited = { params: site.params, token: member.token }
    expect((await found('A-01', limited)).warehouseId).toBe(east.id)
    expect(await found('A-02', limited)).toMatchObject({ kind: 'unknown', actions: [] })
    expect(await found(receipt.number, limited)).toMatchObject({ kind: 'unknown' })
  })
})

test('what can be done is what the role may', async () => {
  const viewer = await app.newMember(site.owner, site.platform, { role: 'viewer' })
  const receiver = await app.newMember(site.owner, site.platform, { role: 'receiver' })
  const at = (token: string) => ({ params: site.params, token })
  expect((await found('MUG-1', at(viewer.token))).actions).toEqual(['open'])
  expect((await found('MUG-1', at(receiver.token))).actions).toEqual(['open', 'receive', 'move'])
  expect((await found('0000', at(viewer.token))).actions).toEqual([])
})

describe('the search', () => {
  const ask = async (q: string, at: Parameters<typeof as>[0] = site) =>
    (await app.call(search.find, { ...as(at), query: { q } })).body.items
  const labels = async (q: string) => (await ask(q)).map(({ label }) => label)

  test('puts what has exactly this code first', async () => {
    await newThing(site, { sku: 'MUG-10' })
    const items = await ask('mug-1')
    expect(items.map(({ label, exact }) => [label, exact])).toEqual([
      ['MUG-1', true],
      ['MUG-10', false],
    ])
  })
  test('finds beginnings of codes, barcodes, words and numbers of documents', async () => {
    expect(await labels('SAW')).toEqual(['SAW-1'])
    expect(await labels('40063813339')).toEqual(['MUG-1', 'TEA-1'])
    expect((await labels('thing bl')).toSorted()).toEqual(['MUG-1', 'MUG-10', 'SAW-1', 'TEA-1'])
    expect(await labels('a-0')).toContain('A-02')
    expect(await labels(receipt.number.slice(0, 5))).toContain(receipt.number)
    expect(await labels('SN-9')).toEqual(['SAW-1'])
  })
  test.each(['', '   ', '%', '_', "'", '\\', ':*', '& |'])('finds nothing for %j', async (q) => {
    expect(await labels(q)).toEqual([])
  })
  test('never finds what belongs to another workspace', async () => {
    expect(await labels('SECRET')).toEqual([])
    expect(await labels('5012345')).toEqual([])
    expect((await ask('mug', other)).map(({ label }) => label)).toEqual([])
  })
  test('shows documents and places to those who may see them', async () => {
    const seller = await app.newMember(site.owner, site.platform, { role: 'order_manager' })
    const items = await ask('a-0', { params: site.params, token: seller.token })
    expect(items).toEqual([])
  })
})
