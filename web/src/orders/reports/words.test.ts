import { expect, test } from 'vitest'
import { durationText, shareText } from './words.ts'

test.each([
  [0, '0 s'],
  [45, '45 s'],
  [60, '1 min'],
  [3_599, '59 min 59 s'],
  [3_661, '1 h 1 min'],
  [86_400 + 59, '1 d'],
  [200_000, '2 d 7 h'],
])('%i seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

test('a share of nothing is none', () => {
  expect([shareText(1, 48), shareText(0, 5), shareText(0, 0)]).toEqual(['2.1%', '0%', '-'])
})
