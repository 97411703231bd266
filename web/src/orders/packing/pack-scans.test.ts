import type { PackableItem } from '@stowage/contract/orders/packing'
import { describe, expect, test } from 'vitest'
import { decideScan, wrongText } from './pack-scans.ts'

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

describe('a scan', () => {
  const mugs = item({ packed: '1' })
  const saws = ['S-1', 'S-2'].map((serial, i) =>
    item({ lineNo: 2 + i, variantId: 'saw', sku: 'SAW', serial, picked: '1', codes: [] }),
  )
  const desk = {
    items: [mugs, ...saws],
    whyNot: undefined,
    isOnline: true,
    isOpen: true,
    times: undefined,
  }
  const found = (part: object) =>
    ({ kind: 'variant', variantId: 'mug', gs1: null, qty: null, ...part }) as never
  test.each([
    ['packs one', { code: 'mug' }, {}, { sku: 'MUG', qty: '1', left: '1' }],
    ['packs what was entered', { code: 'mug' }, { times: '2' }, { qty: '2', left: '0' }],
    ['opens a package', { code: 'mug' }, { isOpen: false }, { qty: '1' }],
    [
      'of a GS1 code packs its count',
      { code: '01', found: found({ gs1: { count: '2' } }) },
      {},
      { qty: '2' },
    ],
    ['of a pack packs it', { code: 'x', found: found({ qty: '2' }) }, {}, { qty: '2' }],
    [
      'of a serial number packs that',
      { code: 's-2' },
      { isOnline: false },
      { sku: 'SAW', left: '0' },
    ],
    [
      'without a connection packs what is clear',
      { code: 'mug' },
      { isOnline: false },
      { qty: '1' },
    ],
  ])('%s', (_, scanned, part, expected) => {
    expect(decideScan(scanned, { ...desk, ...part })).toMatchObject(expected)
  })
  test.each([
    ['too much', { code: '14006' }, {}, 'MUG: 12 scanned, 2 left.'],
    ['without the right', { code: 'mug' }, { whyNot: 'No.' }, 'No.'],
    [
      'that would open a package',
      { code: 'mug' },
      { isOnline: false, isOpen: false },
      'Opening a package needs a connection.',
    ],
    [
      'of several serial numbers',
      { code: 'saw' },
      { isOnline: false },
      'saw can’t be checked without a connection.',
    ],
    [
      'of another item',
      { code: 'TEA' },
      { isOnline: false },
      'TEA can’t be checked without a connection.',
    ],
  ])('%s is refused', (_, scanned, part, refused) => {
    expect(decideScan(scanned, { ...desk, ...part })).toEqual({ refused })
  })
  test.each([
    ['that the server knows', { code: 'TEA' }],
    ['of another item', { code: 'TEA', found: found({ variantId: 'tea' }) }],
    ['of a location', { code: 'A-01', found: found({ variantId: null }) }],
  ])('%s is none of these', (_, scanned) => {
    expect(decideScan(scanned, desk)).toBeUndefined()
  })
  test('of nothing here says what is to be packed', () => {
    expect(wrongText(desk.items, 'F-1', 'TEA')).toBe('Pack MUG, SAW. This is TEA.')
    expect(wrongText([item({ packed: '3' })], 'F-1', 'TEA')).toBe(
      'Everything of F-1 is packed. This is TEA.',
    )
  })
})
