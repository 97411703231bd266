import type { Found } from '@stowage/contract/workspace/search'
import { expect, test } from 'vitest'
import { isFoundItemOf } from './found-item.ts'

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
  expect(isFoundItemOf({ variantId: 'mug', lot: 'L-1', serial: null }, found(more))).toBe(is),
)
