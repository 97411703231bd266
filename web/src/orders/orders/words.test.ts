import { expect, test } from 'vitest'
import { itemsText, paymentText } from './words.ts'

test.each([
  ['paid', 'Paid'],
  ['partially_refunded', 'Partially refunded'],
  ['Bezahlt', 'Bezahlt'],
  ['', ''],
])('the payment state %j is shown as %j', (state, text) => {
  expect(paymentText(state)).toBe(text)
})

test('the items of a cancelled order have no units beside them', () => {
  const order = { lineCount: 1, units: '3' }
  expect(itemsText({ ...order, state: 'confirmed' })).toBe('1 (3)')
  expect(itemsText({ ...order, units: '0', state: 'cancelled' })).toBe('1')
})
