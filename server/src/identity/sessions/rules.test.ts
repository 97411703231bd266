import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideRefresh, idleEnd, isLive, judgeSignIn, type RotationState } from './rules.ts'

const at = new Date('2026-03-01T12:00:00Z')
const seconds = (n: number) => new Date(at.getTime() + n * 1000)
const key = Buffer.from('one key')

const session = (changes: Partial<RotationState> = {}): RotationState => ({
  counter: 5,
  idemHash: key,
  rotatedAt: seconds(-10),
  revokedAt: null,
  idleExpiresAt: seconds(1000),
  expiresAt: seconds(2000),
  ...changes,
})

describe('decideRefresh', () => {
  test.each([
    ['the current token', session(), 5, undefined, 'rotate'],
    ['the current token with any key', session(), 5, Buffer.from('other'), 'rotate'],
    ['the last token with the key of its exchange', session(), 4, key, 'repeat'],
    ['the last token without a key', session(), 4, undefined, 'reuse'],
    ['the last token with another key', session(), 4, Buffer.from('other'), 'reuse'],
    ['an exchange that had no key', session({ idemHash: null }), 4, key, 'reuse'],
    ['a repeat within the minute', session({ rotatedAt: seconds(-59.9) }), 4, key, 'repeat'],
    ['a repeat after a minute', session({ rotatedAt: seconds(-60) }), 4, key, 'reuse'],
    ['a token before the last one', session(), 3, key, 'reuse'],
    ['a token never given out', session(), 6, key, 'refuse'],
    ['an ended session', session({ revokedAt: seconds(-1) }), 5, key, 'refuse'],
    ['an old token of an ended session', session({ revokedAt: seconds(-1) }), 3, key, 'refuse'],
    ['an idle session', session({ idleExpiresAt: at }), 5, key, 'refuse'],
    ['a session at its absolute end', session({ expiresAt: at }), 5, key, 'refuse'],
  ] as const)('%s', (_, state, presented, keyHash, expected) => {
    expect(decideRefresh(state, presented, keyHash, at)).toBe(expected)
  })

  test('exchanges only the current token of a valid session', () => {
    const moment = fc.integer({ min: -5000, max: 5000 }).map(seconds)
    const state = fc.record({
      counter: fc.nat(9),
      idemHash: fc.option(fc.constantFrom(key, Buffer.from('other'))),
      rotatedAt: fc.option(moment),
      revokedAt: fc.option(moment),
      idleExpiresAt: moment,
      expiresAt: moment,
    })
    const sent = fc.option(fc.constantFrom(key, Buffer.from('other')), { nil: undefined })
    fc.assert(
      fc.property(state, fc.nat(9), sent, (given, presented, keyHash) => {
        const rotates = decideRefresh(given, presented, keyHash, at) === 'rotate'
        expect(rotates).toBe(isLive(given, at) && presented === given.counter)
      }),
    )
  })
})

test('never sets the idle end after the absolute end', () => {
  const lifetimes = { idle: 600, absolute: 6000 }
  expect(idleEnd(at, seconds(6000), lifetimes)).toEqual(seconds(600))
  expect(idleEnd(at, seconds(100), lifetimes)).toEqual(seconds(100))
})

describe('judgeSignIn', () => {
  const active = { status: 'active', emailVerifiedAt: at }
  const unconfirmed = { status: 'active', emailVerifiedAt: null }
  const suspended = { status: 'suspended', emailVerifiedAt: at }
  test.each([
    [undefined, true, 'sensitive', 'unknown_address'],
    [active, false, 'sensitive', 'wrong_password'],
    [active, true, 'sensitive', 'welcome'],
    [unconfirmed, true, 'sensitive', 'welcome'],
    [unconfirmed, true, 'off', 'welcome'],
    [unconfirmed, true, 'login', 'unverified'],
    [unconfirmed, false, 'login', 'wrong_password'],
    [suspended, false, 'sensitive', 'wrong_password'],
    [suspended, true, 'login', 'suspended'],
  ] as const)('%o with the right password: %s, %s', (account, right, mode, expected) => {
    expect(judgeSignIn(account, right, mode)).toBe(expected)
  })
})
