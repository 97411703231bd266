import { expect, test } from 'vitest'
import { arrange, grouped, recentGroup, type Item } from './palette-order.ts'

const item = (id: string, name: string, group: string, code?: string): Item => ({
  id,
  name,
  group,
  ...(code !== undefined && { code }),
  run: () => {},
})
const items = [
  item('new', 'Create a platform', 'On this page'),
  item('home', 'Dashboard', 'Go to'),
  item('list', 'Platforms', 'Go to'),
  item('a', 'Acme West', 'Platforms', 'acme-west'),
  item('b', 'Fjord', 'Platforms', 'acme'),
  item('out', 'Sign out', 'Everywhere'),
]
const ids = (typed: string, recent: string[] = []) =>
  arrange(items, typed, recent).map(({ id }) => id)

test('nothing typed shows everything, what was used lately first', () => {
  expect(ids('')).toEqual(['new', 'home', 'list', 'a', 'b', 'out'])
  expect(ids('', ['out', 'gone', 'b'])).toEqual(['out', 'b', 'new', 'home', 'list', 'a'])
})

test.each([
  ['west', ['a']],
  ['WEST acme', ['a']],
  ['  fj ', ['b']],
  ['platform', ['new', 'list']],
  ['zebra', []],
])('%j finds %j', (typed, found) => expect(ids(typed)).toEqual(found))

test('an exact path comes before everything else that holds it', () => {
  expect(ids('acme', ['a'])).toEqual(['b', 'a'])
  expect(ids('ACME', ['a'])).toEqual(['b', 'a'])
  expect(ids('acme-')).toEqual(['a'])
})

test('lines used lately stand in a group of their own', () => {
  expect(grouped(arrange(items, 'acme', ['a'])).map(({ group }) => group)).toEqual([
    'Platforms',
    recentGroup,
  ])
  expect(grouped([]).length).toBe(0)
  expect(grouped(arrange(items, '', [])).map(({ items }) => items.length)).toEqual([1, 2, 2, 1])
})
