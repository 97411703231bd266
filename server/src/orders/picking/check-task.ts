import type { picking as routes } from '@stowage/contract/orders/picking'
import type { Input } from '@stowage/contract/route'
import { isSameKey } from '@stowage/contract/folding'
import { fromQuanta, one } from '@stowage/contract/warehouse/quantities'
import { fail, failField } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { assertUnblocked } from '../../warehouse/locations/lines.ts'
import { dayIn, refusalOfLot } from '../../warehouse/lots/rules.ts'
import { isItem } from '../../warehouse/products/rules.ts'
import { quantaOf } from '../../warehouse/products/lines.ts'
import type { LockedTask, PickTaskRow } from './queries.ts'
import { isLocation } from './rules.ts'

type Scans = Pick<Input<typeof routes.confirm>['body'], 'scannedLocation' | 'scannedItem'>

/** Fails where a task is not to be picked, not here or not now. */
export function checkTask({ task }: LockedTask, actor: WorkspaceMember, scans: Scans): void {
  requireReady(task)
  requireOwn(task, actor)
  requireScans(task, actor, scans)
  assertUnblocked([
    { id: task.locationId, code: task.location, status: task.locationStatus, direction: 'out' },
    { id: task.stageId, code: task.stage, status: task.stageStatus, direction: 'in' },
  ])
}

/** Fails with `lot_on_hold` or `lot_expired`: it is reported as short, and picked elsewhere. */
export function requireSellable(task: PickTaskRow, { at }: WorkspaceMember): void {
  const { sku, lot, lotState, lotExpiresOn, timezone } = task
  if (lot === null || lotState === null) return
  const refusal = refusalOfLot(
    { sku, lot: { code: lot, expiresOn: lotExpiresOn, state: lotState } },
    dayIn(at, timezone),
  )
  if (refusal)
    fail(refusal.code, {
      message: `${refusal.message} Report it as short to pick another one.`,
      blockers: [refusal.blocker],
    })
}

/**
 * Returns what a pick is put into. Of a cluster it is the tote of the order: fails with `wrong_tote_scanned`, which names
 * it, for any other, and with `tote_not_bound` where the order has none.
 */
export function toteFor({ task, batch, fulfillment }: LockedTask, scanned?: string): string | null {
  if (batch?.method !== 'cluster') return scanned ?? null
  const { boundTote } = task
  if (boundTote === null)
    fail('tote_not_bound', { message: `Bind a tote to ${fulfillment.number} first.` })
  if (scanned === undefined) failField('tote', `Scan tote ${boundTote} of ${fulfillment.number}`)
  if (!isSameKey(scanned, boundTote))
    fail('wrong_tote_scanned', {
      message: `Put it into tote ${boundTote} of ${fulfillment.number}.`,
      blockers: [{ type: 'scan', expected: boundTote, got: scanned }],
    })
  return boundTote
}

/** Fails with `invalid_transition` and says who was faster. */
function requireReady(task: PickTaskRow): void {
  const { state, sku, location } = task
  if (state === 'ready') return
  const message =
    state === 'done'
      ? `${task.pickedByName ?? 'Someone'} already picked ${sku} in ${location}.`
      : state === 'withdrawn'
        ? `Lot ${task.lot} of ${sku} may not be picked. Leave it in ${location}.`
        : `${sku} in ${location} isn’t to be picked any more.`
  fail('invalid_transition', {
    message,
    blockers: [{ type: 'pick_task', from: state, to: 'done', allowed: [] }],
  })
}

/** A claimed task is picked by its owner, or by who assigns picks. */
function requireOwn(task: PickTaskRow, { id, holds }: WorkspaceMember): void {
  const { state, sku, location, assignedTo, assignedToName } = task
  if (assignedTo === null || assignedTo === id || holds.has('pick.assign')) return
  fail('invalid_transition', {
    message: `${assignedToName ?? 'Someone else'} picks ${sku} in ${location}.`,
    blockers: [{ type: 'pick_task', from: state, to: 'done', allowed: [] }],
  })
}

function requireScans(
  task: PickTaskRow,
  { at }: WorkspaceMember,
  { scannedLocation, scannedItem }: Scans,
): void {
  if (scannedLocation !== undefined && !isLocation(scannedLocation, task))
    fail('wrong_location_scanned', {
      blockers: [{ type: 'scan', expected: task.location, got: scannedLocation }],
    })
  if (scannedItem !== undefined && !isItem(scannedItem, task, at.getUTCFullYear()))
    fail('wrong_item_scanned', {
      blockers: [{ type: 'scan', expected: task.sku, got: scannedItem }],
    })
}

/** Reads the quantity in this field. Fails with `over_pick` where it is more than there is to pick. */
export function readQuantity(task: PickTaskRow, qty: string, path: string): bigint {
  const { sku, unit, qtyScale } = task
  const quanta = quantaOf({ item: { sku, unit, qtyScale }, fraction: one }, qty, path)
  if (quanta > BigInt(task.qty)) {
    const left = fromQuanta(task.qty, qtyScale)
    fail('over_pick', { blockers: [{ type: 'pick_task', sku, left, requested: qty }] })
  }
  return quanta
}
