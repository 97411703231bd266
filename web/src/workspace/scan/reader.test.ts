import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { patience, scanReader, silence, type ScanReader } from './reader.ts'

const ean = '4006381333931'

/** By a scanner of which it is not known yet how it ends. */
const reading = (threshold = 50) =>
  scanReader(
    () => threshold,
    () => false,
  )
/** By one that ends with Enter. */
const joining = () =>
  scanReader(
    () => 50,
    () => true,
  )

/** Types with so many milliseconds before each key, and Enter after the same pause. */
function typed(text: string, gap: number, threshold = 50) {
  const reader = reading(threshold)
  let at = 1_000
  for (const letter of text) reader.letter(letter, (at += gap))
  return reader.end(at + gap)
}

describe('a code ended by Enter', () => {
  test.each([0, 5, 10, 20, 30, 45, 49])('is a scan at %i ms a key', (gap) => {
    expect(typed(ean, gap)).toBe(ean)
  })
  test.each([50, 51, 60, 79, 80, 120, 300])('is typing at %i ms a key', (gap) => {
    expect(typed(ean, gap)).toBeUndefined()
  })
  test('may come slower where the device says so', () => {
    expect(typed(ean, 70, 80)).toBe(ean)
    expect(typed(ean, 79, 80)).toBe(ean)
    expect(typed(ean, 80, 80)).toBeUndefined()
  })
  test.each([
    ['A1', 'A1'],
    ['DMG', 'DMG'],
    ['1234', '1234'],
    ['7', undefined],
    ['', undefined],
  ])('of %j has two letters at least', (text, code) => {
    expect(typed(text, 10)).toBe(code)
  })
  test('keeps its zeros, cases and separators', () => {
    expect(typed('000-aBc\u001d/x', 8)).toBe('000-aBc\u001d/x')
  })
})

test('fewer than four letters are typed by a person who presses Enter later', () => {
  const after = (reader: ScanReader, gap: number) => {
    for (const [i, letter] of [...'DMG'].entries()) reader.letter(letter, i * 10)
    return reader.end(20 + gap)
  }
  expect(after(reading(), 49)).toBe('DMG')
  expect(after(reading(), 50)).toBeUndefined()
  expect(after(joining(), 300)).toBeUndefined()
})

test('fewer than four letters without Enter are no code', () => {
  const reader = reading()
  for (const [i, letter] of [...'DMG'].entries()) reader.letter(letter, i * 10)
  expect(reader.rest()).toBeUndefined()
})

test('a code without Enter is over after a rest', () => {
  const reader = reading()
  for (const [i, letter] of [...'MUG-1'].entries()) reader.letter(letter, i * 12)
  expect(reader.rest()).toBe('MUG-1')
  expect(reader.rest()).toBeUndefined()
})

test('the mean counts, so that one slow key does not break a code', () => {
  const reader = reading()
  const gaps = [0, 10, 75, 10, 10, 10]
  let at = 0
  for (const gap of gaps) reader.letter('7', (at += gap))
  expect(reader.end(at + 5)).toBe('777777')
})

test('what stood there before a pause is not part of the code', () => {
  const reader = reading()
  reader.letter('x', 0)
  for (const [i, letter] of [...ean].entries()) reader.letter(letter, silence + i * 10)
  expect(reader.end(silence + ean.length * 10)).toBe(ean)
})

test('a person who types quickly and then presses Enter is no scanner', () => {
  const reader = reading()
  for (const [i, letter] of [...'quick'].entries()) reader.letter(letter, i * 40)
  expect(reader.end(160 + silence)).toBeUndefined()
})

test('another key in between ends what came before', () => {
  const reader = reading()
  for (const [i, letter] of [...'1234'].entries()) reader.letter(letter, i * 10)
  reader.forget()
  expect(reader.end(50)).toBeUndefined()
})

test('two codes right after one another stay two', () => {
  const reader = reading()
  let at = 0
  const codes = ['AAAA1', 'BBBB2'].map((code) => {
    for (const letter of code) reader.letter(letter, (at += 8))
    return reader.end((at += 8))
  })
  expect(codes).toEqual(['AAAA1', 'BBBB2'])
})

