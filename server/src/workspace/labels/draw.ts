import type { LabelOrder } from '@stowage/contract/workspace/labels'
import { drawPapers, type PapersJob } from '../papers/draw.ts'
import { htmlOf } from './html.ts'
import { pdfOf } from './pdf.ts'
import { placed, type Code, type Label, type Layout } from './rules.ts'
import { pagesOf, type Page } from './sheets.ts'
import { linearSymbol, lotSymbol, matrixSymbol } from './symbols.ts'
import { zplOf } from './zpl.ts'

/** A layout, and how many labels of it are printed. */
export type Copies = { layout: Layout; copies: number }

type LabelJob = Pick<LabelOrder, 'template' | 'format' | 'paper' | 'startAt'> & {
  kind: 'labels'
  labels: readonly Copies[]
}

/** Pages that are laid out already. */
type PagesJob = {
  kind: 'pages'
  pages: readonly Page<Layout>[]
  format: 'html' | 'pdf'
}

type Job = { publicUrl: string; at: Date }

export type DrawingJob = ((LabelJob | PagesJob) & Job) | (PapersJob & { kind: 'papers' })

/** Returns the file to print. Two thousand labels keep a processor busy for seconds. */
export async function draw(job: DrawingJob): Promise<Uint8Array> {
  if (job.kind === 'papers') return drawPapers(job, (text) => linearSymbol('code128', text))
  if (job.kind === 'pages') {
    const pages = job.pages.map((page) => ({
      ...page,
      labels: page.labels.map((one) => ({ ...one, label: labelOf(one.label) })),
    }))
    return drawPages(pages, job, { template: 'product', paper: 'a4' })
  }
  const labels = job.labels.map(({ layout }) => labelOf(layout))
  const copiesOf = job.labels.map(({ copies }) => copies)
  if (job.format === 'zpl') return Buffer.from(zplOf(labels, copiesOf))
  const copied = labels.flatMap((label, i) =>
    Array.from<unknown, Label>({ length: copiesOf[i] ?? 0 }, () => label),
  )
  return drawPages(pagesOf(copied, job), job, job)
}

function labelOf({ codes, ...label }: Layout): Label {
  const marks = codes.map((choices) => {
    for (const code of choices) {
      const mark = placed(symbolOf(code), code.text, code)
      if (mark) return mark
    }
    return undefined
  })
  return { ...label, marks: marks.filter((mark) => mark !== undefined) }
}

function symbolOf({ symbology, text }: Code) {
  if (symbology === 'qr') return matrixSymbol(text)
  return symbology === 'lot' ? lotSymbol(text) : linearSymbol(symbology, text)
}

const drawPages = async (
  pages: readonly Page[],
  { format, at, publicUrl }: Job & { format: string },
  sheet: Parameters<typeof htmlOf>[1],
): Promise<Uint8Array> =>
  format === 'pdf' ? pdfOf(pages, at) : Buffer.from(htmlOf(pages, sheet, publicUrl))
