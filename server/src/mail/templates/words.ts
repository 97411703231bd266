/**
 * Returns a greeting, by name if the name is harmless. Users choose their names, and a mail to a
 * third party must not contain an advertisement or a link.
 */
export function greet(firstName: string): string {
  const name = firstName.trim()
  return /^[\p{L}\p{M}'’ -]{1,30}$/u.test(name) ? `Hello ${name},` : 'Hello,'
}

/** Returns a name of at most 60 characters that mail programs do not turn into a link. */
export function named(text: string): string {
  const flat = text
    .replace(/[.:/\\@](?=\S)/g, ' ')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  const short = [...flat].slice(0, 60).join('').trim()
  return `“${short}”`
}

/** Returns `21 November 2026, 09:24 UTC`. */
export function moment(at: Date): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${format.format(at).replace(' at ', ', ')} UTC`
}

const browsers: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Returns the device as text, such as `Firefox on Windows`. */
export function device(userAgent: string | null): string {
  const find = (list: readonly [RegExp, string][]) =>
    list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = find(browsers)
  const system = find(systems)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'An app we do not recognize'
}
