import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withCheckDigit } from '../../demo/items.ts'
import { readGs1 } from './gs1-rules.ts'

const gs = '\u001d'
const gtin = '04006381333931'
const none = { gtin: null, lot: null, expiresOn: null, serial: null, count: null, sscc: null }
const read = (code: string) => readGs1(code, 2026)

describe('a GS1 code', () => {
  test.each([
    ['item alone', `01${gtin}`, { gtin }],
    ['expiry and lot', `01${gtin}1726110510B-42`, { gtin, expiresOn: '2026-11-05', lot: 'B-42' }],
    [
      'lot before expiry',
      `]C101${gtin}10B-42${gs}17261105`,
      { gtin, lot: 'B-42', expiresOn: '2026-11-05' },
    ],
    ['a separator in front', `${gs}01${gtin}21X1${gs}10L`, { gtin, serial: 'X1', lot: 'L' }],
    ['a data matrix', `]d201${gtin}21SN-9`, { gtin, serial: 'SN-9' }],
    ['a count', `]C101${gtin}3700012`, { gtin, count: '12' }],
    ['a parcel', '00340123450000000001', undefined],
    [
      'a parcel with its digit',
      `00${withCheckDigit('34012345000000001')}`,
      { sscc: withCheckDigit('34012345000000001') },
    ],
    ['brackets', `(01)${gtin}(17)261100(10)A`, { gtin, expiresOn: '2026-11-30', lot: 'A' }],
    ['the last of February', `(01)${gtin}(17)280200`, { gtin, expiresOn: '2028-02-29' }],
    ['a year of the century before', `(01)${gtin}(17)991231`, { gtin, expiresOn: '1999-12-31' }],
    ['a weight beside', `]C101${gtin}3103001250`, { gtin }],
  ])('with %s', (_, code, fields) => {
    expect(read(code)).toEqual(fields && { ...none, ...fields })
  })

  test.each([
    ['letters for a number', ']C1010400638133393X'],
    ['a number too short', ']C1014006381'],
    ['an unknown field', `]C101${gtin}9912`],
    ['a lot too long', `]C101${gtin}10${'A'.repeat(21)}`],
    ['an empty lot', `]C101${gtin}10`],
    ['an impossible month', `(01)${gtin}(17)261305`],
    ['an impossible day', `(01)${gtin}(17)260230`],
    ['letters for a day', `(01)${gtin}(17)26AA05`],
    ['two lots', `]C101${gtin}10A${gs}10B`],
    ['letters for a count', `]C101${gtin}37X`],
    ['words between brackets', `(01)${gtin} and more`],
  ])('is malformed with %s', (_, code) => {
    expect(read(code)).toBe('malformed')
  })

  test.each([
    ['an item', ']C10104006381333930'],
    ['an item in brackets', '(01)04006381333930(10)A'],
    ['a parcel', ']C100340123450000000001'],
  ])('with a wrong check digit of %s is said to have one', (_, code) => {
    expect(read(code)).toBe('check_digit')
  })

  test.each([
    ['a plain EAN', '4006381333931'],
    ['a SKU', 'MUG-1'],
    ['digits that begin alike', '0104006381333930'],
    ['a word in brackets', '(new)'],
    ['nothing', ''],
  ])('is not %s', (_, code) => {
    expect(read(code)).toBeUndefined()
  })
})

const text = fc.stringMatching(/^[A-Za-z0-9/._-]{1,20}$/)
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))

test('what is written in any order is read again', () => {
  fc.assert(
    fc.property(
      digits(13).map(withCheckDigit),
      text,
      text,
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.boolean(),
      (number, lot, serial, count, isReversed) => {
        const fields = [`10${lot}`, `21${serial}`, `37${count}`]
        const code = `]C101${number}${(isReversed ? fields.toReversed() : fields).join(gs)}`
        expect(read(code)).toEqual({ ...none, gtin: number, lot, serial, count: String(count) })
      },
    ),
  )
})

test('nothing anybody scans breaks it', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), fc.boolean(), (code, isDeclared) => {
      const answer = read(isDeclared ? `]C1${code}` : code)
      expect(answer === undefined || typeof answer === 'string' || 'gtin' in answer).toBe(true)
    }),
  )
})
