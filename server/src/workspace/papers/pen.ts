import { fileURLToPath } from 'node:url'
import { wrapText, type Measure } from './text.ts'

export type Style = { size: number; isBold?: boolean; isMuted?: boolean }

/** Points, from the upper left corner of the page. */
type At = { x: number; y: number; width: number; align?: 'end' | undefined }

const fontFile = (name: string) => fileURLToPath(new URL(`fonts/${name}.ttf`, import.meta.url))
const leading = 1.35

export const lineHeight = ({ size }: Style) => size * leading

/** What writes on the pages of one file. Widths of letters are measured once. */
export function createPen(document: PDFKit.PDFDocument) {
  document.registerFont('regular', fontFile('noto-sans'))
  document.registerFont('bold', fontFile('noto-sans-bold'))
  const widths = { regular: new Map<string, number>(), bold: new Map<string, number>() }
  const faceOf = ({ isBold }: Style) => (isBold ? 'bold' : 'regular')

  const measure = (style: Style): Measure => {
    const face = faceOf(style)
    const known = widths[face]
    const widthOf = (letter: string) => {
      const width = known.get(letter) ?? document.font(face, 1).widthOfString(letter)
      known.set(letter, width)
      return width
    }
    return (text) => [...text].reduce((sum, letter) => sum + widthOf(letter), 0) * style.size
  }

  return {
    wrap: (text: string, width: number, style: Style) => wrapText(text, width, measure(style)),
    /** Writes lines below each other and returns how high they are. */
    write(lines: readonly string[], { x, y, width, align }: At, style: Style): number {
      document.font(faceOf(style), style.size).fillColor(style.isMuted ? '#555555' : 'black')
      const widthOf = measure(style)
      for (const [i, line] of lines.entries()) {
        const from = align === 'end' ? x + width - widthOf(line) : x
        const baseline = y + i * lineHeight(style) + style.size
        if (line) document.text(line, from, baseline, { lineBreak: false, baseline: 'alphabetic' })
      }
      return lines.length * lineHeight(style)
    },
    rule(x: number, y: number, width: number, thickness: number) {
      document
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(thickness)
        .strokeColor('#999999')
        .stroke()
    },
  }
}
export type Pen = ReturnType<typeof createPen>
