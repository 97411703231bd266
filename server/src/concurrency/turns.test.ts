import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { sharesOf } from '../database/shares.ts'
import { openSchedule, openTurnsByKey, type Bounds } from './turns.ts'

const keys = ['a', 'b', 'c', 'd'] as const
const bounds = fc.record({
  total: fc.integer({ min: 1, max: 6 }),
  each: fc.integer({ min: 1, max: 4 }),
  waiting: fc.integer({ min: 0, max: 8 }),
})
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('ask', 'ask', 'leave', 'cancel'),
    key: fc.constantFrom(...keys),
  }),
  { maxLength: 120 },
)

/** Plays steps on a schedule and says after each what runs and waits, by key. */
function play(given: Bounds, list: { kind: string; key: string }[], look: (state: State) => void) {
  const schedule = openSchedule(given)
  const state: State = { running: new Map(), waiting: new Map(), started: [] }
  const add = (map: Map<string, number>, key: string, by: number) =>
    map.set(key, (map.get(key) ?? 0) + by)
  const starts = new Map<string, (() => void)[]>(keys.map((key) => [key, []]))
  let serial = 0
  for (const { kind, key } of list) {
    const waiters = starts.get(key) ?? []
    if (kind === 'ask') {
      const number = serial++
      const start = () => {
        state.started.push({ key, number })
        add(state.running, key, 1)
        const at = waiters.indexOf(start)
        if (at >= 0) {
          waiters.splice(at, 1)
          add(state.waiting, key, -1)
        }
      }
      const outcome = schedule.ask(key, start)
      if (outcome === 'waiting') {
        waiters.push(start)
        add(state.waiting, key, 1)
      }
    } else if (kind === 'leave' && (state.running.get(key) ?? 0) > 0) {
      add(state.running, key, -1)
      schedule.leave(key)
    } else if (kind === 'cancel' && waiters.length > 0) {
      const gone = waiters.pop()
      add(state.waiting, key, -1)
      if (gone) schedule.cancel(key, gone)
    }
    look(state)
    expect(schedule.counts).toEqual({ running: sum(state.running), waiting: sum(state.waiting) })
  }
}
type State = {
  running: Map<string, number>
  waiting: Map<string, number>
  started: { key: string; number: number }[]
}
const sum = (map: Map<string, number>) => [...map.values()].reduce((all, one) => all + one, 0)

describe('the schedule', () => {
  test('respects its limits and leaves nothing waiting that may run', () => {
    fc.assert(
      fc.property(bounds, steps, (given, list) =>
        play(given, list, ({ running, waiting }) => {
          expect(sum(running)).toBeLessThanOrEqual(given.total)
          for (const key of keys) {
            const [runs, waits] = [running.get(key) ?? 0, waiting.get(key) ?? 0]
            expect(runs).toBeLessThanOrEqual(given.each)
            expect(waits).toBeLessThanOrEqual(given.waiting)
            if (waits > 0) expect(runs === given.each || sum(running) === given.total).toBe(true)
          }
        }),
      ),
    )
  })

  test('runs tasks of a key first in, first out', () => {
    fc.assert(
      fc.property(bounds, steps, (given, list) =>
        play(given, list, ({ started }) => {
          for (const key of keys) {
            const own = started.filter((one) => one.key === key).map(({ number }) => number)
            expect(own).toEqual(own.toSorted((a, b) => a - b))
          }
        }),
      ),
    )
  })

  test('gives a key at most one turn while others wait', () => {
    const schedule = openSchedule({ total: 2, each: 2, waiting: 100 })
    const turns: string[] = []
    const ask = (key: string) => schedule.ask(key, () => turns.push(key))
    for (let i = 0; i < 50; i++) ask('greedy')
    for (const key of ['b', 'c', 'b']) ask(key)
    for (const key of ['greedy', 'greedy', 'b', 'c', 'greedy']) schedule.leave(key)
    expect(turns).toEqual(['greedy', 'greedy', 'greedy', 'b', 'c', 'greedy', 'b'])
  })
})

describe('turns', () => {
  test('refuse a task above the limit and one that waits too long', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const turns = openTurnsByKey({ total: 1, each: 1, waiting: 1 }, 1_000)
    const leave = await turns.enter('a')
    const late = expect(turns.enter('a')).rejects.toMatchObject({ code: 'unavailable' })
    await expect(turns.enter('a')).rejects.toMatchObject({ extra: { retryAfter: 2 } })
    await vi.advanceTimersByTimeAsync(1_000)
    await late
    expect([turns.running, turns.waiting, turns.refused]).toEqual([1, 0, 2])
    const next = turns.enter('b')
    leave()
    const end = await next
    end()
    expect(turns.running).toBe(0)
  })

  test('reserve connections for sign-in and other platforms in pools of any size', () => {
    for (const connections of [2, 3, 5, 10, 20, 500]) {
      const { total, each } = sharesOf(connections)
      expect(each).toBeGreaterThan(0)
      expect(each).toBeLessThanOrEqual(total)
      expect(total).toBeLessThan(connections)
      if (connections > 2) expect(each).toBeLessThan(total)
    }
  })
})
