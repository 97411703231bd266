import { adjustments } from '@stowage/contract/warehouse/adjustments'
import { notFound } from '../../errors.ts'
import { listAsCsv } from '../../http/csv.ts'
import { requireConditionalRights } from '../../http/authorization.ts'
import type { Handlers } from '../../http/mount.ts'
import { takeNumber, takeSeveral } from '../settings/numbers.ts'
import { lookAgain } from '../stock/documents.ts'
import { adjustBatch } from './batches.ts'
import { adjust, approve, cancel, postDraft, reject, reverse, submit } from './commands.ts'
import { changeDraft } from './edits.ts'
import { adjustmentColumns } from './files.ts'
import { listAdjustments } from './list-queries.ts'
import { findAdjustment, listLines } from './queries.ts'
import { shownAdjustment } from './shown.ts'

export const adjustmentHandlers: Handlers<typeof adjustments> = {
  list({ actor, ...call }, { query: { format, ...query } }) {
    const { platform, at } = actor
    if (format === 'csv')
      return listAsCsv(call, { name: 'adjustments', at }, adjustmentColumns, (db, page) =>
        listAdjustments(db, platform.id, actor, query, page),
      )
    return call.read((db) => listAdjustments(db, platform.id, actor, query, query))
  },

  details: ({ read, actor }, { params: { adjustmentId } }) =>
    read(async (db) => {
      const { platform, warehouses } = actor
      const [row, lines] = await Promise.all([
        findAdjustment(db, platform.id, warehouses, adjustmentId),
        listLines(db, platform.id, adjustmentId),
      ])
      return { adjustment: shownAdjustment(row ?? notFound(), lines, actor) }
    }),

  create: async (call, { body }) => {
    const { write, actor } = call
    await requireConditionalRights(call, adjustments.create, {
      'stock.backdate': body.effectiveAt !== undefined,
      'stock.unreserve': body.displace,
    })
    const number = await takeNumber(call, actor.platform.id, 'AD')
    return lookAgain(call, () =>
      write(async (tx) => ({ adjustment: await adjust(tx, actor, number, body) })),
    )
  },

  createBatch: async (call, { body }) => {
    const { write, actor } = call
    const { items } = body
    await requireConditionalRights(call, adjustments.createBatch, {
      'stock.backdate': items.some(({ effectiveAt }) => effectiveAt !== undefined),
      'stock.unreserve': items.some(({ displace }) => displace),
    })
    const numbers = await takeSeveral(call, actor.platform.id, 'AD', items.length)
    return write((tx) => adjustBatch(tx, actor, numbers, body))
  },

  update: async (call, { params, body }) => {
    const { write, actor } = call
    await requireConditionalRights(call, adjustments.update, {
      'stock.backdate': body.effectiveAt != null,
    })
    return write(async (tx) => ({
      adjustment: await changeDraft(tx, actor, params.adjustmentId, body),
    }))
  },

  submit: async (call, { params, body }) => {
    const { write, actor } = call
    await requireConditionalRights(call, adjustments.submit, { 'stock.unreserve': body.displace })
    return lookAgain(call, () =>
      write(async (tx) => ({ adjustment: await submit(tx, actor, params.adjustmentId, body) })),
    )
  },

  post: async (call, { params, body }) => {
    const { write, actor } = call
    await requireConditionalRights(call, adjustments.post, { 'stock.unreserve': body.displace })
    return lookAgain(call, () =>
      write(async (tx) => ({ adjustment: await postDraft(tx, actor, params.adjustmentId, body) })),
    )
  },

  approve: async (call, { params, body }) => {
    const { write, actor } = call
    await requireConditionalRights(call, adjustments.approve, { 'stock.unreserve': body.displace })
    return lookAgain(call, () =>
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
    lookAgain(call, () =>
      call.write(async (tx) => ({
        adjustment: await reverse(tx, call.actor, params.adjustmentId, body),
      })),
    ),
}
