/**
 * Returns the key by which codes and names are found and told apart. Two spellings have one key when
 * they differ only in case, in width (`Ａ` and `A`) or in how accents are composed. Accents themselves
 * count: `é` is not `e`. `ß` is `ss`, a final sigma is a sigma, and `İ` and `ı` are both `i`, because
 * every upper and lower case form of a text must lead back to the same key.
 * The database stores these keys and never folds case: what it does depends on its locale.
 */
export function foldKey(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase()
  // Twice, because `ẞ` only becomes `ss` by way of `ß`.
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
    // The lower case of İ is an i with a dot above; further dots leave with it, or a key had another key.
    .replace(/i\p{M}+/gu, (letter) => letter.replaceAll('\u0307', ''))

/** Whether both spellings have the same key. */
export const isSameKey = (one: string, other: string): boolean => foldKey(one) === foldKey(other)

/**
 * What cannot be seen and makes two codes look alike: format and control characters, such as the zero
 * width space, fillers, line separators, and what Unicode has not assigned.
 */
export const invisible = /[\p{Cc}\p{Cf}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
