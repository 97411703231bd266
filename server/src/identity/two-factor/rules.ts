/** What somebody typed into the field for a second factor, in the form it is judged in. */
export type Code =
  | { kind: 'totp'; digits: string }
  /** Ten symbols of Crockford's base 32, upper case, without dashes. */
  | { kind: 'backup_code'; symbols: string }

/**
 * Reads a typed code; undefined for what can be none, which nobody has to count as a guess. A
 * backup code may be written with other dashes, spaces and letters than it was shown with.
 */
export function readCode(text: string): Code | undefined {
  const typed = text.trim()
  if (/^[0-9]{6}$/.test(typed)) return { kind: 'totp', digits: typed }
  const symbols = typed
    .toUpperCase()
    .replace(/[- ]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(symbols) ? { kind: 'backup_code', symbols } : undefined
}
