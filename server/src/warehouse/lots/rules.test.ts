import { expect, test } from 'vitest'
import { allowedStates, refusalOfLot, checkTracking } from './rules.ts'

test.each([
  ['none', {}, 3n, undefined],
  ['none', { lotCode: 'L1' }, 3n, 'lot_not_allowed'],
  ['none', { serials: ['S1'] }, 1n, 'validation_failed'],
  ['lot', { lotCode: 'L1' }, 3n, undefined],
  ['lot', {}, 3n, 'lot_required'],
  ['lot', { lotCode: 'L1', serials: ['S1'] }, 1n, 'validation_failed'],
  ['serial', { serials: ['S1', 'S2'] }, 2n, undefined],
  ['serial', { serials: ['S1', 'S2'], lotCode: 'L1' }, 2n, undefined],
  ['serial', { serials: ['S1'] }, 2n, 'serial_required'],
  ['serial', {}, 1n, 'serial_required'],
] as const)('an item kept by %s with %j for %s', (tracking, marks, quanta, code) => {
  expect(checkTracking({ tracking, sku: 'MUG' }, marks, quanta)?.code).toBe(code)
})

test.each([
  ['active', null, undefined],
  ['active', '2026-03-01', undefined],
  ['active', '2026-02-28', 'lot_expired'],
  ['hold', null, 'lot_on_hold'],
  ['recalled', '2026-02-28', 'lot_on_hold'],
] as const)('a lot in state %s that expires on %s', (state, expiresOn, code) => {
  const lot = { code: 'L1', expiresOn, state }
  expect(refusalOfLot({ sku: 'TEA', lot }, '2026-03-01')?.code).toBe(code)
})

test('a recalled lot goes on hold before it is released', () => {
  expect(allowedStates('recalled')).toEqual(['hold'])
  expect(allowedStates('hold')).toContain('active')
})
