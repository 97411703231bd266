import { expect, test } from 'vitest'
import { formatCount } from '../app/format.ts'
import { offerText, rangeOf, selectedText } from './selection.ts'

const ids = ['a', 'b', 'c', 'd']
const page = {
  isAll: false,
  isWhole: false,
  hasMore: true,
  rows: 50,
  outside: 0,
  marked: 7,
  total: 12_480,
  capped: false,
}

test('a range holds both ends, in the order of the list, whichever way it was drawn', () => {
  expect(rangeOf(ids, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(ids, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(rangeOf(ids, 'c', 'c')).toEqual(['c'])
})

test('a range from a row of another page is none', () => {
  expect(rangeOf(ids, 'z', 'b')).toEqual([])
})

test.each([
  ['', { marked: 0 }],
  ['7 selected', {}],
  ['7 selected, 2 outside this view', { outside: 2 }],
  ['All 50 on this page selected', { isWhole: true, marked: 50 }],
  ['52 selected, 2 outside this view', { isWhole: true, marked: 52, outside: 2 }],
  // There is nothing beyond the page.
  ['3 selected', { isWhole: true, hasMore: false, rows: 3, marked: 3 }],
  ['All 12,480 matching selected', { isAll: true, isWhole: true, marked: 0 }],
  ['All 10,000+ matching selected', { isAll: true, marked: 0, total: 10_000, capped: true }],
  ['All matching selected', { isAll: true, marked: 0, total: null }],
])('says %j of what is marked', (words, change) => {
  expect(selectedText({ ...page, ...change }, formatCount)).toBe(words)
})

test.each([
  ['Select all 12,480 matching', { isWhole: true }],
  ['Select all 10,000+ matching', { isWhole: true, total: 10_000, capped: true }],
  [undefined, {}],
  [undefined, { isWhole: true, hasMore: false }],
  [undefined, { isWhole: true, isAll: true }],
])('offers %j', (words, change) => {
  expect(offerText({ ...page, ...change }, formatCount)).toBe(words)
})
