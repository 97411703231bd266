import { foldKey } from '@stowage/contract/folding'
import { sql, type RawBuilder } from 'kysely'

/** A LIKE pattern that matches the text itself anywhere, whatever wildcards a person typed. */
export const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Whether a column holds the text anywhere, in any spelling that folds to the same key. For texts without a
 * stored key; the pattern names every spelling, so that the locale of the database does not matter.
 */
export const containsFolded = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`normalize(${column}, nfkd) ~ ${spellings(text)}`

/** A regular expression of all decomposed spellings with the key of this text. */
const spellings = (text: string): string =>
  foldKey(text)
    .normalize('NFKD')
    .replace(/ss|./gsu, (part) =>
      part === 'ss' ? `(${spellingOf('s')}${spellingOf('s')}|[ßẞ])` : spellingOf(part),
    )

/** Letters with more spellings than their upper case. */
const others: Readonly<Record<string, string>> = { i: '[iIı]\u0307?', σ: '[σςΣ]' }

function spellingOf(letter: string): string {
  const known = others[letter]
  if (known) return known
  const upper = letter.toUpperCase().normalize('NFKD')
  if (upper !== letter && [...upper].length === 1) return `[${letter}${upper}]`
  return letter.replace(/[\\^$.*+?()[\]{}|]/, '\\$&')
}