test('tells within a code that it looks like one, so that letters do nothing else', () => {
  const reader = reading()
  expect([...'4006'].map((letter, i) => reader.letter(letter, i * 10))).toEqual([
    false,
    true,
    true,
    true,
  ])
})

test('any text at any pace is given whole or not at all', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 60 }),
      fc.array(fc.integer({ min: 0, max: 79 }), { minLength: 60, maxLength: 60 }),
      (text, gaps) => {
        const letters = [...text]
        const reader = reading()
        let at = 0
        letters.forEach((letter, i) => reader.letter(letter, (at += i === 0 ? 0 : (gaps[i] ?? 0))))
        const sum = letters.slice(1).reduce((all, _, i) => all + (gaps[i + 1] ?? 0), 0)
        const isScan = letters.length >= 2 && sum / (letters.length - 1) < 50
        expect(reader.end(at)).toBe(isScan ? text : undefined)
      },
    ),
  )
})

describe('a scanner known to send Enter', () => {
  /** Types each letter after its gap; what the reader says once Enter comes after `last`. */
  const scanned = (text: string, gaps: readonly number[], last = 5) => {
    const reader = joining()
    let at = 1_000
    ;[...text].forEach((letter, i) => reader.letter(letter, (at += gaps[i] ?? 5)))
    return reader.end(at + last)
  }
  const pause = fc.integer({ min: silence, max: patience - 1 })

  test.each([80, 120, 300, 499])('is read whole over a pause of %i ms', (gap) => {
    for (let at = 1; at < ean.length; at++)
      expect(scanned(ean, Object.assign([], { [at]: gap }))).toBe(ean)
    expect(scanned(ean, [], gap)).toBe(ean)
  })

  test('is read whole with pauses anywhere, as long as the pieces are those of a scanner', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 6, maxLength: 48, unit: 'binary-ascii' }),
        fc.array(fc.integer({ min: 0, max: 49 }), { minLength: 48, maxLength: 48 }),
        fc.array(fc.tuple(fc.nat(), pause), { maxLength: 8 }),
        fc.oneof(fc.constant(5), pause),
        (text, gaps, pauses, last) => {
          const torn = [...gaps]
          // Each pause makes one piece more.
          const most = Math.floor(text.length / 3) - 1
          for (const [where, gap] of pauses.slice(0, most))
            torn[1 + (where % (text.length - 1))] = gap
          expect(scanned(text, torn, last)).toBe(text)
        },
      ),
    )
  })

  test('does not make a scan of what a person types, who then presses Enter', () => {
    const press = fc.integer({ min: 60, max: 2_000 })
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 40 }),
        fc.array(press, { minLength: 41, maxLength: 41 }),
        press,
        (text, gaps, last) => {
          expect(scanned(text, gaps, last)).toBeUndefined()
        },
      ),
    )
  })

  test('nor of quick pairs of letters with pauses between them', () => {
    const pairs = [...'warehouse'].map((_, i) => (i % 2 ? 30 : 130))
    expect(scanned('warehouse', pairs)).toBeUndefined()
  })

  test('is waited for so long and no longer', () => {
    expect(joining().pause()).toBe(patience)
    expect(reading().pause()).toBe(silence)
    expect(scanned('x' + ean, [0, patience])).toBe(ean)
    expect(scanned(ean, [], patience)).toBeUndefined()
  })

  test('keeps letters from meaning something else while it waits', () => {
    const reader = joining()
    for (const [i, letter] of [...'4006'].entries()) reader.letter(letter, i * 10)
    expect(reader.letter('n', 230)).toBe(true)
    expect(reader.letter('n', 230 + patience)).toBe(false)
  })

  test('leaves the letters of a person alone', () => {
    const reader = joining()
    expect([...'gdn'].map((letter, i) => reader.letter(letter, i * 120))).toEqual([
      false,
      false,
      false,
    ])
  })
})
