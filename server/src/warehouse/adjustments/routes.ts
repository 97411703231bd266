import type { adjustments as routes } from '@stowage/contract/warehouse/adjustments'
import type { Db } from '../../database/connect.ts'
import type { PageRequest } from '../../database/pages.ts'
import { listAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { listDocuments } from '../../workspace/documents/list-queries.ts'
import { getDocument } from '../../workspace/documents/queries.ts'
import { takeNumber, takeNumbers } from '../../workspace/documents/numbers.ts'
import { retryConflicts } from '../stock/conflicts.ts'
import {
  adjust,
  adjustBatch,
  approve,
  cancel,
  changeDraft,
  postDraft,
  reject,
  reverse,
  submit,
} from './commands.ts'
import { adjustmentColumns } from './export.ts'
import { adjustments, toReply, toSummary } from './queries.ts'

export const adjustmentHandlers: Handlers<typeof routes> = {
  list({ actor, ...call }, { query: { format, ...query } }) {
    const listPage = async (db: Db, page: PageRequest) => {
      const found = await listDocuments(db, adjustments, actor, query, page)
      return { ...found, items: found.items.map((row) => toSummary(row, actor)) }
    }
    if (format === 'json') return call.read((db) => listPage(db, query))
    return listAsCsv(call, { name: 'adjustments', at: actor.at }, adjustmentColumns, listPage)
  },

  details: ({ read, actor }, { params: { adjustmentId } }) =>
    read(async (db) => {
      const { row, lines } = await getDocument(db, adjustments, actor, adjustmentId)
      return { adjustment: toReply(row, lines, actor) }
    }),

  create: async (call, { body }) => {
    const { write, actor } = call
    await call.requireRights({
      'stock.backdate': body.effectiveAt !== undefined,
      'stock.unreserve': body.displace,
    })
    const number = await takeNumber(call, actor.platform.id, adjustments.prefix)
    return retryConflicts(call, () =>
      write(async (tx) => ({ adjustment: await adjust(tx, actor, number, body) })),
    )
  },

  createBatch: async (call, { body }) => {
    const { write, actor } = call
    const { items } = body
    await call.requireRights({
      'stock.backdate': items.some(({ effectiveAt }) => effectiveAt !== undefined),
      'stock.unreserve': items.some(({ displace }) => displace),
    })
    const numbers = await takeNumbers(call, actor.platform.id, adjustments.prefix, items.length)
    return write((tx) => adjustBatch(tx, actor, numbers, body))
  },

  update: async (call, { params, body }) => {
    const { write, actor } = call
    await call.requireRights({
      'stock.backdate': body.effectiveAt != null,
    })
    return write(async (tx) => ({
      adjustment: await changeDraft(tx, actor, params.adjustmentId, body),
    }))
  },

  submit: async (call, { params, body }) => {
    const { write, actor } = call
    await call.requireRights({ 'stock.unreserve': body.displace })
    return retryConflicts(call, () =>
      write(async (tx) => ({ adjustment: await submit(tx, actor, params.adjustmentId, body) })),
    )
  },

  post: async (call, { params, body }) => {
    const { write, actor } = call
    await call.requireRights({ 'stock.unreserve': body.displace })
    return retryConflicts(call, () =>
      write(async (tx) => ({ adjustment: await postDraft(tx, actor, params.adjustmentId, body) })),
    )
  },

  approve: async (call, { params, body }) => {
    const { write, actor } = call
    await call.requireRights({ 'stock.unreserve': body.displace })
    return retryConflicts(call, () =>
      write(async (tx) => ({ adjustment: await approve(tx, actor, params.adjustmentId, body) })),
    )
  },

  reject: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      adjustment: await reject(tx, actor, params.adjustmentId, body.version),
    })),

  cancel: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      adjustment: await cancel(tx, actor, params.adjustmentId, body.version),
    })),

  reverse: (call, { params, body }) =>
    retryConflicts(call, () =>
      call.write(async (tx) => ({
        adjustment: await reverse(tx, call.actor, params.adjustmentId, body),
      })),
    ),
}
