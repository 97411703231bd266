/* The first that fits counts: most browsers also claim to be their rivals. */
const browsers = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /Safari\//],
] as const
const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['ChromeOS', /CrOS/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh|Mac OS X/],
  ['Linux', /Linux|X11/],
] as const

const nameOf = (known: readonly (readonly [string, RegExp])[], text: string) =>
  known.find(([, pattern]) => pattern.test(text))?.[0]

/** 'Firefox on Windows', as far as a user agent tells; other programs by their own first word. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent?.trim()) return 'Unknown device'
  const browser = nameOf(browsers, userAgent)
  const system = nameOf(systems, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? userAgent.trim().split(/[\s/]/)[0] ?? 'Unknown device'
}
