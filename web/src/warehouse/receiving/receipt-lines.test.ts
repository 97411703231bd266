import type { ListedVariant } from '@stowage/contract/warehouse/product-variants'
import { newReceipt } from '@stowage/contract/warehouse/receiving'
import { expect, test } from 'vitest'
import {
  awaitedOf,
  bodyOf,
  linesFor,
  piecesIn,
  problemsOf,
  readCost,
  withApart,
  withItem,
  withNumber,
  type ReceiptLine,
} from './receipt-lines.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const item = (tracking: ListedVariant['tracking']): ListedVariant => ({
  id: id(1),
  productId: id(2),
  productName: 'Mug',
  sku: 'MUG',
  name: '',
  options: {},
  unit: 'each',
  qtyScale: 0,
  tracking,
  state: 'active',
  reorderPoint: null,
  pickPolicy: null,
  barcodes: [],
  units: [{ code: 'case', numerator: '12', denominator: '1' }],
  backorder: { policy: 'inherit', limit: null },
  version: 1,
  createdAt: '',
  weightG: null,
  lengthMm: null,
  widthMm: null,
  heightMm: null,
  onHand: '0',
  available: '0',
  reserved: '0',
  backordered: '0',
})
const mug = { item: item('none'), unit: 'each' }

const line = (change: Partial<ReceiptLine> = {}, tracking: ListedVariant['tracking'] = 'none') => {
  const [made] = withItem([], { item: item(tracking), unit: 'each' }, 'a').lines
  if (!made) throw new Error('no line')
  return { ...made, ...change }
}

test('each scan counts one more, a pack by itself', () => {
  const once = withItem([], mug, 'a')
  const twice = withItem(once.lines, mug, 'b')
  const pack = withItem(twice.lines, { ...mug, unit: 'case' }, 'c')
  expect([once.qty, twice.qty, pack.qty]).toEqual(['1', '2', '1'])
  expect(pack.lines.map(({ key, qty, unit }) => [key, qty, unit.code])).toEqual([
    ['c', '1', 'case'],
    ['a', '2', 'each'],
  ])
  expect(piecesIn(pack.lines)).toBe('14 pieces')
})

test('another lot is another line, and a code can bring its count', () => {
  const lots = { item: item('lot'), unit: 'each' }
  const one = withItem([], lots, 'a', { lot: 'L1', expiresOn: '2027-01-31', count: '6' })
  const same = withItem(one.lines, lots, 'b', { lot: 'L1' })
  const other = withItem(same.lines, lots, 'c', { lot: 'L2' })
  expect(other.lines.map(({ lot, qty, expiresOn }) => [lot, qty, expiresOn])).toEqual([
    ['L2', '1', ''],
    ['L1', '7', '2027-01-31'],
  ])
})

test('a damaged piece is set apart and does not grow by the next scan', () => {
  const three = withItem([line({ qty: '2' })], mug, 'b').lines
  const apart = withApart(three, 'a', 'damaged', 'c')
  const next = withItem(apart, mug, 'd').lines
  expect(next.map(({ qty, status }) => [qty, status])).toEqual([
    ['3', 'available'],
    ['1', 'damaged'],
  ])
  expect(withApart([line()], 'a', 'damaged', 'c').map(({ status }) => status)).toEqual(['damaged'])
})

test('the same serial number counts once', () => {
  const serial = { item: item('serial'), unit: 'each' }
  const one = withItem([], serial, 'a', { serial: 'S1' })
  const two = withItem(one.lines, serial, 'b', { serial: 'S2' })
  const again = withItem(two.lines, serial, 'c', { serial: 'S1' })
  expect(again.lines.map(({ qty, serials }) => [qty, serials])).toEqual([['2', 'S1\nS2']])
  expect(problemsOf(again.lines[0] ?? line())).toEqual({})
})

test.each([
  [line(), {}],
  [line({ qty: ' ' }), { qty: 'Enter a quantity' }],
  [line({ qty: '1.2.3' }), { qty: 'Enter a number, such as 12 or 0.5' }],
  [line({ qty: '0' }), { qty: 'Must be more than zero' }],
  [line({}, 'lot'), { lot: 'This item is tracked by lot. Enter the lot.' }],
  [line({}, 'serial'), { serials: 'Enter a serial number for each unit' }],
  [
    line({ qty: '2', serials: 'S1, S2; S3' }, 'serial'),
    { serials: '3 of 2 serial numbers entered' },
  ],
  [line({ unitCost: 'cheap' }), { unitCost: 'Enter the cost as a number, such as 12.50' }],
])('%# the problems of a line', (given, problems) => {
  expect(problemsOf(given)).toEqual(problems)
})

test('costs are read as people write them', () => {
  expect(['12,50', ' 3 ', '-1', '1.000'].map(readCost)).toEqual([
    '12.50',
    '3',
    undefined,
    undefined,
  ])
})

test('the call suits the contract, the first scanned first', () => {
  const [first, second] = withItem(
    [line({ lot: 'L1', unitCost: '2,5' })],
    { ...mug, unit: 'case' },
    'z',
  ).lines
  const lines = [first, second].flatMap((one) => one ?? [])
  const body = bodyOf({ warehouseId: id(3), reference: ' PO 7 ', effectiveAt: '', lines }, true)
  expect(newReceipt.safeParse(body).error).toBeUndefined()
  expect(body).toMatchObject({ reference: 'PO 7', complete: true })
  expect(body.lines).toEqual([
    {
      variantId: id(1),
      unit: 'each',
      qty: '1',
      status: 'available',
      lotCode: 'L1',
      unitCost: '2.5',
    },
    { variantId: id(1), unit: 'case', qty: '1', status: 'available' },
  ])
})

test('a day of expiry that was scanned is sent for what is kept by lot or piece', () => {
  const expiresOn = '2027-01-31'
  const sent = linesFor([line({ expiresOn }, 'lot'), line({ expiresOn }, 'none')])
  expect(sent.map((one) => one.expiresOn)).toEqual([undefined, expiresOn])
})

test('another place is another line, and where it is received is one too', () => {
  const a01 = { id: id(3), code: 'A-01' }
  const here = withItem([], mug, 'a', { into: { place: a01 } })
  const again = withItem(here.lines, mug, 'b', { into: { place: a01 } })
  const there = withItem(again.lines, mug, 'c', { into: { place: undefined } })
  expect(there.lines.map(({ qty, place }) => [qty, place?.code])).toEqual([
    ['1', undefined],
    ['2', 'A-01'],
  ])
})

test('a lot or serial numbers are awaited until they are there', () => {
  const lot = line({}, 'lot')
  expect(awaitedOf(lot)).toBe('lot')
  expect(awaitedOf(withNumber(lot, 'L-1'))).toBeUndefined()
  const two = line({ qty: '2' }, 'serial')
  const one = withNumber(two, 'SN-1')
  expect([awaitedOf(two), awaitedOf(one)]).toEqual(['serial number', 'serial number'])
  const both = withNumber(one, 'SN-2')
  expect([awaitedOf(both), both.serials]).toEqual([undefined, 'SN-1\nSN-2'])
  expect(awaitedOf(line())).toBeUndefined()
})
