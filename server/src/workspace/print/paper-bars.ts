/** The bars of a linear symbol, in modules. */
type LinearSymbol = {
  width: number
  bars: readonly { x: number; width: number }[]
}

/** What draws bars. `symbolOf` returns those of a Code 128, unless it can't have the text. */
export type Tools = {
  document: PDFKit.PDFDocument
  symbolOf: (text: string) => LinearSymbol | undefined
}

type Box = { x: number; y: number; width: number; height: number }

/** Points of the narrowest bar: 0.4 mm, which every scanner reads, and the least that most of them do. */
const [widest, narrowest] = [1.134, 0.54]
/** Modules that stay white on each side. */
const quiet = 10

/** Returns the width of one module in a box; undefined where bars would be too fine to be read. */
const moduleIn = (symbol: LinearSymbol, width: number): number | undefined => {
  const module = Math.min(widest, width / (symbol.width + 2 * quiet))
  return module < narrowest ? undefined : module
}

/** Whether a code fits a width as bars that scanners read. */
export function fitsAsBars(text: string, width: number, { symbolOf }: Tools): boolean {
  const symbol = symbolOf(text)
  return symbol !== undefined && moduleIn(symbol, width) !== undefined
}

/** Draws a code as Code 128 with its quiet zones in a box, if it fits. */
export function drawBars(
  text: string,
  { x, y, width, height, align }: Box & { align?: 'end' | undefined },
  { document, symbolOf }: Tools,
): void {
  const symbol = symbolOf(text)
  const module = symbol && moduleIn(symbol, width)
  if (!symbol || module === undefined) return
  const whole = module * (symbol.width + 2 * quiet)
  const from = x + module * quiet + (align === 'end' ? width - whole : 0)
  document.fillColor('black')
  for (const bar of symbol.bars) document.rect(from + bar.x * module, y, bar.width * module, height)
  document.fill()
}
