import { expect, test } from 'vitest'
import { isItemOf, isLocationOf } from './codes.ts'

const task = {
  location: 'A-01',
  locationBarcode: 'LOC0017',
  variantId: 'mug',
  sku: 'MUG',
  barcodes: ['4006381333931'],
  lot: null,
  serial: null,
}

test.each([
  ['A-01', true],
  ['a-01', true],
  ['LOC0017', true],
  ['loc0017', false],
  ['A-011', false],
  ['MUG', false],
])('%s is the location: %s', (code, is) => expect(isLocationOf(task, code)).toBe(is))

test.each([
  ['mug', null, true],
  ['4006381333931', null, true],
  ['04006381333931', null, false],
  ['S-1', null, false],
  ['s-1', 'S-1', true],
  ['S-2', 'S-1', false],
])('%s is the item, of serial %s: %s', (code, serial, is) =>
  expect(isItemOf({ ...task, serial }, code)).toBe(is),
)
