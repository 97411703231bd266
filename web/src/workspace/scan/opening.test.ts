import { expect, test } from 'vitest'
import { workspacePaths } from '../paths.ts'
import { nameOf, pageOf } from './opening.ts'

const to = workspacePaths('acme', 'all')
const thing = { id: 'i1', label: 'A/1', sku: 'MUG 1' }

test.each([
  ['variant', to.product('A/1')],
  ['location', to.stock({ location: 'i1' })],
  ['lot', to.lot('i1')],
  ['serial', to.product('MUG 1')],
  ['container', undefined],
  ['receipt', to.receipt('i1')],
  ['adjustment', to.adjustment('i1')],
  ['order', to.order('i1')],
  ['return', to.return('i1')],
  ['fulfillment', to.fulfillment('i1')],
  ['package', to.pack('i1')],
  ['tote', to.fulfillment('i1')],
  ['shipment', to.shipping({ q: 'A/1' })],
  ['pick_batch', to.batch('i1')],
  ['customer', to.customer('i1')],
  ['member', to.team],
  ['command', undefined],
] as const)('a %s is shown at %s', (kind, page) => {
  expect(pageOf({ kind, ...thing }, to)).toBe(page)
})

test('what has no id or lacks what its page needs is shown nowhere', () => {
  expect(pageOf({ kind: 'order', ...thing, id: null }, to)).toBeUndefined()
  expect(pageOf({ kind: 'serial', ...thing, sku: null }, to)).toBeUndefined()
})

test('a thing is named by its kind, also one of a later release', () => {
  expect(nameOf({ kind: 'pick_batch', label: 'B-1', name: '' })).toBe('batch B-1')
  const later = { kind: 'pallet' as 'order', ...thing }
  expect([nameOf({ ...later, name: '' }), pageOf(later, to)]).toEqual(['pallet A/1', undefined])
})
