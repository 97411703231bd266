import type { receiving } from '@stowage/contract/warehouse/receiving'
import type { Db } from '../../database/connect.ts'
import type { PageRequest } from '../../database/pages.ts'
import { notFound } from '../../errors.ts'
import { listAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { listDocuments } from '../../workspace/documents/list-queries.ts'
import { getDocument } from '../../workspace/documents/queries.ts'
import { takeNumber, takeNumbers } from '../../workspace/documents/numbers.ts'
import { reverse } from './reverse.ts'
import { retryConflicts } from '../stock/conflicts.ts'
import {
  addLines,
  cancel,
  changeLine,
  changeReceipt,
  complete,
  receive,
  receiveBatch,
  removeLine,
} from './commands.ts'
import { receiptColumns } from './export.ts'
import { receipts, toReply, toSummary } from './queries.ts'

export const receivingHandlers: Handlers<typeof receiving> = {
  receipts({ actor, ...call }, { query: { format, ...query } }) {
    const listPage = async (db: Db, page: PageRequest) => {
      const found = await listDocuments(db, receipts, actor, query, page)
      return { ...found, items: found.items.map(toSummary) }
    }
    if (format === 'json') return call.read((db) => listPage(db, query))
    return listAsCsv(call, { name: 'receipts', at: actor.at }, receiptColumns, listPage)
  },

  receipt: ({ read, actor }, { params: { receiptId } }) =>
    read(async (db) => {
      const { row, lines } = await getDocument(db, receipts, actor, receiptId)
      return { receipt: toReply(row, lines, actor) }
    }),

  create: async (call, { body }) => {
    const { write, actor } = call
    await call.requireRights({
      'receipt.complete': body.complete,
      'stock.backdate': body.effectiveAt !== undefined,
    })
    const number = await takeNumber(call, actor.platform.id, receipts.prefix)
    return retryConflicts(call, () =>
      write(async (tx) => ({ receipt: await receive(tx, actor, number, body) })),
    )
  },

  createBatch: async (call, { body }) => {
    const { write, actor } = call
    const { items } = body
    await call.requireRights({
      'receipt.complete': items.some((item) => item.complete),
      'stock.backdate': items.some(({ effectiveAt }) => effectiveAt !== undefined),
    })
    const numbers = await takeNumbers(call, actor.platform.id, receipts.prefix, items.length)
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
    await call.requireRights({
      'stock.backdate': body.effectiveAt !== undefined,
    })
    return retryConflicts(call, () =>
      write(async (tx) => ({ receipt: await complete(tx, actor, params.receiptId, body) })),
    )
  },

  cancel: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({ receipt: await cancel(tx, actor, params.receiptId, body.version) })),

  reverse: (call, { params, body }) =>
    retryConflicts(call, () =>
      call.write(async (tx) => ({
        receipt: await reverse(tx, call.actor, params.receiptId, body),
      })),
    ),
}

/** No line has a number that cannot be one. */
const lineIn = ({ lineNo }: { lineNo: string }) =>
  /^[1-9]\d{0,8}$/.test(lineNo) ? Number(lineNo) : notFound()
