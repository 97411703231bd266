import type { labels } from '@stowage/contract/workspace/print'
import { labelsIn } from '@stowage/contract/workspace/print'
import { record } from '../../audit.ts'
import { notFound } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { registered } from '../../registry.ts'
import { fileReply } from './print.ts'
import { drawInThread } from './threads.ts'

export const labelHandlers: Handlers<typeof labels> = {
  print: async (call, { body }) => {
    const { read, write, actor, sharesAs } = call
    const { ids, copies, copiesOf = ids.map(() => copies), arrow, preview, ...job } = body
    const { template, format } = job
    const { at } = actor
    await call.requireRights({
      'order.read': ['order', 'fulfillment', 'package'].includes(template),
      'return.read': template === 'return',
    })
    const bytes = await drawInThread(sharesAs, async () => {
      const labels = await read(async (db) => {
        const labelsOf = await registered().labels[template](db, actor, ids, arrow)
        return ids.flatMap((id, i) => (labelsOf.get(id) ?? notFound())(copiesOf[i] ?? 0))
      })
      return { kind: 'labels', labels, ...job, at }
    })
    // What can't be drawn was not printed.
    if (!preview)
      await write((tx) =>
        record(tx, actor, 'LABELS_PRINTED', {
          metadata: { template, format, labels: labelsIn(body) },
        }),
      )
    return fileReply(bytes, `labels-${at.toISOString().slice(0, 10)}`, format)
  },
}
