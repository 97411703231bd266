import { afterEach, describe, expect, it } from 'vitest'
import {
  formatChange,
  formatCount,
  formatDay,
  formatEvent,
  formatInstant,
  formatMinute,
  formatPrice,
  formatQuantity,
  formatSize,
  formatTimeIn,
  setFormats,
} from './format.ts'

afterEach(() => setFormats({ language: 'en', timezone: 'UTC' }))

const at = '2026-11-05T23:03:22Z'

describe('dates', () => {
  it('name the month', () => {
    expect(formatDay(new Date(2026, 10, 5))).toBe('5 Nov 2026')
  })

  it('show an instant in the zone asked for', () => {
    expect(formatInstant(at, 'UTC')).toBe('5 Nov 2026, 23:03:22')
    expect(formatInstant(at, 'Europe/Berlin')).toBe('6 Nov 2026, 00:03:22')
    expect(formatMinute(at, 'Europe/Berlin')).toBe('6 Nov 2026, 00:03')
  })

  it('follow the language and the zone the operator chose', () => {
    expect(formatEvent(at)).toBe('5 Nov 2026, 23:03:22')
    setFormats({ language: 'de', timezone: 'EST' })
    expect(formatEvent(at)).toBe('5. Nov. 2026, 18:03:22')
    setFormats({ language: 'es', timezone: 'PST' })
    expect(formatEvent(at)).toBe('5 nov 2026, 15:03:22')
  })
})

describe('the time in a zone to choose', () => {
  it('never moves with daylight saving', () => {
    const summer = new Date('2026-07-05T19:03:00Z')
    expect(formatTimeIn(summer, 'EST')).toBe('14:03, UTC-5')
    expect(formatTimeIn(summer, 'PST')).toBe('11:03, UTC-8')
    expect(formatTimeIn(summer, 'GMT')).toBe('19:03, UTC+0')
    expect(formatTimeIn(summer, 'UTC')).toBe('19:03, UTC+0')
  })
})

it('counts are grouped as the language does', () => {
  expect(formatCount(12480)).toBe('12,480')
  setFormats({ language: 'de', timezone: 'UTC' })
  expect(formatCount(12480)).toBe('12.480')
})

it('a size is told in the unit that suits it', () => {
  expect(formatSize(1_250)).toBe('1.3 kB')
  expect(formatSize(4_210_000)).toBe('4.2 MB')
})

describe('quantities', () => {
  it.each([
    ['999', '999'],
    ['1041788', '1,041,788'],
    ['-1041788.250', '-1,041,788.25'],
    ['12.000', '12'],
    ['9007199254740993.000001', '9,007,199,254,740,993.000001'],
  ])('%s is shown as %s', (text, shown) => expect(formatQuantity(text)).toBe(shown))

  it('follow the marks of the reader', () => {
    setFormats({ language: 'de', timezone: 'UTC' })
    expect(formatQuantity('1041788.5')).toBe('1.041.788,5')
  })

  it('of a change say their sign', () => {
    expect(['3.000', '-1234.50', '0.000', '-0'].map(formatChange)).toEqual([
      '+3',
      '−1,234.5',
      '+0',
      '+0',
    ])
  })
})

it.each([
  ['12.5', '€12.50'],
  ['4', '€4.00'],
  ['0.0125', '€0.0125'],
])('the price %s is written %s', (amount, text) => {
  setFormats({ language: 'en', timezone: 'UTC' })
  expect(formatPrice(amount, 'EUR')).toBe(text)
})
