import type { Align } from './typeset.ts'

/* Positions of the parts of a label, in millimeters. One plan for every format, so all look the same. */

export type Text = {
  text: string
  x: number
  /** The line the letters stand on. */
  baseline: number
  /** Height of the letters; smaller where the text is wider than `width`. */
  size: number
  width: number
  isBold?: boolean
  align?: Align
  /** True if the middle of the capitals is on the line, whatever their size. */
  isMiddle?: boolean
  /** A text that is too wide ends with an ellipsis instead of getting smaller. */
  isShortened?: boolean
}

type Box = { x: number; y: number; width: number; height: number }

/** A code to draw in a box; `qr` and `lot` are matrices, anything else is the symbology of bars. */
export type Code = Box & { symbology: string; text: string }

/** Lines of one size, as large as fits, that continue on the next line where they are too long. */
export type Paragraph = Box & {
  lines: readonly { text: string; isBold: boolean }[]
  most: number
  /** Smaller letters are not read by sorting machines. */
  least: number
}

/** Layout of a label by a noun. Symbols are drawn from it later, off the thread that answers requests. */
export type Layout = {
  texts: readonly Text[]
  paragraphs?: readonly Paragraph[]
  /** Alternatives for each code: the first whose bars are not too fine for its box is drawn. */
  codes: readonly (readonly Code[])[]
  /** Corners of the arrow, if there is one. */
  arrow?: readonly (readonly [number, number])[]
}

/** A line of text. */
export const line = (
  text: string,
  x: number,
  baseline: number,
  size: number,
  width: number,
  style: Pick<Text, 'isBold' | 'align' | 'isMiddle' | 'isShortened'> = {},
): Text => ({ text, x, baseline, size, width, ...style })

/** Millimetres around what stands on 4 by 6 inches, and how wide that is. */
export const parcel = { edge: 5, inner: 92 }

/**
 * 4 by 6 inches for a parcel: where it goes, the number to scan, and which of how many it is. `texts` stand above. The
 * line of the address that is `name` is bold.
 */
export function parcelLayout(
  {
    address,
    name,
    number,
    count,
  }: Record<'name' | 'number' | 'count', string> & {
    address: readonly string[]
  },
  texts: readonly Text[],
): Layout {
  const { edge: x, inner: width } = parcel
  const lines = address.map((text) => ({ text, isBold: text === name }))
  return {
    codes: [[{ x, y: 104, width, height: 26, symbology: 'code128', text: number }]],
    // Capitals of at least 2.5 mm.
    paragraphs: [{ x, y: 33, width, height: 68, lines, most: 7, least: 3.5 }],
    texts: [
      ...texts,
      line(number, x, 139, 7, width, { isBold: true }),
      line(count, x, 147, 6, width, { isBold: true }),
    ],
  }
}
