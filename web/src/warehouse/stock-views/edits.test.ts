import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  found,
  keepEdit,
  bodyOf,
  effectOf,
  isStale,
  keyOf,
  noHistory,
  problemOf,
  redone,
  stepped,
  sumsOf,
  typedInto,
  undone,
  without,
  type Edits,
  type History,
  type Subject,
} from './edits.ts'

const mug = {
  variantId: 'v1',
  sku: 'MUG',
  unit: 'each',
  scale: 0,
  locationId: 'l1',
  location: 'A-01',
}
const rope = { ...mug, variantId: 'v2', sku: 'ROPE', unit: 'm', scale: 2 }
const key = keyOf(mug)
const type = (edits: Edits, subject: Subject, present: string, text: string) =>
  typedInto(edits, [{ subject, present, typed: text }])
const typed = (text: string, present = '7') => type({}, mug, present, text)

describe('a cell', () => {
  test('that is typed into is an edit, with what was seen', () => {
    expect(typed('9')[key]).toEqual({ ...mug, seen: '7', typed: '9' })
    expect(effectOf({ ...mug, seen: '7', typed: '9' })).toEqual({
      before: '7',
      after: '9',
      delta: '2',
    })
  })

  test('that gets what is there already is none', () => {
    expect(typed('7')).toEqual({})
    expect(typed('7.0', '7.00')).toEqual({})
    expect(type(typed('9'), mug, '7', '7')).toEqual({})
  })

  test('that gets the same again is the same edit', () => {
    const edits = typed('9')
    expect(type(edits, mug, '7', '9')).toBe(edits)
  })

  test.each([
    [mug, '0', undefined],
    [mug, '12', undefined],
    [mug, '1.0', undefined],
    [mug, '1.5', 'each is counted in whole numbers.'],
    [rope, '1.25', undefined],
    [rope, '1.2555', '1.2555 has more than 2 decimals.'],
    [mug, 'ten', '"ten" isn’t a quantity. Enter a number, such as 12 or 0.'],
    [mug, '-3', '"-3" isn’t a quantity. Enter a number, such as 12 or 0.'],
  ])('of %j says what is wrong with %s', (subject, text, problem) => {
    expect(problemOf({ ...subject, seen: '7', typed: text })).toBe(problem)
  })

  test('keeps what cannot be read', () => {
    expect(typed('ten')[key]?.typed).toBe('ten')
  })
})

describe('what was moved meanwhile', () => {
  const edits = typed('9')
  const edit = edits[key] ?? expect.fail('no edit')

  test('is seen in the grid, or told by the refusal', () => {
    expect(isStale(edit, '7.0')).toBe(false)
    expect(isStale(edit, undefined)).toBe(false)
    expect(isStale(edit, '8')).toBe(true)
    const told = found(edits, [key], (at, seen) => (at === 0 && seen === '7' ? '5.0' : undefined))
    expect(told[key]?.now).toBe('5')
    expect(found(edits, [key], () => undefined)).toEqual(edits)
  })

  test('is gone on from, or takes the edit away', () => {
    expect(keepEdit(edits, key, '8')[key]).toEqual({ ...mug, seen: '8', typed: '9' })
    expect(keepEdit(edits, key, '9')).toEqual({})
    const told = found(edits, [key], () => '5')
    expect(keepEdit(told, key, '7')[key]).toEqual({ ...mug, seen: '5', typed: '9' })
    expect(without(edits, key)).toEqual({})
    // Typed once more, it was typed with the new number in sight.
    expect(type(told, mug, '7', '9')[key]).toEqual({ ...mug, seen: '7', typed: '9' })
  })
})

test('every edit is compared with what was seen', () => {
  const edits = type(typed('9'), rope, '0', '2.50')
  const body = bodyOf({ edits, reason: 'found', note: ' there ' }, 'w1')
  expect(body).toEqual({
    warehouseId: 'w1',
    reasonCode: 'found',
    note: 'there',
    lines: [
      { mode: 'set', variantId: 'v1', locationId: 'l1', qty: '9', expected: '7' },
      { mode: 'set', variantId: 'v2', locationId: 'l1', qty: '2.5', expected: '0' },
    ],
  })
  expect(sumsOf(Object.values(edits))).toEqual([
    { unit: 'each', delta: '2' },
    { unit: 'm', delta: '2.5' },
  ])
})

test('taking back everything leads to the beginning, and doing it again to the end', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), fc.nat(20)), { maxLength: 30 }), (steps) => {
      const states: Edits[] = [{}]
      let history: History = noHistory
      for (const [cell, qty] of steps) {
        const now = states.at(-1) ?? {}
        history = stepped(history, now)
        states.push(type(now, { ...mug, locationId: `l${cell}` }, '7', String(qty)))
      }
      let edits = states.at(-1) ?? {}
      for (const before of states.slice(0, -1).toReversed()) {
        const turn = undone(history, edits) ?? expect.fail('nothing to undo')
        ;({ history, edits } = turn)
        expect(edits).toBe(before)
      }
      expect(undone(history, edits)).toBeUndefined()
      for (const after of states.slice(1)) {
        const turn = redone(history, edits) ?? expect.fail('nothing to redo')
        ;({ history, edits } = turn)
        expect(edits).toBe(after)
      }
      expect(redone(history, edits)).toBeUndefined()
      expect(stepped(undone(history, edits)?.history ?? noHistory, edits).future).toEqual([])
    }),
  )
})
