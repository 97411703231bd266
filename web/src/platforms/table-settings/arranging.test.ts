import { expect, test } from 'vitest'
import { arrange, moved, shownOf, usual } from './arranging.ts'

const table = [
  ...['SKU', 'Name', 'Lot', 'On hand'].map((header) => ({ header })),
  { header: 'Actions', hideHeader: true },
]
const names = (columns: readonly { header: string }[]) => columns.map(({ header }) => header)
const chosen = (columns: string[], hidden: string[] = []) => ({ ...usual, columns, hidden })

test('a table that was never arranged is shown as it is made', () => {
  expect(shownOf(table, usual)).toEqual(table)
})

test('columns stand as arranged, the first one first and the nameless one last', () => {
  const shown = shownOf(table, chosen(['On hand', 'Actions', 'Lot', 'SKU', 'Name'], ['Lot', 'SKU']))
  expect(names(shown)).toEqual(['SKU', 'On hand', 'Name', 'Actions'])
})

test('a column that is new stands after the one it usually follows', () => {
  expect(names(arrange(table, chosen(['On hand', 'Name'])).movable)).toEqual([
    'On hand',
    'Name',
    'Lot',
  ])
  expect(names(arrange(table, chosen(['On hand', 'Lot'])).movable)).toEqual([
    'Name',
    'On hand',
    'Lot',
  ])
})

test('a column that is no longer there leaves no gap', () => {
  expect(names(shownOf(table, chosen(['Weight', 'On hand'], ['Weight'])))).toEqual([
    'SKU',
    'Name',
    'Lot',
    'On hand',
    'Actions',
  ])
})

test('moving keeps everything else in order', () => {
  expect(moved(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c'])
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
})
