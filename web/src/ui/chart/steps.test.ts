import { expect, test } from 'vitest'
import { stepsOf, summit, ticksOf } from './steps.ts'

test('the line turns twice where the value changes and goes straight where it does not', () => {
  expect(stepsOf([3, 3, 5])).toEqual([
    [0, 3],
    [1, 3],
    [2, 3],
    [2, 5],
  ])
  expect(stepsOf([])).toEqual([])
})

test('a scale of zeros is not empty', () => {
  expect(summit([0, 0])).toBe(1)
  expect(summit([2, 40])).toBe(40)
})

test('the scale of days names the first and the last, and some between', () => {
  expect(ticksOf(90, 3)).toEqual([0, 45, 89])
  expect(ticksOf(90, 6)).toEqual([0, 18, 36, 53, 71, 89])
  expect([ticksOf(2, 6), ticksOf(1, 3), ticksOf(0, 3)]).toEqual([[0, 1], [0], []])
})
