import { drawBars, type Tools as BarTools } from './paper-bars.ts'
import type { Block } from './paper-pages.ts'
import type { Paper } from './paper.ts'
import { lineHeight, type Pen } from './paper-pen.ts'

type Frame = { x: number; width: number }
type Tools = BarTools & { pen: Pen }

const styles = {
  seller: { size: 13, isBold: true },
  title: { size: 15, isBold: true },
  number: { size: 11 },
  scanned: { size: 26, isBold: true },
  alert: { size: 10, isBold: true },
  label: { size: 8, isMuted: true },
  text: { size: 9.5 },
}
const logoBox = { width: 150, height: 48 }
const barHeight = 36
const [gap, inset] = [14, 6]

/** The upper part of the first page: who sells, what this is, where it goes, and what is to be known. */
export function headOf(paper: Paper, { x, width }: Frame, tools: Tools): Block {
  const { pen } = tools
  const half = (width - gap) / 2
  const alerts = paper.alerts.map((text) => pen.wrap(text, width - 2 * inset, styles.alert))
  const columns = columnsOf(paper, x, width, pen)
  const titleLines = pen.wrap(paper.title, half, styles.title)
  const sellerLines = pen.wrap(paper.seller.name, half, styles.seller)
  const numberStyle = paper.isScanned ? styles.scanned : styles.number
  const numberLines = pen.wrap(paper.number, half, numberStyle)
  const leftHeight =
    (paper.seller.logo ? logoBox.height + 6 : 0) + sellerLines.length * lineHeight(styles.seller)
  const rightHeight =
    titleLines.length * lineHeight(styles.title) +
    numberLines.length * lineHeight(numberStyle) +
    (paper.isScanned ? barHeight + 6 : 0)
  const alertsHeight = alerts.reduce(
    (sum, lines) => sum + lines.length * lineHeight(styles.alert) + 2 * inset + 6,
    0,
  )
  const titleHeight = Math.max(leftHeight, rightHeight) + gap
  return {
    isRow: false,
    height: titleHeight + alertsHeight + columns.height + gap,
    draw(top) {
      let y = top
      if (paper.seller.logo) {
        tools.document.image(paper.seller.logo, x, y, {
          fit: [logoBox.width, logoBox.height],
        })
        y += logoBox.height + 6
      }
      pen.write(sellerLines, { x, y, width: half, align: 'left' }, styles.seller)
      const right = { x: x + half + gap, width: half, align: 'end' as const }
      y = top + pen.write(titleLines, { ...right, y: top }, styles.title)
      y += pen.write(numberLines, { ...right, y }, numberStyle)
      if (paper.isScanned) drawBars(paper.number, { ...right, y: y + 6, height: barHeight }, tools)
      y = top + titleHeight
      for (const lines of alerts) y += drawAlert(lines, { x, y, width }, tools)
      columns.draw(y)
    },
  }
}

/** Addresses and facts beside each other. */
function columnsOf({ addresses, facts }: Paper, x: number, width: number, pen: Pen) {
  const count = addresses.length + (facts.length > 0 ? 1 : 0)
  const each = (width - (count - 1) * gap) / Math.max(count, 1)
  const labelWidth = 76
  const parts = addresses.map(({ title, lines }) => {
    const wrapped = lines.flatMap((line) => pen.wrap(line, each, styles.text))
    return { title, wrapped }
  })
  const pairs = facts.map(([label, value]) => ({
    label,
    lines: pen.wrap(value, each - labelWidth, styles.text),
  }))
  const heights = [
    ...parts.map(
      ({ wrapped }) => lineHeight(styles.label) + wrapped.length * lineHeight(styles.text),
    ),
    pairs.reduce((sum, { lines }) => sum + lines.length * lineHeight(styles.text), 0),
  ]
  return {
    height: Math.max(...heights),
    draw(top: number) {
      for (const [i, { title, wrapped }] of parts.entries()) {
        const at = { x: x + i * (each + gap), width: each }
        const y = top + pen.write([title], { ...at, y: top }, styles.label)
        pen.write(wrapped, { ...at, y }, styles.text)
      }
      const from = x + parts.length * (each + gap)
      let y = top
      for (const { label, lines } of pairs) {
        pen.write([label], { x: from, y: y + 1.5, width: labelWidth }, styles.label)
        const value = { x: from + labelWidth, y, width: each - labelWidth, align: 'left' as const }
        y += pen.write(lines, value, styles.text)
      }
    },
  }
}

function drawAlert(lines: readonly string[], at: Frame & { y: number }, { document, pen }: Tools) {
  const height = lines.length * lineHeight(styles.alert) + 2 * inset
  document.lineWidth(1.5).strokeColor('black').rect(at.x, at.y, at.width, height).stroke()
  pen.write(lines, { x: at.x + inset, y: at.y + inset, width: at.width - 2 * inset }, styles.alert)
  return height + 6
}
