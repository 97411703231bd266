import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test.each([
  ['acme', 'AC'],
  ['acme-west', 'AW'],
  ['acme-west-3', 'AW'],
  ['x9', 'X9'],
])('%s is %s', (slug, letters) => {
  expect(initials(slug)).toBe(letters)
})
