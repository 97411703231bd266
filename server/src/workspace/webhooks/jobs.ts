import { z } from 'zod'
import { defineJob, sweep } from '../../jobs/queue.ts'
import { pagesOfPlatformIds } from '../../platforms/tenant-sessions/queries.ts'
import { listWebhookIds } from './queries.ts'
import { deleteDeliveries } from './delivery-queries.ts'
import { sendDue } from './send-due.ts'

/** Webhooks that one process sends to at the same time, none of which waits for another. */
const webhooksAtOnce = 20
/** Webhooks of one platform that are sent to at the same time: a fifth, so several slow ones leave lanes to others. */
const webhooksPerPlatform = 4
/** Milliseconds after which a job leaves the rest to the next one. */
const turnMillis = 5_000
const keptDays = 30
const deletedAtOnce = 1_000

/**
 * Sends the due deliveries of one webhook, several at a time. The queue runs one job of a webhook at a time.
 * Whatever is due afterwards, or was not sent because of an error, is found by the relay.
 */
export const deliverWebhooks = defineJob({
  name: 'deliver-webhooks',
  payload: z.object({ platformId: z.uuid(), webhookId: z.uuid() }),
  key: ({ webhookId }) => webhookId,
  lanes: webhooksAtOnce,
  group: ({ platformId }) => platformId,
  mostPerGroup: webhooksPerPlatform,
  options: { retryLimit: 0, expireInSeconds: 300 },
  async run(call, target) {
    const began = performance.now()
    const hasTime = () => performance.now() - began < turnMillis && !call.signal.aborted
    while ((await sendDue(call, target)) > 0 && hasTime());
  },
})

/** Deletes deliveries of 30 days ago, once a day, platform by platform. */
export const forgetDeliveries = defineJob({
  name: 'forget-deliveries',
  payload: z.object({}),
  options: { ...sweep, expireInSeconds: 1_800 },
  async run({ db, write, clock, signal }) {
    const at = clock.now()
    const limit = new Date(at.getTime() - keptDays * 86_400_000)
    for await (const platformIds of pagesOfPlatformIds(db, signal))
      for (const platformId of platformIds) {
        const webhookIds = await write((tx) => listWebhookIds(tx, platformId), { platformId })
        for (const webhookId of webhookIds) {
          let deleted = deletedAtOnce
          while (deleted === deletedAtOnce && !signal.aborted)
            deleted = await write(
              (tx) =>
                deleteDeliveries(tx, platformId, webhookId, { limit, most: deletedAtOnce, at }),
              { platformId },
            )
        }
      }
  },
})
