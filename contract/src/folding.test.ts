import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldKey, invisible, isSameKey } from './folding.ts'

describe('the folded key of a code', () => {
  test.each([
    ['mug-1', ['MUG-1', 'Mug-1', 'ＭＵＧ－１', 'ｍｕｇ-1']],
    ['αθηνασ', ['ΑΘΗΝΑΣ', 'αθηνας', 'Αθηνας']],
    ['istanbul', ['İSTANBUL', 'ISTANBUL', 'ıstanbul', 'i\u0307stanbul']],
    ['strasse', ['STRASSE', 'Straße', 'STRAẞE']],
    ['äöü', ['ÄÖÜ', 'A\u0308O\u0308U\u0308', 'äÖü']],
    ['résumé', ['RÉSUMÉ', 'Re\u0301sume\u0301']],
    ['москва', ['МОСКВА', 'Москва']],
    ['կիև'.normalize('NFKD'), ['ԿԻԵՒ']],
    ['file', ['ﬁle', 'FILE']],
    ['αι', ['ᾳ', 'ᾼ', 'ΑΙ']],
  ])('%s', (key, spellings) => {
    for (const spelling of spellings) expect([spelling, foldKey(spelling)]).toEqual([spelling, key])
    expect(foldKey(key)).toBe(key)
  })

  test.each([
    ['e', 'é'],
    ['o', 'ø'],
    ['l', 'ł'],
    ['a', 'а'],
    ['A-1', 'A1'],
  ])('keeps %j and %j distinct', (one, other) => {
    expect(isSameKey(one, other)).toBe(false)
  })

  // Uppercasing reorders an iota subscript that is followed by other marks.
  const isSteady = (one: string) => !/\u0345/.test(one.normalize('NFD'))
  const text = fc
    .string({ unit: 'binary', maxLength: 30 })
    .map((one) => one.normalize('NFC'))
    .filter(isSteady)
  // Marks and letters that case mapping expands to several characters.
  const awkward = fc
    .array(fc.constantFrom(...'iIİıſsßẞσςΣΐΰŉǰﬁﬃǆǅǄÅK\u0307\u0308\u0323\u0301Ａａ'), {
      maxLength: 8,
    })
    .map((letters) => letters.join('').normalize('NFC'))

  test('is unchanged by folding again and by changing case', () => {
    fc.assert(
      fc.property(fc.oneof(text, awkward), (one) => {
        const key = foldKey(one)
        expect(foldKey(key)).toBe(key)
        expect(foldKey(one.toUpperCase())).toBe(key)
        expect(foldKey(one.toLowerCase())).toBe(key)
        expect(foldKey(one.normalize('NFD'))).toBe(key)
      }),
      { numRuns: 3_000 },
    )
  })
})

test.each([
  ['a zero width space', '\u200B'],
  ['a zero width joiner', '\u200D'],
  ['a soft hyphen', '\u00AD'],
  ['a byte order mark', '\uFEFF'],
  ['a change of direction', '\u202E'],
  ['a variation selector', '\uFE0F'],
  ['a filler', '\u3164'],
  ['a blank of Braille', '\u2800'],
  ['a line separator', '\u2028'],
  ['a separator of GS1', '\u001D'],
])('%s is invisible', (_, character) => {
  expect(invisible.test(`A${character}B`)).toBe(true)
})

test.each(['MUG 1', 'ΑΘΗΝΑΣ', 'E\u0301', '東京-1', 'कि', 'A/B_C.D', '™'])(
  '%s is visible',
  (code) => {
    expect(invisible.test(code)).toBe(false)
  },
)
