import type { receiving } from '@stowage/contract/warehouse/receiving'
import { notFound } from '../../errors.ts'
import type { Handlers } from '../../http/mount.ts'
import { documentHandlers } from '../../workspace/documents/handlers.ts'
import { getDocument } from '../../workspace/documents/queries.ts'
import { reverse } from './reverse.ts'
import { retryConflicts } from '../stock/retry-conflicts.ts'
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

const { list, details, create, createBatch, step } = documentHandlers(receipts, 'receipt')

const retry = retryConflicts
const isBackdated = ({ effectiveAt }: { effectiveAt?: unknown }) => effectiveAt !== undefined
const rights = {
  'receipt.complete': ({ complete: isCompleted }: { complete: boolean }) => isCompleted,
  'stock.backdate': isBackdated,
}

export const receivingHandlers: Handlers<typeof receiving> = {
  receipts: list('receipts', receiptColumns, (rows) => rows.map(toSummary)),
  receipt: details(async (db, actor, id) => {
    const { row, lines } = await getDocument(db, receipts, actor, id)
    return toReply(row, lines, actor)
  }),
  create: create(receive, { retry, rights }),
  createBatch: createBatch(receiveBatch, { rights }),
  addLines: step((tx, actor, id, { lines }) => addLines(tx, actor, id, lines)),
  update: step(changeReceipt),

  updateLine: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      receipt: await changeLine(tx, actor, params.receiptId, lineIn(params), body),
    })),

  removeLine: ({ write, actor }, { params, body }) =>
    write(async (tx) => ({
      receipt: await removeLine(tx, actor, params.receiptId, lineIn(params), body.version),
    })),

  complete: step(complete, { retry, rights: { 'stock.backdate': isBackdated } }),
  cancel: step((tx, actor, id, { version }) => cancel(tx, actor, id, version)),
  reverse: step(reverse, { retry }),
}

/** No line has a number that cannot be one. */
const lineIn = ({ lineNo }: { lineNo: string }) =>
  /^[1-9]\d{0,8}$/.test(lineNo) ? Number(lineNo) : notFound()
