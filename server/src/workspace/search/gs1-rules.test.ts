import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withCheckDigit } from '../../demo/items.ts'
import { itemCodeOf, readGs1, weightText } from './gs1-rules.ts'

const gs = '\u001d'
const gtin = '04006381333931'
const none = {
  gtin: null,
  item: null,
  lot: null,
  expiresOn: null,
  serial: null,
  count: null,
  weight: null,
  sscc: null,
}
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
    ['a weight beside', `]C101${gtin}3103001250`, { gtin, weight: { value: '1.25', unit: 'kg' } }],
    ['whole pounds', `]C101${gtin}3200000012`, { gtin, weight: { value: '12', unit: 'lb' } }],
    [
      'all letters a lot may have',
      `]C101${gtin}10a!"%&'*+,-./:;<=>?_Z`,
      { gtin, lot: `a!"%&'*+,-./:;<=>?_Z` },
    ],
    [
      'an envelope',
      `[)>\u001e05${gs}01${gtin}10B-42${gs}17261105\u001e\u0004`,
      { gtin, lot: 'B-42', expiresOn: '2026-11-05' },
    ],
    ['an envelope without its controls', `[)>0501${gtin}10B-42`, { gtin, lot: 'B-42' }],
    [
      'data identifiers',
      `[)>\u001e06${gs}1PMUG-1${gs}Q12${gs}1TB-42${gs}SSN-9${gs}4LDE\u001e\u0004`,
      { item: 'MUG-1', count: '12', lot: 'B-42', serial: 'SN-9' },
    ],
    [
      'an address',
      `https://id.gs1.org/01/${gtin}/10/B%2F42?17=261105&linkType=gs1:pip`,
      { gtin, lot: 'B/42', expiresOn: '2026-11-05' },
    ],
    ['an address of any host', `http://example.com/de/01/4006381333931`, { gtin }],
    ['blanks and a line end', ` ]d201${gtin}21SN-9\r\n`, { gtin, serial: 'SN-9' }],
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
    ['another separator', `]C101${gtin}10B-42|17261105`],
    ['a named separator', `]C101${gtin}10B-42{GS}17261105`],
    ['another separator without a sign in front', `01${gtin}10B-42|17261105`],
    ['letters for a weight', `]C101${gtin}310300A250`],
    ['data identifiers without an item', `[)>\u001e06${gs}Q12`],
    ['an impossible day in an address', `https://id.gs1.org/01/${gtin}?17=261305`],
  ])('is malformed with %s', (_, code) => {
    expect(read(code)).toBe('malformed')
  })

  test.each([
    ['an item', ']C10104006381333930'],
    ['an item in brackets', '(01)04006381333930(10)A'],
    ['an item in an address', 'https://id.gs1.org/01/04006381333930'],
    ['a parcel', ']C100340123450000000001'],
  ])('with a wrong check digit of %s is said to have one', (_, code) => {
    expect(read(code)).toBe('check_digit')
  })

  test.each([
    ['a plain EAN', '4006381333931'],
    ['a SKU', 'MUG-1'],
    ['digits that begin alike', '0104006381333930'],
    ['a word in brackets', '(new)'],
    ['an address of something else', 'https://example.com/01/about'],
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

test.each([
  ['kg', '3103001250', '1.25'],
  ['KG', '3100000002', '2'],
  ['g', '3103001250', '1250'],
  ['g', '3105000125', '1.25'],
  ['lb', '3202000150', '1.5'],
  ['oz', '3202000150', '24'],
  ['each', '3103001250', undefined],
  ['lb', '3103001250', undefined],
])('the quantity of an item in %s with %s', (unit, field, quantity) => {
  const read = readGs1(`]C101${gtin}${field}`, 2026)
  expect(typeof read === 'object' && weightText(unit, read)).toBe(quantity)
})

test.each([
  [`]C101${gtin}10B-42`, gtin],
  ['[)>\u001e06\u001dPMUG-1\u001dQ2', 'MUG-1'],
  ['https://id.gs1.org/01/04006381333931', gtin],
  [']E04006381333931\r', '4006381333931'],
  ['MUG-1', 'MUG-1'],
  [']C110B-42', '10B-42'],
])('the item of %j is looked up as %s', (scanned, code) => expect(itemCodeOf(scanned)).toBe(code))
