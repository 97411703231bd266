import type { Weight } from './fonts.ts'
import { graphemesOf, shortened, typeset } from './typeset.ts'

const words = new Intl.Segmenter('en', { granularity: 'word' })
/** Scripts that write words without spaces between them. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u

/** Breaks text into lines no wider than `width` ems, between words where it can and inside of them where not. */
export const wrapText = (text: string, width: number, weight: Weight): string[] =>
  text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, width, weight))

/** Returns the first `most` lines, each at most `width` ems wide. The last ends with an ellipsis where more are left out. */
export function firstLines(
  lines: readonly string[],
  most: number,
  width: number,
  weight: Weight,
): readonly string[] {
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), shortened(`${lines[most - 1]}…`, width, weight)]
}

function wrapParagraph(paragraph: string, width: number, weight: Weight): string[] {
  const measure = (text: string) => typeset(text, weight).width
  const space = measure(' ')
  const lines: string[] = []
  let line = ''
  let filled = 0
  for (const word of paragraph.split(/\s+/)) {
    for (const [i, piece] of piecesOf(word).entries()) {
      const gap = i === 0 && line !== '' ? space : 0
      for (const part of partsOf(piece, width, measure)) {
        const own = measure(part)
        if (line !== '' && filled + gap + own > width) {
          lines.push(line)
          line = ''
          filled = 0
        }
        const before = line === '' ? 0 : gap
        line += (before > 0 ? ' ' : '') + part
        filled += before + own
      }
    }
  }
  lines.push(line)
  return directed(lines, paragraph)
}

/** The pieces of a word between which a line may break: of a script without spaces, its words and what follows them. */
function piecesOf(word: string): string[] {
  if (!spaceless.test(word)) return [word]
  const pieces: string[] = []
  let isOpening = false
  for (const { segment, isWordLike } of words.segment(word)) {
    const joins = !isWordLike && !/^\p{Open_Punctuation}$/u.test(segment)
    if (pieces.length > 0 && (joins || isOpening)) pieces[pieces.length - 1] += segment
    else pieces.push(segment)
    isOpening = /^\p{Open_Punctuation}$/u.test(segment)
  }
  return pieces
}

/** A piece that is wider than a line, in parts that are not. */
function partsOf(piece: string, width: number, measure: (text: string) => number): string[] {
  if (measure(piece) <= width) return [piece]
  const parts: string[] = []
  let part = ''
  // After a hyphen where there is one, so codes are read more easily.
  for (const section of piece.split(/(?<=[\p{Letter}\d][-/])(?=[\p{Letter}\d])/u)) {
    const letters = measure(section) <= width ? [section] : graphemesOf(section)
    for (const letter of letters) {
      if (part !== '' && measure(part + letter) > width) {
        parts.push(part)
        part = ''
      }
      part += letter
    }
  }
  return [...parts, part]
}

/** Each line in the direction of its paragraph, which the first letter of the line may not tell. */
function directed(lines: string[], paragraph: string): string[] {
  if (lines.length === 1 || !rightToLeft.test(paragraph)) return lines
  const isRight = (text: string) => rightToLeft.test(/\p{Letter}/u.exec(text)?.[0] ?? '')
  const isAll = isRight(paragraph)
  return lines.map((line) =>
    isRight(line) === isAll ? line : (isAll ? '\u200F' : '\u200E') + line,
  )
}
