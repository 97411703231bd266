import { expect, test } from 'vitest'
import { stepsOf, summit } from './steps.ts'

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
