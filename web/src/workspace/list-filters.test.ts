import { waves, type Wave } from '@stowage/contract/orders/waves'
import { expect, test } from 'vitest'
import { filterOf, optionsOf, stateFilter, timed } from './list-filters.ts'
import type { listPage } from './list-page.tsx'
import type { ListAt, ListFilter } from './list-spec.ts'

const wave = {
  page: '/$platform/app/picking/waves',
  route: waves.list,
  name: 'waves',
  title: 'Waves',
  columns: () => [],
  caption: 'Waves',
  noMatch: 'No wave matches',
  none: { title: 'No waves yet' },
} as const

/** Type tests of lists: only query parameters of the route compile. Nothing here is called. */
export const pages = (declare: typeof listPage) => [
  declare({ ...wave, filters: [stateFilter({})], also: ['view'] }),
  // @ts-expect-error The route has no such part of a query.
  declare({ ...wave, filters: [{ key: 'carrier', label: 'Carrier', options: [] }] }),
  // @ts-expect-error Nor is it narrowed by it.
  declare({ ...wave, also: ['carrier'] }),
]

type Waves = typeof waves.list
type Search = { view?: string; state?: string[]; warehouse?: string }
type At = ListAt<Waves, Search, undefined>

const at = (search: Search, rows: readonly Partial<Wave>[] = []) =>
  ({ search, rows }) as unknown as At
const shown = (filter: ListFilter<Waves, At>, where: At) =>
  filterOf<Waves, Search, undefined>(filter, where)

test('a filter has its value from the address, several words in one', () => {
  const states = stateFilter({ draft: { word: 'Draft' }, released: { word: 'Released' } })
  expect(shown(states, at({ state: ['draft', 'released'] }))).toMatchObject([
    { key: 'state', label: 'State', promoted: true, value: 'draft,released' },
  ])
  expect(shown(states, at({}))).toMatchObject([{ value: undefined }])
})

test('the usual value narrows nothing', () => {
  const view = {
    key: 'view',
    label: 'View',
    usual: 'all',
    options: optionsOf({ mine: 'Mine' }),
  } as const
  expect(shown(view, at({ view: 'all' }))).toMatchObject([{ value: undefined }])
  expect(shown(view, at({ view: 'mine' }))).toMatchObject([{ value: 'mine' }])
})

test('a filter that was set elsewhere is only there to be taken away', () => {
  const of = {
    key: 'warehouse',
    label: 'Warehouse',
    linked: (first: Wave | undefined) => first?.warehouseCode,
  } as const
  expect(shown(of, at({}))).toEqual([])
  expect(shown(of, at({ warehouse: '1' }, [{ warehouseCode: 'NORTH' }]))).toMatchObject([
    { value: '1', options: [{ value: '1', label: 'NORTH' }] },
  ])
  expect(shown(of, at({ warehouse: '1' }))).toMatchObject([
    { options: [{ value: '1', label: 'Selected' }] },
  ])
})

test('a filter that does not apply is not shown', () => {
  expect(shown({ ...stateFilter({}), when: () => false }, at({ state: ['draft'] }))).toEqual([])
})

test('a caption says the usual order, and none where another was chosen', () => {
  const caption = timed('Latest first')
  expect(caption({ sort: undefined, zone: 'UTC' })).toBe('Latest first, times in UTC')
  expect(caption({ sort: 'number', zone: 'UTC' })).toBe('Times in UTC')
})
