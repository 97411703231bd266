import { weightOf } from './fonts.ts'
import { drawLine } from './pen.ts'
import { shortened, typeset } from './typeset.ts'
import { wrapText } from './wrap.ts'

export type Style = { size: number; isBold?: boolean; isMuted?: boolean }

/**
 * Points, from the upper left corner of the page. A line begins where its script does: from right to left, at the right
 * edge. `left` keeps it beside what it belongs to.
 */
type At = { x: number; y: number; width: number; align?: 'end' | 'left' | undefined }

const leading = 1.35

export const lineHeight = ({ size }: Style) => size * leading

/** What writes on the pages of one file. */
export const createPen = (document: PDFKit.PDFDocument) => ({
  wrap: (text: string, width: number, style: Style) =>
    wrapText(text, width / style.size, weightOf(style)),
  /** One line, which ends with an ellipsis where it is too long. */
  shorten: (text: string, width: number, style: Style) =>
    shortened(text, width / style.size, weightOf(style)),
  /** Writes lines below each other and returns how high they are. */
  write(lines: readonly string[], { x, y, width, align }: At, style: Style): number {
    document.fillColor(style.isMuted ? '#555555' : 'black')
    for (const [i, text] of lines.entries()) {
      const line = typeset(text, weightOf(style))
      const isRight = align === 'end' || (align === undefined && line.isRightToLeft)
      const from = isRight ? x + width - line.width * style.size : x
      const baseline = y + i * lineHeight(style) + style.size
      drawLine(document, line, { x: from, baseline, size: style.size })
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
})
export type Pen = ReturnType<typeof createPen>
