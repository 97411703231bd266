import type { labels } from '@stowage/contract/workspace/labels'
import { labelsIn } from '@stowage/contract/workspace/labels'
import { record } from '../../audit.ts'
import { notFound } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { registered } from '../../registry.ts'
import { drawInThread } from './threads.ts'

const contentTypes = {
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
  zpl: 'application/zpl; charset=utf-8',
} as const

export const labelHandlers: Handlers<typeof labels> = {
  print: async (call, { body }) => {
    const { read, write, actor, config, sharesAs } = call
    const { template, ids, copies, copiesOf = ids.map(() => copies), format } = body
    const { paper, startAt, arrow, unprintable } = body
    const { at } = actor
    await call.requireRights({
      'order.read': ['order', 'fulfillment', 'package'].includes(template),
      'return.read': template === 'return',
    })
    const bytes = await drawInThread(sharesAs, async () => {
      const found = await read(async (db) => {
        const labelsOf = await registered().labels[template].findLabels(db, actor, ids, arrow)
        if (ids.some((id) => !labelsOf.has(id))) notFound()
        return ids.flatMap((id, i) => labelsOf.get(id)?.(copiesOf[i] ?? 0) ?? [])
      })
      const job = { template, format, paper, startAt, publicUrl: config.publicUrl, at, unprintable }
      return { kind: 'labels', labels: found, ...job }
    })
    // What can't be drawn was not printed.
    if (!body.preview)
      await write((tx) =>
        record(tx, actor, 'LABELS_PRINTED', {
          metadata: { template, format, labels: labelsIn(body) },
        }),
      )
    const day = at.toISOString().slice(0, 10)
    const headers = { 'content-disposition': `inline; filename="labels-${day}.${format}"` }
    return { contentType: contentTypes[format], bytes, headers }
  },
}
