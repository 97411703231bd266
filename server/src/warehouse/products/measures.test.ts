import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { as, newItem } from '../../../test/fixtures.ts'
import { checked, csv, rowsOf, step } from '../../../test/imports.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { variants, products } = api.warehouse
const app = await sharedApp()
const site = await newWarehouse(app)

const size = { weightG: 350, lengthMm: 120, widthMm: 85, heightMm: 95 }
const none = { weightG: null, lengthMm: null, widthMm: null, heightMm: null }
const at = (variantId: string) => ({ ...as(site), params: { ...site.params, variantId } })
const change = (id: string, body: Record<string, unknown>) =>
  app.call(variants.update, { ...at(id), body })
const variantOf = async (id: string) => (await app.call(variants.details, at(id))).body.variant
const listed = async (sku: string) =>
  (await app.call(variants.list, { ...as(site), query: { sku } })).body.items[0]

test('a variant is made with its size and weight, which change and are taken away', async () => {
  const made = await newItem(app, site, size)
  expect(made).toMatchObject(size)
  expect(await listed(made.sku)).toMatchObject(size)
  const changed = await change(made.id, { lengthMm: 121, version: 1 })
  expect(changed.body.variant).toMatchObject({ ...size, lengthMm: 121 })
  const cleared = await change(made.id, { ...none, version: 2 })
  expect(cleared.body.variant).toMatchObject(none)
  expect(await newItem(app, site)).toMatchObject(none)
})

test.each([
  [{ lengthMm: 0 }, 'Length must be at least 1'],
  [{ widthMm: 1_000_001 }, 'Width must be at most 1,000,000 mm'],
  [{ heightMm: 1.5 }, 'Height must be a whole number of millimetres'],
  [{ heightMm: '95' }, 'Height must be a whole number of millimetres'],
  [{ weightG: -1 }, 'Weight must be at least 0'],
])('%j is refused by the name of the field, and nothing changes', async (wrong, message) => {
  const made = await newItem(app, site, size)
  const [path] = Object.keys(wrong)
  const refused = await change(made.id, { ...size, ...wrong, name: 'No', version: 1 })
  expect([refused.status, refused.body['details']]).toEqual([400, [{ path, message }]])
  expect(await variantOf(made.id)).toMatchObject({ ...size, name: made.name, version: 1 })
  const body = { name: 'Mug', variants: [{ sku: 'BAD', ...wrong }] }
  const unmade = await app.call(products.create, { ...as(site), body })
  expect(unmade.body['details']).toEqual([{ path: `variants.0.${path}`, message }])
})

test('a file gives sizes, says what is wrong in it, and reads its own export as unchanged', async () => {
  const known = await newItem(app, site, { ...size, heightMm: null })
  const file = csv(
    ['SKU', 'Name', 'Length (mm)', 'Width in mm', 'height_mm'],
    [known.sku, '', '', '90', '95'],
    ['FILE-1', 'Box', '300', '200', '100'],
    ['FILE-2', 'Box', '0', 'wide', '99999999'],
  )
  const dry = await checked(app, site, 'products', file)
  expect(dry).toMatchObject({ creates: 1, updates: 1, rowsFailed: 1 })
  const [wrong] = await rowsOf(app, site, dry.id, 'error')
  expect(wrong?.errors.map(({ column, message }) => [column, message])).toEqual([
    ['length_mm', 'Length must be at least 1'],
    ['width_mm', 'Enter a number, such as 12 or 0.5'],
    ['height_mm', 'Height must be at most 1,000,000 mm'],
  ])
  await step(app, site, 'apply', dry.id)
  // Blank cells keep what there is.
  expect(await variantOf(known.id)).toMatchObject({ ...size, widthMm: 90, heightMm: 95 })
  const made = { lengthMm: 300, widthMm: 200, heightMm: 100 }
  expect(await listed('FILE-1')).toMatchObject(made)

  const query = { format: 'csv', q: 'FILE-1' }
  const text = String((await app.call(variants.list, { ...as(site), query })).body)
  expect(text).toContain(',weight_g,length_mm,width_mm,height_mm,')
  expect(text).toContain(',,300,200,100,')
  expect(await checked(app, site, 'products', text)).toMatchObject({ unchanged: 1 })

  await step(app, site, 'undo', dry.id)
  expect(await variantOf(known.id)).toMatchObject({ ...size, heightMm: null })
})
