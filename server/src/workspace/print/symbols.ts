import { createRequire } from 'node:module'
import type bwip from 'bwip-js'
import type { Align } from './typeset.ts'

const require = createRequire(import.meta.url)
/** Loaded when the first label is drawn: a server that draws none saves its memory. */
const painter = () => require('bwip-js') as typeof bwip

/** Dark areas of a symbol in modules, `width` x `height` of them, without the quiet zone around it. */
export type Symbol = {
  kind: 'linear' | 'matrix'
  width: number
  height: number
  bars: readonly { x: number; y: number; width: number; height: number }[]
}

type Box = { x: number; y: number; width: number; height: number }
/** A symbol where it is drawn, in the unit of its box. */
export type Mark = Box & { symbol: Symbol }

/** Modules that stay white on both sides of a linear symbol. */
const quiet = 10

/** Returns a symbol in a box, as large as it may be; undefined where its bars would be too fine to be read. */
export function placeSymbol(
  symbol: Symbol | undefined,
  { x, y, width, height }: Box,
  {
    narrowest,
    widest,
    align = 'start',
  }: { narrowest: number; widest: number; align?: Align | undefined },
): Mark | undefined {
  if (!symbol) return undefined
  if (symbol.kind === 'matrix') {
    const side = Math.min(width, height)
    return { symbol, x, y, width: side, height: side }
  }
  const module = Math.min(widest, width / (symbol.width + 2 * quiet))
  if (module < narrowest) return undefined
  const bars = module * symbol.width
  const free = width - bars
  const [start, end] = [module * quiet, free - module * quiet]
  const from = align === 'middle' ? free / 2 : align === 'end' ? end : start
  return { symbol, x: x + from, y, width: bars, height }
}

/** The bars of a linear symbol, one module high; undefined for a text that cannot be one. */
export function linearSymbol(symbology: string, text: string): Symbol | undefined {
  // Scanners read bytes from bars, and not the letters of other alphabets.
  if (!/^[\0-\x7F]*$/.test(text)) return undefined
  const name = /^\(\d{2,4}\)/.test(text) ? 'gs1-128' : (names[symbology] ?? 'code128')
  const symbol = draw(name, text)
  if (!symbol || !('sbs' in symbol)) return undefined
  const bars: Symbol['bars'][number][] = []
  let x = 0
  for (const [i, width] of symbol.sbs.entries()) {
    // Bars and spaces alternate, beginning with a bar.
    if (i % 2 === 0) bars.push({ x, y: 0, width, height: 1 })
    x += width
  }
  return { kind: 'linear', width: x, height: 1, bars }
}

const names: Record<string, string> = {
  ean13: 'ean13',
  ean8: 'ean8',
  upca: 'upca',
  itf14: 'itf14',
  code128: 'code128',
}

/** The dark squares of a QR code, those of a row that touch as one. */
export const matrixSymbol = (text: string) => squaresOf('qrcode', text)

/** A Data Matrix with the element strings of GS1, or a QR code of any other text. */
export const lotSymbol = (text: string) =>
  text.startsWith('(01)') ? squaresOf('gs1datamatrix', text) : matrixSymbol(text)

function squaresOf(name: string, text: string): Symbol | undefined {
  const symbol = draw(name, text)
  if (!symbol || !('pixs' in symbol)) return undefined
  const { pixs, pixx: width, pixy: height } = symbol
  const bars: Symbol['bars'][number][] = []
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = x
      while (x < width && pixs[y * width + x] === 1) x++
      if (x > from) bars.push({ x: from, y, width: x - from, height: 1 })
    }
  return { kind: 'matrix', width, height, bars }
}

/** Its own failures are about the text alone. */
function draw(name: string, text: string) {
  try {
    return painter().raw(name, text, {})[0]
  } catch {
    return undefined
  }
}
