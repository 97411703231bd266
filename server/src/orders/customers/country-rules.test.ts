import { expect, test } from 'vitest'
import { countryCode } from './country-rules.ts'

test.each([
  ['de', 'DE'],
  ['UK', 'GB'],
  ['uk', 'GB'],
  ['Germany', 'DE'],
  ['Scotland', 'GB'],
  ['U.S.A.', 'US'],
  ['Atlantis', 'Atlantis'],
])('%s is the country %s', (text, code) => {
  expect(countryCode(text)).toBe(code)
})
