import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import { checked, csv, rowsOf } from '../../../test/imports.ts'
import { as, newItem, type Site } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { units, products, variants } = api.warehouse

let app: TestApp
let site: Site
let other: Site
forAllTests(async (opened) => {
  ;({ app } = opened)
  site = await newWarehouse(app)
  other = await newWarehouse(app)
})

const usedUnits = async (at: Site) => (await app.call(units.list, as(at))).body

test('units are those in use, each with how many items use it', async () => {
  const kilo = { code: 'kilo', numerator: '1000' }
  for (const item of [{}, { unit: 'gram', units: [kilo] }, { unit: 'gram' }])
    await newItem(app, site, item)
  expect(await usedUnits(site)).toEqual({
    items: [
      { code: 'each', asBase: 1, asPack: 0, capped: false },
      { code: 'gram', asBase: 2, asPack: 0, capped: false },
      { code: 'kilo', asBase: 0, asPack: 1, capped: false },
    ],
    capped: false,
  })
  expect(await usedUnits(other)).toEqual({ items: [], capped: false })
})

test('units are told of to an end, and so are the items of one', async () => {
  const large = await newWarehouse(app)
  const { productId } = await newItem(app, large)
  const more = (unit: string, count: number) =>
    arrange(
      app,
      `insert into tenant.variants (platform_id, variant_id, product_id, sku, sku_key, unit)
       select $1, gen_random_uuid(), $2, gen_random_uuid(), gen_random_uuid(), ${unit}
       from generate_series(1, $3::int) n`,
      [large.platform.id, productId, count],
    )
  await more(`'a'`, 10_001)
  await more(`'b' || n`, 210)
  const { items, capped } = await usedUnits(large)
  expect(items[0]).toEqual({ code: 'a', asBase: 10_000, asPack: 0, capped: true })
  expect(items[1]).toEqual({ code: 'b1', asBase: 1, asPack: 0, capped: false })
  expect([items.length, capped]).toEqual([200, true])
})

test('without the right to see products their units are not shown', async () => {
  const { token } = await app.newMember(site.owner, site.platform, { role: '' })
  const { status, body } = await app.call(units.list, { params: site.params, token })
  expect([status, body['details']]).toEqual([
    422,
    [{ path: 'permission', message: 'catalog.product.read' }],
  ])
})

test('a pack is not called as what its item is counted in', async () => {
  const each = { code: 'each', numerator: '12' }
  const message = 'each is already the base unit'
  const refused = (path: string, why = message) => ({
    status: 400,
    code: 'validation_failed',
    details: [{ path, message: why }],
  })
  const found = ({ status, body }: { status: number; body: object }) => {
    const { code, details } = body as Record<string, unknown>
    return { status, code, details }
  }
  const own = await newWarehouse(app)
  const twice = [{ code: 'case', numerator: '6' }, each]
  const body = { name: 'Egg', variants: [{ sku: 'EGG', units: twice }] }
  const made = await app.call(products.create, { ...as(own), body })
  expect(found(made)).toEqual(refused('variants.0.units.1.code'))
  const { id, productId } = await newItem(app, own, { sku: 'BOX', units: twice.slice(0, 1) })
  const added = await app.call(variants.create, {
    ...as(own),
    body: { productId, sku: 'EGG', units: [each] },
  })
  expect(found(added)).toEqual(refused('units.0.code'))
  const at = { token: own.token, params: { ...own.params, variantId: id } }
  const put = await app.call(variants.setUnits, { ...at, body: { units: twice } })
  expect(found(put)).toEqual(refused('units.1.code'))
  const changed = await app.call(variants.update, {
    ...at,
    body: { unit: 'case', version: 1 },
  })
  expect(found(changed)).toEqual(refused('unit', 'case is already the base unit'))
  const file = await checked(app, own, 'products', csv(['sku', 'unit'], ['BOX', 'case']))
  const [row] = await rowsOf(app, own, file.id, 'error')
  expect(row?.errors).toMatchObject([{ column: 'unit', code: 'validation_failed' }])
})
