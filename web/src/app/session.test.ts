import { describe, expect, it } from 'vitest'
import { lifeOf } from './session.ts'
import { nextStep } from './session-watch.ts'

const tokenOf = (claims: unknown) =>
  `eyJhbGciOiJFZERTQSJ9.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`

describe('the life of an access token', () => {
  it('is read in seconds and given in milliseconds', () => {
    expect(lifeOf(tokenOf({ exp: 1_800_000_000, iat: 1_799_996_400 }))).toEqual({
      expiresAt: 1_800_000_000_000,
      issuedAt: 1_799_996_400_000,
    })
  })

  it('has no beginning when the token does not say', () => {
    expect(lifeOf(tokenOf({ exp: 10 }))).toEqual({ expiresAt: 10_000, issuedAt: undefined })
  })

  it('reads claims with letters beyond ASCII and every length of padding', () => {
    for (const name of ['a', 'ab', 'abc', 'ÿ?>'])
      expect(lifeOf(tokenOf({ exp: 7, name }))?.expiresAt).toBe(7_000)
  })

  it.each([null, '', 'token', 'a.b.c', 'a..c', tokenOf({}), tokenOf({ exp: 'soon' }), tokenOf(1)])(
    'is unknown for %s',
    (token) => expect(lifeOf(token)).toBeUndefined(),
  )
})

describe('what is due next', () => {
  const minute = 60_000
  const hour = { issuedAt: 0, expiresAt: 60 * minute }
  const calm = { at: 0, notBefore: 0, warned: false }

  it('is an exchange after four fifths of the life', () => {
    expect(nextStep(hour, calm)).toEqual({ act: 'refresh', at: 48 * minute })
  })

  it('is the pause asked for after a failure', () => {
    expect(nextStep(hour, { ...calm, at: 49 * minute, notBefore: 50 * minute })).toEqual({
      act: 'refresh',
      at: 50 * minute,
    })
  })

  it('is a warning two minutes before the end when nothing succeeded, and only once', () => {
    const late = { at: 57.9 * minute, notBefore: 58.5 * minute, warned: false }
    expect(nextStep(hour, late)).toEqual({ act: 'warn', at: 58 * minute })
    expect(nextStep(hour, { ...late, warned: true })).toEqual({
      act: 'refresh',
      at: 58.5 * minute,
    })
  })

  it('is the end, a quarter of a second after the expiry, while an answer is awaited', () => {
    const waiting = { at: 59 * minute, notBefore: Infinity, warned: true }
    expect(nextStep(hour, waiting)).toEqual({ act: 'expire', at: 60 * minute + 250 })
  })

  it('is never an exchange for a token that does not say when it was issued', () => {
    const life = { issuedAt: undefined, expiresAt: 10_000 }
    expect(nextStep(life, { ...calm, warned: true })).toEqual({ act: 'expire', at: 10_250 })
  })

  it('is no warning in a life too short for one', () => {
    const life = { issuedAt: 0, expiresAt: minute }
    expect(nextStep(life, { at: 0, notBefore: Infinity, warned: false }).act).toBe('expire')
  })
})
