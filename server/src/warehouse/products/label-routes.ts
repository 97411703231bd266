import type { labels } from '@stowage/contract/warehouse/labels'
import type { Handlers } from '../../http/mount.ts'
import { drawInThread } from '../../workspace/print/threads.ts'
import { findForPractice, findLabelledLocations, findLabelledVariants } from './label-queries.ts'
import { practiceSheet } from './label-rules.ts'

const contentTypes = { html: 'text/html; charset=utf-8', pdf: 'application/pdf' } as const

/** Items and places on the sheet to practise with. */
const ofEach = 5

const inOrder = <Thing extends { id: string }>(
  ids: readonly string[],
  found: readonly Thing[],
): Thing[] => {
  const byId = new Map(found.map((one) => [one.id, one]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const practiceHandlers: Handlers<typeof labels> = {
  practice: async ({ read, actor, config, sharesAs }, { query: { format, unprintable } }) => {
    const bytes = await drawInThread(sharesAs, async () => {
      const page = await read(async (db) => {
        const ids = await findForPractice(db, actor, ofEach)
        const variants = await findLabelledVariants(db, actor, ids.variants)
        const places = await findLabelledLocations(db, actor, ids.locations)
        return practiceSheet(inOrder(ids.variants, variants), inOrder(ids.locations, places))
      })
      const { publicUrl } = config
      const job = { format, publicUrl, at: actor.at, unprintable }
      return { kind: 'pages', pages: [page], ...job }
    })
    const headers = { 'content-disposition': `inline; filename="scanner-practice.${format}"` }
    return { contentType: contentTypes[format], bytes, headers }
  },
}
