import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clamped, placesOf, rangeOf, spotsOf, stepFrom, tabFrom, windowOf } from './spots.ts'

const size = { rows: 20, columns: 5 }
const middle = { row: 10, column: 2 }

describe('a step', () => {
  test.each([
    ['ArrowUp', false, [9, 2]],
    ['ArrowDown', false, [11, 2]],
    ['ArrowLeft', false, [10, 1]],
    ['ArrowRight', false, [10, 3]],
    ['ArrowUp', true, [0, 2]],
    ['ArrowDown', true, [19, 2]],
    ['ArrowLeft', true, [10, 0]],
    ['ArrowRight', true, [10, 4]],
    ['Home', false, [10, 0]],
    ['End', false, [10, 4]],
    ['Home', true, [0, 0]],
    ['End', true, [19, 4]],
    ['PageUp', false, [2, 2]],
    ['PageDown', false, [18, 2]],
  ])('of %s, with Ctrl %s', (key, mod, [row, column]) => {
    expect(stepFrom(middle, { key, mod }, size, 8)).toEqual({ row, column })
  })

  test('of another key is none', () => {
    expect(stepFrom(middle, { key: 'a', mod: false }, size, 8)).toBeUndefined()
  })

  test('never leads out of the grid', () => {
    const key = fc.constantFrom(
      'ArrowUp',
      'ArrowDown',
      'ArrowLeft',
      'ArrowRight',
      'PageUp',
      'PageDown',
    )
    fc.assert(
      fc.property(fc.nat(19), fc.nat(4), key, fc.boolean(), (row, column, pressed, mod) => {
        const next = stepFrom({ row, column }, { key: pressed, mod }, size, 8)
        expect(next).toEqual(next && clamped(next, size))
      }),
    )
  })

  test('of Tab ends with the row', () => {
    expect(tabFrom(middle, false, size)).toEqual({ row: 10, column: 3 })
    expect(tabFrom(middle, true, size)).toEqual({ row: 10, column: 1 })
    expect(tabFrom({ row: 10, column: 4 }, false, size)).toBeUndefined()
    expect(tabFrom({ row: 10, column: 0 }, true, size)).toBeUndefined()
  })
})

test('a range is the same from whichever corner it was drawn', () => {
  const [one, other] = [
    { row: 3, column: 4 },
    { row: 1, column: 2 },
  ]
  const range = { top: 1, bottom: 3, left: 2, right: 4 }
  expect(rangeOf({ anchor: one, at: other })).toEqual(range)
  expect(rangeOf({ anchor: other, at: one })).toEqual(range)
  expect(spotsOf(range)).toHaveLength(9)
  expect(spotsOf(range).slice(2, 4)).toEqual([
    { row: 1, column: 4 },
    { row: 2, column: 2 },
  ])
})

test('a window has everything that is seen, and what has the focus', () => {
  const scroll = { offset: fc.nat(9_000), extent: fc.nat(900) }
  fc.assert(
    fc.property(
      fc.record(scroll),
      fc.integer({ min: 1, max: 200 }),
      fc.nat(199),
      (view, count, at) => {
        const kept = Math.min(at, count - 1)
        const places = placesOf(windowOf(view, 40, count, 2), kept)
        expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b))
        expect(places).toContain(kept)
        for (let place = 0; place < count; place++) {
          const isSeen = place * 40 < view.offset + view.extent && (place + 1) * 40 > view.offset
          if (isSeen) expect(places).toContain(place)
        }
        expect(places.every((place) => place >= 0 && place < count)).toBe(true)
        expect(places.length).toBeLessThanOrEqual(Math.ceil(view.extent / 40) + 6)
      },
    ),
  )
})
