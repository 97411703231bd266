import type { Found } from '@stowage/contract/workspace/search'
import { expect, test } from 'vitest'
import { isFoundItemOf, isItemOf, isLocationOf } from './codes.ts'

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

const gs1 = { gtin: null, expiresOn: null, serial: null, count: null, weight: null, sscc: null }
const found = (more: Partial<Found>): Found => ({
  kind: 'variant',
  id: 'mug',
  label: 'MUG',
  name: '',
  variantId: 'mug',
  sku: 'MUG',
  warehouseId: null,
  warehouse: null,
  actions: [],
  ...more,
})

test.each<[string, Partial<Found>, boolean]>([
  ['the item', {}, true],
  ['another item', { variantId: 'cup' }, false],
  ['nothing', { kind: 'unknown', variantId: null }, false],
  ['its lot', { kind: 'lot', label: 'l-1' }, true],
  ['another lot of it', { kind: 'lot', label: 'L-2' }, false],
  ['a code with its lot', { gs1: { ...gs1, lot: 'L-1' } }, true],
  ['a code with another lot', { gs1: { ...gs1, lot: 'L-2' } }, false],
  ['a code without a lot', { gs1: { ...gs1, lot: null } }, true],
])('%s that the server found counts: %#', (_, more, is) =>
  expect(isFoundItemOf({ ...task, lot: 'L-1' }, found(more))).toBe(is),
)
