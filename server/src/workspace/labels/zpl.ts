import { labelSizes } from '@stowage/contract/workspace/labels'
import type { Label, Mark, Text } from './rules.ts'

/** Dots of a millimetre on a printer of 203 dpi. */
const dots = 8
const inDots = (millimetres: number) => Math.round(millimetres * dots)

/** Labels in ZPL II; so many copies of each are left to the printer. */
export const zplOf = (labels: readonly Label[], copiesOf: readonly number[]): string =>
  labels.map((label, i) => formatOf(label, copiesOf[i])).join('')

function formatOf({ template, texts, marks, arrow }: Label, copies = 0): string {
  const { width, height } = labelSizes[template]
  return [
    // UTF-8, and the size of the label.
    `^XA^CI28^PW${inDots(width)}^LL${inDots(height)}`,
    ...texts.map(textOf),
    ...marks.map(markOf),
    ...(arrow.length > 0 ? [arrowOf(arrow)] : []),
    `^PQ${copies}^XZ\n`,
  ].join('\n')
}

/** ^ and ~ would begin a command, _ an escape. */
const data = (text: string) =>
  `^FH_^FD${text.replace(/[\^~_]/g, (mark) => `_${mark.charCodeAt(0).toString(16).toUpperCase()}`)}^FS`

function textOf({ text, x, baseline, size, width, align }: Text): string {
  const height = inDots(size)
  const from = align === 'middle' ? x - width / 2 : x
  const top = inDots(baseline) - Math.round(height * 0.78)
  const block = align === 'middle' ? `^FB${inDots(width)},1,0,C` : ''
  return `^FO${inDots(from)},${top}^A0N,${height},${Math.round(height * 0.9)}${block}${data(text)}`
}

const box = (x: number, y: number, width: number, height: number) =>
  `^FO${x},${y}^GB${width},${height},${Math.min(width, height)}^FS`

/** Bars as boxes with whole dots for every module: what printers draw by themselves differs. */
function markOf({ symbol, x, y, width, height }: Mark): string {
  const module = Math.max(1, Math.floor((width / symbol.width) * dots))
  const tall = symbol.kind === 'matrix' ? module : inDots(height)
  const left = inDots(x) + Math.round((inDots(width) - module * symbol.width) / 2)
  return symbol.bars
    .map((bar) => box(left + bar.x * module, inDots(y) + bar.y * tall, bar.width * module, tall))
    .join('')
}

/** The arrow dot row by dot row: the language knows no polygon. */
function arrowOf(corners: Label['arrow']): string {
  const ys = corners.map(([, y]) => inDots(y))
  const rows: string[] = []
  for (let y = Math.min(...ys); y < Math.max(...ys); y++) {
    const crossings = corners.flatMap(([x1, y1], i) => {
      const [x2, y2] = corners[(i + 1) % corners.length] ?? [x1, y1]
      const at = (y + 0.5) / dots
      return y1 > at === y2 > at ? [] : [x1 + ((at - y1) / (y2 - y1)) * (x2 - x1)]
    })
    const [from = 0, to = 0] = [Math.min(...crossings), Math.max(...crossings)]
    if (crossings.length > 0) rows.push(box(inDots(from), y, Math.max(1, inDots(to - from)), 1))
  }
  return rows.join('')
}
