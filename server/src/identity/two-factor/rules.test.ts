import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCode } from './rules.ts'

const backup = (symbols: string) => ({ kind: 'backup_code', symbols })

describe('a typed code', () => {
  test.each(['123456', ' 123456', '123456\n', '\t 000000 '])(
    '%j is an authenticator code',
    (text) => {
      expect(readCode(text)).toEqual({ kind: 'totp', digits: text.trim() })
    },
  )

  test.each([
    ['ABCDE-FGH23', 'ABCDEFGH23'],
    ['abcde-fgh23', 'ABCDEFGH23'],
    [' ABCDE FGH23 ', 'ABCDEFGH23'],
    ['a-b c-d e-f g-h 2-3', 'ABCDEFGH23'],
    ['OoIiLl-ABCD', '001111ABCD'],
    ['0123456789', '0123456789'],
  ])('%j is a backup code', (text, symbols) => {
    expect(readCode(text)).toEqual(backup(symbols))
  })

  test.each([
    '',
    ' ',
    '12345',
    '1234567',
    '123 456',
    '12-3456',
    '１２３４５６',
    '٠١٢٣٤٥',
    '12345６',
    '1e5.00',
    'ABCDE-FGH2',
    'ABCDE-FGH234',
    'ABCDE-FGHU2',
    'ABCDE_FGH23',
    'ＡBCDE-FGH23',
    'ABCDÉ-FGH23',
    '+12345',
    '-12345',
    '0x1234',
    '123456\u00001',
    "' or 1=1 --",
    'A'.repeat(100_000),
  ])('%j is neither', (text) => {
    expect(readCode(text)).toBeUndefined()
  })

  test('is parsed with any dashes, spaces and case', () => {
    const symbol = fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ')
    const spelling: Record<string, string[]> = { 0: ['0', 'O', 'o'], 1: ['1', 'I', 'i', 'L', 'l'] }
    const written = fc.array(fc.tuple(symbol, fc.nat(), fc.constantFrom('', '-', ' ', ' - ')), {
      minLength: 10,
      maxLength: 10,
    })
    fc.assert(
      fc.property(written, (parts) => {
        const text = parts.map(([shown, choice, gap]) => {
          const ways = spelling[shown] ?? [shown, shown.toLowerCase()]
          return (ways[choice % ways.length] ?? shown) + gap
        })
        expect(readCode(text.join(''))).toEqual(backup(parts.map(([shown]) => shown).join('')))
      }),
    )
  })
})
