import { labelSizes, type LabelOrder } from '@stowage/contract/workspace/print'
import { weightOf } from './fonts.ts'
import type { Code, Layout, Paragraph, Text } from './layout.ts'
import { linearSymbol, lotSymbol, matrixSymbol, placeSymbol, type Mark } from './symbols.ts'
import { shortened, startOf, typeset, type Line } from './typeset.ts'
import { firstLines, wrapText } from './wrap.ts'

/** A page in millimetres with labels on it, each by its upper left corner. */
export type Page<Drawn = Label> = {
  width: number
  height: number
  labels: { label: Drawn; x: number; y: number }[]
}

/** A line of glyphs with where it begins. */
export type Placed = { line: Line; x: number; baseline: number; size: number }
/** A label with its texts as glyphs and its codes as symbols. */
export type Label = {
  lines: readonly Placed[]
  marks: readonly Mark[]
  arrow: NonNullable<Layout['arrow']>
}

const a4 = { width: 210, height: 297 }

/** One page for each label of a roll, or A4 sheets of them, the first begun at `startAt`. */
export function pagesOf(
  labels: readonly Label[],
  { template, paper, startAt }: Pick<LabelOrder, 'template' | 'paper' | 'startAt'>,
): Page[] {
  const { columns, rows, ...size } = labelSizes[template]
  if (paper === 'roll') return labels.map((label) => ({ ...size, labels: [{ label, x: 0, y: 0 }] }))
  const left = (a4.width - columns * size.width) / 2
  const top = (a4.height - rows * size.height) / 2
  const pages: Page[] = []
  for (const [i, label] of labels.entries()) {
    const place = (i + startAt - 1) % (columns * rows)
    if (place === 0 || i === 0) pages.push({ ...a4, labels: [] })
    pages.at(-1)?.labels.push({
      label,
      x: left + (place % columns) * size.width,
      y: top + Math.floor(place / columns) * size.height,
    })
  }
  return pages
}

/** Returns a layout with its texts in glyphs, whose fonts are read, and its codes as symbols. */
export const labelOf = ({ texts, paragraphs = [], codes, arrow = [] }: Layout): Label => ({
  lines: [...texts.map(placeText), ...paragraphs.flatMap(placeParagraph)],
  marks: codes.flatMap((choices) => firstOf(choices) ?? []),
  arrow,
})

/** Narrower bars are not read by common scanners, and wider ones gain nothing. */
const bars = { narrowest: 0.17, widest: 0.5, align: 'middle' } as const

function firstOf(choices: readonly Code[]): Mark | undefined {
  for (const code of choices) {
    const mark = placeSymbol(symbolOf(code), code, bars)
    if (mark) return mark
  }
  return undefined
}

function symbolOf({ symbology, text }: Code) {
  if (symbology === 'qr') return matrixSymbol(text)
  return symbology === 'lot' ? lotSymbol(text) : linearSymbol(symbology, text)
}

/** From one line to the next, in sizes of its letters. */
const leading = 1.25
/** Height of capitals, in sizes of letters. */
const capitals = 0.714
/** Millimetres by which letters get smaller until they fit. */
const step = 0.25

function placeText(text: Text): Placed {
  const { size: most, width, isShortened, isMiddle } = text
  const weight = weightOf(text)
  const shown = isShortened ? shortened(text.text, width / most, weight) : text.text
  const line = typeset(shown, weight)
  const size = Math.min(most, width / Math.max(line.width, Number.EPSILON))
  const baseline = text.baseline + (isMiddle ? (size * capitals) / 2 : 0)
  return { line, x: startOf(line, size, text), baseline, size }
}

function placeParagraph({ lines, x, y, width, height, most, least }: Paragraph): Placed[] {
  const at = (size: number) =>
    lines.flatMap(({ text, isBold }) => {
      const weight = weightOf({ isBold })
      return wrapText(text, width / size, weight).map((one) => ({ text: one, weight }))
    })
  const heightOf = (size: number) => at(size).length * size * leading
  let size = most
  while (size > least && heightOf(size) > height) size = Math.max(least, size - step)
  // Letters that are hard to read are better than an address that ends early.
  while (size > least / 2 && heightOf(size) > height) size -= step
  const wrapped = at(size)
  const weight = wrapped.at(-1)?.weight ?? 'regular'
  const texts = wrapped.map(({ text }) => text)
  const room = Math.floor(height / (size * leading) + 1e-6)
  const shown = firstLines(texts, room, width / size, weight)
  return shown.map((text, i) => {
    const line = typeset(text, wrapped[i]?.weight ?? 'regular')
    const baseline = y + size * (1 + i * leading)
    return { line, x: startOf(line, size, { x, width }), baseline, size }
  })
}
