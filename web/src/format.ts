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

const whole = new Intl.NumberFormat(locale)

/** '5 Nov 2026': the day in the browser's zone. */
export const formatDay = (at: string | Date) => day.format(new Date(at))

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
