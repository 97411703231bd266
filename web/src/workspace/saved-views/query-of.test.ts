import { expect, test } from 'vitest'
import { isSameQuery, queryOf } from './query-of.ts'

test('a view keeps filters, search and sort, and no page of the list', () => {
  const search = {
    state: ['confirmed', 'on_hold'],
    q: 'ada',
    sort: '-number',
    tag: undefined,
    wh: 'all',
    saved: 'x',
    cursor: 'abc',
    from: 51,
    limit: 25,
    count: 'all',
  }
  expect(queryOf(search)).toEqual({ state: 'confirmed,on_hold', q: 'ada', sort: '-number' })
})

test('two queries are the same in any order', () => {
  expect(isSameQuery({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true)
  expect(isSameQuery({ a: '1' }, { a: '1', b: '2' })).toBe(false)
  expect(isSameQuery({ a: '1' }, { a: '2' })).toBe(false)
  expect(isSameQuery({}, {})).toBe(true)
})
