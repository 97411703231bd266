import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expandPattern, statusAfterBlock } from './rules.ts'

const codesOf = (pattern: string, order: 'serpentine' | 'straight' = 'straight') => {
  const expanded = expandPattern(pattern, order)
  if ('problem' in expanded) throw new Error(expanded.problem)
  return expanded.codes
}

describe('a pattern', () => {
  test('counts letters and numbers, and keeps leading zeros', () => {
    expect(codesOf('{A..B}-{09..10}')).toEqual(['A-09', 'A-10', 'B-09', 'B-10'])
    expect(codesOf('X{1..3}')).toEqual(['X1', 'X2', 'X3'])
    expect(codesOf('DOCK')).toEqual(['DOCK'])
  })

  test('walks every other aisle backwards, and the levels of a bay upwards', () => {
    expect(codesOf('{A..B}-{1..2}-{1..2}', 'serpentine')).toEqual([
      'A-1-1',
      'A-1-2',
      'A-2-1',
      'A-2-2',
      'B-2-1',
      'B-2-2',
      'B-1-1',
      'B-1-2',
    ])
  })

  test.each([
    ['{A..', 'A bracket isn’t closed'],
    ['A}', 'A bracket isn’t closed'],
    [`{1..2}${'x'.repeat(45)}`, 'Code'],
    ['-{1..2}', '-1: Code may hold'],
    ['{B..A}', 'isn’t a range'],
    ['{1..A}', 'isn’t a range'],
    ['{}', 'isn’t a range'],
    ['A 1', 'between ranges'],
    ['{1..200}-{1..200}', 'The limit is 20000'],
    ['A-{1..20001}', 'more than 20000'],
  ])('%s is refused', (pattern, problem) => {
    expect(expandPattern(pattern, 'straight')).toEqual({
      problem: expect.stringContaining(problem),
    })
  })

  test('names each place once, whichever way it is walked', () => {
    const range = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 9 }))
    fc.assert(
      fc.property(range, range, ([a, more], [b, others]) => {
        const pattern = `{${a}..${a + more}}-{${b}..${b + others}}`
        const [straight, serpentine] = [codesOf(pattern), codesOf(pattern, 'serpentine')]
        expect(new Set(straight).size).toBe((more + 1) * (others + 1))
        expect(serpentine.toSorted()).toEqual(straight.toSorted())
      }),
    )
  })
})

test('two ways blocked one after the other are both blocked', () => {
  expect(statusAfterBlock('active', 'in')).toBe('blocked_in')
  expect(statusAfterBlock('blocked_in', 'in')).toBe('blocked_in')
  expect(statusAfterBlock('blocked_in', 'out')).toBe('blocked')
  expect(statusAfterBlock('blocked', 'out')).toBe('blocked')
  expect(statusAfterBlock('archived', 'both')).toBeUndefined()
})
