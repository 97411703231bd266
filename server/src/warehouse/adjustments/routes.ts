import type { adjustments as routes } from '@stowage/contract/warehouse/adjustments'
import type { Handlers } from '../../http/mount.ts'
import { documentHandlers } from '../../workspace/documents/handlers.ts'
import { getDocument } from '../../workspace/documents/queries.ts'
import { retryConflicts } from '../stock/retry-conflicts.ts'
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

const { list, details, create, createBatch, step } = documentHandlers(adjustments, 'adjustment')

const retry = retryConflicts
const displacing = { 'stock.unreserve': ({ displace }: { displace: boolean }) => displace }
const isBackdated = ({ effectiveAt }: { effectiveAt?: unknown }) => effectiveAt != null
const rights = { 'stock.backdate': isBackdated, ...displacing }

export const adjustmentHandlers: Handlers<typeof routes> = {
  list: list('adjustments', adjustmentColumns, (rows, actor) =>
    rows.map((row) => toSummary(row, actor)),
  ),
  details: details(async (db, actor, id) => {
    const { row, lines } = await getDocument(db, adjustments, actor, id)
    return toReply(row, lines, actor)
  }),
  create: create(adjust, { retry, rights }),
  createBatch: createBatch(adjustBatch, { rights }),
  update: step(changeDraft, { rights: { 'stock.backdate': isBackdated } }),
  submit: step(submit, { retry, rights: displacing }),
  post: step(postDraft, { retry, rights: displacing }),
  approve: step(approve, { retry, rights: displacing }),
  reject: step((tx, actor, id, { version }) => reject(tx, actor, id, version)),
  cancel: step((tx, actor, id, { version }) => cancel(tx, actor, id, version)),
  reverse: step(reverse, { retry }),
}
