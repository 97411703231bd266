import { weightOf } from './fonts.ts'
import { drawLine, drawMark } from './pdf.ts'
import { linearSymbol, placeSymbol } from './symbols.ts'
import { startOf, typeset, type Align } from './typeset.ts'
import { firstLines, wrapText } from './wrap.ts'

/* A paper is made of blocks, which are measured before pages are filled with them. All lengths are points. */

/** A part of a paper that stays on one page, drawn from its upper edge. */
export type Block = {
  height: number
  draw: (y: number) => void
  /** A row of the table: a page that starts with one has the head of the table before it. */
  isRow?: true
}

export type Frame = { x: number; width: number; align?: Align | undefined }
export type Style = { size: number; isBold?: boolean; isMuted?: boolean }

export const lineHeight = ({ size }: Style) => size * 1.35

export const space = (height: number): Block => ({ height, draw: () => {} })

/** Blocks below each other. */
export const stack = (...blocks: readonly Block[]): Block => ({
  height: blocks.reduce((sum, { height }) => sum + height, 0),
  draw(top) {
    let y = top
    for (const block of blocks) {
      block.draw(y)
      y += block.height
    }
  },
})

/** Blocks beside each other, each in a frame of its own. */
export const beside = (...blocks: readonly Block[]): Block => ({
  height: Math.max(0, ...blocks.map(({ height }) => height)),
  draw: (y) => blocks.forEach((block) => block.draw(y)),
})

/** The narrowest bar that most scanners read, and 0.4 mm, which every scanner reads. */
const bars = { narrowest: 0.54, widest: 1.134 }

/** Returns the blocks that are drawn on the pages of one file. */
export function openPen(document: PDFKit.PDFDocument) {
  /** Wrapped lines, each a block. What is beyond the height `most` is left out after an ellipsis. */
  function lines(
    texts: string | readonly string[],
    frame: Frame,
    style: Style,
    most = Number.POSITIVE_INFINITY,
  ): Block[] {
    const { size } = style
    const [weight, width, height] = [weightOf(style), frame.width / size, lineHeight(style)]
    const wrapped = [texts].flat().flatMap((text) => wrapText(text, width, weight))
    const shown = firstLines(wrapped, Math.max(1, Math.floor(most / height)), width, weight)
    return shown.map((text) => ({
      height,
      draw(y) {
        const line = typeset(text, weight)
        document.fillColor(style.isMuted ? '#555555' : 'black')
        drawLine(document, line, { x: startOf(line, size, frame), baseline: y + size, size })
      },
    }))
  }
  return {
    lines,
    text: (...given: Parameters<typeof lines>): Block => stack(...lines(...given)),

    /** A code as Code 128 with its quiet zones; undefined where scanners could not read it. */
    bars(code: string, { x, width, align }: Frame, height: number): Block | undefined {
      const mark = placeSymbol(
        linearSymbol('code128', code),
        { x, y: 0, width, height },
        { ...bars, align },
      )
      return mark && { height, draw: (y) => drawMark(document, { ...mark, y }) }
    },

    rule: ({ x, width }: Frame, thickness: number): Block => ({
      height: 0,
      draw: (y) =>
        document
          .moveTo(x, y)
          .lineTo(x + width, y)
          .lineWidth(thickness)
          .strokeColor('#999999')
          .stroke(),
    }),

    /** A block in a border. */
    boxed: (block: Block, { x, width }: Frame): Block => ({
      height: block.height,
      draw(y) {
        document.lineWidth(1.5).strokeColor('black').rect(x, y, width, block.height).stroke()
        block.draw(y)
      },
    }),

    /** A PNG as a data URL, no larger than the box. */
    picture: (url: string, x: number, box: { width: number; height: number }): Block => ({
      height: box.height,
      draw: (y) => document.image(url, x, y, { fit: [box.width, box.height] }),
    }),
  }
}
export type Pen = ReturnType<typeof openPen>

/** From where to where something is drawn on a page. */
type Area = { top: number; bottom: number }

/** Puts blocks on pages, each from the top of its page, and `head` above the first row of each page. */
export function paginate(
  blocks: readonly Block[],
  head: Block,
  { first, next }: { first: Area; next: Area },
): { block: Block; y: number }[][] {
  let page: { block: Block; y: number }[] = []
  const pages = [page]
  let [y, bottom] = [first.top, first.bottom]
  let isTable = false
  for (const block of blocks) {
    const needed = block.height + (block.isRow && !isTable ? head.height : 0)
    if (y + needed > bottom && page.length > 0) {
      page = []
      pages.push(page)
      ;[y, bottom, isTable] = [next.top, next.bottom, false]
    }
    if (block.isRow && !isTable) {
      page.push({ block: head, y })
      y += head.height
      isTable = true
    }
    page.push({ block, y })
    y += block.height
  }
  return pages
}
