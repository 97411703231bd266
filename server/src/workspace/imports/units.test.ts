import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { as } from '../../../test/fixtures.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { checked, csv, rowsOf, step, upload } from '../../../test/imports.ts'

const { app, site } = await setupSite()

const itemOf = async (q: string) => {
  const { body } = await app.call(api.warehouse.products.list, { ...as(site), query: { q } })
  const { productId } = { productId: body.items[0]?.id ?? '' }
  const { body: found } = await app.call(api.warehouse.products.details, {
    ...as(site),
    params: { ...site.params, productId },
  })
  return found.product.variants[0]
}

test('weights of Odoo in kilograms become grams', async () => {
  const file = csv(
    ['Name', 'Internal Reference', 'Product Category', 'Weight'],
    ['Anvil', 'ODOO-1', 'Tools', '12.35'],
  )
  const job = await checked(app, site, 'products', file)
  expect(job.options).toEqual({ decimalMark: '.', weightUnit: 'kg', lengthUnit: null })
  await step(app, site, 'apply', job.id)
  expect(await itemOf('ODOO-1')).toMatchObject({ weightG: 12_350 })
})

test('a file with decimal commas, pounds and inches is read as its options say', async () => {
  const head = 'SKU;Name;Price;Mass;Size'
  const file = `${head}\nCOMMA-1;Vice;1.234,50;2;10\nCOMMA-2;Clamp;1.000;1.000;1,5\n`
  const { body } = await upload(app, site, 'products', file)
  const { id, columns, mapping, options } = body.import
  expect(options).toEqual({ decimalMark: ',', weightUnit: null, lengthUnit: null })
  const at = (name: string) => columns.indexOf(name)
  const chosen = { ...mapping, weight_g: at('Mass'), length_mm: at('Size') }
  const asked = app.call(api.workspace.imports.validate, {
    params: { ...site.params, importId: id },
    token: site.token,
    body: { mapping: chosen },
  })
  expect(await asked).toMatchObject({
    status: 400,
    body: { details: [{ path: 'options', message: 'Choose the unit of the weights.' }] },
  })
  const units = { decimalMark: ',', weightUnit: 'lb', lengthUnit: 'in' }
  const dry = await step(app, site, 'validate', id, { mapping: chosen, options: units })
  expect(dry).toMatchObject({ rowsValid: 2, options: units })
  await step(app, site, 'apply', id)
  expect(await itemOf('COMMA-1')).toMatchObject({ weightG: 907, lengthMm: 254 })
  expect(await itemOf('COMMA-2')).toMatchObject({ weightG: 453_592, lengthMm: 38 })
  const { body: found } = await app.call(api.warehouse.variants.list, {
    ...as(site),
    query: { q: 'COMMA' },
  })
  expect(found.items.map(({ sellPrice }) => Number(sellPrice))).toEqual([1234.5, 1000])
})

test('what is no whole gram is refused with the nearest', async () => {
  const job = await checked(
    app,
    site,
    'products',
    csv(['sku', 'name', 'weight (kg)'], ['GRAM-1', 'Nail', '0.0015']),
  )
  expect(job).toMatchObject({ rowsFailed: 1 })
  const [row] = await rowsOf(app, site, job.id)
  expect(row?.errors).toMatchObject([
    {
      column: 'weight_g',
      code: 'uom_not_exact',
      message: 'Nearest: 0.001 or 0.002 kg',
    },
  ])
})
