import { expect, test } from 'vitest'
import { makerOf } from './maker.ts'

test.each([
  ['m', 'Ada Bell', 'Ada Bell'],
  ['m', null, 'Former member'],
  [null, null, undefined],
])('%s known as %s', (id, name, word) => {
  expect(makerOf(id, name)).toBe(word)
})
