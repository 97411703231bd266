import type { Unprintable, UnprintableMode } from '@stowage/contract/unprintable'
import type { LabelOrder } from '@stowage/contract/workspace/print'
import { drawPapers, type PapersJob } from './draw-papers.ts'
import { loadFaces, weightOf, type Weight } from './fonts.ts'
import type { Layout } from './layout.ts'
import { htmlOf } from './label-svg.ts'
import { zplOf } from './label-zpl.ts'
import { labelOf, pagesOf, type Label, type Page } from './labels.ts'
import type { Paper } from './paper.ts'
import { drawLine, drawMark, makePdf } from './pdf.ts'
import { forgetLines, graphemesOf } from './typeset.ts'

/** A layout, and how many labels of it are printed. */
export type Copies = { layout: Layout; copies: number }

type LabelsJob = Pick<LabelOrder, 'template' | 'format' | 'paper' | 'startAt'> & {
  kind: 'labels'
  labels: readonly Copies[]
}

/** Pages that are laid out already. */
type PagesJob = { kind: 'pages'; pages: readonly Page<Layout>[]; format: 'html' | 'pdf' }

export type DrawingJob = { unprintable: UnprintableMode; at: Date } & (
  | LabelsJob
  | PagesJob
  | (PapersJob & { kind: 'papers' })
)

/** The file to print, or the characters that no font has. */
export type Drawing = { file: Uint8Array } | { unprintable: Unprintable[] }

/** Stands for a character that no font has. */
const box = '\u25A1'

/** Returns the file to print. Two thousand labels keep a processor busy for seconds. */
export async function draw(job: DrawingJob): Promise<Drawing> {
  const texts = weighedTextsOf(job)
  forgetLines()
  const missing = await loadFaces(texts.map(([text, weight]) => [text.normalize('NFC'), weight]))
  const isMissing = (character: string) => [...character].some((letter) => missing.has(letter))
  if (missing.size > 0 && job.unprintable === 'refuse') {
    const found = new Map<string, string>()
    for (const text of texts.map(([one]) => one.normalize('NFC')))
      for (const character of graphemesOf(text))
        if (isMissing(character) && !found.has(character)) found.set(character, text)
    return { unprintable: [...found].map(([character, text]) => ({ character, text })) }
  }
  const printed = (text: string) => {
    const normal = text.normalize('NFC')
    if (missing.size === 0) return normal
    return graphemesOf(normal)
      .map((one) => (isMissing(one) ? box : one))
      .join('')
  }
  if (missing.size > 0)
    await loadFaces([
      [box, 'regular'],
      [box, 'bold'],
    ])
  const isAsGiven = texts.every(([text]) => printed(text) === text)
  return { file: await fileOf(isAsGiven ? job : withTexts(job, printed)) }
}

/** Returns the texts of a job with what draws them. */
function weighedTextsOf(job: DrawingJob): [string, Weight][] {
  if (job.kind === 'papers') return job.papers.flatMap(textsOfPaper)
  const layouts =
    job.kind === 'labels'
      ? job.labels.map(({ layout }) => layout)
      : job.pages.flatMap(({ labels }) => labels.map(({ label }) => label))
  return layouts
    .flatMap(({ texts, paragraphs = [] }) => [...texts, ...paragraphs.flatMap((one) => one.lines)])
    .map((one) => [one.text, weightOf(one)])
}

function textsOfPaper(paper: Paper): [string, Weight][] {
  const texts: [string, Weight][] = []
  withTexts(paper, (text) => {
    texts.push([text, 'regular'])
    return text
  })
  const { seller, title, number, alerts = [], columns, totals = [] } = paper
  const heads = [...columns.map((column) => column.title), ...totals.flat()]
  const bold = [seller.name, title, number, ...alerts, ...heads]
  return [...texts, ...bold.map((text): [string, Weight] => [text, 'bold'])]
}

/** Leaves symbols and pictures as they are. */
const kept = new Set(['code', 'codes', 'logo'])

/** Returns a description of what is printed with other texts. */
function withTexts<T>(value: T, change: (text: string) => string): T {
  const changed = (one: unknown): unknown => {
    if (typeof one === 'string') return change(one)
    if (Array.isArray(one)) return one.map(changed)
    if (typeof one !== 'object' || one === null || one instanceof Date) return one
    return Object.fromEntries(
      Object.entries(one).map(([key, part]) => [key, kept.has(key) ? part : changed(part)]),
    )
  }
  return changed(value) as T
}

async function fileOf(job: DrawingJob): Promise<Uint8Array> {
  if (job.kind === 'papers') return drawPapers(job)
  if (job.kind === 'pages') {
    const pages = job.pages.map(({ labels, ...page }) => ({
      ...page,
      labels: labels.map((one) => ({ ...one, label: labelOf(one.label) })),
    }))
    return drawPages(pages, job)
  }
  const labels = job.labels.map(({ layout, copies }) => ({ label: labelOf(layout), copies }))
  if (job.format === 'zpl') return Buffer.from(await zplOf(labels, job.template))
  const copied = labels.flatMap(({ label, copies }) => Array.from({ length: copies }, () => label))
  return drawPages(pagesOf(copied, job), job)
}

const point = 72 / 25.4

/** The pages as a PDF or as a document for the browser, each exactly as large as its paper. */
async function drawPages(
  pages: readonly Page[],
  { format, at }: { format: string; at: Date },
): Promise<Uint8Array> {
  if (format === 'html') return Buffer.from(htmlOf(pages))
  return makePdf('Labels', at, (document) => {
    for (const { width, height, labels } of pages) {
      document.addPage({ size: [width * point, height * point], margin: 0 })
      document.scale(point)
      for (const { label, x, y } of labels) {
        document.save().translate(x, y)
        drawLabel(document, label)
        document.restore()
      }
    }
  })
}

function drawLabel(document: PDFKit.PDFDocument, { lines, marks, arrow }: Label) {
  for (const mark of marks) drawMark(document, mark)
  document.fillColor('black')
  if (arrow.length > 0) document.polygon(...arrow.map(([x, y]) => [x, y])).fill()
  for (const { line, ...at } of lines) drawLine(document, line, at)
}
