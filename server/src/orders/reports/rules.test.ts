import type { AgeClass } from '@stowage/contract/orders/reports'
import { expect, test } from 'vitest'
import { beganIn } from './rules.ts'

const ageClasses: readonly AgeClass[] = ['day', 'week', 'month', 'older']
const at = new Date('2026-06-30T12:00:00.000Z')

test.each([
  [0, 'day'],
  [1, 'day'],
  [1.001, 'week'],
  [7, 'week'],
  [30, 'month'],
  [31, 'older'],
])('what began %s days ago is in the class %s alone', (days, expected) => {
  const began = new Date(at.getTime() - days * 86_400_000)
  const found = ageClasses.filter((age) => {
    const { since, before } = beganIn(age, at)
    return (since === null || began >= since) && (before === null || began < before)
  })
  expect(found).toEqual([expected])
})
