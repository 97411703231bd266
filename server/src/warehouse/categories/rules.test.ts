import { expect, test } from 'vitest'
import { isWithin } from './rules.ts'

const tree = [
  { id: 'food', parentId: null },
  { id: 'fruit', parentId: 'food' },
  { id: 'apples', parentId: 'fruit' },
]

test.each([
  ['apples', 'food', true],
  ['fruit', 'fruit', true],
  ['food', 'fruit', false],
  [null, 'food', false],
  ['gone', 'food', false],
])('%s is within %s: %s', (id, top, within) => {
  expect(isWithin(tree, id, top)).toBe(within)
})
