import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { sharedApp } from '../../test/app.ts'
import { newWarehouse } from '../../test/warehouse.ts'

const { products, variants } = api.warehouse
const app = await sharedApp()

test('refuses the same key for another subject of the same route', async () => {
  const { token, params } = await newWarehouse(app)
  const { body } = await app.call(products.create, {
    token,
    params,
    body: { name: 'Mug', variants: [{ sku: 'MUG-BLUE' }, { sku: 'MUG-RED' }] },
  })
  const [blue = '', red = ''] = body.product.variants.map(({ id }) => id)
  const headers = { 'idempotency-key': randomUUID() }
  const add = (variantId: string) =>
    app.call(variants.addBarcode, {
      token,
      headers,
      params: { ...params, variantId },
      body: { code: '4006381333931', unit: null, isPrimary: false },
    })
  const first = await add(blue)
  const again = await add(blue)
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
  const other = await add(red)
  expect([other.status, other.body['code']]).toEqual([409, 'idempotency_conflict'])
})
