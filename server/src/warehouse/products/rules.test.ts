import { describe, expect, test } from 'vitest'
import { hasCheckDigit } from '../../workspace/search/gtin-rules.ts'
import { backorderLimit, searchTerms, unitOf, readBarcode } from './rules.ts'

describe('a barcode', () => {
  test.each(['4006381333931', '96385074', '036000291452', '10012345678902'])('%s adds up', (code) =>
    expect(hasCheckDigit(code)).toBe(true),
  )

  test('with a wrong check digit is none', () => {
    expect(readBarcode('4006381333932')).toBeUndefined()
    expect(readBarcode('4006381333931')).toEqual({ symbology: 'ean13', gtin14: '04006381333931' })
    expect(readBarcode('BOX-7')).toEqual({ symbology: 'code128', gtin14: null })
    // Seven digits are nobody's trade item number.
    expect(readBarcode('1234567')).toEqual({ symbology: 'code128', gtin14: null })
  })
})

test('what may be owed follows the policy', () => {
  expect(backorderLimit({ policy: 'inherit', limit: null }, 0, 7n)).toEqual({ limit: 7n })
  expect(backorderLimit({ policy: 'deny', limit: '9' }, 0, 7n)).toEqual({ limit: 0n })
  expect(backorderLimit({ policy: 'allow', limit: null }, 0, 7n)).toEqual({ limit: null })
  expect(backorderLimit({ policy: 'limit', limit: '2.5' }, 1, 7n)).toEqual({ limit: 25n })
  expect(backorderLimit({ policy: 'limit', limit: '2.5' }, 0, 7n)).toEqual({ nearest: ['2', '3'] })
})

test('a unit is found by its name, the base unit without one', () => {
  const units = [{ code: 'case', numerator: '12', denominator: '1' }]
  expect(unitOf('case', 'each', units)).toEqual({ numerator: 12n, denominator: 1n })
  expect(unitOf(null, 'each', units)).toEqual({ numerator: 1n, denominator: 1n })
  expect(unitOf('each', 'each', units)).toEqual({ numerator: 1n, denominator: 1n })
  expect(unitOf('box', 'each', units)).toBeUndefined()
})

test('words are looked for by their beginnings', () => {
  expect(searchTerms('blue mug')).toBe("'blue':* & 'mug':*")
  expect(searchTerms('MUG-1')).toBe("('mug-1':* | ('mug':* & '1':*))")
  expect(searchTerms("o'neill")).toBe("('o''neill':* | ('o':* & 'neill':*))")
  expect(searchTerms(' - ! ')).toBeUndefined()
})
