const alsoCalled: Readonly<Record<string, string>> = {
  usa: 'US',
  'u.s.a.': 'US',
  'united states of america': 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  holland: 'NL',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  deutschland: 'DE',
  turkey: 'TR',
}

let known: Map<string, string> | undefined

/** English names of countries, as the standard library has them. */
function codesByName(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  // Former codes, such as DD, have the names of those that replace them.
  const current = codes.filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0]?.endsWith(code))
  return new Map(current.map((code) => [names.of(code)?.toLowerCase() ?? code, code]))
}

/** Returns the code of a country by its code or its English name; what is neither stays as it is. */
export function countryCode(text: string): string {
  if (/^[a-z]{2}$/i.test(text)) return text.toUpperCase() === 'UK' ? 'GB' : text.toUpperCase()
  const name = text.toLowerCase()
  known ??= codesByName()
  return alsoCalled[name] ?? known.get(name) ?? text
}
