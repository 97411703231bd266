import {
  beside,
  lineHeight,
  openPen,
  paginate,
  space,
  stack,
  type Block,
  type Frame,
  type Pen,
} from './blocks.ts'
import type { Paper, PaperCell } from './paper.ts'
import { makePdf } from './pdf.ts'
import { shortened } from './typeset.ts'

export type PapersJob = { papers: readonly Paper[]; size: 'a4' | 'letter'; at: Date }

/** Points. */
const sizes = { a4: { width: 595.28, height: 841.89 }, letter: { width: 612, height: 792 } }
const millimetre = 72 / 25.4
const margin = 42
const styles = {
  seller: { size: 13, isBold: true },
  title: { size: 15, isBold: true },
  number: { size: 11 },
  scanned: { size: 26, isBold: true },
  alert: { size: 10, isBold: true },
  text: { size: 9.5 },
  last: { size: 11, isBold: true },
  head: { size: 8, isBold: true },
  cell: { size: 9 },
  small: { size: 8, isMuted: true },
}
/** The logo, and the bars of the number and of a row. */
const logo = { width: 150, height: 48 }
const [numberBars, rowBars] = [36, 20]
/** Between columns of the head and of the table, in the border of an alert, and in a row. */
const [headGap, gap, inset, padding] = [14, 8, 6, 3.5]

/** Returns one PDF with all papers. Each starts a page and counts its own pages. */
export const drawPapers = ({ papers, size, at }: PapersJob): Promise<Uint8Array> =>
  makePdf(titleOf(papers), at, (document) => {
    const pen = openPen(document)
    const { width, height } = sizes[size]
    const frame = { x: margin, width: width - 2 * margin }
    const bottom = height - margin - 2 * lineHeight(styles.small)
    const first = { top: margin, bottom }
    const next = { top: margin + 2.5 * lineHeight(styles.small), bottom }
    for (const paper of papers) {
      const table = tableOf(paper, frame, pen, bottom - next.top)
      const blocks = [
        ...headOf(paper, frame, pen),
        ...table.rows,
        ...totalsOf(paper, frame, pen),
        ...notesOf(paper, frame, pen),
        ...signaturesOf(paper, frame, pen),
      ]
      const pages = paginate(blocks, table.head, { first, next })
      for (const [i, placed] of pages.entries()) {
        document.addPage({ size: [width, height], margin: 0 })
        if (i > 0) pen.text(nameOf(paper), frame, styles.small).draw(margin)
        for (const { block, y } of placed) block.draw(y)
        const count = `Page ${i + 1} of ${pages.length}`
        footerOf(paper, count, frame, pen).draw(height - margin - lineHeight(styles.small) - 4)
      }
    }
  })

const nameOf = ({ title, number }: Paper) => `${title} ${number}`

const titleOf = (papers: readonly Paper[]) =>
  papers.length === 1 && papers[0]
    ? nameOf(papers[0])
    : `${papers[0]?.title ?? ''} (${papers.length})`

function footerOf(paper: Paper, count: string, frame: Frame, pen: Pen): Block {
  const name = `${paper.seller.name} · ${nameOf(paper)}`
  const left = shortened(name, (frame.width * 0.8) / styles.small.size, 'regular')
  return stack(
    pen.rule(frame, 0.5),
    space(4),
    beside(
      pen.text(left, { ...frame, align: 'left' }, styles.small),
      pen.text(count, { ...frame, align: 'end' }, styles.small),
    ),
  )
}

/** Equal columns beside each other. */
const columnsIn = ({ x, width }: Frame, count: number, between: number): Frame[] => {
  const each = (width - (count - 1) * between) / Math.max(count, 1)
  return Array.from({ length: count }, (_, i) => ({ x: x + i * (each + between), width: each }))
}

/** The upper part of the first page: who sells, what this is, where it goes, and what is to be known. */
function headOf(paper: Paper, frame: Frame, pen: Pen): Block[] {
  const { seller, title, number, isScanned, alerts = [] } = paper
  const half = (frame.width - headGap) / 2
  const left: Frame = { x: frame.x, width: half, align: 'left' }
  const right: Frame = { x: frame.x + half + headGap, width: half, align: 'end' }
  const sellerLines = [
    ...(seller.logo ? [pen.picture(seller.logo, frame.x, logo), space(6)] : []),
    pen.text(seller.name, left, styles.seller),
  ]
  const bars = isScanned ? [space(6), pen.bars(number, right, numberBars) ?? space(numberBars)] : []
  const titleLines = [
    pen.text(title, right, styles.title),
    pen.text(number, right, isScanned ? styles.scanned : styles.number),
    ...bars,
  ]
  const within = { x: frame.x + inset, width: frame.width - 2 * inset }
  return [
    stack(beside(stack(...sellerLines), stack(...titleLines)), space(headGap)),
    ...alerts.map((text) => {
      const inner = stack(space(inset), pen.text(text, within, styles.alert), space(inset))
      return stack(pen.boxed(inner, frame), space(6))
    }),
    stack(addressesAndFactsOf(paper, frame, pen), space(headGap)),
  ]
}

