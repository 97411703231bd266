/**
 * Which characters can be printed everywhere: those of the fonts of papers and labels. Codes such as SKUs consist of
 * these alone, because people read them from labels.
 */

/** Latin, Greek, Cyrillic, Hebrew, Arabic, Thai, Devanagari, Kana, Hangul, and signs. Chinese characters: see below. */
const letters =
  /^[ -~\u00A0-\u024F\u02B0-\u0377\u0384-\u038A\u038C\u038E-\u03A1\u03A3-\u03E1\u03F0-\u052F\u0591-\u05C7\u05D0-\u05EA\u0600-\u06FF\u0900-\u097F\u0E01-\u0E3A\u0E3F-\u0E5B\u1E00-\u1EFF\u2000-\u2064\u20A0-\u20C0\u2100-\u2169\u2190-\u2193\u3001-\u3003\u3005-\u3020\u3041-\u3096\u3099-\u30FF\uAC00-\uD7A3\uFF01-\uFF9F]$/

const isHan = (character: string) => /^[\u4E00-\u9FFF]$/.test(character)

/** Of the standards below, what no font has. */
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
