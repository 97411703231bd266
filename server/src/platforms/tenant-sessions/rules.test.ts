import { expect, test } from 'vitest'
import { admit, type Candidate } from './rules.ts'

const member: Candidate = { status: 'active', account: null }
const linked = (status: string, isVerified = true): Candidate => ({
  status: 'active',
  account: { status, isVerified },
})
const right = { passwordMatches: true, platformStatus: 'active', mustBeVerified: false }
const wrong = { ...right, passwordMatches: false }
const closed = { ...right, platformStatus: 'suspended' }

test.each([
  ['a member with the right password', member, right, 'admitted'],
  ['a linked member with the right password', linked('active'), right, 'admitted'],
  ['nobody', undefined, right, 'invalid_credentials'],
  ['a wrong password', member, wrong, 'invalid_credentials'],
  ['an invited member', { ...member, status: 'invited' }, right, 'invalid_credentials'],
  ['a deleted account', linked('deleted'), right, 'invalid_credentials'],
  ['a suspended account', linked('suspended'), right, 'account_suspended'],
  ['a suspended account, wrong password', linked('suspended'), wrong, 'invalid_credentials'],
  ['a suspended platform', member, closed, 'platform_suspended'],
  ['a disabled member', { ...member, status: 'disabled' }, closed, 'platform_suspended'],
  [
    'a suspended platform, wrong password',
    member,
    { ...closed, passwordMatches: false },
    'invalid_credentials',
  ],
  [
    'an unconfirmed address where that is required',
    linked('active', false),
    { ...right, mustBeVerified: true },
    'invalid_credentials',
  ],
  ['an unconfirmed address elsewhere', linked('active', false), right, 'admitted'],
] as const)('%s', (_case, candidate, facts, code) =>
  expect(admit(candidate, facts).code).toBe(code),
)
