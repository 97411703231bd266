import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { WaitingPart } from './queries.ts'
import { partsToMove } from './rules.ts'

type Waiting = { perKit: number; had: number; can: number; free: number; waiting: number[] }

/** A component of a kit: what the warehouse has promised of it and can add, and what waits elsewhere. */
const part = ({ waiting, ...numbers }: Waiting) =>
  ({
    ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)])),
    claims: waiting.map((qty, i) => ({ id: String(i), waiting: String(qty) })),
  }) as unknown as WaitingPart

const moved = (parts: readonly Waiting[]) => {
  const rows = parts.map(part)
  const all = partsToMove(rows)
  return rows.map((row) =>
    all.filter((one) => one.part === row).reduce((sum, { quanta }) => sum + Number(quanta), 0),
  )
}

test('what makes one more kit whole is moved, and no more', () => {
  const whole = { perKit: 1, had: 1, can: 1, free: 0, waiting: [] }
  expect(moved([whole, { perKit: 2, had: 2, can: 0, free: 9, waiting: [1, 5] }])).toEqual([0, 2])
  expect(moved([whole, { perKit: 2, had: 2, can: 0, free: 1, waiting: [1, 5] }])).toEqual([0, 0])
  expect(moved([])).toEqual([])
})

const anyPart = fc.record({
  perKit: fc.integer({ min: 1, max: 4 }),
  had: fc.nat(8),
  can: fc.nat(8),
  free: fc.nat(8),
  waiting: fc.array(fc.nat(5), { maxLength: 3 }),
})
const kitsOf = (parts: readonly Waiting[], more: readonly number[]) =>
  Math.min(
    ...parts.map(({ perKit, had, can }, i) => Math.floor((had + can + (more[i] ?? 0)) / perKit)),
  )

test('never more is moved than waits and is free, and never without a kit more', () => {
  fc.assert(
    fc.property(fc.array(anyPart, { minLength: 1, maxLength: 4 }), (parts) => {
      const more = moved(parts)
      const room = parts.map(({ free, waiting }) =>
        Math.min(
          free,
          waiting.reduce((a, b) => a + b, 0),
        ),
      )
      for (const [i, qty] of more.entries()) expect(qty).toBeLessThanOrEqual(room[i] ?? 0)
      const [before, most] = [kitsOf(parts, []), kitsOf(parts, room)]
      expect(kitsOf(parts, more)).toBe(Math.max(before, most))
      if (most === before) expect(more.every((qty) => qty === 0)).toBe(true)
    }),
  )
})
