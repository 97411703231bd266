import { expect, test } from 'vitest'
import { withoutRoom } from '../../parts/fit-columns.ts'
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

test('a column that is hidden or moved brings no other in its place, at a desk or on cards', () => {
  const orders = [
    { header: 'Order' },
    { header: 'Channel', wide: true as const },
    { header: 'Total' },
    { header: 'Payment', wide: true as const },
    { header: 'Reserved', wide: true as const, keep: 2 },
  ]
  const made = ['Channel', 'Total', 'Payment', 'Reserved']
  const widths = Object.fromEntries(orders.map(({ header }) => [header, 100]))
  const gone = (shown: typeof orders, tooMuch: number) => withoutRoom(shown, widths, tooMuch)
  expect(gone(orders, 200)).toEqual(['Payment', 'Channel'])

  const others = [orders[0], orders[1], orders[3], orders[4]]
  for (const columns of [[], made])
    expect(shownOf(orders, chosen(columns, ['Total']))).toEqual(others)
  const turned = shownOf(orders, chosen(['Total', 'Channel', 'Payment', 'Reserved']))
  expect(gone(turned, 200)).toEqual(['Payment', 'Channel'])
  expect(turned.filter(({ wide }) => wide)).toEqual([])
})

test('moving keeps everything else in order', () => {
  expect(moved(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c'])
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
})
