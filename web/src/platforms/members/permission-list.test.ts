import { expect, test } from 'vitest'
import { joinPermissions, splitPermissions } from './permission-list.ts'

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
