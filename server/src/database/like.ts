import { foldKey } from '@stowage/contract/folding'
import { sql, type RawBuilder } from 'kysely'

/** Returns a LIKE pattern that matches the text anywhere. Wildcards in the text are escaped. */
export const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Returns the end of the range of texts that begin like this, in the order of their characters. */
export const endOf = (start: string): string => `${start}\u{10ffff}`

/**
 * Returns whether a column contains the text in any spelling with the same key. For columns without
 * a stored key. The pattern lists every spelling, so it does not depend on the database's locale.
 * Decomposing and matching a value takes ten times as long as finding text in it, so a value of plain
 * ASCII, which most are, is only put in lower case.
 */
export function containsFolded(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const key = foldKey(text).normalize('NFKD')
  return sql<boolean>`case when octet_length(${column}) = char_length(${column})
    then strpos(lower(${column} collate "C"), ${key}) > 0
    else normalize(${column}, nfkd) ~ ${spellings(key)} end`
}

/** Returns a regular expression for all decomposed spellings with this key. */
const spellings = (key: string): string =>
  key.replace(/ss|./gsu, (part) =>
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
