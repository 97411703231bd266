import { expect, test } from 'vitest'
import { codeAt } from '../../../test/totp.ts'
import { base32Of, newSecret, setupAddress, stepOf } from './totp.ts'

const secret = newSecret()
const at = new Date('2026-11-21T09:24:15Z')
const step = Math.floor(at.getTime() / 30_000)
const codeOf = (offset: number) =>
  codeAt(base32Of(secret), new Date(at.getTime() + offset * 30_000))

test('creates a random secret of 160 bits', () => {
  expect(secret).toHaveLength(20)
  expect(base32Of(secret)).toMatch(/^[A-Z2-7]{32}$/)
  expect(base32Of(newSecret())).not.toBe(base32Of(secret))
})

test.each([-1, 0, 1])('finds the step of a code %i steps away', (offset) => {
  expect(stepOf(secret, codeOf(offset), at)).toBe(step + offset)
})

test.each([-2, 2, -100])('refuses a code %i steps away', (offset) => {
  expect(stepOf(secret, codeOf(offset), at)).toBeUndefined()
})

test('accepts the codes of the standard', () => {
  // RFC 6238, appendix B: SHA-1, the last six of eight digits.
  const standard = Buffer.from('12345678901234567890')
  const known = { 59: '287082', 1111111109: '081804', 1234567890: '005924', 20000000000: '353130' }
  for (const [seconds, digits] of Object.entries(known))
    expect(stepOf(standard, digits, new Date(Number(seconds) * 1000))).toBe(
      Math.floor(Number(seconds) / 30),
    )
})

test('names product, account and secret in the URL', () => {
  const address = new URL(setupAddress(secret, 'ada+test@example.com'))
  expect([address.protocol, address.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(address.pathname)).toBe('/Stowage:ada+test@example.com')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: 'Stowage',
    secret: base32Of(secret),
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
