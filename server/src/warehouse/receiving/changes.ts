import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import type { Worker } from '../../http/actor.ts'
import { insertEvent } from '../events/queries.ts'
import type { Kind } from '../stock/documents.ts'
import {
  listLines,
  lockReceipt,
  type HeldReceipt,
  type LineRow,
  type ReceiptRow,
} from './queries.ts'
import { receiptSteps, type ReceiptState } from './rules.ts'

export const documents: Kind<ReceiptState, HeldReceipt, LineRow> = {
  type: 'receipt',
  steps: receiptSteps,
  lock: lockReceipt,
  listLines,
}

const changes = {
  created: { action: 'RECEIPT_CREATED', event: 'receipt.created' },
  updated: { action: 'RECEIPT_UPDATED', event: 'receipt.updated' },
  completed: { action: 'RECEIPT_COMPLETED', event: 'receipt.completed' },
  cancelled: { action: 'RECEIPT_CANCELLED', event: 'receipt.cancelled' },
  reversed: { action: 'RECEIPT_REVERSED', event: 'receipt.reversed' },
  partiallyReversed: {
    action: 'RECEIPT_PARTIALLY_REVERSED',
    event: 'receipt.partially_reversed',
  },
} as const

type Told = {
  /** What the audit entry and the event both say. */
  payload?: Record<string, unknown>
  /** What the audit entry alone says. */
  details?: Record<string, unknown>
}

/** Writes the audit entry and the event of one change; statements to be awaited together. */
export const recordChange = (
  tx: Tx,
  actor: Worker,
  { id, number, version, warehouseId }: ReceiptRow,
  change: keyof typeof changes,
  { payload, details }: Told = {},
) => [
  record(tx, actor, changes[change].action, {
    target: { type: 'receipt', id, name: number },
    metadata: { warehouseId, ...payload, ...details },
  }),
  insertEvent(tx, actor.platform.id, {
    type: changes[change].event,
    subject: { type: 'receipt', id, version },
    payload: { number, warehouseId, ...payload },
    at: actor.at,
  }),
]
