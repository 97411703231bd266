/**
 * The only user of Intl. Month names are always spelled, because 05/11 is two different days.
 * Day before month everywhere in English, so that everybody on the floor reads the same.
 */
const locale = 'en-GB'

const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })

const clockTime = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
const shortTime = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })

const zoned = (timeZone: string) =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone,
  })
const formats = new Map<string, Intl.DateTimeFormat>()

const calendarDay = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

const whole = new Intl.NumberFormat(locale)
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** '5 Nov 2026': the day in the browser's zone. */
export const formatDay = (at: string | Date) => day.format(new Date(at))

/** '5 Nov 2026' for the calendar day '2026-11-05', the same in every zone. */
export const formatCalendarDay = (on: string) => calendarDay.format(new Date(on))

/** '5 Nov 2026, 14:03:22' in the named zone; say the zone nearby. */
export function formatInstant(at: string | Date, timeZone: string): string {
  const format = formats.get(timeZone) ?? zoned(timeZone)
  formats.set(timeZone, format)
  return format.format(new Date(at))
}

/** '14:03:22' in the browser's zone. */
export const formatClockTime = (at: Date | number) => clockTime.format(at)

/** '14:03' in the browser's zone. */
export const formatShortTime = (at: Date | number) => shortTime.format(at)

/** '12,480'. */
export const formatCount = (count: number) => whole.format(count)

/** '$19', '$1,430.40': US dollars, with cents only where there are some. */
export const formatDollars = (amount: number) => dollars.format(amount)
