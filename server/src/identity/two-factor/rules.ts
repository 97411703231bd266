/** Text typed as a second factor, parsed. */
export type Code =
  | { kind: 'totp'; digits: string }
  /** Ten symbols of Crockford's base 32, upper case, without dashes. */
  | { kind: 'backup_code'; symbols: string }

/**
 * Parses a typed code. Returns undefined for malformed text, which does not count as an attempt.
 * Dashes, spaces and case of a backup code may differ from how it was shown.
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

/** Validity of a pending secret, in milliseconds. */
export const pendingMs = 10 * 60_000
const dayMs = 24 * 3_600_000

/** Time for which backup codes can be viewed again: always, for a day, or once. */
export type ViewPolicy = 'always' | '24h' | 'once'

/**
 * Returns the time before which codes may no longer be shown, or undefined if age does not matter.
 */
export const shownSince = (policy: ViewPolicy, at: Date): Date | undefined =>
  policy === '24h' ? new Date(at.getTime() - dayMs) : undefined

/** Returns whether the copy for display is erased after it was shown. */
export const isShownOnce = (policy: ViewPolicy): boolean => policy === 'once'
