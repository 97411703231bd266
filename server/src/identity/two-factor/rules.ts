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

/** How long a secret waits for its first code, in milliseconds. */
export const pendingMs = 10 * 60_000
const dayMs = 24 * 3_600_000

/** For how long backup codes can be looked at again: without end, for a day, or one time. */
export type ViewPolicy = 'always' | '24h' | 'once'

/** Codes made before this moment may not be shown any more; undefined when age does not matter. */
export const shownSince = (policy: ViewPolicy, at: Date): Date | undefined =>
  policy === '24h' ? new Date(at.getTime() - dayMs) : undefined

/** Whether the copy for showing is to be erased once it has been given out. */
export const isShownOnce = (policy: ViewPolicy): boolean => policy === 'once'
