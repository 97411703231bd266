import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { as, newItem } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { products, variants, categories } = api.warehouse
const app = await sharedApp()
const site = await newWarehouse(app)
const owner = await newItem(app, site, { sku: 'OWNER-1', barcodes: [{ code: '4006381333931' }] })
const other = await newItem(app, site)

const newSku = () => `NEW-${randomUUID().slice(0, 8)}`
const refusal = ({ status, body }: { status: number; body: object }) => {
  const { code, blockers } = body as Record<string, unknown>
  return [status, code, blockers]
}
const create = (variant: Record<string, unknown>) =>
  app.call(products.create, { ...as(site), body: { name: 'Mug', variants: [variant] } })
const ofOther = (variant: { id: string; productId: string }) => ({
  ...as(site),
  params: { ...site.params, variantId: variant.id, productId: variant.productId },
})

test('who has a SKU or a barcode already is named, whichever way another wants it', async () => {
  const sku = { type: 'variant', id: owner.id, sku: 'OWNER-1' }
  const barcode = { type: 'barcode', id: owner.id, sku: 'OWNER-1', barcode: '4006381333931' }
  const padded = [{ code: '04006381333931' }]
  expect(refusal(await create({ sku: 'owner-1' }))).toEqual([409, 'duplicate_key', [sku]])
  const twin = { sku: newSku(), barcodes: padded }
  expect(refusal(await create(twin))).toEqual([409, 'duplicate_key', [barcode]])
  const added = await app.call(products.addVariant, {
    ...ofOther(other),
    body: { sku: 'OWNER-1' },
  })
  expect(refusal(added)).toEqual([409, 'duplicate_key', [sku]])
  const body = { version: other.version, sku: 'Owner-1' }
  const changed = await app.call(variants.update, { ...ofOther(other), body })
  expect(refusal(changed)).toEqual([409, 'duplicate_key', [sku]])
  const given = await app.call(variants.addBarcode, {
    ...ofOther(other),
    body: { code: '4006381333931' },
  })
  expect(refusal(given)).toEqual([409, 'duplicate_key', [barcode]])
  const batch = await app.call(variants.createBatch, {
    ...as(site),
    body: { mode: 'valid_items', items: [{ productId: other.productId, sku: 'OWNER-1' }] },
  })
  expect(batch.body.results).toMatchObject([{ code: 'duplicate_key', blockers: [sku] }])
})

test('one request that wants a SKU twice is told so, without an owner', async () => {
  const sku = newSku()
  const twice = await app.call(products.create, {
    ...as(site),
    body: { name: 'Mug', variants: [{ sku }, { sku }] },
  })
  expect(refusal(twice)).toEqual([409, 'duplicate_key', [{ type: 'variant' }]])
})

test('a category of a name that is there names that one', async () => {
  const make = () =>
    app.call(categories.create, { ...as(site), body: { name: 'Kitchen', parentId: null } })
  const { category } = (await make()).body
  const blockers = [{ type: 'category', id: category.id }]
  expect(refusal(await make())).toEqual([409, 'duplicate_key', blockers])
})

test('pieces with serial numbers have no decimals, and each unit is named once', async () => {
  const serial = await create({ sku: newSku(), tracking: 'serial', qtyScale: 2 })
  expect([serial.status, serial.body['details']]).toMatchObject([
    400,
    [{ path: 'variants.0.qtyScale' }],
  ])
  const changed = await app.call(variants.update, {
    ...ofOther(other),
    body: { version: other.version, tracking: 'serial', qtyScale: 1 },
  })
  expect([changed.status, changed.body['details']]).toMatchObject([400, [{ path: 'qtyScale' }]])
  const units = ['case', 'box', 'case'].map((code) => ({ code, numerator: '6' }))
  const twice = await create({ sku: newSku(), units })
  expect([twice.status, twice.body['details']]).toMatchObject([
    400,
    [{ path: 'variants.0.units.2.code' }],
  ])
  const set = await app.call(variants.setUnits, { ...ofOther(other), body: { units } })
  expect([set.status, set.body['details']]).toMatchObject([400, [{ path: 'units.2.code' }]])
})
