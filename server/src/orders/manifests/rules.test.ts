import { expect, test } from 'vitest'
import { packageIn, problemOf, type Shipped } from './rules.ts'

const manifest = { warehouseId: 'north', carrier: 'DHL' }
const shipped: Shipped = { ...manifest, state: 'shipped', handedOverWith: null }

test.each<[Partial<Shipped>, ReturnType<typeof problemOf>]>([
  [{}, undefined],
  [{ carrier: 'UPS' }, 'other_carrier'],
  [{ carrier: 'UPS', warehouseId: 'south' }, 'other_warehouse'],
  [{ state: 'delivered' }, 'other_state'],
  [{ state: 'voided' }, 'voided'],
  [{ state: 'voided', handedOverWith: 'MF-1' }, 'handed_over'],
])('a shipment %j has the problem %s', (more, problem) => {
  expect(problemOf({ ...shipped, ...more }, manifest)).toBe(problem)
})

test.each([
  ['ful-7-p2', { fulfillment: 'FUL-7', packageNo: 2 }],
  ['FUL-7-P1234567', undefined],
  ['FUL-7', undefined],
])('the code %s names the package %j', (code, found) => {
  expect(packageIn(code)).toEqual(found)
})
