import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keyReader } from './key-reader.ts'

const bound = ['n', 'd', 'g d', 'g p', '?']
const fired: string[] = []
let read: ReturnType<typeof keyReader>

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  fired.length = 0
  read = keyReader({
    knows: (keys) => bound.includes(keys),
    begins: (first) => bound.some((keys) => keys.startsWith(`${first} `)),
    fire: (keys) => fired.push(keys),
  })
})
afterEach(() => vi.useRealTimers())

/** Presses each letter so many milliseconds after the one before. */
function type(letters: string, gap: number) {
  for (const letter of letters) {
    vi.advanceTimersByTime(gap)
    read(letter, Date.now())
  }
  vi.advanceTimersByTime(1_000)
}

test('a letter fires once it is clear that no scanner types', () => {
  expect(read('n', Date.now())).toBe(true)
  expect(fired).toEqual([])
  vi.advanceTimersByTime(50)
  expect(fired).toEqual(['n'])
})

test('a letter bound to nothing is left to the browser', () => {
  expect(read('x', Date.now())).toBe(false)
  vi.advanceTimersByTime(100)
  expect(fired).toEqual([])
})

test('two letters, one after the other, are one key', () => {
  type('gd', 120)
  type('gp', 900)
  expect(fired).toEqual(['g d', 'g p'])
})

test('a letter that a busy page hears of late counts from when it was pressed', () => {
  expect([read('g', 0), read('d', 120), read('n', 240)]).toEqual([true, true, true])
  vi.advanceTimersByTime(50)
  expect(fired).toEqual(['g d', 'n'])
})

test('the second letter alone keeps its own meaning', () => {
  type('d', 200)
  type('gn', 200)
  expect(fired).toEqual(['d', 'n'])
})

test('the first letter does not wait for ever', () => {
  type('g', 100)
  vi.advanceTimersByTime(1_600)
  type('d', 100)
  expect(fired).toEqual(['d'])
})

test.each([5, 20, 45])('no letter of a code fires when a scanner types at %i ms', (gap) => {
  type('n?gdn4006381333931n', gap)
  expect(fired).toEqual([])
})

test('a scanner that hesitates is still a scanner', () => {
  type('n4', 10)
  type('n', 10)
  fired.length = 0
  read('n', Date.now())
  vi.advanceTimersByTime(20)
  read('4', Date.now())
  vi.advanceTimersByTime(70)
  read('n', Date.now())
  vi.advanceTimersByTime(1_000)
  expect(fired).toEqual([])
})

test.each([10, 200])('a letter something else takes after %i ms means nothing', (gap) => {
  read('g', Date.now())
  vi.advanceTimersByTime(gap)
  read('', Date.now())
  vi.advanceTimersByTime(200)
  read('p', Date.now())
  vi.advanceTimersByTime(1_000)
  expect(fired).toEqual([])
})

test('after a code letters mean something again', () => {
  type('4006381', 10)
  type('n', 200)
  expect(fired).toEqual(['n'])
})
