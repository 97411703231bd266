import { api } from '@stowage/contract'
import { foldKey } from '@stowage/contract/folding'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../src/database/migrate.ts'
import { startApp, type TestApp } from './app.ts'
import { arrange } from './arrange.ts'
import { createEmptyDatabase, type TestDatabase } from './cluster.ts'
import { adjustAt, as, newItem, receiveInto, type Site } from './fixtures.ts'
import { checked, step } from './imports.ts'
import { newWarehouse } from './warehouse.ts'

const { adjustments, receiving, locations, zones, warehouses, products, variants, categories } =
  api.warehouse
const { search } = api.workspace

/** One code of each script, as it is made and as people type it again. */
const spellings: [made: string, typed: string][] = [
  ['ΑΘΗΝΑΣ', 'αθηνας'],
  ['İSTANBUL', 'istanbul'],
  ['STRASSE', 'straße'],
  ['ÄÖÜ', 'äöü'],
  ['CAFÉ', 'cafe\u0301'],
  ['ＷＩＤＥ', 'wide'],
]

// As ours has it, and as a given server may have it, whose lower() leaves every letter but A to Z alone.
describe.each([undefined, 'C'])('in a database of locale %s', (locale) => {
  let database: TestDatabase
  let app: TestApp
  let site: Site
  beforeAll(async () => {
    database = await createEmptyDatabase(locale)
    await migrate(database.ownerUrl)
    app = await startApp({}, undefined, { before: database })
    site = await newWarehouse(app)
  })
  afterAll(async () => {
    await app.close()
    await database.drop()
  })

  const newBin = (code: string) =>
    app.call(locations.create, {
      ...as(site),
      body: { warehouseId: site.warehouse.id, code },
    })

  describe.each(spellings)('created as %s and entered as %s', (made, typed) => {
    test('is one SKU for scan, search, list and document line', async () => {
      const { id } = await newItem(app, site, { sku: made }, `Brand ${made}`)
      const body = { name: 'Twice', variants: [{ sku: typed }] }
      const twice = await app.call(products.create, { ...as(site), body })
      expect([twice.status, twice.body['code']]).toEqual([409, 'duplicate_key'])
      expect(twice.body['blockers']).toMatchObject([{ type: 'variant', id }])
      const scanned = await app.call(search.scan, { ...as(site), body: { code: typed } })
      expect(scanned.body).toMatchObject({ kind: 'variant', id })
      // By the beginning of the code, and by a word of the name.
      for (const q of [typed, typed.slice(0, 3), `brand ${typed.slice(0, 3)}`]) {
        const { body: found } = await app.call(search.find, { ...as(site), query: { q } })
        expect([q, found.items.map((hit) => hit.id)]).toEqual([q, [id]])
      }
      for (const query of [{ sku: typed }, { q: typed }]) {
        const { body: listed } = await app.call(variants.list, { ...as(site), query })
        expect(listed.items.map((item) => item.id)).toEqual([id])
      }
      expect((await receiveInto(app, site, { sku: typed, qty: '1' })).status).toBe(201)
    })

    test('is one code of a zone, a location and a warehouse', async () => {
      const location = await newBin(made)
      expect(location.status).toBe(201)
      expect(await newBin(typed)).toMatchObject({ status: 409, body: { code: 'duplicate_key' } })
      const { id } = location.body.location
      const { body: listed } = await app.call(locations.list, {
        ...as(site),
        query: { q: typed.slice(1) },
      })
      expect(listed.items.map((one) => one.id)).toEqual([id])
      const { body: scanned } = await app.call(search.scan, {
        ...as(site),
        body: { code: `L:${typed}` },
      })
      expect(scanned).toMatchObject({ kind: 'location', id })
      for (const [route, more] of [
        [zones.create, { warehouseId: site.warehouse.id }],
        [warehouses.create, { name: made }],
      ] as const) {
        const make = (code: string) => app.call(route, { ...as(site), body: { ...more, code } })
        expect((await make(made)).status).toBe(201)
        expect(await make(typed)).toMatchObject({ status: 409, body: { code: 'duplicate_key' } })
      }
    })

    test('is one category and one pack', async () => {
      const make = (name: string) => app.call(categories.create, { ...as(site), body: { name } })
      expect((await make(made)).status).toBe(201)
      expect(await make(typed)).toMatchObject({ status: 409, body: { code: 'duplicate_key' } })
      const units = [made, typed].map((code) => ({ code, numerator: '6' }))
      const body = { name: 'Packed', variants: [{ sku: `P-${made}`, units }] }
      expect((await app.call(products.create, { ...as(site), body })).status).toBe(400)
    })

    test('is found in receipt references and adjustment notes', async () => {
      const { sku } = await newItem(app, site)
      const reference = `Order (${made}) 1`
      await receiveInto(app, site, { sku, qty: '1' }, { reference })
      const { body } = await app.call(receiving.receipts, {
        ...as(site),
        query: { q: `(${typed})` },
      })
      expect(body.items.map((one) => one.reference)).toEqual([reference])
      const adjusting = await adjustAt(app, site, { sku, qty: '-1' }, { note: reference })
      expect(adjusting.status).toBe(201)
      const { body: adjusted } = await app.call(adjustments.list, {
        ...as(site),
        query: { q: `(${typed})` },
      })
      expect(adjusted.items).toHaveLength(1)
    })
  })

  test('is matched by imports, also within a file', async () => {
    const own = await newWarehouse(app)
    const sent = spellings.map(([made]) => made).map((sku) => `${sku},Thing,${sku}`)
    const content = ['SKU,Name,Category', ...sent].join('\n')
    const first = await checked(app, own, 'products', content)
    await step(app, own, 'apply', first.id)
    const again = spellings.map(([, typed]) => `${typed},Thing,${typed}`)
    const second = await checked(app, own, 'products', [content, ...again].join('\n'))
    expect(second).toMatchObject({ rowsValid: spellings.length, rowsFailed: spellings.length })
  })

  test('keys equal the contract’s and sort by code point', async () => {
    const rows = await arrange(
      app,
      `select sku as text, sku_key as key from tenant.variants
       union all select code, code_key from tenant.locations
       union all select name, name_key from tenant.products order by key`,
    )
    for (const { text, key } of rows) expect([text, key]).toEqual([text, foldKey(String(text))])
    const keys = rows.map(({ key }) => String(key))
    expect(keys).toEqual(keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
  })
})

describe('invisible characters', () => {
  let app: TestApp
  let site: Site
  beforeAll(async () => {
    app = await startApp()
    site = await newWarehouse(app)
  })
  afterAll(() => app.close())

  test.each(['\u200B', '\u00AD', '\uFEFF', '\u3164'])(
    '%j is refused in SKUs and codes',
    async (c) => {
      const { warehouse } = site
      const code = `A${c}B`
      const variant = {
        sku: 'SEEN',
        barcodes: [{ code: 'B' }],
        units: [{ code: 'u', numerator: '2' }],
      }
      const product = (more: object) => ({ name: 'Thing', variants: [{ ...variant, ...more }] })
      for (const [route, body, path] of [
        [products.create, product({ sku: code }), 'variants.0.sku'],
        [products.create, product({ barcodes: [{ code }] }), 'variants.0.barcodes.0.code'],
        [
          products.create,
          product({ units: [{ code, numerator: '2' }] }),
          'variants.0.units.0.code',
        ],
        [locations.create, { warehouseId: warehouse.id, code }, 'code'],
        [locations.create, { warehouseId: warehouse.id, code: 'X', barcode: code }, 'barcode'],
        [zones.create, { warehouseId: warehouse.id, code }, 'code'],
        [warehouses.create, { name: 'X', code }, 'code'],
      ] as const) {
        const answer = await app.call(route, { ...as(site), body })
        expect([answer.status, answer.body['details']]).toEqual([
          400,
          [{ path, message: expect.stringContaining('contains invisible characters') as string }],
        ])
      }
      const file = await checked(app, site, 'products', `SKU,Name\n${code},Thing`)
      expect(file).toMatchObject({ rowsFailed: 1 })
    },
  )

  test('an empty code is refused with one message', async () => {
    const body = { warehouseId: site.warehouse.id, code: '' }
    const { body: answer } = await app.call(zones.create, { ...as(site), body })
    expect(answer['details']).toEqual([{ path: 'code', message: 'Code is required' }])
  })
})
