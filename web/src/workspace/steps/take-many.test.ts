import { errors } from '@stowage/contract/errors'
import { expect, test } from 'vitest'
import { reasonOf } from './take-many.ts'

const { message } = errors.invalid_transition
const reasonFrom = (from: string, notice = message) =>
  reasonOf({
    status: 'error',
    index: 0,
    code: 'invalid_transition',
    message: notice,
    blockers: [{ type: 'order', from, to: 'confirmed', allowed: [] }],
  })

test('a record of many that is elsewhere by now says where, and asks nobody to reload', () => {
  expect(reasonFrom('released')).toBe('Already released.')
  expect(reasonFrom('in_fulfillment')).toBe('Already in fulfillment.')
  expect(reasonFrom('draft')).toBe('Still a draft.')
  expect(reasonFrom('on_hold')).toBe('On hold.')
})
