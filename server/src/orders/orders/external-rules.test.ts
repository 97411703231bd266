import { expect, test } from 'vitest'
import { compareLines, type SentLine } from './external-rules.ts'
import type { LineRow } from './queries.ts'

const line = (id: string, more: Partial<LineRow> = {}): LineRow => ({
  id,
  lineNo: 1,
  variantId: 'mug',
  sku: 'MUG',
  name: 'Mug',
  baseUnit: 'pcs',
  qtyScale: 0,
  unit: 'pcs',
  unitNumerator: '1',
  unitDenominator: '1',
  qty: '3',
  cancelled: '0',
  outOfStock: '0',
  unitPrice: '1000000',
  discount: '0',
  tax: '0',
  total: '3000000',
  note: '',
  externalLineId: null,
  metadata: {},
  isAdded: false,
  components: [],
  claims: [],
  returnedByVariant: {},
  ...more,
})
const sent = (more: Partial<LineRow> = {}, given: SentLine['given'] = {}): SentLine => {
  const row = line('new', more)
  return { line: row, given: { qty: row.qty, ...given } }
}
const ids = (lines: readonly { before: LineRow }[]) => lines.map(({ before }) => before.id)

test('lines sent as they are change nothing, in any order', () => {
  const had = [line('a'), line('b', { variantId: 'cup' })]
  const { kept, isChanged } = compareLines(had, [sent({ variantId: 'cup' }), sent()])
  expect(isChanged).toBe(false)
  expect(ids(kept)).toEqual(['b', 'a'])
})

test('a line that is not sent is removed, one that was added here stays', () => {
  const { kept, removed, added, isChanged } = compareLines(
    [line('a'), line('b', { isAdded: true })],
    [sent({ variantId: 'cup' })],
  )
  expect(isChanged).toBe(true)
  expect(removed.map(({ id }) => id)).toEqual(['a'])
  expect(ids(kept)).toEqual(['b'])
  expect(added).toHaveLength(1)
})

test('another quantity says how much more or less is open', () => {
  expect(compareLines([line('a')], [sent({ qty: '5' })]).kept[0]?.more).toBe(2n)
  const [less] = compareLines([line('a', { cancelled: '2' })], [sent({ qty: '1' })]).kept
  expect([less?.after.cancelled, less?.more]).toEqual(['1', -1n])
})

test('of several lines of an item, the one with the shop’s id is the same, then the most alike', () => {
  const had = [line('a', { qty: '9' }), line('b', { externalLineId: '7' }), line('c', { qty: '4' })]
  const { kept } = compareLines(had, [sent({ externalLineId: '7', qty: '9' }), sent({ qty: '4' })])
  expect(ids(kept)).toEqual(['b', 'c'])
  const other = compareLines([line('b', { externalLineId: '7' })], [sent({ externalLineId: '8' })])
  expect([other.added.length, other.removed.length]).toEqual([1, 1])
})

test('a line of another unit is another line', () => {
  const { added, removed } = compareLines([line('a')], [sent({ unit: 'box' })])
  expect([added.length, removed.length]).toEqual([1, 1])
})
