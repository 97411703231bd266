import { describe, expect, test } from 'vitest'
import { blockerLines, categoryPaths } from './words.ts'

test('a category is shown with those above it', () => {
  const of = (id: string, name: string, parentId: string | null) => ({
    id,
    name,
    parentId,
    version: 1,
  })
  const paths = categoryPaths([of('2', 'Mugs', '1'), of('1', 'Kitchen', null), of('3', 'Art', '9')])
  expect(paths).toEqual([
    { value: '3', label: 'Art' },
    { value: '1', label: 'Kitchen' },
    { value: '2', label: 'Kitchen / Mugs' },
  ])
})

describe('what stands in the way', () => {
  const stock = (onHand: string, claims: string) => ({ type: 'stock', sku: 'MUG', onHand, claims })
  test.each([
    [stock('3', '0'), 'MUG is still in stock.'],
    [stock('0', '2'), 'MUG is still reserved for orders.'],
    [stock('3', '2'), 'MUG is still in stock and reserved for orders.'],
    [{ type: 'receipt', number: 'RC-000001' }, 'The receipt RC-000001 is still open.'],
    [{ type: 'adjustment' }, 'An adjustment in another warehouse is still open.'],
    [
      { type: 'barcode', code: '4006381333931', unit: 'case' },
      'Barcode 4006381333931 identifies the pack case.',
    ],
  ])('%o reads %s', (blocker, line) => expect(blockerLines([blocker])).toEqual([line]))

  test('is listed up to five times', () => {
    expect(blockerLines(Array.from({ length: 8 }, () => stock('1', '0')))).toHaveLength(6)
    expect(blockerLines(Array.from({ length: 8 }, () => stock('1', '0'))).at(-1)).toBe(
      'And 3 more.',
    )
    expect(blockerLines(undefined)).toEqual([])
  })
})
