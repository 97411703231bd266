import type { UnprintableMode } from '@stowage/contract/unprintable'
import { drawInThread } from './threads.ts'
import type { PapersJob } from './draw-papers.ts'

/**
 * The papers that `read` returns as one PDF to show. Of one it is named after its number, of several after the day.
 * Fails with `unavailable` before they are read if too many are drawn. `sharesAs` as in `Call`.
 */
export async function toPdf(
  { sharesAs }: { sharesAs: string },
  words: { one: string; several: string },
  read: () => Promise<PapersJob & { unprintable: UnprintableMode }>,
) {
  let name = words.several
  const bytes = await drawInThread(sharesAs, async () => {
    const job = await read()
    const { papers, at } = job
    const [only] = papers.length === 1 ? papers : []
    name = only
      ? `${only.number}-${words.one}`
      : `${words.several}-${at.toISOString().slice(0, 10)}`
    return { kind: 'papers', ...job }
  })
  return {
    contentType: 'application/pdf',
    bytes,
    headers: { 'content-disposition': `inline; filename="${name}.pdf"` },
  }
}
