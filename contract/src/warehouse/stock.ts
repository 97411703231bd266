import { z } from 'zod'
import { batchResult } from '../batches.ts'
import { blockers } from '../blockers.ts'
import { id, instant, paragraph } from '../fields.ts'
import { bigId } from '../lists.ts'
import { get, post } from '../route.ts'
import { displace } from './fields.ts'
import { chosenItem, itemChoice, moveBatch, newMove } from './stock-inputs.ts'
import { itemRef, ledgerEntry, stockStatuses } from './stock-replies.ts'

export { chosenItem, itemChoice, newMove, stockStatuses }

export type StockStatus = (typeof stockStatuses)[number]

const move = z.object({
  id: bigId,
  kind: z.string(),
  recordedAt: instant,
  lines: z.array(
    z.object({ lineNo: z.int(), bucketId: bigId, delta: z.string(), after: z.string() }),
  ),
})

export type PostedMove = z.output<typeof move>

const moveErrors = [
  'insufficient_bucket_stock',
  'oversell_refused',
  'location_blocked',
  'location_full',
  'location_mix_forbidden',
  'lot_on_hold',
  'lot_expired',
  'serial_not_in_stock',
  'period_closed',
  'barcode_unknown',
  'uom_unknown',
  'uom_not_exact',
  'amount_too_large',
  'lot_required',
  'lot_not_allowed',
  'serial_required',
  'reason_unknown',
  'note_required',
  'lock_timeout',
] as const

export const stock = {
  move: post('/tenant/:slug/stock/moves', {
    summary: 'Move stock to another location or status',
    allow: 'stock.move',
    conditionalRights: [
      { permission: 'stock.status.change', when: 'a line has a `toStatus`' },
      { permission: 'stock.unreserve', when: '`displace` is true' },
    ],
    body: newMove.extend({ displace }),
    status: 201,
    reply: move,
    errors: moveErrors,
    idempotent: true,
  }),
  moveBatch: post('/tenant/:slug/stock/moves/batch', {
    summary: 'Create several moves: all or none, or each valid one',
    allow: 'stock.move',
    conditionalRights: [
      { permission: 'stock.status.change', when: 'a line of an item has a `toStatus`' },
    ],
    body: moveBatch,
    reply: batchResult(bigId),
    errors: ['lock_timeout'],
    idempotent: true,
  }),
  showMove: get('/tenant/:slug/stock/moves/:move', {
    summary: 'A move with its lines',
    allow: 'stock.history.read',
    reply: z.object({ entries: z.array(ledgerEntry) }),
  }),
  previewReverse: get('/tenant/:slug/stock/moves/:move/reverse', {
    summary: 'Preview of a reversal, or what blocks it',
    allow: 'stock.reverse',
    reply: z.object({
      possible: z.boolean(),
      /** Document the move belongs to; such a move is reversed only with its document. */
      document: z.object({ type: z.string(), id, number: z.string() }).nullable(),
      lines: z.array(
        z.object({
          bucketId: bigId,
          ...itemRef,
          location: z.string(),
          before: z.string(),
          after: z.string(),
        }),
      ),
      blockers: z.array(blockers.reversal_blocked),
    }),
  }),
  reverse: post('/tenant/:slug/stock/moves/:move/reverse', {
    summary: 'Reverse a move',
    allow: 'stock.reverse',
    body: z.object({ note: paragraph('Note', { max: 1000 }).optional() }),
    status: 201,
    reply: move,
    errors: [
      'already_reversed',
      'not_reversible',
      'reversal_blocked',
      'period_closed',
      'lock_timeout',
    ],
    idempotent: true,
  }),
}
