import { tables, type tableSettings } from '@stowage/contract/platforms/table-settings'
import { notFound } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { listArrangements, putArrangement } from './queries.ts'

export const tableSettingsHandlers: Handlers<typeof tableSettings> = {
  list: ({ actor, read }) =>
    read(async (db) => ({ items: await listArrangements(db, actor.platform.id, actor.id) })),

  // Records no event, because table settings affect only the member.
  async save({ actor, write }, { params, body }) {
    const table = tables.find((name) => name === params.table) ?? notFound()
    const { platform, id, at } = actor
    const saved = { table, arrangement: body, at }
    return { arrangement: await write((tx) => putArrangement(tx, platform.id, id, saved)) }
  },
}
