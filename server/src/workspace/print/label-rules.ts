import type { LabelTemplate } from '@stowage/contract/workspace/labels'

/* What stands where on a label, in millimetres. One plan for every format, so that all look the same. */

export type Text = {
  text: string
  x: number
  /** The line the letters stand on. */
  baseline: number
  /** Of the letters; smaller where `fit` says so. */
  size: number
  width: number
  isBold: boolean
  align: 'start' | 'middle'
  /** Whether the middle of the capitals is on the line, whatever their size. */
  isMiddle?: boolean
  /** What happens to a text that is wider than its width: smaller letters, or an ellipsis at its end. */
  fit: 'shrink' | 'shorten'
}

export type Box = { x: number; y: number; width: number; height: number }

/** A code to draw in a box; `qr` and `lot` are matrices, anything else is the symbology of bars. */
export type Code = Box & { symbology: string; text: string }

/** Lines of one size, as large as fits, that continue on the next line where they are too long. */
export type Block = Box & {
  lines: readonly { text: string; isBold: boolean }[]
  most: number
  /** Smaller letters are not read by sorting machines. */
  least: number
}

/** What a noun lays out. Symbols are drawn from it later, away from the thread that answers requests. */
export type Layout = {
  template: LabelTemplate
  texts: readonly Text[]
  blocks?: readonly Block[]
  /** Of each, the first is drawn whose bars are not too fine for its box. */
  codes: readonly (readonly Code[])[]
  /** Corners of the arrow, if there is one. */
  arrow: readonly (readonly [number, number])[]
}

export const line = (
  text: string,
  x: number,
  baseline: number,
  size: number,
  width: number,
): Text => ({
  text,
  x,
  baseline,
  size,
  width,
  isBold: false,
  align: 'start',
  fit: 'shrink',
})

/** The same, which ends with an ellipsis where it is too long. */
export const shortLine = (...given: Parameters<typeof line>): Text => ({
  ...line(...given),
  fit: 'shorten',
})

/** Millimetres of the letters of an address: capitals of at least 2.5 mm. */
export const addressSizes = { most: 7, least: 3.5 }
