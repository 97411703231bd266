import { expect, test } from 'vitest'
import { deltaOf, missingIn, summed, worthOf } from './correction-rules.ts'

test('a compared line differs by what it expects, another by what it says', () => {
  expect(deltaOf({ quanta: 5n, expected: 7n })).toBe(-2n)
  expect(deltaOf({ quanta: -3n, expected: null })).toBe(-3n)
})

test('ups and downs are worth their sum, at the average, and nothing without a cost', () => {
  const worth = new Map([['a', { qty: 3n, value: 10n }]])
  const lines = [
    { variantId: 'a', delta: 1n },
    { variantId: 'a', delta: -1n },
    { variantId: 'b', delta: 100n },
  ]
  // 10/3 twice, each to the nearest micro.
  expect(worthOf(lines, worth)).toBe(6n)
  expect(worthOf([{ variantId: 'a', delta: 1n }], new Map([['a', { qty: 2n, value: 1n }]]))).toBe(
    1n,
  )
})

test('lines of one bucket count together', () => {
  const lines = [
    { bucket: 'x', delta: 3n },
    { bucket: 'y', delta: -1n },
    { bucket: 'x', delta: -5n },
  ]
  expect(
    summed(lines, ({ bucket }) => bucket).map(({ first, delta }) => [first.bucket, delta]),
  ).toEqual([
    ['x', -2n],
    ['y', -1n],
  ])
})

test('what is set aside for somebody is not there to be taken', () => {
  const bucket = { lineNo: 1, bucketId: '1', onHand: 10n, allocated: 4n, free: 6n }
  expect(missingIn(bucket, -6n)).toBe(0n)
  expect(missingIn(bucket, -8n)).toBe(2n)
  expect(missingIn({ ...bucket, allocated: 10n }, 1n)).toBe(0n)
})
