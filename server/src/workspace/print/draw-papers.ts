import type { Tools } from './paper-bars.ts'
import { headOf } from './paper-head.ts'
import { paginate } from './paper-pages.ts'
import type { Paper } from './paper.ts'
import { createPen, lineHeight, type Pen } from './paper-pen.ts'
import { notesOf, signaturesOf, tableOf, totalsOf } from './paper-table.ts'

export type PapersJob = { papers: readonly Paper[]; size: 'a4' | 'letter'; at: Date }

/** Points. */
const sizes = { a4: { width: 595.28, height: 841.89 }, letter: { width: 612, height: 792 } }
const margin = 42
const small = { size: 8, isMuted: true }

/**
 * Returns one PDF with all papers. Each starts a page and counts its own pages. `symbolOf` returns the bars
 * of a Code 128.
 */
export async function drawPapers(
  { papers, size, at }: PapersJob,
  symbolOf: Tools['symbolOf'],
): Promise<Uint8Array> {
  // Thirty megabytes of memory, which a server that prints nothing does without.
  const { default: PDFDocument } = await import('pdfkit')
  const { width, height } = sizes[size]
  const document = new PDFDocument({
    autoFirstPage: false,
    size: [width, height],
    margin: 0,
    lang: 'en',
    displayTitle: true,
    info: { Title: titleOf(papers), Producer: 'Stowage', CreationDate: at },
  })
  const pieces: Uint8Array[] = []
  document.on('data', (piece: Uint8Array) => pieces.push(piece))
  const ended = new Promise<void>((resolve, reject) => {
    document.on('end', resolve)
    document.on('error', reject)
  })
  const pen = createPen(document)
  for (const paper of papers) {
    const frame = { x: margin, width: width - 2 * margin }
    const bottom = height - margin - 2 * lineHeight(small)
    const table = tableOf(paper, frame, { document, pen, symbolOf })
    const pages = paginate(
      [
        headOf(paper, frame, { document, pen, symbolOf }),
        ...table.rows,
        ...totalsOf(paper, frame, pen),
        ...notesOf(paper, frame, pen),
        ...signaturesOf(paper, frame, pen),
      ],
      table.head,
      {
        first: { top: margin, bottom },
        next: { top: margin + 2.5 * lineHeight(small), bottom },
      },
    )
    for (const [i, blocks] of pages.entries()) {
      document.addPage()
      if (i > 0) pen.write([nameOf(paper)], { ...frame, y: margin }, small)
      for (const { block, y } of blocks) block.draw(y)
      footer(paper, i + 1, pages.length, { ...frame, y: height - margin - lineHeight(small) }, pen)
    }
  }
  document.end()
  await ended
  return Buffer.concat(pieces)
}

const nameOf = ({ title, number }: Paper) => `${title} ${number}`

const titleOf = (papers: readonly Paper[]) =>
  papers.length === 1 && papers[0]
    ? nameOf(papers[0])
    : `${papers[0]?.title ?? ''} (${papers.length})`

function footer(
  { seller, ...paper }: Paper,
  page: number,
  pages: number,
  at: { x: number; y: number; width: number },
  pen: Pen,
) {
  pen.rule(at.x, at.y - 4, at.width, 0.5)
  const left = pen.shorten(
    `${seller.name} · ${nameOf({ seller, ...paper })}`,
    at.width * 0.8,
    small,
  )
  pen.write([left], { ...at, align: 'left' }, small)
  pen.write([`Page ${page} of ${pages}`], { ...at, align: 'end' }, small)
}
