import { expect, test } from 'vitest'
import { samplesOf } from './samples.ts'

const rows = (...all: string[][]) => all.map((cells) => ({ cells }))

test('three different values stand for a column', () => {
  const file = rows(['MUG', ''], [' ', '5'], ['MUG ', '5'], ['BOWL'], ['TRAY', '0'], ['CUP', '7'])
  expect(samplesOf(['SKU', 'Quantity'], file)).toEqual([
    ['MUG', 'BOWL', 'TRAY'],
    ['5', '0', '7'],
  ])
})

test('columns with one name have their own values, and an empty file has none', () => {
  expect(samplesOf(['Size', 'Size'], rows(['S', 'Small']))).toEqual([['S'], ['Small']])
  expect(samplesOf(['SKU'], [])).toEqual([[]])
})

test('a long value is cut between characters', () => {
  expect(samplesOf(['Note'], rows(['🫖'.repeat(30)]))).toEqual([[`${'🫖'.repeat(23)}…`]])
})
