/**
 * Which characters can be printed everywhere: those of the fonts of papers and labels. Codes such as SKUs consist of
 * these alone, because people read them from labels.
 */

/** Latin, Greek, Cyrillic, Hebrew, Arabic, Thai, Devanagari, Kana, Hangul, and signs. Chinese characters: see below. */
const letters =
  // oxlint-disable-next-line no-misleading-character-class -- marks are matched one by one, as letters are
  /^[ -~\u{00A0}-\u{024F}\u{02B0}-\u{0377}\u{0384}-\u{038A}\u{038C}\u{038E}-\u{03A1}\u{03A3}-\u{03E1}\u{03F0}-\u{052F}\u{0591}-\u{05C7}\u{05D0}-\u{05EA}\u{0600}-\u{06FF}\u{0900}-\u{097F}\u{0E01}-\u{0E3A}\u{0E3F}-\u{0E5B}\u{1E00}-\u{1EFF}\u{2000}-\u{2064}\u{20A0}-\u{20C0}\u{2100}-\u{2169}\u{2190}-\u{2193}\u{3001}-\u{3003}\u{3005}-\u{3020}\u{3041}-\u{3096}\u{3099}-\u{30FF}\u{AC00}-\u{D7A3}\u{FF01}-\u{FF9F}]$/u

const isHan = (character: string) => /^[\u4E00-\u9FFF]$/.test(character)

/** Characters of the standards below that no font has. */
const missing = '劐坶塥蒈猸弪骣轷戤赇犋毪脶膪铴镩稆耢耥蟓鲰'

/** Two-byte codes of the characters in the standards of Japan, China and Korea. */
const standards = [
  { encoding: 'euc-jp', first: 0xb0, last: 0xf4 },
  { encoding: 'gb2312', first: 0xb0, last: 0xf7 },
  { encoding: 'euc-kr', first: 0xca, last: 0xfd },
] as const

let known: ReadonlySet<string> | undefined

/** Returns the Chinese characters that can be printed. They are collected once, when one is asked for. */
function printableHan(): ReadonlySet<string> {
  if (known) return known
  const found = new Set<string>()
  for (const { encoding, first, last } of standards) {
    const decoder = new TextDecoder(encoding)
    for (let row = first; row <= last; row++) {
      const cells = Array.from({ length: 94 }, (_, i) => [row, 0xa1 + i]).flat()
      for (const character of decoder.decode(Uint8Array.from(cells)))
        if (isHan(character) && !missing.includes(character)) found.add(character)
    }
  }
  return (known = found)
}

/** Returns the first character of a text that can't be printed; undefined if there is none. */
export const firstUnprintable = (text: string): string | undefined =>
  [...text].find(
    (character) => !letters.test(character) && !(isHan(character) && printableHan().has(character)),
  )
