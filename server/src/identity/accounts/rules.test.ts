import { describe, expect, test } from 'vitest'
import { readLimits } from '../../http/limit-table.ts'
import { emailKey } from '../../mail/email-key.ts'
import { judgeVerification, mayMail, mustVerify, onePerSecond, registrations } from './rules.ts'

const at = new Date('2026-03-01T12:00:00Z')
const minutes = (n: number) => new Date(at.getTime() + n * 60_000)

test.each([
  ['login', false, true],
  ['sensitive', false, true],
  ['sensitive', true, false],
  ['off', false, false],
])('with %s and verified %j, verification is required: %j', (setting, verified, waits) => {
  expect(mustVerify(verified, { requireVerifiedEmail: setting })).toBe(waits)
})

describe('emailKey', () => {
  test.each([
    ['A.B@Example.COM', 'a.b@example.com'],
    ['  a.b@example.com  ', 'a.b@example.com'],
    ['a.b@ｅxample.com', 'a.b@example.com'],
    ['a@bücher.example', 'a@xn--bcher-kva.example'],
    ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
    ['me\u0301@example.com', 'm\u00e9@example.com'],
    ['x@localhost', 'x@localhost'],
  ])('normalizes %s to %s', (typed, key) => {
    expect(emailKey(typed)).toBe(key)
  })

  test.each([
    'a.b＠example.com',
    'a@b@example.com',
    '@example.com',
    'a@',
    'a b@example.com',
    'a,b@example.com',
    'a;b@example.com',
    '"a"@example.com',
    'a@exa\u00admple.com',
    'a@example.com.',
    'a@example..com',
    'a@[127.0.0.1]',
    'a@example.com\u0000',
    `${'a'.repeat(250)}@example.com`,
    'correct horse battery',
  ])('rejects %j', (typed) => {
    expect(emailKey(typed)).toBeUndefined()
  })
})

describe('mayMail', () => {
  const { FORGOT_ADDRESS, RESEND_ADDRESS: resend } = readLimits({}).allowances
  const forgot = [onePerSecond, ...FORGOT_ADDRESS]
  test.each([
    ['a first one', resend, [], true],
    ['a second within a minute', resend, [minutes(-0.9)], false],
    ['a second after a minute', resend, [minutes(-1)], true],
    ['a sixth within the hour', resend, [-59, -50, -40, -30, -2].map(minutes), false],
    ['a fifth within the hour', resend, [-60, -50, -40, -30, -2].map(minutes), true],
    ['two registrations at once', registrations, [at], true],
    ['one that overtook a later one', registrations, [minutes(0.1)], true],
    ['a fourth reset within the hour', forgot, [-3, -2, -1].map(minutes), false],
    ['a reset whose job runs again', forgot, [at], false],
    ['any number without a limit', [], [-3, -2, -1, 0].map(minutes), true],
  ])('%s', (_, allowance, earlier, expected) => {
    expect(mayMail(allowance, earlier, at)).toBe(expected)
  })
})

describe('judgeVerification', () => {
  const open = { expiresAt: minutes(1), consumedAt: null, supersededAt: null, pending: undefined }
  const [unconfirmed, confirmed] = [{ emailVerifiedAt: null }, { emailVerifiedAt: minutes(-9) }]
  test.each([
    ['an open link', open, unconfirmed, 'confirm'],
    ['an open link of a confirmed address', open, confirmed, 'confirm'],
    ['a later registration', { ...open, pending: {} }, unconfirmed, 'confirm'],
    ['a later registration of a confirmed address', { ...open, pending: {} }, confirmed, 'refuse'],
    ['an expired link', { ...open, expiresAt: at }, unconfirmed, 'refuse'],
    ['a superseded link', { ...open, supersededAt: minutes(-1) }, unconfirmed, 'refuse'],
    ['a link used today', { ...open, consumedAt: minutes(-60 * 23.9) }, confirmed, 'repeat'],
    ['a link used yesterday', { ...open, consumedAt: minutes(-60 * 24) }, confirmed, 'refuse'],
  ] as const)('%s', (_, token, account, expected) => {
    expect(judgeVerification(token, account, at)).toBe(expected)
  })
})
