import { beforeEach, expect, it } from 'vitest'
import { dropDraft, findDraft, keepDraft, offerDraft, saveDrafts } from './drafts.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  globalThis.sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    clear: () => stored.clear(),
    key: (at: number) => [...stored.keys()][at] ?? null,
    get length() {
      return stored.size
    },
  }
})

it('keeps what was typed when the session ends before the page is gone', () => {
  const withdraw = offerDraft('order.acme.new', () => ({ note: 'Call first' }))
  saveDrafts('ada')
  // The form is drawn once more, for nobody.
  keepDraft('order.acme.new', '', { note: 'Call first' })
  dropDraft('order.acme.new', '')
  withdraw()
  expect(findDraft('order.acme.new', 'ada')).toEqual({ note: 'Call first' })
  expect(findDraft('order.acme.new', '')).toBeUndefined()
})

it('keeps the work of each account by itself', () => {
  keepDraft('order.acme.new', 'ada', { note: 'Hers' })
  keepDraft('order.acme.new', 'ben', { note: 'His' })
  dropDraft('order.acme.new', 'ben')
  expect(findDraft('order.acme.new', 'ada')).toEqual({ note: 'Hers' })
  expect(findDraft('order.acme.new', 'ben')).toBeUndefined()
})

it('keeps codes of the trade, never passwords or tokens', () => {
  const typed = { code: 'C-1', reasonCode: 'damaged', barcodes: ['4006381333931'] }
  keepDraft('customer.new', 'ada', { ...typed, password: 'x', newPassword: 'x', token: 'x' })
  expect(findDraft('customer.new', 'ada')).toEqual(typed)
})
