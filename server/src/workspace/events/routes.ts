import type { events } from '@stowage/contract/workspace/events'
import { permissionsOfMember } from '@stowage/contract/member-permissions'
import { bigId } from '@stowage/contract/lists'
import { failField } from '../../errors.ts'
import { deny } from '../../http/authorization.ts'
import type { Handlers } from '../../http/mount.ts'
import { findMember } from '../../platforms/tenant-sessions/find-member.ts'
import { findNewest, listEvents } from './list-queries.ts'
import { feedPage, windowOf } from './rules.ts'
import { committedUpTo } from './committed.ts'
import { streamEvents } from './stream.ts'

function positionOf(said: string | string[]): string {
  const { data } = bigId.safeParse(said)
  const message = 'Last-Event-ID must be the id of an event'
  return data ?? failField('Last-Event-ID', message)
}

export const eventHandlers: Handlers<typeof events> = {
  async list({ actor, db, read }, { query: { limit, ...query } }) {
    const { platform, warehouses } = actor
    const after = BigInt(query.after)
    const newest = await read((tx) => findNewest(tx, platform.id))
    // Asked before the events are read: what was still being written then is seen by the reading.
    const upTo = newest > after ? await committedUpTo(db, newest) : after
    const most = windowOf(warehouses, limit)
    const rows =
      upTo > after ? await read((tx) => listEvents(tx, platform.id, { after, upTo, most })) : []
    return feedPage(rows, { warehouses, limit, after })
  },

  async stream(call, { params, query }) {
    // A stream ends with its session, and a key has none.
    if (call.actor.type === 'api_key') return deny(call, call.actor, 'member')
    const said = call.headers['last-event-id']
    const after = said === undefined ? query.after : positionOf(said)
    const token = call.headers.authorization?.split(' ')[1] ?? ''
    return streamEvents(
      call,
      call.actor,
      after === undefined ? undefined : BigInt(after),
      async () => {
        // The same who asked, as they are by now.
        const at = call.clock.now()
        const member = await findMember(call, token, params.slug.toLowerCase(), {
          ...call.actor,
          at,
        })
        const rights = member && permissionsOfMember(member.role, member.permissions)
        return rights?.includes('stock.history.read') ? member : undefined
      },
    )
  },
}
