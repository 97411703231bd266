import { expect, test } from 'vitest'
import { paymentText } from './words.ts'

test.each([
  ['paid', 'Paid'],
  ['partially_refunded', 'Partially refunded'],
  ['Bezahlt', 'Bezahlt'],
  ['', ''],
])('the payment state %j is shown as %j', (state, text) => {
  expect(paymentText(state)).toBe(text)
})
