/** Digits of a document number, at least. */
const digits = 6

/**
 * Returns which document numbers with this prefix a search means: those that are written like this, with or without the
 * prefix and leading zeros, and with the prefix the range of those that begin like this.
 */
export function numbersLike(
  prefix: string,
  q: string,
): { exact: string[]; range: { from: string; to: string } | undefined } {
  const [, said = '', typed = ''] =
    new RegExp(`^\\s*(${prefix}-?)?(\\d{1,12})\\s*$`, 'i').exec(q) ?? []
  if (typed === '') return { exact: [q.trim().toUpperCase()], range: undefined }
  const exact = [`${prefix}-${typed.replace(/^0+/, '').padStart(digits, '0')}`]
  if (said === '' || typed.length >= digits) return { exact, range: undefined }
  const range = {
    from: `${prefix}-${typed.padEnd(digits, '0')}`,
    to: `${prefix}-${typed.padEnd(digits, '9')}`,
  }
  return { exact, range }
}
