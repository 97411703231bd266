import { mostAttempts } from '@stowage/contract/workspace/webhook-deliveries'
import { expect, test } from 'vitest'
import { decideNext, isSuccess, isNoticeDue } from './rules.ts'

const at = new Date('2026-11-24T12:00:00Z')
const hour = 3_600_000

test('attempts spread over a day, each pause longer than the one before', () => {
  for (const chance of [0, 0.5, 1]) {
    let before = 0
    let total = 0
    for (let attempts = 1; attempts < mostAttempts; attempts++) {
      const { state, nextAt } = decideNext({ isDelivered: false, attempts, at }, chance)
      const pause = (nextAt?.getTime() ?? 0) - at.getTime()
      expect(state).toBe('retrying')
      expect(pause).toBeGreaterThan(before)
      before = pause
      total += pause
    }
    expect(total).toBeGreaterThan(21 * hour)
    expect(total).toBeLessThan(27 * hour)
  }
})

test('the last failure is the end, and success is at any attempt', () => {
  const dead = { state: 'dead', nextAt: null }
  expect(decideNext({ isDelivered: false, attempts: mostAttempts, at }, 0.5)).toEqual(dead)
  // An attempt of a lost process was counted too.
  expect(decideNext({ isDelivered: false, attempts: mostAttempts + 1, at }, 0.5)).toEqual(dead)
  expect(decideNext({ isDelivered: true, attempts: mostAttempts, at }, 0.5)).toEqual({
    state: 'delivered',
    nextAt: null,
  })
})

test.each([
  [199, false],
  [200, true],
  [204, true],
  [299, true],
  [300, false],
  [500, false],
  [null, false],
])('the status %s is success: %s', (status, is) => expect(isSuccess(status)).toBe(is))

test('people are told once a day', () => {
  expect(isNoticeDue(null, at)).toBe(true)
  expect(isNoticeDue(new Date(at.getTime() - 23 * hour), at)).toBe(false)
  expect(isNoticeDue(new Date(at.getTime() - 24 * hour), at)).toBe(true)
})
