import type { StockBucket } from '@stowage/contract/warehouse/stock-views'
import type { Found } from '@stowage/contract/workspace/search'
import { describe, expect, test } from 'vitest'
import { decideMoveScan, stepOf, takeFrom, takeLookedUp, type Moving } from './move-scans.ts'

const bucket = (part: Partial<StockBucket>) =>
  ({
    bucketId: '7',
    variantId: 'mug',
    sku: 'MUG',
    warehouseId: 'main',
    locationId: 'a1',
    location: 'A-01',
    lot: null,
    serial: null,
    onHand: '12.000',
    allocated: '2.000',
    ...part,
  }) as StockBucket
const found = (part: object) =>
  ({
    kind: 'variant',
    id: 'mug',
    label: 'MUG',
    name: '',
    variantId: 'mug',
    sku: 'MUG',
    ...part,
  }) as Found
const at = (id: string, warehouseId = 'main') =>
  found({ kind: 'location', id, label: id.toUpperCase(), variantId: null, sku: null, warehouseId })

const a1 = { id: 'a1', code: 'A1', warehouseId: 'main' }
const item = { variantId: 'mug', sku: 'MUG' }
const taken: Moving = { from: a1, item, bucket: bucket({}), qty: '10' }

describe('a scan of a move', () => {
  test.each<[string, Moving, Found, object]>([
    ['begins at a location', {}, at('a1'), { next: { from: a1 }, text: 'From A1' }],
    ['begins with an item', {}, found({}), { next: { item } }],
    ['looks up an item at its location', { from: a1 }, found({}), { from: a1, item }],
    ['looks up the location of an item', { item }, at('a1'), { from: a1, item }],
    ['begins elsewhere before an item', { from: a1 }, at('a2'), { next: { from: { id: 'a2' } } }],
    ['goes to a location', taken, at('a2'), { next: { ...taken, to: { id: 'a2' } } }],
    ['goes elsewhere', { ...taken, to: a1 }, at('a2'), { next: { to: { id: 'a2' } } }],
    [
      'that leads nowhere is refused',
      taken,
      at('a1'),
      { refused: 'A1 is where it is now. Scan another location.' },
    ],
    [
      'of another warehouse is refused',
      taken,
      at('n1', 'north'),
      { refused: 'N1 is in another warehouse. Stock moves within one warehouse.' },
    ],
    [
      'of an item is refused at the end',
      taken,
      found({}),
      { refused: expect.stringMatching(/^Scan the new location\. This is /) },
    ],
    [
      'of another item than is asked for',
      { from: a1, item, several: [] },
      found({ variantId: 'tea' }),
      { refused: expect.stringMatching(/^Scan its lot or serial number\./) },
    ],
    [
      'of a document is refused',
      {},
      found({ kind: 'order', variantId: null }),
      { refused: expect.stringMatching(/^Scan the location to take from\./) },
    ],
  ])('%s', (_, now, scanned, expected) => {
    expect(decideMoveScan(now, scanned)).toMatchObject(expected)
  })
})

describe('stock that is taken', () => {
  test('is all that no order needs, or what the code says', () => {
    expect(takeFrom(bucket({}))).toMatchObject({ next: { qty: '10' }, text: 'MUG from A-01' })
    expect(takeFrom(bucket({}), '3')).toMatchObject({ next: { qty: '3' } })
    expect(takeFrom(bucket({}), '11')).toMatchObject({ next: { qty: '10' } })
    expect(takeFrom(bucket({ allocated: '12' }))).toEqual({
      refused: '12 MUG in A-01 are all reserved for orders.',
    })
  })
  const lots = [bucket({ lot: 'L-1' }), bucket({ bucketId: '8', lot: 'L-2' })]
  test('is of the lot that was scanned, or asked for', () => {
    const asked = { from: a1, item }
    expect(takeLookedUp(asked, [bucket({})])).toMatchObject({ next: { qty: '10' } })
    const several = takeLookedUp(asked, lots)
    expect(several).toMatchObject({
      next: { several: lots },
      text: 'MUG: Scan its lot or serial number.',
    })
    expect('next' in several && stepOf(several.next)).toBe('lot')
    const scanned = found({ kind: 'lot', label: 'l-2' })
    expect(takeLookedUp({ ...asked, found: scanned }, lots)).toMatchObject({
      next: { bucket: { bucketId: '8' } },
    })
    expect(takeLookedUp(asked, [])).toEqual({ refused: 'MUG isn’t in A1.' })
  })
})
