/**
 * Returns the key by which codes and names are searched and compared. Two spellings share a key
 * when they differ only in case, in width (`Ａ` and `A`) or in the composition of accents. Accents
 * count: `é` is not `e`. `ß` equals `ss`, a final sigma equals a sigma, and `İ` and `ı` both equal
 * `i`, because all case forms of a text must have the same key. The database stores these keys and
 * never folds case, because its folding depends on the locale.
 */
export function foldKey(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase()
  // Twice, because `ẞ` folds to `ß` and only then to `ss`.
  return folded(folded(text)).normalize('NFC')
}

const isPlain = /^[ -~]*$/

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFKD')
    // İ in lower case is i with a combining dot. All dots after an i are removed, or the key of the
    // upper case form would differ.
    .replace(/i\p{M}+/gu, (letter) => letter.replaceAll('\u0307', ''))

/** Returns whether both spellings have the same key. */
export const isSameKey = (one: string, other: string): boolean => foldKey(one) === foldKey(other)

/**
 * Invisible characters that make two codes look alike: control and format characters such as the
 * zero width space, fillers, line separators and unassigned code points.
 */
export const invisible = /[\p{Cc}\p{Cf}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
