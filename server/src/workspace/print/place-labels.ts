import { weightOf, type Weight } from './fonts.ts'
import { shortened, typeset, type Line } from './typeset.ts'
import { wrapText } from './wrap.ts'
import type { Block, Layout, Placed, Text } from './label-rules.ts'

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
