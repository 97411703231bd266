import type { LabelOrder } from '@stowage/contract/warehouse/labels'
import { htmlOf } from './html.ts'
import { locationLabel, lotLabel, productLabel, type Label } from './layout.ts'
import { pdfOf } from './pdf.ts'
import { practiceSheet } from './practice.ts'
import type { LabelledLocation, LabelledLot, LabelledVariant } from './queries.ts'
import { pagesOf, type Page } from './sheets.ts'
import { zplOf } from './zpl.ts'

/** Labels of products, locations or lots, with how many copies of each. */
type LabelJob = Pick<LabelOrder, 'template' | 'format' | 'paper' | 'startAt' | 'arrow'> & {
  kind: 'labels'
  variants: readonly LabelledVariant[]
  locations: readonly LabelledLocation[]
  lots: readonly LabelledLot[]
  copiesOf: readonly number[]
}

/** The sheet to practise scanning with. */
type PracticeJob = {
  kind: 'practice'
  variants: readonly LabelledVariant[]
  locations: readonly LabelledLocation[]
  format: 'html' | 'pdf'
}

export type DrawingJob = (LabelJob | PracticeJob) & { publicUrl: string; at: Date }

/** Returns the file to print. Two thousand labels keep a processor busy for seconds. */
export async function draw(job: DrawingJob): Promise<Uint8Array> {
  if (job.kind === 'practice')
    return drawPages([practiceSheet(job.variants, job.locations)], job, {
      template: 'product',
      paper: 'a4',
    })
  const labels = [
    ...job.variants.map(productLabel),
    ...job.locations.map((location) => locationLabel(location, job.arrow)),
    ...job.lots.map(lotLabel),
  ]
  if (job.format === 'zpl') return Buffer.from(zplOf(labels, job.copiesOf))
  const copied = labels.flatMap((label, i) =>
    Array.from<unknown, Label>({ length: job.copiesOf[i] ?? 0 }, () => label),
  )
  return drawPages(pagesOf(copied, job), job, job)
}

const drawPages = async (
  pages: readonly Page[],
  { format, at, publicUrl }: Pick<DrawingJob, 'format' | 'at' | 'publicUrl'>,
  sheet: Parameters<typeof htmlOf>[1],
): Promise<Uint8Array> =>
  format === 'pdf' ? pdfOf(pages, at) : Buffer.from(htmlOf(pages, sheet, publicUrl))
