import { exceptionKinds } from '@stowage/contract/exception-kinds'
import type { exceptions as routes } from '@stowage/contract/workspace/exceptions'
import type { Db } from '../../database/connect.ts'
import type { PageRequest } from '../../database/pages.ts'
import { listAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { registered } from '../../registry.ts'
import { assignException, resolveException, snoozeException } from './commands.ts'
import { exceptionColumns } from './export.ts'
import { listExceptions } from './list-queries.ts'
import { listOwners } from './queries.ts'

const nothing = { items: [], next: null, previous: null, total: 0, capped: false }

export const exceptionHandlers: Handlers<typeof routes> = {
  list({ actor, ...call }, { query: { format, kind = exceptionKinds, ...query } }) {
    const { platform, warehouses, holds, at, id } = actor
    const { warehouse, owner, state, sort } = query
    const sources = registered().exceptions
    const kinds = kind.filter((one) => holds.has(sources[one].needs))
    const isSeen = warehouse === undefined || (warehouses?.includes(warehouse) ?? true)
    const scope = warehouse === undefined ? warehouses : [warehouse]
    const listPage = async (db: Db, page: PageRequest) =>
      kinds.length === 0 || !isSeen
        ? nothing
        : listExceptions(
            db,
            {
              platformId: platform.id,
              kinds,
              scope,
              at,
              state,
              sort,
              owner: owner === 'me' ? { id } : owner,
            },
            page,
          )
    if (format === 'json') return call.read((db) => listPage(db, query))
    return listAsCsv(call, { name: 'exceptions', at }, exceptionColumns, listPage)
  },

  owners: ({ read, actor }) =>
    read(async (db) => ({ items: await listOwners(db, actor.platform.id) })),

  assign: ({ write, actor }, { body }) => write((tx) => assignException(tx, actor, body)),
  snooze: ({ write, actor }, { body }) => write((tx) => snoozeException(tx, actor, body)),
  resolve: ({ write, actor }, { body }) => write((tx) => resolveException(tx, actor, body)),
}
