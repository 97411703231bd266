import { expect, test } from 'vitest'
import { stateWithout } from './cancel-line-rules.ts'

test.each([
  ['released', { hasReady: true, hasDone: false }, 'released'],
  ['picking', { hasReady: true, hasDone: false }, 'picking'],
  ['picking', { hasReady: false, hasDone: true }, 'picked'],
  ['picked', { hasReady: false, hasDone: true }, 'picked'],
  ['released', { hasReady: false, hasDone: false }, 'cancelled'],
  ['picking', undefined, 'cancelled'],
] as const)('%s with %j of its other lines is %s', (before, others, after) => {
  expect(stateWithout(before, others)).toBe(after)
})
