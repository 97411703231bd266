import type { Unprintable, UnprintableMode } from '@stowage/contract/unprintable'
import type { LabelOrder } from '@stowage/contract/workspace/labels'
import { drawPapers, type PapersJob } from './draw-papers.ts'
import { textsOfPaper, withTextsOfPaper } from './paper-texts.ts'
import { htmlOf } from './label-html.ts'
import { pdfOf } from './label-pdf.ts'
import { placeTexts, textsOf, withTexts, placed, type Label } from './place-labels.ts'
import { boxed, prepare } from './prepare.ts'
import type { Code, Layout } from './label-rules.ts'
import { pagesOf, type Page } from './label-sheets.ts'
import { linearSymbol, lotSymbol, matrixSymbol } from './symbols.ts'
import { zplOf } from './label-zpl.ts'

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

export type DrawingJob = { unprintable: UnprintableMode } & (
  | ((LabelJob | PagesJob) & Job)
  | (PapersJob & { kind: 'papers' })
)

/** The file to print, or the characters that no font has. */
export type Drawing = { file: Uint8Array } | { unprintable: Unprintable[] }

/** Returns the file to print. Two thousand labels keep a processor busy for seconds. */
export async function draw(job: DrawingJob): Promise<Drawing> {
  const texts =
    job.kind === 'papers' ? job.papers.flatMap(textsOfPaper) : layoutsOf(job).flatMap(textsOf)
  const missing = await prepare(texts.map(([text, weight]) => [text.normalize('NFC'), weight]))
  if (missing.length > 0 && job.unprintable === 'refuse') return { unprintable: missing }
  const change = (text: string) => {
    const normal = text.normalize('NFC')
    return missing.length === 0 ? normal : boxed(normal, missing)
  }
  return { file: await fileOf(job, change) }
}

const layoutsOf = (job: LabelJob | PagesJob): readonly Layout[] =>
  job.kind === 'labels'
    ? job.labels.map(({ layout }) => layout)
    : job.pages.flatMap(({ labels }) => labels.map(({ label }) => label))

async function fileOf(job: DrawingJob, change: (text: string) => string): Promise<Uint8Array> {
  if (job.kind === 'papers')
    return drawPapers(
      { ...job, papers: job.papers.map((paper) => withTextsOfPaper(paper, change)) },
      (text) => linearSymbol('code128', text),
    )
  const labelOf = (layout: Layout) => drawn(withTexts(layout, change))
  if (job.kind === 'pages') {
    const pages = job.pages.map((page) => ({
      ...page,
      labels: page.labels.map((one) => ({ ...one, label: labelOf(one.label) })),
    }))
    return drawPages(pages, job, { template: 'product', paper: 'a4' })
  }
  const labels = job.labels.map(({ layout }) => labelOf(layout))
  const copiesOf = job.labels.map(({ copies }) => copies)
  if (job.format === 'zpl') return Buffer.from(await zplOf(labels, copiesOf))
  const copied = labels.flatMap((label, i) =>
    Array.from<unknown, Label>({ length: copiesOf[i] ?? 0 }, () => label),
  )
  return drawPages(pagesOf(copied, job), job, job)
}

function drawn({ template, arrow, codes, ...texts }: Layout): Label {
  const marks = codes.map((choices) => {
    for (const code of choices) {
      const mark = placed(symbolOf(code), code.text, code)
      if (mark) return mark
    }
    return undefined
  })
  return {
    template,
    arrow,
    lines: placeTexts({ template, arrow, codes, ...texts }),
    marks: marks.filter((mark) => mark !== undefined),
  }
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
