import type { ListedPlatform } from '@stowage/contract/platforms/directory'
import { expect, test } from 'vitest'
import { changed, countActive, narrow, platformFilter } from './filter.ts'

const platform = (name: string, more: Partial<ListedPlatform> = {}): ListedPlatform => ({
  id: name,
  name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  createdAt: '2026-01-01T00:00:00.000Z',
  hasLogo: false,
  logoUrl: null,
  memberCount: 0,
  needsDecision: false,
  role: 'owner',
  ...more,
})
const list = [
  platform('Zenith', { role: 'auditor' }),
  platform('Nord Lager', { hasLogo: true }),
  platform('Ärmel & Co', { slug: 'aermel-co', role: 'admin' }),
]
const names = (search: object, first?: string) =>
  narrow(list, platformFilter.parse(search), first).map(({ name }) => name)

test('shows everything, newest first, when nothing is asked', () => {
  expect(names({})).toEqual(['Zenith', 'Nord Lager', 'Ärmel & Co'])
})

test('finds a part of the name or of the slug in either case', () => {
  expect(names({ q: 'LAG' })).toEqual(['Nord Lager'])
  expect(names({ q: ' nord-l ' })).toEqual(['Nord Lager'])
  expect(names({ q: 'ÄRM' })).toEqual(['Ärmel & Co'])
  expect(names({ q: 'AERMEL' })).toEqual(['Ärmel & Co'])
  expect(names({ q: 'nothing' })).toEqual([])
})

test('takes what is typed as text, not as a pattern', () => {
  expect(names({ q: '.*' })).toEqual([])
  expect(names({ q: '&' })).toEqual(['Ärmel & Co'])
})

test('narrows by role and by logo', () => {
  expect(names({ role: 'auditor' })).toEqual(['Zenith'])
  expect(names({ logo: 'yes' })).toEqual(['Nord Lager'])
  expect(names({ logo: 'no', role: 'admin' })).toEqual(['Ärmel & Co'])
})

test('sorts by name as people do', () => {
  expect(names({ sort: 'name' })).toEqual(['Ärmel & Co', 'Nord Lager', 'Zenith'])
})

test('keeps a platform just created at the top in every order and filter', () => {
  expect(names({ sort: 'name' }, 'Zenith')).toEqual(['Zenith', 'Ärmel & Co', 'Nord Lager'])
  expect(names({ q: 'lager' }, 'Zenith')).toEqual(['Zenith', 'Nord Lager'])
})

test('counts the choices that differ from the start', () => {
  expect(countActive(platformFilter.parse({ q: 'x' }))).toBe(0)
  expect(countActive(platformFilter.parse({ role: 'owner', logo: 'no', sort: 'name' }))).toBe(3)
})

test('an empty choice takes its part of the filter away, and the others stay', () => {
  const filter = platformFilter.parse({ q: 'x', role: 'owner', sort: 'name' })
  expect(changed(filter, { role: '', sort: '' })).toEqual({ q: 'x', sort: 'newest' })
  expect(changed(filter, { logo: 'yes' })).toEqual({ ...filter, logo: 'yes' })
})
