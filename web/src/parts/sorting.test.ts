import { expect, test } from 'vitest'
import { nextSort } from './sorting.tsx'

test.each([
  ['name', 'sku', ['name', '-name', 'sku', 'name']],
  ['sku', 'sku', ['-sku', 'sku', '-sku']],
  ['createdAt', '-createdAt', ['createdAt', '-createdAt', 'createdAt']],
])('pressing the head of %s of a list that is ordered by %s', (by, usual, expected) => {
  let now = usual
  const orders = expected.map(() => (now = nextSort(by, { now, usual })))
  expect(orders).toEqual(expected)
})
