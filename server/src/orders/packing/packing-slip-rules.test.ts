import { expect, test } from 'vitest'
import { beforeKey, packingSlipOf, trackingOf, type Slip } from './packing-slip-rules.ts'

type OrderLine = Slip['ordered'][number]
const ordered = (more: Partial<OrderLine> = {}) =>
  ({
    id: 'line',
    sku: 'MUG',
    name: 'Mug',
    qty: '10',
    unitQty: '10',
    cancelled: '0',
    unit: 'pcs',
    baseUnit: 'pcs',
    components: [],
    ...more,
  }) as unknown as OrderLine

const packageOf = (packageNo: number, qty: string, more: object = {}) => ({
  packageNo,
  lines: [{ lineNo: 1, qty, qtyScale: 0, lot: null, serial: null, ...more }],
})

const slip = (more: object) =>
  ({
    row: { number: 'FUL-1' },
    order: { number: 'SO-1', placedAt: '2026-01-05T10:00:00.000Z', customer: 'Ann' },
    seller: { name: 'Shop', logo: null },
    timezone: 'UTC',
    home: 'DE',
    lines: [{ lineNo: 1, orderLineId: 'line', componentId: null }],
    packages: [],
    ordered: [ordered()],
    before: new Map(),
    ...more,
  }) as unknown as Slip

/** Of each row the SKU, then what is in the parcel, came before and follows. */
const figures = (more: object) =>
  packingSlipOf(slip(more)).rows.map(([sku, , , ...rest]) =>
    [sku, ...rest].map((cell) => cell?.text),
  )

test('a line says what is in the parcel, what came before and what follows', () => {
  const before = new Map([[beforeKey('line', null), '3']])
  expect(figures({ before, packages: [packageOf(1, '2'), packageOf(2, '1')] })).toEqual([
    ['MUG', '3', '3', '4'],
  ])
})

test('several packages say what each holds', () => {
  const { rows } = packingSlipOf(slip({ packages: [packageOf(1, '2'), packageOf(2, '1')] }))
  expect(rows[0]?.[3]?.notes).toEqual(['P1: 2', 'P2: 1'])
  expect(packingSlipOf(slip({ packages: [packageOf(1, '2')] })).rows[0]?.[3]?.notes).toEqual([])
})

test('a line that waits whole is there, one that was cancelled is not', () => {
  expect(figures({ lines: [] })).toEqual([['MUG', '0', '0', '10']])
  expect(figures({ ordered: [ordered({ cancelled: '10' })] })).toEqual([])
  expect(figures({ ordered: [ordered({ cancelled: '4' })] })).toEqual([['MUG', '0', '0', '6']])
})

test('quantities are in the unit of the order where that is exact', () => {
  const boxes = ordered({ unit: 'box', unitQty: '5' })
  const sevenths = ordered({ unit: 'box', qty: '7', unitQty: '1' })
  expect(figures({ ordered: [boxes], packages: [packageOf(1, '4')] })).toEqual([
    ['MUG', '2 box', '0', '3 box'],
  ])
  expect(figures({ ordered: [sevenths], packages: [packageOf(1, '3')] })).toEqual([
    ['MUG', '3 pcs', '0', '4 pcs'],
  ])
})

test('a kit has a row of its own, and one for each component', () => {
  const component = { id: 'cup', sku: 'CUP', name: 'Cup', unit: 'pcs', qty: '20' }
  const kit = ordered({ sku: 'SET', cancelled: '5', components: [component] as never })
  const lines = [{ lineNo: 1, orderLineId: 'line', componentId: 'cup' }]
  expect(figures({ ordered: [kit], lines, packages: [packageOf(1, '6')] })).toEqual([
    ['SET', '', '', ''],
    ['CUP', '6', '0', '4'],
  ])
})

test('without packages the slip warns, with lots it names them', () => {
  expect(packingSlipOf(slip({})).alerts).toEqual(['Nothing is packed yet'])
  const packed = packingSlipOf(slip({ packages: [packageOf(1, '2', { lot: 'A1' })] }))
  expect(packed.alerts).toEqual([])
  expect(packed.rows[0]?.[1]?.notes).toEqual(['Lot A1'])
  expect(trackingOf({ lot: 'A', serial: 'S', expiresOn: '2026-03-04' })).toEqual([
    'Lot A',
    'Serial S',
    'Expires 4 Mar 2026',
  ])
})
