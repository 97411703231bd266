import type { Preferences } from '@stowage/contract/identity/profile'
import { known } from './words.ts'

type Choice = Pick<Preferences, 'language' | 'timezone'>

/**
 * The only user of Intl. Month names are always spelled, because 05/11 is two different days.
 * Day before month everywhere in English, so everybody on the floor reads the same.
 */
const locales = known<Choice['language'], string>(
  { en: 'en-GB', es: 'es', fr: 'fr', de: 'de' },
  () => 'en-GB',
)

/** Hours from UTC, the same all year; `id` is how Intl knows them, with the sign turned round. */
const zones = known<Choice['timezone'], { id: string; offset: number }>(
  {
    UTC: { id: 'UTC', offset: 0 },
    EST: { id: 'Etc/GMT+5', offset: -5 },
    PST: { id: 'Etc/GMT+8', offset: -8 },
    GMT: { id: 'Etc/GMT', offset: 0 },
  },
  () => ({ id: 'UTC', offset: 0 }),
)

let choice: Choice = { language: 'en', timezone: 'UTC' }

/** Sets the format of dates and numbers that the signed-in operator chose, for all that is drawn from now on. */
export function setFormats({ language, timezone }: Choice) {
  choice = { language, timezone }
}

/** Made at first use and kept, one for each language. */
const remembered = <Made>(make: (locale: string) => Made) => {
  const made = new Map<string, Made>()
  return () => {
    const locale = locales[choice.language]
    const known = made.get(locale) ?? make(locale)
    made.set(locale, known)
    return known
  }
}
const dates = (options: Intl.DateTimeFormatOptions) =>
  remembered((locale) => new Intl.DateTimeFormat(locale, options))

const dayParts = { day: 'numeric', month: 'short', year: 'numeric' } as const
const minuteParts = { hour: '2-digit', minute: '2-digit' } as const
const secondParts = { ...minuteParts, second: '2-digit' } as const

const day = dates(dayParts)
const calendarDay = dates({ ...dayParts, timeZone: 'UTC' })
const shortTime = dates(minuteParts)
/** The same for zones that are named with each call. */
const zoned = (options: Intl.DateTimeFormatOptions) => {
  const made = new Map<string, () => Intl.DateTimeFormat>()
  return (timeZone: string) => {
    const known = made.get(timeZone) ?? dates({ ...options, timeZone })
    made.set(timeZone, known)
    return known()
  }
}
const instant = zoned({ ...dayParts, ...secondParts })
const minute = zoned({ ...dayParts, ...minuteParts })
const zonedTime = zoned(minuteParts)
const eventClock = zoned(secondParts)

const whole = remembered((locale) => new Intl.NumberFormat(locale))
const size = (unit: 'kilobyte' | 'megabyte') =>
  remembered(
    (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }),
  )
const kilobytes = size('kilobyte')
const megabytes = size('megabyte')
const money = (currency: string) =>
  new Intl.NumberFormat(locales[choice.language], { style: 'currency', currency })
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** '€1,041.50' of the decimal text '1041.5', exact and with the decimals of its currency. */
export const formatMoney = (amount: string, currency: string) =>
  money(currency).format(amount as `${number}`)

/** '€12.50' of the decimal text '12.5', and '€0.0125': a price or cost of one unit may have more decimals than its currency. */
export const formatPrice = (amount: string, currency: string) =>
  new Intl.NumberFormat(locales[choice.language], {
    style: 'currency',
    currency,
    maximumFractionDigits: 6,
  }).format(amount as `${number}`)

/** '5 Nov 2026' in the browser's zone. */
export const formatDay = (at: string | Date) => day().format(new Date(at))

/** '5 Nov 2026' for the calendar day '2026-11-05', the same in every zone. */
export const formatCalendarDay = (on: string) => calendarDay().format(new Date(on))

/** The day of a moment as '2026-11-05', in the named zone or, without one, the browser's. */
export const dayIn = (at: Date, timeZone?: string) =>
  new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(timeZone !== undefined && { timeZone }),
  }).format(at)

/** '5 Nov 2026, 14:03:22' in the named zone; say the zone nearby. */
export const formatInstant = (at: string | Date, timeZone: string) =>
  instant(timeZone).format(new Date(at))

/** '5 Nov 2026, 14:03' in the named zone, for lists; say the zone nearby. */
export const formatMinute = (at: string | Date, timeZone: string) =>
  minute(timeZone).format(new Date(at))

/** '5 Nov 2026, 14:03:22' in the zone the operator chose; say `eventZone` nearby. */
export const formatEvent = (at: string | Date) => formatInstant(at, zones[choice.timezone].id)

/** The name of the zone in which events are shown. */
export const eventZone = () => choice.timezone

/** '14:03, UTC-5': the time in one of the zones to choose from. */
export function formatTimeIn(at: Date | number, timezone: Choice['timezone']) {
  const { id, offset } = zones[timezone]
  const time = zonedTime(id).format(at)
  return `${time}, UTC${offset < 0 ? offset : `+${offset}`}`
}

/** '14:03:22' in the zone the operator chose, as the events beside it; say `eventZone` nearby. */
export const formatEventTime = (at: Date | number) =>
  eventClock(zones[choice.timezone].id).format(at)

/** '14:03' in the browser's zone. */
export const formatShortTime = (at: Date | number) => shortTime().format(at)

/** '12,480'. */
export const formatCount = (count: number) => whole().format(count)

/** '1,041,788.25' of the decimal text '1041788.250': grouped, exact, without zeros at the end. */
export function formatQuantity(quantity: string): string {
  const [integer = '', decimals = ''] = quantity.split('.')
  const { group, decimal } = numberMarks()
  const grouped = integer.replace(/\B(?=(\d{3})+$)/g, group)
  const significant = decimals.replace(/0+$/, '')
  return significant === '' ? grouped : `${grouped}${decimal}${significant}`
}

/** A change with its sign: '+1,200', '−3'. */
export const formatChange = (delta: string): string => {
  const size = formatQuantity(delta.replace(/^-/, ''))
  return delta.startsWith('-') && /[1-9]/.test(delta) ? `−${size}` : `+${size}`
}

/** Thousands and decimal separators. */
export type NumberMarks = { group: string; decimal: string }

/** The marks of the reader: ',' and '.', in German '.' and ','. */
export const numberMarks = remembered((locale): NumberMarks => {
  const parts = new Intl.NumberFormat(locale).formatToParts(1234567.5)
  const mark = (type: keyof NumberMarks) => parts.find((part) => part.type === type)?.value ?? ''
  return { group: mark('group'), decimal: mark('decimal') }
})

/** '4.2 MB' or '12.5 kB', of bytes. */
export const formatSize = (bytes: number) =>
  bytes < 1e6 ? kilobytes().format(bytes / 1e3) : megabytes().format(bytes / 1e6)

/** '$19', '$1,430.40': US dollars, with cents only where there are some. */
export const formatDollars = (amount: number) => dollars.format(amount)

/** Every time zone a warehouse can stand in, UTC first. */
export const timeZones = (): string[] => [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]),
]