function addressesAndFactsOf({ addresses = [], facts }: Paper, frame: Frame, pen: Pen): Block {
  const places = columnsIn(frame, addresses.length + (facts.length > 0 ? 1 : 0), headGap)
  const labelWidth = 76
  const factOf = (label: string, value: string, { x, width }: Frame) =>
    beside(
      stack(space(1.5), pen.text(label, { x, width: labelWidth }, styles.small)),
      pen.text(value, { x: x + labelWidth, width: width - labelWidth, align: 'left' }, styles.text),
    )
  return beside(
    ...places.map((place, i) => {
      const address = addresses[i]
      return address
        ? stack(
            pen.text(address.title, place, styles.small),
            pen.text(address.lines, place, styles.text),
          )
        : stack(...facts.map(([label, value]) => factOf(label, value, place)))
    }),
  )
}

/** The rows of the table as blocks that fit a page of `height`, and its head, which repeats on each page. */
function tableOf({ columns, rows }: Paper, frame: Frame, pen: Pen, height: number) {
  const fixed = columns.reduce((sum, column) => sum + (column.width ?? 0) * millimetre, 0)
  const rest = frame.width - fixed - gap * (columns.length - 1)
  let x = frame.x
  const places = columns.map(({ width: own, align }): Frame => {
    const place = { x, width: own === undefined ? rest : own * millimetre, align }
    x += place.width + gap
    return place
  })
  const ruled = (cells: readonly Block[], thickness: number) =>
    stack(space(padding), beside(...cells), space(padding), pen.rule(frame, thickness))
  const titleOfColumn = (place: Frame, i: number) =>
    pen.text(columns[i]?.title ?? '', place, styles.head)
  const head = ruled(places.map(titleOfColumn), 1)
  const most = height - head.height - 2 * padding
  return {
    head,
    rows: rows.map((cells): Block => {
      const drawn = places.map((place, i) => cellOf(cells[i] ?? { text: '' }, place, pen, most))
      return { ...ruled(drawn, 0.3), isRow: true }
    }),
  }
}

function cellOf({ text, notes = [], code }: PaperCell, place: Frame, pen: Pen, most: number) {
  const bars = code === undefined ? undefined : pen.bars(code, place, rowBars)
  const below = bars ? [space(padding), bars, space(padding)] : []
  const free = most - stack(...below).height
  const shown = pen.text(text, place, styles.cell, free)
  return stack(shown, pen.text(notes, place, styles.small, free - shown.height), ...below)
}

/** The totals, which stay on one page. The last is the one that counts. */
function totalsOf({ totals = [] }: Paper, { x, width }: Frame, pen: Pen): Block[] {
  if (totals.length === 0) return []
  const [amountWidth, align] = [110, 'end' as const]
  const labels = { x, width: width - amountWidth, align }
  const amounts = { x: x + labels.width, width: amountWidth, align }
  const lines = totals.map(([label, amount], i) => {
    const style = i === totals.length - 1 ? styles.last : styles.text
    return stack(beside(pen.text(label, labels, style), pen.text(amount, amounts, style)), space(2))
  })
  return [stack(space(gap), ...lines, space(gap))]
}

/** Notes line by line, because a long one continues on the next page. */
const notesOf = ({ notes = [] }: Paper, frame: Frame, pen: Pen): Block[] =>
  notes.flatMap(({ title, text }) =>
    pen
      .lines(text, frame, styles.text)
      .map((line, i) =>
        i === 0 ? stack(space(gap), pen.text(title, frame, styles.head), line) : line,
      ),
  )

/** Lines to write on, side by side, which stay together. */
function signaturesOf({ signatures = [] }: Paper, frame: Frame, pen: Pen): Block[] {
  if (signatures.length === 0) return []
  const places = columnsIn(frame, signatures.length, gap)
  const drawn = places.map((place, i) =>
    stack(pen.rule(place, 0.5), space(2), pen.text(signatures[i] ?? '', place, styles.small)),
  )
  return [stack(space(6 * gap), beside(...drawn))]
}
