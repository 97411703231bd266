import { drawLine } from './pen.ts'
import type { Label } from './place-labels.ts'
import type { Page } from './label-sheets.ts'

const point = 72 / 25.4

/** The pages as a PDF, each exactly as large as its paper. */
export async function pdfOf(pages: readonly Page[], at: Date): Promise<Uint8Array> {
  // Thirty megabytes of memory, which a server that prints nothing does without.
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    autoFirstPage: false,
    info: { Title: 'Labels', Producer: 'Stowage', CreationDate: at },
  })
  const pieces: Uint8Array[] = []
  document.on('data', (piece: Uint8Array) => pieces.push(piece))
  const ended = new Promise<void>((resolve, reject) => {
    document.on('end', resolve)
    document.on('error', reject)
  })
  for (const { width, height, labels } of pages) {
    document.addPage({ size: [width * point, height * point], margin: 0 })
    document.scale(point)
    for (const { label, x, y } of labels) {
      document.save().translate(x, y)
      draw(document, label)
      document.restore()
    }
  }
  document.end()
  await ended
  return Buffer.concat(pieces)
}

function draw(document: PDFKit.PDFDocument, { lines, marks, arrow }: Label) {
  document.fillColor('black')
  for (const { symbol, x, y, width, height } of marks) {
    const [sx, sy] = [width / symbol.width, height / symbol.height]
    for (const bar of symbol.bars)
      document.rect(x + bar.x * sx, y + bar.y * sy, bar.width * sx, bar.height * sy)
    document.fill()
  }
  if (arrow.length > 0) document.polygon(...arrow.map(([x, y]) => [x, y])).fill()
  for (const { line, ...at } of lines) drawLine(document, line, at)
}
