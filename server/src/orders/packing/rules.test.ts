import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leftOf, packingState, scannedOf, spread, sumOf, unitsOf, type Packable } from './rules.ts'

const item = (more: Partial<Packable> = {}): Packable => ({
  lineNo: 1,
  variantId: 'mug',
  sku: 'MUG',
  name: 'Mug',
  unit: 'pcs',
  qtyScale: 0,
  lotId: null,
  lot: null,
  serialId: null,
  serial: null,
  barcodes: [{ code: '4006381333931', gtin14: '04006381333931', numerator: '6', denominator: '1' }],
  picked: '5',
  packed: '0',
  here: '0',
  ...more,
})

test('a scan is of an item, and of a lot where one is named', () => {
  const lots = [item({ lotId: '1', lot: 'A1' }), item({ lotId: '2', lot: 'B2' })]
  expect(scannedOf(lots, { code: 'mug' }, 2026)).toHaveLength(2)
  expect(scannedOf(lots, { code: 'mug', lot: 'b2' }, 2026).map(({ lot }) => lot)).toEqual(['B2'])
  expect(scannedOf([item()], { code: 'mug', lot: 'b2' }, 2026)).toEqual([])
  expect(scannedOf(lots, { code: 'cup' }, 2026)).toEqual([])
})

test('a scan counts what its barcode stands for, times the count of its label', () => {
  expect(unitsOf('MUG', item(), 2026)).toEqual({ numerator: 1n, denominator: 1n })
  expect(unitsOf('4006381333931', item(), 2026)).toEqual({ numerator: 6n, denominator: 1n })
  expect(unitsOf('(01)04006381333931(30)3', item(), 2026)).toEqual({
    numerator: 18n,
    denominator: 1n,
  })
})

test('a quantity is spread in order, and never more than there is room for', () => {
  const rows = fc.array(fc.record({ picked: fc.nat(9), packed: fc.nat(9) }), { maxLength: 6 })
  fc.assert(
    fc.property(rows, fc.nat(40), (numbers, wanted) => {
      const items = numbers.map(({ picked, packed }) =>
        item({ picked: String(picked), packed: String(Math.min(picked, packed)) }),
      )
      const parts = spread(items, BigInt(wanted), leftOf)
      const sum = parts.reduce((all, { quanta }) => all + quanta, 0n)
      const room = sumOf(items, leftOf)
      expect(sum).toBe(room < BigInt(wanted) ? room : BigInt(wanted))
      // Each but the last is full.
      for (const part of parts.slice(0, -1)) expect(part.quanta).toBe(leftOf(part.item))
    }),
  )
})

test.each<[('open' | 'closed')[], string, ReturnType<typeof packingState>]>([
  [[], '0', 'picked'],
  [['open'], '5', 'packing'],
  [['closed'], '4', 'packing'],
  [['closed', 'closed'], '5', 'packed'],
])('packages %j with %s of 5 packed are %s', (states, packed, state) => {
  const packages = states.map((one) => ({ state: one }))
  expect(packingState(packages, [item({ packed })])).toBe(state)
})
