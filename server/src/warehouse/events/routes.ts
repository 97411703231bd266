import type { events } from '@stowage/contract/warehouse/events'
import type { Handlers } from '../../http/mount.ts'
import { findNewest, listEvents } from './queries.ts'
import { feedPage, windowOf } from './rules.ts'
import { settledUpTo } from './settled.ts'

export const eventHandlers: Handlers<typeof events> = {
  async list({ actor, db, read }, { query: { limit, ...query } }) {
    const { platform, warehouses } = actor
    const after = BigInt(query.after)
    const newest = await read((tx) => findNewest(tx, platform.id))
    // Asked before the events are read: what was still being written then is seen by the reading.
    const upTo = newest > after ? await settledUpTo(db, newest) : after
    const most = windowOf(warehouses, limit)
    const rows =
      upTo > after ? await read((tx) => listEvents(tx, platform.id, { after, upTo, most })) : []
    return feedPage(rows, { warehouses, limit, after })
  },
}
