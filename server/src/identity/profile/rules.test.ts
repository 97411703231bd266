import { expect, test } from 'vitest'
import { changePreferences, changeProfile, defaultPreferences } from './rules.ts'

const ada = { firstName: 'Ada', lastName: 'Lovelace', phone: '', location: 'London', bio: '' }

test('a profile keeps the fields that are not sent, and names those that differ', () => {
  expect(changeProfile(ada, { location: 'Paris', phone: '' })).toEqual({
    fields: { ...ada, location: 'Paris' },
    changed: ['location'],
  })
  expect(changeProfile(ada, {})).toEqual({ fields: ada, changed: [] })
})

test('preferences change one by one, and their paths are named', () => {
  const { preferences, changed } = changePreferences(defaultPreferences, {
    notifications: { push: true, email: true },
    theme: 'dark',
  })
  expect(preferences).toEqual({
    ...defaultPreferences,
    notifications: { ...defaultPreferences.notifications, push: true },
    theme: 'dark',
  })
  expect(changed).toEqual(['notifications.push', 'theme'])
})
