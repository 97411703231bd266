import { expect, test } from 'vitest'
import { ApiError } from '../../app/transport.ts'
import { explain } from './refusals.ts'

const refusal = (code: string, body: Record<string, unknown> = {}) =>
  explain(new ApiError(409, { code, message: 'No.', ...body }))

const mug = { type: 'bucket', bucketId: '1', variantId: 'v1', sku: 'MUG', location: 'A-01' }
const place = { type: 'location', locationId: 'l1', code: 'A-01' }
const level = { type: 'level', warehouseId: 'w1', variantId: 'v1', sku: 'MUG' }
const short = { requested: '5', available: '3', short: '2', unavailable: '0', incoming: '0' }
const line = { type: 'line', lineNo: 1, variantId: 'v1', sku: 'MUG', ...short, statuses: {} }
const stock = { type: 'stock', variantId: 'v1', sku: 'MUG' }

test.each([
  [
    'insufficient_bucket_stock',
    { ...mug, onHand: '3.000', allocated: '0', missing: '2' },
    'MUG in A-01: 3 on hand. 2 missing.',
  ],
  [
    'insufficient_bucket_stock',
    { ...mug, onHand: '5', allocated: '4', missing: '2' },
    'MUG in A-01: 5 on hand, 4 of them reserved. 2 missing.',
  ],
  [
    'location_full',
    { ...place, limit: 'maxUnits', max: '10', now: '8', wouldBe: '12' },
    'A-01 holds up to 10 units. It has 8 and would have 12. Choose another location for the rest.',
  ],
  [
    'location_mix_forbidden',
    { ...place, limit: 'mixedLots', sku: 'MUG', lot: 'B', there: [{ sku: 'MUG', lot: 'A' }] },
    'A-01 holds only one lot per SKU. It can’t hold MUG of lot B together with MUG of lot A. Choose another location.',
  ],
  ['insufficient_stock', { ...level, ...short }, 'MUG: 5 wanted, 3 available, 2 short.'],
  [
    'insufficient_stock',
    { ...line, backorderLimit: '4', backorderLeft: '1' },
    'MUG: 5 wanted, 3 available, 2 short. Its backorder rule allows up to 4, 1 more now.',
  ],
  [
    'insufficient_stock',
    { ...line, backorderLimit: '0' },
    'MUG: 5 wanted, 3 available, 2 short. Its backorder rule doesn’t allow backorders.',
  ],
  [
    'expected_quantity_stale',
    { ...mug, lineNo: 1, expected: '12', current: '9' },
    'MUG in A-01: the quantity changed from 12 to 9. Check it, then adjust again.',
  ],
  [
    'oversell_refused',
    { ...level, available: '2.0', missing: '3', claims: [] },
    'MUG: only 2 available, 3 too few. The rest is reserved for orders.',
  ],
  [
    'reversal_blocked',
    {
      ...mug,
      status: 'available',
      missing: '4',
      onHand: '0',
      allocated: '0',
      moves: [
        { moveId: '12', kind: 'relocate', recordedAt: '2026-11-23T10:00:00.000Z', qty: '3' },
        { moveId: '13', kind: 'relocate', recordedAt: '2026-11-23T10:00:00.000Z', qty: '1' },
      ],
    },
    'MUG in A-01: 4 too few to reverse this. Moved by: movement 12 (3 moved), movement 13 (1 moved).',
  ],
  [
    'reversal_blocked',
    { type: 'already_reversed', moveId: '9' },
    'Already reversed by movement 9.',
  ],
  [
    'reversal_blocked',
    { ...level, reserved: '3', missing: '2', claims: [] },
    'MUG: 2 are now reserved for orders.',
  ],
  [
    'reversal_blocked',
    { ...place, status: 'archived', direction: 'in' },
    'A-01 is archived, so stock can’t return to it.',
  ],
  [
    'reversal_blocked',
    { type: 'variant', variantId: 'v1', sku: 'MUG', state: 'archived' },
    'MUG is archived. Restore it first.',
  ],
  [
    'barcode_ambiguous',
    { type: 'location', id: '1', label: 'A-01', name: '', warehouseId: null, warehouse: null },
    'This code also matches the location A-01.',
  ],
  [
    'location_blocked',
    { ...place, status: 'blocked_in', receivable: true },
    'A-01 is blocked for incoming stock. Choose another location, or unblock it in Locations.',
  ],
  [
    'invalid_transition',
    { type: 'adjustment', from: 'pending_approval', to: 'posted', allowed: ['draft'] },
    'It is now pending approval. Reload the page to see the change.',
  ],
  ['in_use', { ...stock, onHand: '3', claims: '0' }, 'MUG is still in stock.'],
  ['in_use', { ...stock, onHand: '0', claims: '2' }, 'MUG is still reserved for orders.'],
  [
    'in_use',
    { ...stock, onHand: '3', claims: '2' },
    'MUG is still in stock and reserved for orders.',
  ],
  ['in_use', stock, 'MUG is still in stock or reserved for orders.'],
  ['in_use', { ...stock, locationId: 'l1', location: 'A-01' }, 'MUG is still in stock in A-01.'],
  [
    'in_use',
    { type: 'receipt', id: 'r1', number: 'RC-000001' },
    'The receipt RC-000001 is still open.',
  ],
  ['in_use', { type: 'adjustment' }, 'An adjustment in another warehouse is still open.'],
  [
    'in_use',
    { type: 'barcode', code: '4006381333931', unit: 'case' },
    'Barcode 4006381333931 identifies the pack case.',
  ],
  [
    'in_use',
    { type: 'warehouse', id: 'w1', code: 'MAIN', locationId: 'l1', use: 'receive' },
    'In MAIN it is the default receiving location.',
  ],
  ['in_use', { type: 'location', id: 'l1', code: 'A-01' }, 'Location A-01 is still in use.'],
  ['in_use', { type: 'changed', sku: 'MUG' }, 'MUG was changed afterwards.'],
])('%s says what is in the way', (code, blocker, sentence) => {
  expect(refusal(code, { blockers: [blocker] })).toEqual([sentence])
})

test('what a field was refused for is said as well, the message never twice', () => {
  const details = [
    { path: 'lines.0.qty', message: '1.5 of MUG does not come out even' },
    { path: 'lines.0.qty', message: 'No.' },
  ]
  expect(refusal('uom_not_exact', { nearest: ['1', '2'], details })).toEqual([
    'Nearest: 1 or 2.',
    '1.5 of MUG does not come out even',
  ])
})

test('an answer without what it should carry says less and never fails', () => {
  expect(refusal('reversal_blocked')).toEqual([])
  expect(refusal('insufficient_bucket_stock', { blockers: 'none' })).toEqual([])
  expect(refusal('insufficient_bucket_stock', { blockers: [{}, 3] })).toEqual([])
  expect(explain(new Error('broken'))).toEqual([])
  expect(refusal('internal_error')).toEqual([])
})

test('of many uses five are named', () => {
  const blockers = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => ({ ...stock, sku: `MUG-${n}` }))
  const notice = refusal('in_use', { blockers })
  expect(notice).toHaveLength(6)
  expect(notice.at(-1)).toBe('And 3 more.')
})
