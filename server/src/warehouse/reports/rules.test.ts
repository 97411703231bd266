import { expect, test } from 'vitest'
import { figuresOf, isToCome, totalsOf, whyNoPeriod } from './rules.ts'

test.each([
  ['2026-01-02', '2026-01-01', /before the start date/],
  ['2026-01-01', '2027-01-02', /up to 366 days/],
  ['2026-01-01', '2027-01-01', undefined],
  ['2026-01-01', '2026-01-01', undefined],
])('a period from %s to %s', (from, to, why) => {
  if (why) expect(whyNoPeriod(from, to)).toMatch(why)
  else expect(whyNoPeriod(from, to)).toBeUndefined()
})

test('a day is to come when it has begun nowhere', () => {
  const at = new Date('2026-11-22T11:00:00Z')
  expect(['2026-11-22', '2026-11-23', '2026-11-24'].map((day) => isToCome(day, at))).toEqual([
    false,
    false,
    true,
  ])
})

test('a difference says that the books do not agree', () => {
  const flows = [
    { kind: 'adjust', in: '0', out: '30' },
    { kind: 'receive', in: '125', out: '5' },
  ]
  expect(figuresOf({ qtyScale: 1, opening: '10', closing: '100', flows })).toEqual({
    opening: '1.0',
    in: [{ kind: 'receive', qty: '12.5' }],
    out: [
      { kind: 'adjust', qty: '3.0' },
      { kind: 'receive', qty: '0.5' },
    ],
    totalIn: '12.5',
    totalOut: '3.5',
    closing: '10.0',
    difference: '0.0',
  })
  expect(figuresOf({ qtyScale: 1, opening: '10', closing: '99', flows }).difference).toBe('-0.1')
})

test('sums of one unit have the decimals of the finest, and no other unit in them', () => {
  const flow = (qty: string) => [{ kind: 'receive', in: qty, out: '0' }]
  const part = { opening: '0', closing: '0', flows: [] }
  expect(
    totalsOf([
      { ...part, unit: 'kg', qtyScale: 3, closing: '1500', flows: flow('1500') },
      { ...part, unit: 'each', qtyScale: 0, opening: '4', closing: '4' },
      { ...part, unit: 'kg', qtyScale: 0, opening: '2', closing: '3', flows: flow('1') },
    ]),
  ).toEqual([
    { unit: 'each', qtyScale: 0, opening: '4', closing: '4', flows: [] },
    {
      unit: 'kg',
      qtyScale: 3,
      opening: '2000',
      closing: '4500',
      flows: [{ kind: 'receive', in: '2500', out: '0' }],
    },
  ])
})
