import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDay, readTime } from './times.ts'

const zone = 'Europe/Berlin'
const told = (text: string, options = {}) => {
  const read = readTime(text, zone, options)
  return 'value' in read ? read.value : `refused: ${read.problem}`
}

test.each([
  ['2026-11-20 09:15:00 +0100', '2026-11-20T08:15:00.000Z'],
  ['2026-11-20T09:15:00+01:00', '2026-11-20T08:15:00.000Z'],
  ['2026-11-20T09:15:00-05', '2026-11-20T14:15:00.000Z'],
  ['2026-11-20T08:15:00Z', '2026-11-20T08:15:00.000Z'],
  ['2026-11-20T08:15:00.250Z', '2026-11-20T08:15:00.250Z'],
  ['2026-11-20 08:15:00 UTC', '2026-11-20T08:15:00.000Z'],
  ['2026-11-20 09:15', '2026-11-20T08:15:00.000Z'],
  ['2026-07-20 09:15', '2026-07-20T07:15:00.000Z'],
  ['2026-11-20', '2026-11-19T23:00:00.000Z'],
  ['2026/11/20 9:15', '2026-11-20T08:15:00.000Z'],
  ['20.11.2026 09:15', '2026-11-20T08:15:00.000Z'],
  ['20.11.26', '2026-11-19T23:00:00.000Z'],
  ['25/11/2026 09:15', '2026-11-25T08:15:00.000Z'],
  ['11/25/2026 9:15 PM', '2026-11-25T20:15:00.000Z'],
  ['11/25/2026, 12:15 AM', '2026-11-24T23:15:00.000Z'],
  ['Nov-20-26', '2026-11-19T23:00:00.000Z'],
  ['20-Nov-26', '2026-11-19T23:00:00.000Z'],
  ['20 Nov 2026', '2026-11-19T23:00:00.000Z'],
  ['November 20, 2026 9:15 am', '2026-11-20T08:15:00.000Z'],
  ['Fri, 20 Nov 2026 09:15:00 +0100', '2026-11-20T08:15:00.000Z'],
  ['20 Nov 2026 00:15:00 PST', '2026-11-20T08:15:00.000Z'],
  ['5/5/2026', '2026-05-04T22:00:00.000Z'],
  // Clocks are put back at 3:00, so 2:30 comes twice, and forward at 2:00, so 2:30 does not come.
  ['2026-10-25 02:30', '2026-10-25T00:30:00.000Z'],
  ['2026-03-29 02:30', '2026-03-29T00:30:00.000Z'],
])('%s is %s', (text, expected) => expect(told(text)).toBe(expected))

test.each([
  ['4/5/2026', 'This can mean 2026-05-04 or 2026-04-05. Enter one of them'],
  ['04-05-26 09:15', 'This can mean 2026-05-04 or 2026-04-05. Enter one of them'],
  ['2026-02-30', 'Enter the date as YYYY-MM-DD, such as 2026-12-31'],
  ['46346.38', 'A spreadsheet has stored this date as a number. Format the column as a date'],
  ['1763629200', 'Enter the date as YYYY-MM-DD, such as 2026-12-31'],
  ['soon', 'Enter the date as YYYY-MM-DD, such as 2026-12-31'],
])('%s is refused', (text, expected) => expect(told(text)).toBe(`refused: ${expected}`))

test.each(['2026-11-20 25:15', '2026-11-20 13:15 PM', '2026-11-20 09:75', '2026-11-20 09:15 CST'])(
  '%s is no time',
  (text) => expect(told(text)).toMatch(/^refused: Enter the (time|date) as/),
)

test('a day that something is promised for lasts until its last minute', () => {
  expect(told('2026-11-20', { isEnd: true })).toBe('2026-11-20T22:59:00.000Z')
  expect(told('2026-11-20 09:15', { isEnd: true })).toBe('2026-11-20T08:15:00.000Z')
})

test('days are read as times are', () => {
  expect(readDay('31.12.2027')).toEqual({ value: '2027-12-31' })
  expect(readDay('31 Dec 2027')).toEqual({ value: '2027-12-31' })
  expect(readDay('1/2/2027')).toHaveProperty('problem')
})

test('every moment is read from what clocks of the warehouse show', () => {
  const moment = fc.date({
    min: new Date('2000-01-01'),
    max: new Date('2099-12-31'),
    noInvalidDate: true,
  })
  const zones = fc.constantFrom(
    'UTC',
    zone,
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
  )
  fc.assert(
    fc.property(moment, zones, (at, timeZone) => {
      const format = new Intl.DateTimeFormat('sv-SE', {
        timeZone,
        dateStyle: 'short',
        timeStyle: 'medium',
      })
      const shown = format.format(at)
      const read = readTime(shown, timeZone)
      expect('value' in read && format.format(new Date(read.value))).toBe(shown)
    }),
    { numRuns: 300 },
  )
})
