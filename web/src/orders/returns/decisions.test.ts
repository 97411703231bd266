import { expect, test } from 'vitest'
import { decideScan, type Decision } from './decisions.ts'

const decision = (sku: string, serial: string | null = null) =>
  ({
    line: { sku, variantId: sku.toLowerCase() },
    item: { serial },
    disposition: 'scrap',
    place: undefined,
  }) as Decision
const decisions = [decision('MUG'), decision('SAW', 'S-1'), decision('SAW', 'S-2')]
const found = (part: object) =>
  ({ kind: 'variant', id: null, label: 'X', variantId: null, ...part }) as never

test.each([
  [
    'a location restocks the current item',
    { kind: 'location', id: 'a2', label: 'A-02' },
    {
      index: 1,
      decision: { disposition: 'restock', place: { id: 'a2', code: 'A-02' } },
      text: 'SAW: restock in A-02',
    },
  ],
  ['an item is the current one', { variantId: 'mug' }, { index: 0, decision: decisions[0] }],
  [
    'a serial number is its own item',
    { kind: 'serial', variantId: 'saw', label: 'S-2' },
    { index: 2 },
  ],
  [
    'an item that is not open is refused',
    { variantId: 'tea', label: 'TEA' },
    { refused: 'Nothing of TEA is left to decide.' },
  ],
])('%s', (_, part, expected) => {
  expect(decideScan(decisions, 1, found(part))).toMatchObject(expected)
})

test('a document is none of these', () => {
  expect(decideScan(decisions, 0, found({ kind: 'order', id: 'o1' }))).toBeUndefined()
})
