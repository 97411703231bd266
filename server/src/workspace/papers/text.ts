import anyAscii from 'any-ascii'

/** The letters of the fonts beside this file: Latin, Greek and Cyrillic with their accents and signs. */
const drawable =
  /[ -~\u00A0-\u024F\u02B0-\u0377\u0384-\u03E1\u03F0-\u052F\u1E00-\u1FFE\u2010-\u2027\u2030-\u205E\u2070-\u209C\u20A0-\u20C0\u2100-\u215F\u2212]/

/** Text the fonts can draw. Letters of other scripts are written in Latin ones. */
export const drawableText = (text: string): string =>
  [...text.normalize('NFC')]
    .map((letter) => (drawable.test(letter) ? letter : anyAscii(letter)))
    .join('')

/** How wide a text is, in the unit of the width it is compared with. */
export type Measure = (text: string) => number

/** Breaks text into lines no wider than `width`, between words where it can and inside of them where not. */
export function wrapText(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of paragraph.split(/\s+/).flatMap((one) => piecesOf(one, width, measure))) {
      const longer = line === '' ? word : `${line} ${word}`
      if (measure(longer) <= width) line = longer
      else {
        lines.push(line)
        line = word
      }
    }
    lines.push(line)
  }
  return lines
}

/** A word that is wider than a line, in pieces that are not. */
function piecesOf(word: string, width: number, measure: Measure): string[] {
  if (measure(word) <= width) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const letter of word) {
    if (piece !== '' && measure(piece + letter) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += letter
  }
  return [...pieces, piece]
}
