import { labelSizes, type LabelTemplate } from '@stowage/contract/workspace/print'
import { outlineOf, outlineUnits } from './outline.ts'
import type { Label, Placed } from './labels.ts'
import type { Mark } from './symbols.ts'

/** Dots of a millimetre on a printer of 203 dpi. */
const dots = 8
const inDots = (millimetres: number) => Math.round(millimetres * dots)

/** Labels in ZPL II; so many copies of each are left to the printer. */
export async function zplOf(
  labels: readonly { label: Label; copies: number }[],
  template: LabelTemplate,
): Promise<string> {
  const { width, height } = labelSizes[template]
  // UTF-8, and the size of the label.
  const head = `^XA^CI28^PW${inDots(width)}^LL${inDots(height)}`
  const formats = labels.map(async ({ label: { lines, marks, arrow }, copies }) =>
    [
      head,
      ...(await Promise.all(lines.map(textOf))),
      ...marks.map(markOf),
      ...(arrow.length > 0 ? [arrowOf(arrow)] : []),
      `^PQ${copies}^XZ\n`,
    ].join('\n'),
  )
  return (await Promise.all(formats)).join('')
}

/** ^ and ~ would begin a command, _ an escape. */
const data = (text: string) =>
  `^FH_^FD${text.replace(/[\^~_]/g, (mark) => `_${mark.charCodeAt(0).toString(16).toUpperCase()}`)}^FS`

/** The letters that the font of every label printer has. */
const printerLetters = /^[ -~\u00A0-\u00FF]*$/

async function textOf(placed: Placed): Promise<string> {
  const { line, x, baseline, size } = placed
  if (!printerLetters.test(line.text)) return pictureOf(placed)
  const height = inDots(size)
  const top = inDots(baseline) - Math.round(height * 0.78)
  return `^FO${inDots(x)},${top}^A0N,${height},${Math.round(height * 0.9)}${data(line.text)}`
}

/** Sizes of letters above and below the line they stand on. */
const [above, below] = [1.3, 0.5]

/** A line as a picture, for letters that printers lack. */
async function pictureOf({ line, x, baseline, size }: Placed): Promise<string> {
  // Libraries of megabytes, which most labels do without.
  const { default: sharp } = await import('sharp')
  const width = Math.max(8, inDots(line.width * size))
  const height = inDots((above + below) * size)
  const scale = (size * dots) / outlineUnits
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path transform="translate(0 ${above * size * dots}) scale(${scale} ${-scale})" d="${outlineOf(line)}"/></svg>`
  const shades = await sharp(Buffer.from(svg))
    .flatten({ background: 'white' })
    .greyscale()
    .raw()
    .toBuffer()
  const rowBytes = Math.ceil(width / 8)
  const bits = Buffer.alloc(rowBytes * height)
  for (const [i, shade] of shades.entries()) {
    const column = i % width
    const at = Math.floor(i / width) * rowBytes + (column >> 3)
    if (shade < 128) bits[at] = (bits[at] ?? 0) | (0x80 >> (column & 7))
  }
  const top = Math.max(0, inDots(baseline - above * size))
  const hex = bits.toString('hex').toUpperCase()
  return `^FO${inDots(x)},${top}^GFA,${bits.length},${bits.length},${rowBytes},${hex}^FS`
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
