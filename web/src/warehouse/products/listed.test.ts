import { expect, test } from 'vitest'
import { listedIn, standing } from './listed.ts'

const listed = { slug: 'acme', skus: ['A', 'B', 'C'], from: 26, total: 128, capped: false }
const of = (part: Partial<typeof listed> | { total: null }, sku = 'B', slug = 'acme') =>
  standing({ ...listed, ...part }, slug, sku, String)

test('an item stands between its neighbours', () => {
  expect(of({})).toEqual({ text: '27 of 128', before: 'A', after: 'C' })
  expect(of({}, 'A')).toEqual({ text: '26 of 128', before: undefined, after: 'B' })
  expect(of({}, 'C')?.after).toBeUndefined()
})

test('a list says how long it is as far as it was counted', () => {
  expect(of({ total: 10_000, capped: true })?.text).toBe('27 of 10000+')
  expect(of({ total: null })?.text).toBe('27')
})

test('what was not listed stands nowhere', () => {
  expect(of({}, 'D')).toBeUndefined()
  expect(of({}, 'B', 'bolt')).toBeUndefined()
  expect(standing(undefined, 'acme', 'B', String)).toBeUndefined()
})

test.each([[null], [''], ['{'], ['{"slug":"acme"}']])('%j is no list', (stored) => {
  expect(listedIn(stored)).toBeUndefined()
})

test('what was kept is read', () => {
  expect(listedIn(JSON.stringify(listed))).toEqual(listed)
})
