import { setImmediate as settled, setTimeout as sleep } from 'node:timers/promises'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { describe, expect, test } from 'vitest'
import { countTogether } from './global-count.ts'

const storeOf = (points: number, duration: number) => new RateLimiterMemory({ points, duration })

/** Counts until it is refused; how often it was let in. */
async function exhaust(count: ReturnType<typeof countTogether>, key: string, most = 1_000) {
  for (let n = 0; n < most; n++) {
    if (count(key).isReached) return n
    await settled()
  }
  return most
}

describe('counting in memory', () => {
  test('admits exactly the limit for each key', async () => {
    const count = countTogether({ points: 300, window: 60 }, storeOf(300, 60))
    expect(await exhaust(count, 'a')).toBe(300)
    expect(count('a')).toMatchObject({ isReached: true, limit: 300, remaining: 0 })
    expect(count('a').resetMs).toBeGreaterThan(50_000)
    expect(count('b')).toMatchObject({ isReached: false, limit: 300, remaining: 299 })
  })

  test('lets two servers exceed a common limit by at most a twentieth', async () => {
    const store = storeOf(300, 60)
    const one = countTogether({ points: 300, window: 60 }, store)
    const other = countTogether({ points: 300, window: 60 }, store)
    let letIn = 0
    for (let n = 0; n < 300; n++) {
      for (const count of [one, other]) if (!count('a').isReached) letIn++
      await settled()
    }
    expect(letIn).toBeGreaterThanOrEqual(300)
    expect(letIn).toBeLessThanOrEqual(330)
  })

  test('restores its counts after a restart', async () => {
    const store = storeOf(300, 60)
    expect(await exhaust(countTogether({ points: 300, window: 60 }, store), 'a', 200)).toBe(200)
    const letIn = await exhaust(countTogether({ points: 300, window: 60 }, store), 'a')
    expect(letIn).toBeGreaterThanOrEqual(100)
    expect(letIn).toBeLessThanOrEqual(115)
  })

  test('reports to the store every twentieth of the limit', async () => {
    const store = storeOf(1_000, 60)
    const count = countTogether({ points: 1_000, window: 60 }, store)
    expect(await exhaust(count, 'a', 125)).toBe(125)
    expect((await store.get('a'))?.consumedPoints).toBe(100)
  })

  test('resets after the window', async () => {
    const count = countTogether({ points: 2, window: 0.2 }, storeOf(2, 0.2))
    expect(await exhaust(count, 'a')).toBe(2)
    await sleep(250)
    expect(await exhaust(count, 'a')).toBe(2)
  })
})
