import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { checked, csv, rowsOf, step } from '../../../test/imports.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { variants, products } = api.warehouse
const app = await sharedApp()
const site = await newWarehouse(app)

const at = () => ({ params: site.params, token: site.token })
const listed = async (q: string) =>
  (await app.call(variants.list, { ...at(), query: { limit: '200', q } })).body.items
async function productOf(sku: string) {
  const variant = (await listed(sku)).find((one) => one.sku === sku)
  const { body } = await app.call(products.details, {
    params: { ...site.params, productId: variant?.productId ?? '' },
    token: site.token,
  })
  return body.product
}
const head = ['Handle', 'SKU', 'Title', 'Vendor', 'Option1 Name', 'Option1 Value', 'value 2']
const read = async (...rows: string[][]) => {
  const dry = await checked(app, site, 'products', csv(head, ...rows))
  return { dry, errors: (await rowsOf(app, site, dry.id, 'error')).map(({ errors }) => errors) }
}
const applied = async (...rows: string[][]) => {
  const { dry } = await read(...rows)
  return step(app, site, 'apply', dry.id)
}

test('rows with one key make one product with its variants and options', async () => {
  const done = await applied(
    ['tee', 'TEE-S', 'Tee shirt', 'Acme', 'Size', 'S', ''],
    // What is said once holds for the rows below, and the key is the same in any case.
    ['TEE', 'TEE-M', '', '', '', 'M', ''],
    ['tee', 'TEE-L', 'Tee shirt', '', 'Size', 'L', ''],
    ['', 'LONE', 'On its own', '', '', '', ''],
  )
  expect(done).toMatchObject({ state: 'done', rowsApplied: 4, creates: 4 })
  const product = await productOf('TEE-M')
  expect(product).toMatchObject({ name: 'Tee shirt', brand: 'Acme' })
  expect(product.variants.map(({ sku, name, options }) => [sku, name, options])).toEqual([
    ['TEE-L', 'L', { Size: 'L' }],
    ['TEE-M', 'M', { Size: 'M' }],
    ['TEE-S', 'S', { Size: 'S' }],
  ])
  expect((await productOf('LONE')).variants).toHaveLength(1)
  // Every word is found at once, and each variant by its own.
  expect((await listed('acme tee')).length).toBe(3)
})

test('a key finds the product of the items that are there; undo takes only what is new', async () => {
  await applied(['cap', 'CAP-1', 'Cap', '', 'Colour', 'red', ''])
  const more = await applied(
    ['cap', 'CAP-2', 'Cap of wool', '', 'Colour', 'blue', ''],
    ['cap', 'CAP-1', '', '', '', 'dark red', ''],
  )
  expect(more).toMatchObject({ state: 'done', creates: 1 })
  expect(await productOf('CAP-1')).toMatchObject({ name: 'Cap of wool', state: 'active' })
  expect((await productOf('CAP-1')).variants).toHaveLength(2)
  expect(await step(app, site, 'undo', more.id)).toMatchObject({ state: 'undone' })
  const product = await productOf('CAP-1')
  expect(product).toMatchObject({ name: 'Cap', state: 'active' })
  expect(product.variants.map(({ sku, state, options }) => [sku, state, options])).toEqual([
    ['CAP-1', 'active', { Colour: 'red' }],
    ['CAP-2', 'archived', { Colour: 'blue' }],
  ])
})

test('says row by row what does not fit together', async () => {
  await applied(
    ['', 'OTHER-1', 'Other', '', '', '', ''],
    ['', 'OTHER-2', 'Another', '', '', '', ''],
  )
  const { dry, errors } = await read(
    ['mug', 'MUG-1', 'Mug', '', 'Colour', 'blue', ''],
    ['mug', 'MUG-2', 'Jug', '', 'Colour', 'red', ''],
    ['mug', 'MUG-3', '', '', '', 'green', 'large'],
    ['two', 'OTHER-1', '', '', '', '', ''],
    ['two', 'OTHER-2', '', '', '', '', ''],
    ['mug', 'MUG-4', '', '', '', 'white', ''],
    ['none', 'NONE-1', '', '', '', 'grey', ''],
  )
  expect(errors.map((some) => some.map(({ column, message }) => [column, message]))).toEqual([
    [['name', 'Another row of this product says: Mug']],
    [['value2', 'Enter the option for this value']],
    expect.arrayContaining([['handle', 'OTHER-2 belongs to another product']]),
    [['handle', 'Rows of one product must stand together: the first is row 2']],
    expect.arrayContaining([['value1', 'Enter the option for this value']]),
  ])
  expect(dry).toMatchObject({ rowsValid: 2, rowsFailed: 5 })
})

test('a product whose rows are written in several parts is one', async () => {
  const rows = Array.from({ length: 520 }, (_, i) => [
    i < 490 ? `solo-${i}` : 'belt',
    i < 490 ? `SOLO-${i}` : `BELT-${i}`,
    i < 490 || i === 490 ? 'Belt' : '',
    '',
    i < 490 || i === 490 ? 'Length' : '',
    `${i}`,
    '',
  ])
  const done = await applied(...rows)
  expect(done).toMatchObject({ state: 'done', rowsApplied: 520 })
  const product = await productOf('BELT-519')
  expect(product.variants).toHaveLength(30)
  expect(product.variants.every(({ options }) => 'Length' in options)).toBe(true)
  const undone = await step(app, site, 'undo', done.id)
  expect(undone.state).toBe('undone')
  expect((await listed('BELT')).filter(({ state }) => state === 'active')).toEqual([])
})
