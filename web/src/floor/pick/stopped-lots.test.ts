import { expect, test } from 'vitest'
import { stoppedText, withdrawnText } from './stopped-lots.ts'

test('a picker is told which lot stays where it is, and what was taken away', () => {
  expect(stoppedText({ lot: 'L1', lotStopped: null })).toBeUndefined()
  expect(stoppedText({ lot: 'L1', lotStopped: 'hold' })).toBe('Lot L1 is on hold. Don’t pick it.')
  expect(stoppedText({ lot: 'L1', lotStopped: 'expired' })).toBe(
    'Lot L1 has expired. Don’t pick it.',
  )
  expect(withdrawnText('TEA-1', { lot: 'L1', lotState: 'recalled', qty: '4' })).toBe(
    'Lot L1 was recalled: 4 TEA-1 are not picked any more.',
  )
  expect(withdrawnText('TEA-1', { lot: 'L1', lotState: 'hold', qty: '1' })).toBe(
    'Lot L1 was put on hold: 1 TEA-1 is not picked any more.',
  )
})
