import type { PackableItem } from '@stowage/contract/orders/packing'
import { describe, expect, test } from 'vitest'
import { calledBy, packed, sumLeft } from './pack-items.ts'

const item = (part: Partial<PackableItem>): PackableItem => ({
  lineNo: 1,
  variantId: 'mug',
  sku: 'MUG',
  name: 'Blue mug',
  unit: 'each',
  lot: null,
  serial: null,
  picked: '3',
  packed: '0',
  codes: [
    { code: '4006', qty: '1' },
    { code: '14006', qty: '12' },
  ],
  ...part,
})
const scan = (kind: 'pack' | 'unpack', code: string, qty: string) => ({ kind, body: { code, qty } })

describe('a code', () => {
  const items = [item({}), item({ lineNo: 2, variantId: 'saw', sku: 'SAW', serial: 'S-1' })]
  test.each([
    ['mug', 'MUG', '1'],
    ['4006', 'MUG', '1'],
    ['14006', 'MUG', '12'],
    ['s-1', 'SAW', '1'],
  ])('%s stands for %s, %s at once', (code, sku, qty) => {
    expect(calledBy(items, code)).toMatchObject({ item: { sku }, qty })
  })
  test('of nothing here is left to the server', () => {
    expect(calledBy(items, 'TEA')).toBeUndefined()
  })
})

describe('scans that wait', () => {
  test('fill the lots of their item in order, and are taken out again', () => {
    const lots = [item({ lot: 'A', picked: '2' }), item({ lot: 'B', picked: '2' })]
    const after = packed(lots, [scan('pack', '4006', '1'), scan('pack', 'mug', '2')])
    expect(after.map((one) => one.packed)).toEqual(['2', '1'])
    expect(sumLeft(after)).toBe('1')
    expect(packed(after, [scan('unpack', 'MUG', '2')]).map((one) => one.packed)).toEqual(['0', '1'])
  })
  test('never pack more than was picked, nor anything else', () => {
    const items = [item({}), item({ variantId: 'tea', sku: 'TEA', codes: [] })]
    expect(packed(items, [scan('pack', '14006', '12')]).map((one) => one.packed)).toEqual([
      '3',
      '0',
    ])
  })
})
