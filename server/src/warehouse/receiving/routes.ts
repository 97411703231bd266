import { receiving } from '@stowage/contract/warehouse/receiving'
import { notFound } from '../../errors.ts'
import { listAsCsv } from '../../http/csv.ts'
import { requireConditionalRights } from '../../http/authorization.ts'
import type { Handlers } from '../../http/mount.ts'
import { takeNumber, takeSeveral } from '../settings/numbers.ts'
import { lookAgain } from '../stock/documents.ts'
import { receiveBatch } from './batches.ts'
import { cancel, complete, receive } from './commands.ts'
import { addLines, changeLine, changeReceipt, removeLine } from './edits.ts'
import { receiptColumns } from './files.ts'
import { listReceipts } from './list-queries.ts'
import { findReceipt, listLines } from './queries.ts'
import { reverse } from './reversals.ts'
import { shownReceipt } from './shown.ts'

export const receivingHandlers: Handlers<typeof receiving> = {
  receipts({ actor, ...call }, { query: { format, ...query } }) {
    const { platform, warehouses, at } = actor
    if (format === 'csv')
      return listAsCsv(call, { name: 'receipts', at }, receiptColumns, (db, page) =>
        listReceipts(db, platform.id, warehouses, query, page),
      )
    return call.read((db) => listReceipts(db, platform.id, warehouses, query, query))
  },

  receipt: ({ read, actor }, { params: { receiptId } }) =>
    read(async (db) => {
      const { platform, warehouses } = actor
      const [row, lines] = await Promise.all([
        findReceipt(db, platform.id, warehouses, receiptId),
        listLines(db, platform.id, receiptId),
      ])
      return { receipt: shownReceipt(row ?? notFound(), lines, actor) }
    }),

  create: async (call, { body }) => {
    const { write, actor } = call
    await requireConditionalRights(call, receiving.create, {
      'receipt.complete': body.complete,
      'stock.backdate': body.effectiveAt !== undefined,
    })
    const number = await takeNumber(call, actor.platform.id, 'RC')
    return lookAgain(call, () =>
      write(async (tx) => ({ receipt: await receive(tx, actor, number, body) })),
    )
  },

  createBatch: async (call, { body }) => {
    const { write, actor } = call
    const { items } = body
    await requireConditionalRights(call, receiving.createBatch, {
      'receipt.complete': items.some((item) => item.complete),
      'stock.backdate': items.some(({ effectiveAt }) => effectiveAt !== undefined),
    })
    const numbers = await takeSeveral(call, actor.platform.id, 'RC', items.length)
    return write((tx) => receiveBatch(tx, actor, numbers, body))
  },

  addLines: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ receipt: await addLines(tx, actor, params.receiptId, body.lines) })),

  update: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ receipt: await changeReceipt(tx, actor, params.receiptId, body) })),

  updateLine: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      receipt: await changeLine(tx, actor, params.receiptId, lineIn(params), body),
    })),

  removeLine: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      receipt: await removeLine(tx, actor, params.receiptId, lineIn(params), body.version),
    })),

  complete: async (call, { params, body }) => {
    const { write, actor } = call
    await requireConditionalRights(call, receiving.complete, {
      'stock.backdate': body.effectiveAt !== undefined,
    })
    return lookAgain(call, () =>
      write(async (tx) => ({ receipt: await complete(tx, actor, params.receiptId, body) })),
    )
  },

  cancel: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ receipt: await cancel(tx, actor, params.receiptId, body.version) })),

  reverse: (call, { params, body }) =>
    lookAgain(call, () =>
      call.write(async (tx) => ({
        receipt: await reverse(tx, call.actor, params.receiptId, body),
      })),
    ),
}

/** No line has a number that cannot be one. */
const lineIn = ({ lineNo }: { lineNo: string }) =>
  /^[1-9]\d{0,8}$/.test(lineNo) ? Number(lineNo) : notFound()
