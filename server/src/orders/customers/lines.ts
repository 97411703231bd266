import { createHash } from 'node:crypto'

/**
 * The code of a new customer that came without one, the same for the same email or phone number, so that two at once bring
 * one. Not the email itself: who may not see contact details sees codes.
 */
export const codeFor = (contactKey: string): string =>
  `C-${createHash('sha256').update(contactKey).digest('hex').slice(0, 12).toUpperCase()}`
