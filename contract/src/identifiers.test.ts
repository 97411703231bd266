import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readIdentifier, readText, writeCell, writeIdentifier, writeText } from './identifiers.ts'

const valueOf = (cell: string, options = {}) => {
  const read = readIdentifier(cell, options)
  return 'value' in read ? read.value : 'refused'
}

describe('an identifier in a file', () => {
  test.each([
    ['MUG-1', 'MUG-1'],
    ['#1001', '#1001'],
    ['00123', '00123'],
    ['="00123"', '00123'],
    ["'00123", '00123'],
    ["''s-Graven", "'s-Graven"],
    ["'1.0", '1.0'],
    ['1001.0', '1001'],
    ['1001,0', '1001'],
    ['1001.00', '1001'],
    ['1,001', '1001'],
    ['4,006,381,333,931', '4006381333931'],
    ['1\u202f234\u202f567', '1234567'],
    ['1’234’567', '1234567'],
    ['1 234 567', 'refused'],
    ['1.001', 'refused'],
    ['1E5', '1E5'],
    ['2e10', '2e10'],
    ['4.5079E+4', '45079'],
    ['4.50789E+11', 'refused'],
    ['4,50789E+11', 'refused'],
    ['4٫50789E+11', 'refused'],
    ['٤٫٥٠٧٨٩E+11', 'refused'],
    ['4.50789×10^11', 'refused'],
    ['4.50789e11', 'refused'],
    ['5E+12', 'refused'],
    ['1.23456789012345E+17', 'refused'],
    ['#N/A', 'refused'],
    ['#REF!', 'refused'],
    ['#NAME?', 'refused'],
    ['########', 'refused'],
    ['1.5.2', '1.5.2'],
    ['A 100 200', 'A 100 200'],
  ])('%j is %j', (cell, value) => expect(valueOf(cell)).toBe(value))

  test.each([
    ['1.001', ',', '1001'],
    ['1.001', '.', '1.001'],
    ['1,001', ',', '1,001'],
    ['100.234.567', '.', '100.234.567'],
  ])('%j in a file with the decimal mark %j is %j', (cell, decimalMark, value) =>
    expect(valueOf(cell, { decimalMark })).toBe(value),
  )

  test.each([
    ['110 001', 'postal', '110 001'],
    ['10,115', 'postal', '10115'],
    ["'02138", 'postal', '02138'],
    ['555.123.456', 'phone', '555.123.456'],
    ['555 123 456', 'phone', '555 123 456'],
    ['4.93012E+11', 'phone', 'refused'],
    ['49301234567.0', 'phone', '49301234567'],
  ])('%j as a %s is %j', (cell, kind, value) => expect(valueOf(cell, { kind })).toBe(value))

  const hostile = fc.string({ unit: fc.constantFrom(...`'"=+-@.,E0123456789 #N/Aäß東`) })
  const trimmed = fc.oneof(hostile, fc.string()).map((text) => text.trim())

  test('is read as it was written, and never run by a spreadsheet', () => {
    const mark = fc.constantFrom(undefined, '.' as const, ',' as const)
    fc.assert(
      fc.property(trimmed, mark, (text, decimalMark) => {
        expect(readIdentifier(writeIdentifier(text), { decimalMark })).toEqual({ value: text })
        expect(writeIdentifier(text)).not.toMatch(/^[=+\-@]/)
        expect(readText(writeText(text))).toBe(text)
        expect(writeText(text)).not.toMatch(/^[=+\-@]/)
      }),
      { numRuns: 2_000 },
    )
  })

  test('is read the same from the file of rows that failed', () => {
    fc.assert(
      fc.property(trimmed, (cell) => {
        expect(valueOf(writeCell(cell))).toBe(valueOf(cell))
        expect(readText(writeCell(cell))).toBe(readText(cell))
      }),
      { numRuns: 2_000 },
    )
  })

  test('is itself or refused, however a spreadsheet shows the number', () => {
    const number = fc.integer({ min: 1_000, max: 999_999_999_999_999 })
    const locale = fc.constantFrom('en', 'de', 'fr', 'sv', 'de-CH', 'en-IN', 'pt-BR')
    fc.assert(
      fc.property(number, locale, (whole, language) => {
        const shown = [
          whole.toLocaleString(language),
          whole.toExponential(5).replace('e', 'E'),
          whole.toExponential(5).replace('.', ','),
          `${whole}.0`,
        ]
        for (const text of shown) expect([String(whole), 'refused']).toContain(valueOf(text))
      }),
      { numRuns: 1_000 },
    )
  })
})
