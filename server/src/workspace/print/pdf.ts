import type { Glyph, GlyphPosition } from 'fontkit'
import type { Mark } from './symbols.ts'
import type { Line, Run } from './typeset.ts'

/** Returns the file of a PDF with the pages that `draw` adds, dated `at`. */
export async function makePdf(
  title: string,
  at: Date,
  draw: (document: PDFKit.PDFDocument) => void,
): Promise<Uint8Array> {
  // Thirty megabytes of memory, which a server that prints nothing does without.
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    autoFirstPage: false,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Producer: 'Stowage', CreationDate: at },
  })
  const pieces: Uint8Array[] = []
  document.on('data', (piece: Uint8Array) => pieces.push(piece))
  const ended = new Promise<void>((resolve, reject) => {
    document.on('end', resolve)
    document.on('error', reject)
  })
  draw(document)
  document.end()
  await ended
  return Buffer.concat(pieces)
}

/** Draws what is dark of a symbol. */
export function drawMark(
  document: PDFKit.PDFDocument,
  { symbol, x, y, width, height }: Mark,
): void {
  const [sx, sy] = [width / symbol.width, height / symbol.height]
  document.fillColor('black')
  for (const bar of symbol.bars)
    document.rect(x + bar.x * sx, y + bar.y * sy, bar.width * sx, bar.height * sy)
  document.fill()
}

/** Draws a line of text from `x` on its baseline, in the unit of the document. Its fonts become part of the file. */
export function drawLine(
  document: PDFKit.PDFDocument,
  { runs }: Line,
  { x, baseline, size }: { x: number; baseline: number; size: number },
): void {
  let at = x
  for (const run of runs) {
    const { face, text, width } = run
    document.registerFont(face.name, face.file)
    document.font(face.name, size)
    give(document, run)
    // Glyphs of these scripts are not in the order of their letters, so readers of the file are told the text. Text
    // from right to left they put into order by themselves.
    const isMarked = face.family === 'thai' || face.family === 'devanagari'
    if (isMarked) document.markContent('Span', { actual: text })
    document.text(text, at, baseline, { lineBreak: false, baseline: 'alphabetic' })
    if (isMarked) document.endMarkedContent()
    at += width * size
  }
}

/**
 * Font data that pdfkit keeps for a file, and the function it gets glyphs from. Sizes are in thousandths of
 * an em.
 */
type Embedded = {
  subset: { glyphs: number[] }
  unicode: number[][]
  widths: number[]
  scale: number
  encode: () => [codes: string[], positions: (GlyphPosition & { advanceWidth: number })[]]
}

const codesOf = new WeakMap<Embedded, Map<string, number>>()

/**
 * Gives pdfkit the glyphs of a run, which it would shape once more. A glyph has a code for each of the letters it is
 * drawn for: in Arabic one is a part of many letters, and with one code copied and searched text would have the letter
 * that came first.
 */
function give(document: PDFKit.PDFDocument, { glyphs, positions }: Run): void {
  const { _font: font } = document as unknown as { _font: Embedded }
  const codes = codesOf.get(font) ?? new Map<string, number>()
  codesOf.set(font, codes)
  const { scale } = font
  const codeOf = (glyph: Glyph) => {
    const key = `${glyph.id} ${glyph.codePoints.join(' ')}`
    const known = codes.get(key)
    if (known !== undefined) return known
    const code = font.subset.glyphs.push(glyph.id) - 1
    codes.set(key, code)
    font.widths[code] = glyph.advanceWidth * scale
    font.unicode[code] = glyph.codePoints
    return code
  }
  font.encode = () => [
    glyphs.map((glyph) => codeOf(glyph).toString(16).padStart(4, '0')),
    positions.map(({ xAdvance, yAdvance, xOffset, yOffset }, i) => ({
      xAdvance: xAdvance * scale,
      yAdvance: yAdvance * scale,
      xOffset: xOffset * scale,
      yOffset: yOffset * scale,
      advanceWidth: (glyphs[i]?.advanceWidth ?? 0) * scale,
    })),
  ]
}
