import { weightOf, type Weight } from './fonts.ts'
import { shortened, typeset, type Line } from './typeset.ts'
import { wrapText } from './wrap.ts'
import type { Block, Box, Layout, Text } from './label-rules.ts'
import type { Symbol } from './symbols.ts'

export type Mark = Box & { symbol: Symbol; text: string }
/** A line of glyphs with where it begins. */
export type Placed = { line: Line; x: number; baseline: number; size: number }
export type Label = Pick<Layout, 'template' | 'arrow'> & {
  lines: readonly Placed[]
  marks: readonly Mark[]
}

/** Narrower bars are not read by common scanners, and wider ones gain nothing. */
const narrowest = 0.17
const widest = 0.5
/** Modules that stay white on both sides of a linear symbol. */
const quiet = 10

/** The symbol in a box, as large as it may be; undefined where its bars would be too fine. */
export function placed(symbol: Symbol | undefined, text: string, box: Box): Mark | undefined {
  if (!symbol) return undefined
  if (symbol.kind === 'matrix') {
    const side = Math.min(box.width, box.height)
    return { symbol, text, x: box.x, y: box.y, width: side, height: side }
  }
  const module = Math.min(widest, box.width / (symbol.width + 2 * quiet))
  if (module < narrowest) return undefined
  const width = module * symbol.width
  return { symbol, text, x: box.x + (box.width - width) / 2, y: box.y, width, height: box.height }
}

/** From one line to the next, in sizes of its letters. */
const leading = 1.25
/** How high capitals are, in sizes of letters. */
const capitals = 0.714
/** Millimetres by which letters get smaller until they fit. */
const step = 0.25

/** Returns the texts of a layout with what draws them. */
export const textsOf = ({ texts, blocks = [] }: Layout): [string, Weight][] =>
  [...texts, ...blocks.flatMap(({ lines }) => lines)].map((one) => [one.text, weightOf(one)])

/** Returns a layout with other texts. */
export const withTexts = (layout: Layout, change: (text: string) => string): Layout => {
  const changed = <T extends { text: string }>(one: T): T => ({ ...one, text: change(one.text) })
  return {
    ...layout,
    texts: layout.texts.map(changed),
    blocks: (layout.blocks ?? []).map((block) => ({ ...block, lines: block.lines.map(changed) })),
  }
}

/** Sets the texts of a layout in glyphs. Their fonts are read. */
export const placeTexts = ({ texts, blocks = [] }: Layout): Placed[] => [
  ...texts.map(placeText),
  ...blocks.flatMap(placeBlock),
]

/** Where a line begins that starts as its script does: from right to left, at the right edge. */
const startOf = (line: Line, x: number, width: number, size: number) =>
  line.isRightToLeft ? x + width - line.width * size : x

function placeText(text: Text): Placed {
  const { x, size: most, width, align, fit, isMiddle } = text
  const weight = weightOf(text)
  const shown = fit === 'shorten' ? shortened(text.text, width / most, weight) : text.text
  const line = typeset(shown, weight)
  const size = Math.min(most, width / Math.max(line.width, Number.EPSILON))
  const baseline = text.baseline + (isMiddle ? (size * capitals) / 2 : 0)
  const start = startOf(line, x, width, size)
  return { line, x: align === 'middle' ? x - (line.width * size) / 2 : start, baseline, size }
}

function placeBlock({ lines, x, y, width, height, most, least }: Block): Placed[] {
  const at = (size: number) =>
    lines.flatMap(({ text, isBold }) => {
      const weight = weightOf({ isBold })
      return wrapText(text, width / size, weight).map((one) => typeset(one, weight))
    })
  const heightOf = (size: number) => at(size).length * size * leading
  let size = most
  while (size > least && heightOf(size) > height) size = Math.max(least, size - step)
  // Letters that are hard to read are better than an address that ends early.
  while (size > least / 2 && heightOf(size) > height) size -= step
  return at(size).map((line, i) => ({
    line,
    x: startOf(line, x, width, size),
    baseline: y + size * (1 + i * leading),
    size,
  }))
}
