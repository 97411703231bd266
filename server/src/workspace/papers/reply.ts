import { drawInThread } from '../labels/threads.ts'
import type { PapersJob } from './draw.ts'

/** Papers as one PDF to show. Of one it is named after its number, of several after the day. */
export async function toPdf(job: PapersJob, words: { one: string; several: string }) {
  const { papers, at } = job
  const [only] = papers.length === 1 ? papers : []
  const name = only
    ? `${only.number}-${words.one}`
    : `${words.several}-${at.toISOString().slice(0, 10)}`
  return {
    contentType: 'application/pdf',
    bytes: await drawInThread({ kind: 'papers', ...job }),
    headers: { 'content-disposition': `inline; filename="${name}.pdf"` },
  }
}
