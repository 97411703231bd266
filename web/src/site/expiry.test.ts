import { expect, test } from 'vitest'
import { expiryOf, msUntilEnd } from './expiry.ts'

const tokenWith = (claims: unknown) =>
  `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

test('the expiry of a token is its exp in milliseconds', () => {
  expect(expiryOf(tokenWith({ exp: 1_800_000_000 }))).toBe(1_800_000_000_000)
})

test('a payload with letters only base64url has is read', () => {
  const token = tokenWith({ exp: 1_800_000_000, name: '\u00bf\u00bf?>~~' })
  expect(token).toMatch(/[-_]/)
  expect(expiryOf(token)).toBe(1_800_000_000_000)
})

test.each([null, '', 'no token', 'a.b.c', tokenWith(null), tokenWith({}), tokenWith({ exp: '9' })])(
  'no expiry is read from %j',
  (token) => expect(expiryOf(token)).toBeUndefined(),
)

test('a session ends 250 ms after its token, and at once when the token is over', () => {
  expect(msUntilEnd(10_000, 9_000)).toBe(1_250)
  expect(msUntilEnd(10_000, 10_000)).toBe(0)
  expect(msUntilEnd(10_000, 50_000)).toBe(0)
})
