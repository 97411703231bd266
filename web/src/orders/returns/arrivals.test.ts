import type { ReturnLine } from '@stowage/contract/orders/returns'
import type { Found } from '@stowage/contract/workspace/search'
import { expect, test } from 'vitest'
import { countScan, linesOf, nothing, type Arrivals } from './arrivals.ts'

const line = (more: Partial<ReturnLine> = {}): ReturnLine => ({
  id: 'line-1',
  lineNo: 1,
  orderLineId: null,
  variantId: 'mug',
  sku: 'MUG',
  name: 'Mug',
  unit: 'each',
  tracking: 'none',
  reasonCode: 'damaged',
  reason: 'Damaged',
  qty: '2',
  received: '0',
  items: [],
  ...more,
})
const found = (more: Partial<Found> = {}) =>
  ({ kind: 'variant', variantId: 'mug', sku: 'MUG', label: 'MUG', ...more }) as Found

/** Scans these one after the other; returns what was counted, and what was said last. */
function scanned(lines: readonly ReturnLine[], scans: readonly (readonly [Found, string])[]) {
  let arrivals: Arrivals = {}
  let notice: string | undefined
  for (const [one, qty] of scans) {
    const counted = countScan(lines, arrivals, one, qty)
    notice = counted && 'problem' in counted ? counted.problem : undefined
    if (counted && 'line' in counted) arrivals = { ...arrivals, [counted.line.id]: counted.arrival }
  }
  return { notice, sent: linesOf(lines, arrivals) }
}

test('each scan counts, up to what is expected', () => {
  const { notice, sent } = scanned(
    [line()],
    [
      [found(), '1'],
      [found(), '1'],
      [found(), '1'],
    ],
  )
  expect(notice).toBe('MUG: 1 scanned, 0 left.')
  expect(sent).toEqual([{ lineId: 'line-1', qty: '2', condition: 'new' }])
})

test('an item of two lines fills the first, then the second', () => {
  const lines = [line({ qty: '1' }), line({ id: 'line-2', qty: '1' })]
  const { sent } = scanned(lines, [
    [found(), '1'],
    [found(), '1'],
  ])
  expect(sent.map(({ lineId, qty }) => [lineId, qty])).toEqual([
    ['line-1', '1'],
    ['line-2', '1'],
  ])
})

test('a serial number is counted once, and sent', () => {
  const serial = found({ kind: 'serial', label: 'S-1' })
  const { notice, sent } = scanned(
    [line({ tracking: 'serial' })],
    [
      [serial, '1'],
      [serial, '1'],
    ],
  )
  expect(notice).toBe('S-1 was scanned before.')
  expect(sent).toEqual([{ lineId: 'line-1', qty: '1', condition: 'new', serials: ['S-1'] }])
})

test('what is not part of the return is said, and other codes are left alone', () => {
  expect(scanned([line()], [[found({ variantId: 'tea', sku: 'TEA' }), '1']]).notice).toBe(
    'TEA isn’t part of this return.',
  )
  expect(countScan([line()], {}, found({ kind: 'location', variantId: null }), '1')).toBeUndefined()
})

test('lines without a quantity are not sent', () => {
  expect(linesOf([line()], { 'line-1': { ...nothing, qty: '0' } })).toEqual([])
})
