import { createRequire } from 'node:module'
import type bidi from 'bidi-js'
import type { Glyph, GlyphPosition } from 'fontkit'
import { canDraw, facesFor, isIgnorable, type Face, type Weight } from './fonts.ts'

/* Text as glyphs: each letter in a font that has it, joined and put from right to left where its script is. */

/** Glyphs of one face beside each other, from left to right, and the letters they are drawn for. */
export type Run = {
  face: Face
  text: string
  glyphs: readonly Glyph[]
  positions: readonly GlyphPosition[]
  /** In ems, as of a line. */
  width: number
}

/** One line of text as it is drawn, whatever its size. */
export type Line = {
  text: string
  runs: readonly Run[]
  /** In ems: times the size of the letters it is how wide the line is. */
  width: number
  /** As its first letter is, or the mark before it. */
  isRightToLeft: boolean
}

const require = createRequire(import.meta.url)
const { getEmbeddingLevels, getMirroredCharacter } = (require('bidi-js') as typeof bidi.default)()
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\u200F]/u

/** Lines that were set. Texts repeat from label to label and row to row. */
const known = new Map<string, Line>()
const mostKnown = 5_000

/** Returns a text as a line of glyphs. Its fonts must have been read by `loadFaces`. */
export function typeset(text: string, weight: Weight): Line {
  const key = `${weight} ${text}`
  const found = known.get(key)
  if (found) return found
  if (known.size >= mostKnown) known.clear()
  const line = setLine(text, weight)
  known.set(key, line)
  return line
}

/** Forgets lines, which keep their fonts in memory. */
export function forgetLines(): void {
  known.clear()
  words.clear()
}

/** Alignment of a line in its width: at the start where its script begins, from right to left at the right edge. */
export type Align = 'start' | 'left' | 'middle' | 'end'

/** Returns where a line begins from the left, in the unit of `size`, `x` and `width`. */
export function startOf(
  line: Line,
  size: number,
  { x, width, align = 'start' }: { x: number; width: number; align?: Align | undefined },
): number {
  const free = width - line.width * size
  if (align === 'middle') return x + free / 2
  return align === 'end' || (align === 'start' && line.isRightToLeft) ? x + free : x
}

function setLine(text: string, weight: Weight): Line {
  const bidirectional = rightToLeft.test(text) ? getEmbeddingLevels(text) : undefined
  const runs = inVisualOrder(runsOf(text, bidirectional?.levels, weight)).map(shape)
  return {
    text,
    runs,
    width: runs.reduce((sum, run) => sum + run.width, 0),
    isRightToLeft: bidirectional?.paragraphs[0]?.level === 1,
  }
}

/** Letters of one face and one direction. An odd level is from right to left. */
type Piece = { face: Face; level: number; letters: string[] }

function runsOf(text: string, levels: Uint8Array | undefined, weight: Weight): Piece[] {
  const faceOf = facesFor(text, weight)
  const pieces: Piece[] = []
  let at = 0
  let isSplit = false
  for (const letter of text) {
    const level = levels?.[at] ?? 0
    at += letter.length
    const last = pieces.at(-1)
    if (isIgnorable(letter)) {
      // A joiner that the face lacks still keeps the letters around it apart.
      if (last && canDraw(last.face, letter)) last.letters.push(letter)
      else isSplit = true
      continue
    }
    const isMark = last !== undefined && /\p{Mark}/u.test(letter) && canDraw(last.face, letter)
    const face = isMark ? last.face : faceOf(letter)
    if (last?.face === face && last.level === level && !isSplit) last.letters.push(letter)
    else pieces.push({ face, level, letters: [letter] })
    isSplit = false
  }
  return pieces
}

/** Reverses from the highest level down what is of that level or above, as Unicode says (UAX 9, rule L2). */
function inVisualOrder(pieces: Piece[]): Piece[] {
  const order = [...pieces]
  for (let level = Math.max(0, ...pieces.map((piece) => piece.level)); level > 0; level--) {
    let from = 0
    while (from < order.length) {
      let to = from
      while ((order[to]?.level ?? -1) >= level) to++
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).toReversed())
      from = to + 1
    }
  }
  return order
}

function shape({ face, level, letters }: Piece): Run {
  const direction = level % 2 === 0 ? 'ltr' : 'rtl'
  const text = letters.join('')
  if (face.family === 'base' && direction === 'ltr') return shapeWords(face, text)
  const inOrder = forFont(text)
  const laid = face.font.layout(inOrder, [])
  // The font takes the direction from the script: it turns digits of Arabic, and not brackets in Hebrew.
  const isTurned = laid.direction !== direction
  const turned = () => graphemesOf(inOrder).toReversed().map(mirrored).join('')
  const { glyphs, positions } = isTurned ? face.font.layout(turned(), []) : laid
  return { face, text, glyphs, positions, width: widthOf(face, positions) }
}

const widthOf = (face: Face, positions: readonly GlyphPosition[]) =>
  positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) / face.font.unitsPerEm

type Word = Pick<Run, 'glyphs' | 'positions'>
const words = new Map<string, Word>()

/** Shapes Latin, Greek and Cyrillic word by word, as most words of a job come again. */
function shapeWords(face: Face, text: string): Run {
  const shaped = text.split(/(?<= )/).map((word) => {
    const key = `${face.name} ${word}`
    const found = words.get(key) ?? face.font.layout(word, [])
    if (words.size >= mostKnown) words.clear()
    words.set(key, found)
    return found
  })
  const glyphs = shaped.flatMap((one) => one.glyphs)
  const positions = shaped.flatMap((one) => one.positions)
  return { face, text, glyphs, positions, width: widthOf(face, positions) }
}

const mirrored = (letter: string) => getMirroredCharacter(letter) ?? letter

/** The vowel am of Thai is a ring, which belongs below a tone mark, and a letter after it. */
const forFont = (text: string) =>
  text.replaceAll(/([\u0E31\u0E34-\u0E37\u0E47-\u0E4E]*)\u0E33/g, '\u0E4D$1\u0E32')

/** Returns the start of a text that is no wider than `width` ems, with an ellipsis where something is left out. */
export function shortened(text: string, width: number, weight: Weight): string {
  if (typeset(text, weight).width <= width) return text
  const letters = graphemesOf(text)
  const ends = (count: number) => `${letters.slice(0, count).join('').trimEnd()}…`
  let [least, most] = [1, letters.length - 1]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (typeset(ends(middle), weight).width <= width) least = middle
    else most = middle - 1
  }
  return ends(least)
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Returns letters with their marks. */
export const graphemesOf = (text: string): string[] =>
  [...graphemes.segment(text)].map(({ segment }) => segment)
