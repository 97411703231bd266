import { expect, test } from 'vitest'
import { expiryOf, joinsByAccount } from './rules.ts'

const at = new Date('2030-01-02T03:04:05Z')
const confirmed = { status: 'active', emailVerifiedAt: at, deletesAt: null }

test.each([
  ['a confirmed account', confirmed, true],
  ['a suspended one, which cannot sign in then', { ...confirmed, status: 'suspended' }, true],
  ['an unconfirmed one', { ...confirmed, emailVerifiedAt: null }, false],
  ['one its owner has given up', { ...confirmed, deletesAt: at }, false],
  ['a deleted one', { ...confirmed, status: 'deleted' }, false],
  ['none', undefined, false],
])('%s can join with the account: %s', (_, account, joins) => {
  expect(joinsByAccount(account)).toBe(joins)
})

test('an invitation is valid for seven days', () => {
  expect(expiryOf(at)).toEqual(new Date('2030-01-09T03:04:05Z'))
})
