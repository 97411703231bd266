import type { LabelTemplate } from '@stowage/contract/workspace/labels'
import type { Symbol } from './symbols.ts'

/* What stands where on a label, in millimetres. One plan for every format, so that all look the same. */

export type Text = {
  text: string
  x: number
  /** The line the letters stand on. */
  baseline: number
  size: number
  width: number
  isBold: boolean
  align: 'start' | 'middle'
}

type Box = { x: number; y: number; width: number; height: number }

/** A code to draw in a box; `qr` and `lot` are matrices, anything else is the symbology of bars. */
export type Code = Box & { symbology: string; text: string }

/** What a noun lays out. Symbols are drawn from it later, away from the thread that answers requests. */
export type Layout = {
  template: LabelTemplate
  texts: readonly Text[]
  /** Of each, the first is drawn whose bars are not too fine for its box. */
  codes: readonly (readonly Code[])[]
  /** Corners of the arrow, if there is one. */
  arrow: readonly (readonly [number, number])[]
}

export type Mark = Box & { symbol: Symbol; text: string }
export type Label = Omit<Layout, 'codes'> & { marks: readonly Mark[] }

/** Narrower bars are not read by common scanners, and wider ones gain nothing. */
const narrowest = 0.17
const widest = 0.5
/** Modules that stay white on both sides of a linear symbol. */
const quiet = 10

/** The symbol in a box, as large as it may be; undefined where its bars would be too fine. */
export function placed(symbol: Symbol | undefined, text: string, box: Box): Mark | undefined {
  if (!symbol) return undefined
  if (symbol.kind === 'matrix') {
    const side = Math.min(box.width, box.height)
    return { symbol, text, x: box.x, y: box.y, width: side, height: side }
  }
  const module = Math.min(widest, box.width / (symbol.width + 2 * quiet))
  if (module < narrowest) return undefined
  const width = module * symbol.width
  return { symbol, text, x: box.x + (box.width - width) / 2, y: box.y, width, height: box.height }
}

/** How wide letters are, for capitals and digits of a plain face: never less than they take. */
const widthOf = (text: string, size: number) => text.length * size * 0.62

/** The largest size, up to `most`, at which the text fits. */
export const sizeFor = (text: string, width: number, most: number) =>
  Math.min(most, most * (width / Math.max(width, widthOf(text, most))))

export const shortened = (text: string, size: number, width: number) => {
  const most = Math.floor(width / (size * 0.52))
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`
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
})
