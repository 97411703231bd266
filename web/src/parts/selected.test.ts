import { expect, test } from 'vitest'
import { idsOf, whyNotThese } from './selected.ts'

const some = (...ids: string[]) => ({ chosen: new Set(ids), isAll: false, total: 500 })
const all = (total: number | null) => ({ chosen: new Set<string>(), isAll: true, total })
/** A list of so many rows, two on a page. */
const listOf = (count: number) => (cursor: string | undefined) => {
  const from = Number(cursor ?? 0)
  const items = Array.from({ length: Math.min(2, count - from) }, (_, i) => ({
    id: `row ${from + i}`,
  }))
  return Promise.resolve({ items, next: from + 2 < count ? String(from + 2) : null })
}
const noList = () => Promise.reject(new Error('The list was asked'))

test('rows marked one by one are known, whatever the list shows', async () => {
  expect(await idsOf(some('a', 'b'), noList, 2)).toEqual(['a', 'b'])
})

test('all that match are collected page by page', async () => {
  expect(await idsOf(all(5), listOf(5), 5)).toEqual(['row 0', 'row 1', 'row 2', 'row 3', 'row 4'])
})

test('too many are refused, before they are read and when more have come meanwhile', async () => {
  expect(whyNotThese(some('a', 'b'), 2)).toBeUndefined()
  expect(whyNotThese(some('a', 'b', 'c'), 2)).toBe('Select up to 2 rows.')
  expect(whyNotThese(all(2_000), 1_000)).toBe('Select up to 1,000 rows.')
  expect(whyNotThese(all(null), 2)).toBeUndefined()
  await expect(idsOf(all(null), listOf(3), 2)).rejects.toThrow('Select up to 2 rows')
})
