import type { ListedVariant } from '@stowage/contract/warehouse/product-variants'
import { describe, expect, test } from 'vitest'
import {
  bodyOf,
  excessOf,
  isReady,
  lesserOf,
  noOrder,
  pastedRows,
  pricedLines,
  problemsOf,
  totalOf,
  withItem,
} from './order-lines.ts'

const item = {
  id: 'v1',
  sku: 'MUG',
  name: '',
  productName: 'Mug',
  unit: 'each',
  units: [{ code: 'case', numerator: '12', denominator: '1' }],
  sellPrice: '9.5',
} as unknown as ListedVariant

describe('lines of an order', () => {
  test('add up per item and unit', () => {
    const one = withItem([], { item, unit: 'each' }, '2', 'a')
    const two = withItem(one.lines, { item, unit: 'each' }, '1.5', 'b')
    const three = withItem(two.lines, { item, unit: 'case' }, '1', 'c')
    expect([one, two, three].map(({ key, total }) => [key, total])).toEqual([
      ['a', '2'],
      ['a', '3.5'],
      ['c', '1'],
    ])
    expect(three.lines.map(({ qty, unit, unitPrice }) => [qty, unit.code, unitPrice])).toEqual([
      ['3.5', 'each', '9.50'],
      ['1', 'case', '114'],
    ])
  })

  test('lose catalog prices in another currency, and nothing else', () => {
    const lines = withItem([], { item, unit: 'each' }, '2', 'a').lines
    const foreign = pricedLines(lines, true)
    expect(foreign.map(({ unitPrice }) => unitPrice)).toEqual([''])
    expect(pricedLines(foreign, false)).toEqual(lines)
    const own = lines.map((line) => ({ ...line, unitPrice: '8' }))
    expect(pricedLines(own, true)).toEqual(own)
    expect(pricedLines(own, false)).toEqual(own)
  })

  test.each([
    [
      [
        ['3', '9.5'],
        ['1,5', '2'],
      ],
      { shippingCharge: '4.9', orderDiscount: '1.40' },
      '35',
    ],
    [[['3', '']], {}, '0'],
    [[['', '2']], {}, undefined],
    [[['1', 'x']], {}, undefined],
    [[['1', '2']], { shippingCharge: 'x' }, undefined],
  ] as const)('of %j and %j have the total %s', (lines, charges, total) => {
    const typed = lines.map(([qty, unitPrice]) => ({ qty, unitPrice }))
    expect(totalOf(typed, charges)).toBe(total)
  })

  test('say what is wrong', () => {
    expect(problemsOf({ qty: '', unitPrice: '' }).qty).toBe('Enter a quantity')
    expect(problemsOf({ qty: '0', unitPrice: '' }).qty).toBe('Must be more than zero')
    expect(problemsOf({ qty: '1', unitPrice: 'x' }).unitPrice).toContain('12.50')
    expect(withItem([], { item, unit: 'each' }, '2', 'a').lines.every(isReady)).toBe(true)
  })

  test('are sent with the confirmation that was chosen', () => {
    const work = { ...noOrder(), lines: withItem([], { item, unit: 'each' }, '2,5', 'a').lines }
    expect(bodyOf(work, false)).toMatchObject({
      lines: [{ variantId: 'v1', qty: '2.5', unit: 'each', unitPrice: '9.50' }],
    })
    expect(bodyOf(work, false)).not.toHaveProperty('confirm')
    expect(bodyOf({ ...work, mode: 'strict' }, true).confirm).toEqual({ mode: 'strict' })
  })
})

describe('what is pasted', () => {
  test.each([
    ['MUG\t2\r\nCAP\t\n\n', [['MUG', '2'], ['CAP', '1']]], // prettier-ignore
    ['MUG\t2', [['MUG', '2']]],
    ['MUG\nCAP', [['MUG', '1'], ['CAP', '1']]], // prettier-ignore
  ])('%j is rows', (text, rows) => {
    expect(pastedRows(text)?.map(({ code, qty }) => [code, qty])).toEqual(rows)
  })

  test('one code alone is typed text', () => {
    expect(pastedRows('MUG')).toBeUndefined()
  })
})

test('an order is given no more than it waits for', () => {
  expect(lesserOf('12.000', '2')).toBe('2')
  expect(lesserOf('1', '2')).toBe('1')
  expect(lesserOf('12.000', undefined)).toBe('12')
  expect(excessOf('12', '2')).toBe('This order waits for 2.')
  expect(excessOf('2', '2')).toBeUndefined()
})
