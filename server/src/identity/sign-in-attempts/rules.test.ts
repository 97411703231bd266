import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideAttempt, type LaneLimits, type LaneState } from './rules.ts'

const at = new Date('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(at.getTime() + ms)
const minute = 60_000
const quietMs = 15 * minute
const limits: LaneLimits = { most: 10, pauseMs: quietMs, free: 5 }
const decide = (state: LaneState | undefined, when: Date) => decideAttempt(state, when, limits)
const lane = (failures: number, streak = failures): LaneState => ({
  failures,
  streak,
  lastFailureAt: at,
})
const kindAt = (state: LaneState | undefined, ms: number) => decide(state, after(ms)).kind
const goOn = (state: LaneState | undefined, when: Date) => {
  const decision = decide(state, when)
  if (decision.kind === 'wait') throw new Error(`must wait ${decision.waitMs} ms`)
  return decision
}

describe('the delay', () => {
  test.each([
    ['no failure', undefined, 0],
    ['1 failure', lane(1), 0],
    ['4 failures', lane(4), 0],
    ['5 failures', lane(5), 1000],
    ['6 failures', lane(6), 2000],
    ['7 failures', lane(7), 4000],
    ['8 failures', lane(8), 8000],
    ['9 failures', lane(9), 16_000],
    ['10 failures', lane(10), 15 * minute],
    ['the 99th in a row', lane(10, 99), 15 * minute],
    ['the 100th in a row', lane(10, 100), 60 * minute],
    ['the 100th in a row, slowly', lane(1, 100), 60 * minute],
    ['after the 100th, a single one', lane(1, 101), 0],
    ['after the 100th, ten at once', lane(10, 110), 60 * minute],
  ])('after %s', (_, state, waitMs) => {
    expect(kindAt(state, waitMs)).toBe('go')
    if (waitMs === 0) return
    expect(decide(state, at)).toEqual({ kind: 'wait', waitMs })
    expect(decide(state, after(waitMs - 1))).toEqual({ kind: 'wait', waitMs: 1 })
  })

  test('ends if the clock was set back, and not for a small clock difference', () => {
    expect(decide(lane(5), after(-10))).toEqual({ kind: 'wait', waitMs: 1010 })
    expect(kindAt(lane(4), -10)).toBe('go')
    expect(kindAt(lane(10), -minute)).toBe('wait')
    expect(goOn(lane(10), after(-minute - 1)).next).toMatchObject({ failures: 11, streak: 11 })
    expect(kindAt(lane(10, 100), -365 * 86_400_000)).toBe('go')
  })
})

describe('other limits', () => {
  const after = (failures: number, changed: Partial<LaneLimits>) =>
    decideAttempt(lane(failures), at, { ...limits, ...changed })

  test.each([
    ['three in two minutes', 3, { most: 3, pauseMs: 2 * minute }, 2 * minute],
    ['one free failure', 1, { free: 1 }, 1000],
    ['one free failure, and four more', 5, { free: 1 }, 16_000],
    ['a wait that would outlast the pause', 40, { most: 50, pauseMs: minute }, minute],
    ['a pause longer than that of a hundred', 100, { pauseMs: 120 * minute }, 120 * minute],
  ])('%s', (_, failures, changed, waitMs) => {
    expect(after(failures, changed)).toEqual({ kind: 'wait', waitMs })
  })

  test.each([
    ['a lane without end', 100, { most: 0 }],
    ['no waits before the pause', 9, { free: 0 }],
  ])('%s', (_, failures, changed) => {
    expect(after(failures, changed)).toMatchObject({ kind: 'go', next: { failures: failures + 1 } })
  })
})

describe('the count', () => {
  test('resets after 15 quiet minutes, while the streak continues', () => {
    expect(goOn(lane(3), after(quietMs - 1)).next).toMatchObject({ failures: 4, streak: 4 })
    expect(goOn(lane(3), after(quietMs)).next).toMatchObject({ failures: 1, streak: 4 })
    expect(goOn(lane(10), after(quietMs)).next).toMatchObject({ failures: 1, streak: 11 })
  })

  test.each([
    ['the 1st', undefined, 0, false],
    ['the 9th', lane(8), 0, false],
    ['the 10th', lane(9), 900, false],
    ['the 100th', lane(9, 99), 3600, true],
    ['the 100th, slowly', lane(0, 99), 3600, true],
    ['the 101st', lane(0, 100), 0, false],
    ['the 110th', lane(9, 109), 3600, false],
  ])('%s failure', (_, state, pause, warns) => {
    const when = state && state.streak === 100 ? after(60 * minute) : after(20_000)
    expect(goOn(state, when)).toMatchObject({ pause, warns })
  })
})

const gaps = fc.array(fc.integer({ min: 0, max: 20 * minute }), { minLength: 1, maxLength: 200 })

/** Failures one after the other; those in a wait are not let in. */
function admitted(waits: readonly number[]) {
  let now = at.getTime()
  let state: LaneState | undefined
  const times: number[] = []
  for (const gap of waits) {
    now += gap
    const decision = decide(state, new Date(now))
    if (decision.kind === 'wait') continue
    state = decision.next
    times.push(now)
  }
  return times
}

test('admits at most 10 attempts in any 15 minutes and 5 in a second', () => {
  const burst = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(fc.oneof(gaps, burst), (waits) => {
      const times = admitted(waits)
      for (const [i, time] of times.entries()) {
        expect((times[i + 10] ?? Infinity) - time).toBeGreaterThanOrEqual(quietMs)
        expect((times[i + 5] ?? Infinity) - time).toBeGreaterThanOrEqual(1000)
      }
    }),
  )
})

test('a delayed lane is free after the delay, at most an hour and a minute', () => {
  const state = fc.record({
    failures: fc.integer({ min: 0, max: 12 }),
    streak: fc.integer({ min: 0, max: 300 }),
    lastFailureAt: fc.integer({ min: -100 * minute, max: 100 * minute }).map(after),
  })
  fc.assert(
    fc.property(state, (given) => {
      const decision = decide(given, at)
      if (decision.kind === 'go') return
      expect(decision.waitMs).toBeGreaterThan(0)
      expect(decision.waitMs).toBeLessThanOrEqual(61 * minute)
      expect(kindAt(given, decision.waitMs)).toBe('go')
    }),
  )
})
