import { expect, test } from 'vitest'
import { rangeOf } from './selection.ts'

const ids = ['a', 'b', 'c', 'd']

test('a range holds both ends, in the order of the list, whichever way it was drawn', () => {
  expect(rangeOf(ids, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(ids, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(ids, 'c', 'c')).toEqual(['c'])
})

test('a range from a row of another page is none', () => {
  expect(rangeOf(ids, 'z', 'b')).toEqual([])
})
