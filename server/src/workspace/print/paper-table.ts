import { drawBars, fitsAsBars, type Tools as BarTools } from './paper-bars.ts'
import type { Block } from './paper-pages.ts'
import type { Paper, PaperCell } from './paper.ts'
import { lineHeight, type Pen } from './paper-pen.ts'

type Frame = { x: number; width: number }
type Tools = BarTools & { pen: Pen }

const millimetre = 72 / 25.4
const gap = 8
const padding = 3.5
/** Points of the bars in a row. */
const barHeight = 20
const styles = {
  head: { size: 8, isBold: true },
  text: { size: 9 },
  note: { size: 8, isMuted: true },
  total: { size: 9.5 },
  last: { size: 11, isBold: true },
}

/** The rows of the table as blocks, and its head, which repeats on each page. */
export function tableOf({ columns, rows }: Paper, { x, width }: Frame, tools: Tools) {
  const { pen } = tools
  const fixed = columns.reduce((sum, column) => sum + (column.width ?? 0) * millimetre, 0)
  const rest = width - fixed - gap * (columns.length - 1)
  let from = x
  const places = columns.map(({ width: own, align }) => {
    const place = { x: from, width: own === undefined ? rest : own * millimetre, align }
    from += place.width + gap
    return place
  })
  const titles = columns.map(({ title }, i) => pen.wrap(title, places[i]?.width ?? 0, styles.head))
  const headHeight = heightOf(titles.map(({ length }) => length * lineHeight(styles.head)))
  const head: Block = {
    isRow: false,
    height: headHeight,
    draw(y) {
      for (const [i, place] of places.entries())
        pen.write(titles[i] ?? [], { ...place, y: y + padding }, styles.head)
      pen.rule(x, y + headHeight, width, 1)
    },
  }
  return { head, rows: rows.map((row) => rowOf(row, places, { x, width }, tools)) }
}

const heightOf = (cells: readonly number[]) => Math.max(...cells) + 2 * padding

type Place = Frame & { align: 'end' | undefined }

function rowOf(
  cells: readonly PaperCell[],
  places: readonly Place[],
  { x, width }: Frame,
  tools: Tools,
): Block {
  const { pen } = tools
  const wrapped = cells.map(({ text, notes = [], code }, i) => {
    const room = places[i]?.width ?? 0
    return {
      lines: pen.wrap(text, room, styles.text),
      notes: notes.flatMap((note) => pen.wrap(note, room, styles.note)),
      code: code !== undefined && fitsAsBars(code, room, tools) ? code : undefined,
    }
  })
  const height = heightOf(
    wrapped.map(
      ({ lines, notes, code }) =>
        lines.length * lineHeight(styles.text) +
        notes.length * lineHeight(styles.note) +
        (code === undefined ? 0 : barHeight + 2 * padding),
    ),
  )
  return {
    isRow: true,
    height,
    draw(y) {
      for (const [i, place] of places.entries()) {
        const { lines = [], notes = [], code } = wrapped[i] ?? {}
        const below = y + padding + pen.write(lines, { ...place, y: y + padding }, styles.text)
        const end = below + pen.write(notes, { ...place, y: below }, styles.note)
        if (code !== undefined)
          drawBars(code, { ...place, y: end + padding, height: barHeight }, tools)
      }
      pen.rule(x, y + height, width, 0.3)
    },
  }
}

/** The totals, which stay on one page. The last is the one that counts. */
export function totalsOf({ totals }: Paper, { x, width }: Frame, pen: Pen): Block[] {
  if (totals.length === 0) return []
  const styleOf = (i: number) => (i === totals.length - 1 ? styles.last : styles.total)
  const height = totals.reduce((sum, _, i) => sum + lineHeight(styleOf(i)) + 2, 2 * gap)
  const draw = (top: number) => {
    let y = top + gap
    for (const [i, [label, amount]] of totals.entries()) {
      const right = { y, align: 'end' as const }
      pen.write([label], { ...right, x, width: width - 110 }, styleOf(i))
      y += 2 + pen.write([amount], { ...right, x: x + width - 110, width: 110 }, styleOf(i))
    }
  }
  return [{ isRow: false, height, draw }]
}

/** Notes line by line, because a long one continues on the next page. */
export function notesOf({ notes }: Paper, { x, width }: Frame, pen: Pen): Block[] {
  return notes.flatMap(({ title, text }) =>
    pen.wrap(text, width, styles.total).map((line, i): Block => {
      const before = i === 0 ? gap + lineHeight(styles.head) : 0
      return {
        isRow: false,
        height: before + lineHeight(styles.total),
        draw(y) {
          if (i === 0) pen.write([title], { x, y: y + gap, width }, styles.head)
          pen.write([line], { x, y: y + before, width }, styles.total)
        },
      }
    }),
  )
}

/** Lines to write on, side by side, which stay together. */
export function signaturesOf({ signatures = [] }: Paper, { x, width }: Frame, pen: Pen): Block[] {
  if (signatures.length === 0) return []
  const each = (width - gap * (signatures.length - 1)) / signatures.length
  const room = 6 * gap
  const draw = (y: number) => {
    for (const [i, label] of signatures.entries()) {
      const from = x + i * (each + gap)
      pen.rule(from, y + room, each, 0.5)
      pen.write([label], { x: from, y: y + room + 2, width: each }, styles.note)
    }
  }
  return [{ isRow: false, height: room + 2 + lineHeight(styles.note), draw }]
}
