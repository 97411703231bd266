import type { backorders } from '@stowage/contract/orders/backorders'
import { bigId } from '@stowage/contract/lists'
import { notFound } from '../../errors.ts'
import { pageOrFile } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { prioritize } from './commands.ts'
import { backorderColumns } from './export.ts'
import { listBackorders } from './list-queries.ts'

export const backorderHandlers: Handlers<typeof backorders> = {
  list: (call, { query }) =>
    pageOrFile(call, query, 'backorders', backorderColumns, (db, page) =>
      listBackorders(db, call.actor, query, page),
    ),

  prioritize: ({ write, actor }, { params, body }) => {
    // A number that cannot be one is nobody's.
    const claimId = bigId.safeParse(params.claim).success ? params.claim : notFound()
    return write(async (tx) => ({
      backorder: await prioritize(tx, actor, claimId, body.priority),
    }))
  },
}
