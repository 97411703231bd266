import { z } from 'zod'
import { batchOf, batchResult } from '../batches.ts'
import { id, line, paragraph } from '../fields.ts'
import { post } from '../route.ts'
import { version } from '../workspace/records.ts'
import { tags } from './customers.ts'
import { policy } from './fulfillment-releases.ts'
import { holdKinds, promiseErrors } from './orders.ts'

/** With the version that was seen, an order that has changed since is left as it is. */
const selection = batchOf(z.object({ id, version: version.optional() })).refine(
  ({ items }) => new Set(items.map((item) => item.id.toLowerCase())).size === items.length,
  { path: ['items'], message: 'Name each order once' },
)

const reply = batchResult(id)

/** The same step for several orders. Each order is refused or changed by itself in `valid_items`. */
export const bulk = {
  confirm: post('/tenant/:slug/orders/batch/confirm', {
    summary: 'Confirm several drafts',
    allow: 'order.confirm',
    body: selection,
    reply,
    errors: promiseErrors,
    idempotent: true,
  }),
  hold: post('/tenant/:slug/orders/batch/hold', {
    summary: 'Put several confirmed orders on hold',
    allow: 'order.hold',
    body: selection.safeExtend({
      kind: z.enum(holdKinds),
      note: paragraph('Note', { max: 1000 }).default(''),
    }),
    reply,
    idempotent: true,
  }),
  releaseHold: post('/tenant/:slug/orders/batch/release-hold', {
    summary: 'Release the holds of several orders',
    allow: 'order.hold',
    body: selection,
    reply,
    idempotent: true,
  }),
  release: post('/tenant/:slug/orders/batch/release', {
    summary: 'Release several orders for picking, the most urgent first',
    allow: 'order.release',
    body: selection.safeExtend({ policy }),
    reply,
    errors: ['lock_timeout'],
    idempotent: true,
  }),
  unrelease: post('/tenant/:slug/orders/batch/unrelease', {
    summary: 'Take back the release of several orders',
    allow: 'order.release',
    body: selection,
    reply,
    errors: ['lock_timeout'],
    idempotent: true,
  }),
  cancel: post('/tenant/:slug/orders/batch/cancel', {
    summary: 'Cancel several orders',
    allow: 'order.cancel',
    body: selection.safeExtend({ reason: line('Reason', { min: 1, max: 200 }) }),
    reply,
    errors: ['lock_timeout'],
    idempotent: true,
  }),
  tag: post('/tenant/:slug/orders/batch/tag', {
    summary: 'Add and remove tags of several orders',
    allow: 'order.update',
    body: selection.safeExtend({ add: tags.default([]), remove: tags.default([]) }),
    reply,
    idempotent: true,
  }),
  addToWave: post('/tenant/:slug/orders/batch/add-to-wave', {
    summary: 'Add several orders to a draft of a wave that takes chosen orders',
    allow: 'wave.manage',
    body: selection.safeExtend({ waveId: id }),
    reply,
    errors: ['invalid_transition', 'lock_timeout', 'already_in_wave', 'nothing_to_release'],
    idempotent: true,
  }),
}
