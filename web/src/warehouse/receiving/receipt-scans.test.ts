import { describe, expect, test } from 'vitest'
import type { ReceiptLine } from './receipt-lines.ts'
import { awaitingOf, decideReceiptScan } from './receipt-scans.ts'

const line = (part: Partial<ReceiptLine>) =>
  ({
    key: 'mug',
    variantId: 'mug',
    tracking: 'none',
    unit: { code: 'each', numerator: '1', denominator: '1' },
    qty: '1',
    lot: '',
    serials: '',
    unitCost: '',
    ...part,
  }) as ReceiptLine
const mug = line({})
const tea = line({ key: 'tea', variantId: 'tea', tracking: 'lot' })
const saw = line({ key: 'saw', variantId: 'saw', tracking: 'serial' })

describe('the line whose number is asked for', () => {
  test.each([
    ['is the one that grew last', [tea, saw], saw, 'saw'],
    ['else the first that lacks one', [mug, tea, saw], mug, 'tea'],
    ['is none where all have theirs', [mug, { ...tea, lot: 'L-1' }], mug, undefined],
  ])('%s', (_, lines, latest, key) => {
    expect(awaitingOf(lines, latest)?.key).toBe(key)
  })
})

describe('a scan of a delivery', () => {
  const scan = (part: object) =>
    ({
      code: '4711',
      found: { kind: 'unknown', id: null, label: 'L-1', variantId: null, gs1: null, ...part },
    }) as never
  test.each([
    [
      'of a location',
      { kind: 'location', id: 'a1', label: 'A-01' },
      tea,
      { kind: 'location', location: { id: 'a1', code: 'A-01' } },
    ],
    ['that is new is the number', {}, tea, { kind: 'number', line: tea, number: '4711' }],
    [
      'of a lot of the item too',
      { kind: 'lot', variantId: 'tea' },
      tea,
      { kind: 'number', line: tea, number: 'L-1' },
    ],
    [
      'of a lot of another item is that item',
      { kind: 'lot', variantId: 'mug' },
      tea,
      { kind: 'item' },
    ],
    [
      'of a GS1 code is an item',
      { kind: 'lot', variantId: 'tea', gs1: { lot: 'L-1' } },
      tea,
      { kind: 'item' },
    ],
    ['of an item', { kind: 'variant', variantId: 'mug' }, undefined, { kind: 'item' }],
    ['that is unknown', {}, undefined, undefined],
    ['of a document', { kind: 'order', id: 'o1' }, tea, undefined],
  ])('%s', (_, found, awaiting, expected) => {
    expect(decideReceiptScan(scan(found), awaiting)).toEqual(expected)
  })
})
