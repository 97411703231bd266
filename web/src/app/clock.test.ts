import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const hour = 3_600_000
const start = Date.UTC(2026, 10, 23, 8)
const at = (ms: number) => new Date(ms).toUTCString()

/** The clock as a page begins with it, and an answer the server wrote at `written`, sent and read at these times. */
async function newClock() {
  vi.resetModules()
  const { correctClock, now } = await import('./clock.ts')
  const answer = (written: number, { sent, read }: { sent: number; read: number }) => {
    vi.setSystemTime(read)
    correctClock(at(written), sent)
  }
  return { answer, difference: () => now() - Date.now() }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('follows the server where the clock of this computer is wrong', async () => {
  const { answer, difference } = await newClock()
  answer(start + hour, { sent: start, read: start + 200 })
  expect(difference()).toBeGreaterThan(hour - 1000)
  answer(start + 500, { sent: start + 400, read: start + 600 })
  expect(difference()).toBe(0)
})

it('is not turned back by an answer that is read after the computer slept', async () => {
  const { answer, difference } = await newClock()
  answer(start, { sent: start, read: start + 8 * hour })
  expect(difference()).toBe(0)
})

it('follows a slow answer no further than it can be wrong', async () => {
  const { answer, difference } = await newClock()
  answer(start + 3 * hour, { sent: start, read: start + hour })
  expect(difference()).toBe(2 * hour)
})
