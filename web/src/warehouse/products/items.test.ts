import type { ListedVariant } from '@stowage/contract/warehouse/product-variants'
import { expect, test } from 'vitest'
import { exactItem, nameOf } from './items.ts'

const item = (sku: string, barcodes: { code: string; unit: string | null }[]): ListedVariant => ({
  id: sku,
  productId: sku,
  productName: 'Mug',
  sku,
  name: 'blue',
  options: {},
  unit: 'each',
  qtyScale: 0,
  tracking: 'none',
  state: 'active',
  units: [],
  reorderPoint: null,
  pickPolicy: null,
  backorder: { policy: 'inherit', limit: null },
  version: 1,
  weightG: null,
  lengthMm: null,
  widthMm: null,
  heightMm: null,
  barcodes: barcodes.map((one) => ({ ...one, symbology: 'ean13', isPrimary: true })),
  createdAt: '',
  onHand: '0',
  available: '0',
  reserved: '0',
  backordered: '0',
})

const mug = item('MUG-1', [
  { code: '4006381333931', unit: null },
  { code: '14006381333938', unit: 'case' },
])
const other = item('MUG-10', [])

test.each([
  ['mug-1', 'MUG-1', 'each'],
  ['4006381333931', 'MUG-1', 'each'],
  ['14006381333938', 'MUG-1', 'case'],
  ['MUG-10', 'MUG-10', 'each'],
])('%s is %s by the %s', (code, sku, unit) => {
  const found = exactItem([other, mug], code)
  expect([found?.item.sku, found?.unit]).toEqual([sku, unit])
})

test('what only resembles a code is not the item', () => {
  expect(exactItem([other, mug], 'MUG')).toBeUndefined()
})

test('an item is called by its product and its own name', () => {
  expect([nameOf(mug), nameOf({ productName: 'Mug', name: '' })]).toEqual(['Mug, blue', 'Mug'])
})
