import { expect, test } from 'vitest'
import {
  contactKeyOf,
  indexOf,
  masked,
  maskedEmail,
  phoneDigitsOf,
  phoneTerms,
  recipientTerms,
  searchTerms,
  wordsOf,
} from './rules.ts'

test.each([
  ['+49 (0)30 901-820', '4930901820'],
  ['0301234', '301234'],
  ['001', undefined],
  ['12 34', '1234'],
  ['Meyer 12', undefined],
])('the phone number %s has the digits %s', (typed, digits) => {
  expect(phoneDigitsOf(typed)).toBe(digits)
})

test('words are folded, and marks between names are none', () => {
  expect(wordsOf('MÜLLER, Ann; -')).toEqual([...wordsOf('müller'), 'ann'])
})

test('a customer is found by each beginning of a word, and by each ending of a phone number', () => {
  const index = indexOf({
    code: 'C-1',
    name: "O'Neil",
    emails: ['a@b.de'],
    phones: ['(0)3012345'],
  })
  expect(index).toContain("'o''neil':1A")
  expect(index).toContain("'neil':1A")
  expect(index).toContain("'a@b.de':1B")
  expect(index).toContain("'2345':1B")
  expect(index).not.toContain("'345':1B")
})

test('without the right to see contacts, only code and name are looked in', () => {
  expect(searchTerms('ann 4711', true)).toBe("'ann':* & '4711':*")
  expect(searchTerms('ann 4711', false)).toBe("'ann':*A & '4711':*A")
  expect(searchTerms('030 4711', true)).toBe("('030':* & '4711':*) | '304711':*B")
  expect(searchTerms(' - ', true)).toBeUndefined()
  expect(phoneTerms('no')).toBeUndefined()
})

test('short words of a recipient are whole words', () => {
  expect(recipientTerms('li anna')).toBe("'li':A & 'anna':*A")
})

test('a customer without a code is known by the email, else by the phone number', () => {
  expect(contactKeyOf({ email: 'Ann@Shop.DE', phone: '1234' })).toBe('ann@shop.de')
  expect(contactKeyOf({ email: undefined, phone: '+49 30 1234' })).toBe('49301234')
  expect(contactKeyOf({ email: undefined, phone: 'x12' })).toBe('x12')
  expect(contactKeyOf({ email: undefined, phone: undefined })).toBeUndefined()
})

test('masked contacts show a first letter', () => {
  expect(masked('')).toBe('')
  expect(masked('Ann')).toBe('A•••')
  expect(maskedEmail('ann@shop.de')).toBe('a•••@shop.de')
})
