/* How people and shops write times and days in files. Pure. */

type Day = { year: number; month: number; day: number }
type Clock = { hour: number; minute: number; second: number; millisecond: number }

export type CellValue<T> = { value: T } | { problem: string }

const problem = <T>(text: string): CellValue<T> => ({ problem: text })
const noDay = 'Enter the date as YYYY-MM-DD, such as 2026-12-31'
const noTime = 'Enter the time as 2026-12-31 14:30, or with an offset as 2026-12-31T14:30:00+01:00'
const asNumber = 'A spreadsheet has stored this date as a number. Format the column as a date'

const months =
  'january february march april may june july august september october november december'.split(' ')
/** The number of a month by its name or the beginning of it; 0 where it is none. */
const monthOf = (name: string) =>
  months.findIndex((month) => month.startsWith(name.toLowerCase())) + 1

const inIso = ({ year, month, day }: Day) =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** The day, if the calendar has it. Years of two digits are of this century. */
function dayOf(yearText: string, month: number, dayText: string): Day | undefined {
  const year = Number(yearText) + (yearText.length === 2 ? 2000 : 0)
  const day = Number(dayText)
  const date = new Date(Date.UTC(year, month - 1, day))
  const isThere = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isThere ? { year, month, day } : undefined
}

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const dayFirst = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})$/
const unclear = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4}|\d{2})$/
const dayAndName = /^(\d{1,2})(?:st|nd|rd|th)?[-\s.]+(\p{L}{3,9})\.?[-\s,]+(\d{4}|\d{2})$/u
const nameAndDay = /^(\p{L}{3,9})\.?[-\s]+(\d{1,2})(?:st|nd|rd|th)?[-,\s]+(\d{4}|\d{2})$/u

function readDate(text: string): CellValue<Day> {
  const asRead = (day: Day | undefined): CellValue<Day> => (day ? { value: day } : problem(noDay))
  const [, year = '', , month = '', day = ''] = yearFirst.exec(text) ?? []
  if (year !== '') return asRead(dayOf(year, Number(month), day))
  const european = dayFirst.exec(text)
  if (european) {
    const [, first = '', second = '', last = ''] = european
    return asRead(dayOf(last, Number(second), first))
  }
  const named = dayAndName.exec(text) ?? nameAndDay.exec(text)
  if (named) {
    const [, first = '', second = '', last = ''] = named
    const isDayFirst = /^\d/.test(first)
    const [number, name] = isDayFirst ? [first, second] : [second, first]
    return asRead(dayOf(last, monthOf(name), number))
  }
  const numbers = unclear.exec(text)
  return numbers ? readUnclear(numbers) : problem(/^\d{5}(\.\d+)?$/.test(text) ? asNumber : noDay)
}

/** `25/11/2026` and `11/25/2026` are one day each. `4/5/2026` is two, depending on the country. */
function readUnclear([, first = '', , second = '', year = '']: RegExpExecArray): CellValue<Day> {
  const found = [dayOf(year, Number(second), first), dayOf(year, Number(first), second)]
    .filter((day) => day !== undefined)
    .map((day) => ({ day, text: inIso(day) }))
  const [one, other] = found
  if (!one) return problem(noDay)
  if (!other || one.text === other.text) return { value: one.day }
  return problem(`This can mean ${one.text} or ${other.text}. Enter one of them`)
}

const clockPattern =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap])?\.?(?:m\.?)?\s*(Z|UTC|GMT|P[SD]T|[+-]\d{2}(?::?\d{2})?)?$/i

/** Minutes from UTC; undefined where the time names no zone. */
function offsetOf(zone: string | undefined): number | undefined {
  if (zone === undefined) return undefined
  // Marketplaces of North America report in Pacific time.
  const named = { Z: 0, UTC: 0, GMT: 0, PST: -480, PDT: -420 }[zone.toUpperCase()]
  if (named !== undefined) return named
  const hours = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', '') || 0)
  return zone.startsWith('-') ? -hours : hours
}

function readClock(text: string): { clock: Clock; offset: number | undefined } | undefined {
  const [, hours, minutes, seconds = '0', fraction = '0', half, zone] =
    clockPattern.exec(text) ?? []
  if (hours === undefined) return undefined
  const isHalf = half !== undefined
  const past = half?.toLowerCase() === 'p' ? 12 : 0
  const hour = isHalf ? (Number(hours) % 12) + past : Number(hours)
  const clock = {
    hour,
    minute: Number(minutes),
    second: Number(seconds),
    millisecond: Math.trunc(Number(`0.${fraction}`) * 1000),
  }
  const isTime = hour < 24 && clock.minute < 60 && clock.second < 60
  return isTime && (!isHalf || (Number(hours) > 0 && Number(hours) <= 12))
    ? { clock, offset: offsetOf(zone) }
    : undefined
}

/** Splits what begins with a date into the date and the rest. */
function splitTime(text: string): [string, string] {
  const spaced = text
    .replace(/^\p{L}{3,9},\s+(?=\d)/u, '')
    .replace(/^(\d{4}-\d{2}-\d{2})T/, '$1 ')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
  const at = spaced.search(/,? \d{1,2}:\d{2}/)
  return at < 0 ? [spaced, ''] : [spaced.slice(0, at), spaced.slice(at).replace(/^,? /, '')]
}

/** Reads a day; a time behind it does not count. */
export function readDay(text: string): CellValue<string> {
  const read = readDate(splitTime(text.trim())[0])
  return 'value' in read ? { value: inIso(read.value) } : read
}

/**
 * Reads a point in time as ISO 8601 in UTC. Without an offset it is of `timezone`, and a day is its first minute
 * there, or with `isEnd` its last.
 */
export function readTime(
  text: string,
  timezone: string,
  { isEnd = false } = {},
): CellValue<string> {
  const [date, rest] = splitTime(text.trim())
  const read = readDate(date)
  if ('problem' in read)
    return problem(rest === '' || read.problem !== noDay ? read.problem : noTime)
  const wholeDay = isEnd ? { hour: 23, minute: 59 } : { hour: 0, minute: 0 }
  const time =
    rest === ''
      ? { clock: { ...wholeDay, second: 0, millisecond: 0 }, offset: undefined }
      : readClock(rest)
  if (!time) return problem(noTime)
  const { year, month, day } = read.value
  const { hour, minute, second, millisecond } = time.clock
  const local = Date.UTC(year, month - 1, day, hour, minute, second, millisecond)
  const at = time.offset === undefined ? inZone(local, timezone) : local - time.offset * 60_000
  return { value: new Date(at).toISOString() }
}

/** The moment at which clocks of the zone show this; of an hour that comes twice the first. */
function inZone(local: number, timezone: string): number {
  const before = local - shiftOf(local - 86_400_000, timezone)
  const after = local - shiftOf(local + 86_400_000, timezone)
  return before + shiftOf(before, timezone) === local ? before : after
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds by which clocks of the zone are ahead of UTC at this moment. */
function shiftOf(at: number, timezone: string): number {
  const format =
    formats.get(timezone) ??
    new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' })
  formats.set(timezone, format)
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name) ?? []
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000)
}
