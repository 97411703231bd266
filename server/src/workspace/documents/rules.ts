/** Kinds of records that can be archived only while nothing uses them. */
export type Used = 'warehouse' | 'zone' | 'location' | 'variant'

/** Column computed from the value of the column `from`. */
export type Derived = { from: string; of: (value: never) => unknown }

/** Returns the values of the derived columns whose source is among these values. */
export const derivedOf = (
  { derived = {} }: { derived?: Record<string, Derived> },
  values: object,
): [string, unknown][] =>
  Object.entries(derived).flatMap(([name, { from, of }]) => {
    const source = (values as Record<string, unknown>)[from]
    return source === undefined ? [] : [[name, of(source as never)]]
  })

/** Moves of a kind of document: the ledger names it by them, and its integrity is checked. */
export type Posts = {
  /** A move of it is reversed by itself, with the document, or never. */
  reversed: 'alone' | 'with_document' | 'never'
} & (OneMove | { column?: never })

/** For a document with one move. */
type OneMove = {
  /** The column with its id. */
  column: string
  /** Kind of the move. */
  kinds: readonly string[]
  /** The states of a document whose move was posted, the first of them after it. */
  in: readonly string[]
  /** A document in such a state may have moved nothing. */
  isOptional?: true
  /** The state of one whose move was undone. */
  undone?: string
}

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
