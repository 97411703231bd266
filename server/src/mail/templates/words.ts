/**
 * A greeting by name when the name is one. People choose their names, and a mail of ours must not
 * carry a stranger's advertisement or link to somebody whose address was typed in.
 */
export function greet(firstName: string): string {
  const name = firstName.trim()
  return /^[\p{L}\p{M}'’ -]{1,30}$/u.test(name) ? `Hello ${name},` : 'Hello,'
}

/** A name somebody chose, of at most 60 characters, which no mail program will take for a link. */
export function named(text: string): string {
  const flat = text
    .replace(/[.:/\\@](?=\S)/g, ' ')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  const short = [...flat].slice(0, 60).join('').trim()
  return `“${short}”`
}

/** `21 November 2026, 09:24 UTC`. */
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

/** `Firefox on Windows`: what a person can compare with the device in front of them. */
export function device(userAgent: string | null): string {
  const find = (list: readonly [RegExp, string][]) =>
    list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = find(browsers)
  const system = find(systems)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'An app we do not recognize'
}
