import { expect, test } from 'vitest'
import { changedValues, isSameValue } from './rules.ts'

test.each([
  [{ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, true],
  [undefined, null, true],
  [[1, 2], [2, 1], false],
  [{ a: { c: 1, b: 2 } }, { a: { b: 2, c: 3 } }, false],
  ['1', 1, false],
])('%j and %j are stored alike: %s', (one, other, same) => {
  expect(isSameValue(one, other)).toBe(same)
})

test('the names of changed values are returned', () => {
  const before = { name: 'A', tags: ['x'], note: null as string | null }
  expect(changedValues(before, { name: 'B', tags: ['x'] })).toEqual(['name'])
})
