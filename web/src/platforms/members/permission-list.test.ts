import { expect, test } from 'vitest'
import { continued, joinPermissions, splitPermissions } from './permission-list.ts'

test('splits on commas, trims, drops empty entries and repeats', () => {
  expect(splitPermissions(' stock.read,, stock.adjust , ,stock.read,')).toEqual([
    'stock.read',
    'stock.adjust',
  ])
})

test('nothing typed is no permission', () => {
  expect(splitPermissions('')).toEqual([])
  expect(splitPermissions(' , ,')).toEqual([])
})

test('what is shown reads back as the same list', () => {
  const list = ['orders.read', 'stock.adjust']
  expect(splitPermissions(joinPermissions(list))).toEqual(list)
})

test('suggestions go on from the last comma, with what is not there yet', () => {
  const texts = (text: string) => continued(text, ['a', 'b', 'c']).map((next) => next.text)
  expect(texts('')).toEqual(['a', 'b', 'c'])
  expect(texts('b')).toEqual(['a', 'b', 'c'])
  expect(texts('b,')).toEqual(['b,a', 'b,c'])
  expect(texts('a, b,  c')).toEqual(['a, b,  c'])
})
