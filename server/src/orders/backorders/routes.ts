import type { backorders } from '@stowage/contract/orders/backorders'
import { bigId } from '@stowage/contract/lists'
import { notFound } from '../../errors.ts'
import { listAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { prioritize } from './commands.ts'
import { backorderColumns } from './export.ts'
import { listBackorders } from './list-queries.ts'

export const backorderHandlers: Handlers<typeof backorders> = {
  list({ actor, ...call }, { query: { format, ...query } }) {
    if (format === 'csv')
      return listAsCsv(call, { name: 'backorders', at: actor.at }, backorderColumns, (db, page) =>
        listBackorders(db, actor, query, page),
      )
    return call.read((db) => listBackorders(db, actor, query, query))
  },

  prioritize: ({ write, actor }, { params, body }) => {
    // A number that cannot be one is nobody's.
    const claimId = bigId.safeParse(params.claim).success ? params.claim : notFound()
    return write(async (tx) => ({
      backorder: await prioritize(tx, actor, claimId, body.priority),
    }))
  },
}
