import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTurnsByKey } from '../concurrency/turns.ts'
import { inTurn, textsOf } from './downloads.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const open = () => openTurnsByKey({ total: 3, each: 2, waiting: 1 }, 1_000)

/** Begins a download of `pieces` pieces and takes the first. */
async function begin(turns: ReturnType<typeof open>, key: string, pieces = 3) {
  const cut = new AbortController()
  let read = 0
  async function* texts() {
    for (; read < pieces; read++) yield 'text'
  }
  const bytes = inTurn(turns, key, texts, () => cut.abort())
  await bytes.next()
  return { bytes, isCut: () => cut.signal.aborted, read: () => read }
}

test('a client that takes nothing is cut off, one that goes on is not', async () => {
  const turns = open()
  const [idle, busy] = [await begin(turns, 'a'), await begin(turns, 'b')]
  await vi.advanceTimersByTimeAsync(9_000)
  await busy.bytes.next()
  await vi.advanceTimersByTimeAsync(2_000)
  expect([idle.isCut(), busy.isCut()]).toEqual([true, false])
  await idle.bytes.return(undefined)
  expect(turns.running).toBe(1)
})

test('a slow client is cut off sooner while others wait', async () => {
  const turns = open()
  const slow = [await begin(turns, 'a'), await begin(turns, 'a'), await begin(turns, 'b')]
  await vi.advanceTimersByTimeAsync(900)
  expect(slow.some(({ isCut }) => isCut())).toBe(false)
  const waiting = begin(turns, 'c')
  await vi.advanceTimersByTimeAsync(300)
  expect(slow.every(({ isCut }) => isCut())).toBe(true)
  await slow[0]?.bytes.return(undefined)
  expect((await waiting).isCut()).toBe(false)
})

test('nothing is read without a turn', async () => {
  const turns = open()
  await begin(turns, 'a')
  await begin(turns, 'a')
  const read = vi.fn(async function* () {
    yield 'text'
  })
  const waiting = inTurn(turns, 'a', read, () => {}).next()
  const refused = inTurn(turns, 'a', read, () => {}).next()
  await expect(refused).rejects.toMatchObject({ code: 'unavailable' })
  expect((await inTurn(turns, 'b', read, () => {}).next()).done).toBe(false)
  const late = expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
  await vi.advanceTimersByTimeAsync(1_000)
  await late
  expect(read).toHaveBeenCalledTimes(1)
})

test('lines are joined to pieces of a bounded size, between which others get a turn', async () => {
  vi.useRealTimers()
  let turns = 0
  const count = setInterval(() => turns++, 0)
  const rows = Array.from({ length: 200_000 }, (_, i) => i)
  const pieces: string[] = []
  for await (const text of textsOf(rows, (i) => `${i}\r\n`)) pieces.push(text)
  clearInterval(count)
  expect(pieces.join('')).toBe(rows.map((i) => `${i}\r\n`).join(''))
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(33 * 1024)
  expect(turns).toBeGreaterThan(1)
})
