import type { FulfillmentState } from '@stowage/contract/orders/fulfillments'
import type { packing as routes } from '@stowage/contract/orders/packing'
import type { Input, Reply } from '@stowage/contract/route'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { changeDocument, refuseTransition } from '../../workspace/documents/commands.ts'
import { lockDocument } from '../../workspace/documents/queries.ts'
import { freeTotes } from '../batches/queries.ts'
import { fulfillments, type FulfillmentRow } from '../fulfillments/queries.ts'
import { requireLotsMayLeave } from './check-lots.ts'
import {
  addContents,
  closePackages,
  deletePackage,
  discardEmpty,
  insertPackage,
  listItems,
  lockPackage,
  reopenPackage,
  type LockedPackage,
} from './queries.ts'
import { listPackages, type PackageHead, type PackageRow } from './list-queries.ts'
import { headOf, toPackage } from './reply.ts'
import { leftOf, packingState, type Measures, type Packable } from './rules.ts'

type Given = Input<typeof routes.close>['body']

/** Opens a package for a fulfillment that was picked; with the first one it is being packed. */
export async function openPackage(
  tx: Tx,
  actor: WorkspaceMember,
  { fulfillmentId, ...given }: Input<typeof routes.open>['body'],
): Promise<Reply<typeof routes.open>> {
  const { row: before } = await lockDocument(tx, fulfillments, actor, fulfillmentId)
  requirePackable(before)
  const id = newId()
  await addPackage(tx, actor, before, id, given)
  const packages = await listPackages(tx, actor.platform.id, before.id)
  const made = packages.find((each) => each.id === id) ?? notFound()
  const [after] = await Promise.all([
    advance(tx, actor, before, 'packing'),
    note(tx, actor, 'PACKAGE_OPENED', before, made),
  ])
  return { package: toPackage(after, made), fulfillment: nameOf(after) }
}

const addPackage = (
  tx: Tx,
  { platform, at, id: by }: WorkspaceMember,
  { id: fulfillmentId }: FulfillmentRow,
  id: string,
  given: Given,
): Promise<void> =>
  insertPackage(tx, platform.id, { id, fulfillmentId, at, by, ...measuresOf(given) })

const measuresOf = (given: Given): Measures => ({
  box: given.box ?? null,
  weightG: given.weightG ?? null,
  lengthMm: given.lengthMm ?? null,
  widthMm: given.widthMm ?? null,
  heightMm: given.heightMm ?? null,
})

/** Fails with `invalid_transition` for a fulfillment of which nothing can be packed now. */
export function requirePackable({ state }: FulfillmentRow): void {
  if (state !== 'picked' && state !== 'packing') refuse('fulfillment', state, 'packing')
}

const refuse = (type: 'fulfillment' | 'package', from: string, to: string) =>
  refuseTransition({
    type,
    from,
    to,
    allowed: type === 'fulfillment' ? fulfillments.transitions[from as FulfillmentState] : [],
  })

/** Closes a package. With the last one, all that was picked being packed, the fulfillment is packed. */
export async function closePackage(
  tx: Tx,
  actor: WorkspaceMember,
  packageId: string,
  given: Given,
): Promise<Reply<typeof routes.close>> {
  const locked = await lockOpen(tx, actor, packageId)
  const here = locked.items.filter((item) => item.here !== '0')
  if (here.length === 0) fail('package_empty')
  await requireLotsMayLeave(tx, actor, locked.fulfillment, here)
  const { at, id: by, platform } = actor
  await closePackages(tx, platform.id, [packageId], { at, by, ...measuresOf(given) })
  return settle(tx, actor, locked, 'PACKAGE_CLOSED')
}

/** Opens a package again that was closed; its fulfillment is being packed again. */
export async function openAgain(
  tx: Tx,
  actor: WorkspaceMember,
  packageId: string,
): Promise<Reply<typeof routes.reopen>> {
  const locked = (await lockPackage(tx, actor, packageId)) ?? notFound()
  const { state } = locked.fulfillment
  if (state !== 'packing' && state !== 'packed') refuse('fulfillment', state, 'packing')
  if (locked.package.state === 'open') refuse('package', 'open', 'open')
  await reopenPackage(tx, actor.platform.id, packageId)
  return settle(tx, actor, locked, 'PACKAGE_REOPENED')
}

/** Discards an open package. What was in it is to be packed again. */
export async function discardPackage(
  tx: Tx,
  actor: WorkspaceMember,
  packageId: string,
): Promise<Reply<typeof routes.discard>> {
  const { fulfillment, items, package: discarded } = await lockOpen(tx, actor, packageId)
  await deletePackage(tx, actor.platform.id, packageId)
  const left = await listPackages(tx, actor.platform.id, fulfillment.id)
  const unpacked = items.map((item) => ({
    ...item,
    packed: String(BigInt(item.packed) - BigInt(item.here)),
  }))
  const [after] = await Promise.all([
    advance(tx, actor, fulfillment, packingState(left, unpacked)),
    note(tx, actor, 'PACKAGE_DISCARDED', fulfillment, discarded),
  ])
  return { fulfillment: nameOf(after) }
}

/**
 * Packs all that is left of a fulfillment without scanning: into its open package, or a new one. All its packages are
 * closed then, the measures being those of that one.
 */
export async function packAll(
  tx: Tx,
  actor: WorkspaceMember,
  fulfillmentId: string,
  given: Given,
): Promise<Reply<typeof routes.packAll>> {
  const { id: platformId } = actor.platform
  const [found, items, packages] = await Promise.all([
    fulfillments.lock(tx, actor, fulfillmentId),
    listItems(tx, platformId, fulfillmentId),
    listPackages(tx, platformId, fulfillmentId),
  ])
  const before = found ?? notFound()
  requirePackable(before)
  await requireLotsMayLeave(tx, actor, before, items)
  const open = packages.filter(({ state }) => state === 'open').map(({ id }) => id)
  const left = items.filter((item) => leftOf(item) > 0n)
  const packageId = open.at(-1) ?? newId()
  const { at, id: by } = actor
  const contents = left.map((item) => ({ ...contentOf(item), qty: String(leftOf(item)) }))
  const [, , , , , done] = await Promise.all([
    contents.length > 0 && open.length === 0 && addPackage(tx, actor, before, packageId, given),
    addContents(tx, platformId, { packageId, fulfillmentId: before.id }, contents, false),
    contents.length > 0 &&
      closePackages(tx, platformId, [packageId], { at, by, ...measuresOf(given) }),
    discardEmpty(tx, platformId, before.id),
    open.length > 0 && closePackages(tx, platformId, open, { at, by, ...measuresOf({}) }),
    listPackages(tx, platformId, before.id),
  ])
  const changed = done.filter(
    ({ id }) => !packages.some((one) => one.id === id && one.state === 'closed'),
  )
  const [after] = await Promise.all([
    advance(tx, actor, before, 'packing', 'packed'),
    ...changed.map((each) => note(tx, actor, 'PACKAGE_CLOSED', before, each)),
  ])
  return { fulfillment: nameOf(after), packages: done.map((each) => toPackage(after, each)) }
}

export const contentOf = ({ lineNo, lotId, serialId }: Packable) => ({ lineNo, lotId, serialId })

/** Locks an open package. Fails with `invalid_transition` for one that is closed or shipped. */
export async function lockOpen(
  tx: Tx,
  actor: WorkspaceMember,
  packageId: string,
  scanId?: string,
): Promise<LockedPackage> {
  const locked = (await lockPackage(tx, actor, packageId, scanId)) ?? notFound()
  // A scan that is repeated answers again, whatever became of the package.
  if (locked.past) return locked
  requirePackable(locked.fulfillment)
  if (locked.package.state !== 'open') refuse('package', locked.package.state, 'open')
  return locked
}

/** Brings the fulfillment to where its packages are, and returns both. */
async function settle(
  tx: Tx,
  actor: WorkspaceMember,
  { fulfillment, items, package: { id } }: LockedPackage,
  action: 'PACKAGE_CLOSED' | 'PACKAGE_REOPENED',
): Promise<Reply<typeof routes.close>> {
  const packages = await listPackages(tx, actor.platform.id, fulfillment.id)
  const changed = packages.find((each) => each.id === id) ?? notFound()
  const [after] = await Promise.all([
    advance(tx, actor, fulfillment, packingState(packages, items)),
    note(tx, actor, action, fulfillment, changed),
  ])
  return { package: toPackage(after, changed), fulfillment: nameOf(after) }
}

/** Brings a locked fulfillment to where its packages are, now that what is picked of it has changed. */
export async function followPackages(
  tx: Tx,
  actor: WorkspaceMember,
  fulfillment: FulfillmentRow,
): Promise<FulfillmentRow> {
  const [items, packages] = await Promise.all([
    listItems(tx, actor.platform.id, fulfillment.id),
    listPackages(tx, actor.platform.id, fulfillment.id),
  ])
  return advance(tx, actor, fulfillment, packingState(packages, items))
}

/** Brings a fulfillment into these states, one after the other, unless it is in them. */
async function advance(
  tx: Tx,
  actor: WorkspaceMember,
  before: FulfillmentRow,
  ...states: ReturnType<typeof packingState>[]
): Promise<FulfillmentRow> {
  const written: Promise<unknown>[] = []
  let after = before
  for (const state of states) {
    if (after.state === state) continue
    const change = {
      picked: 'unpacked',
      packing: after.state === 'packed' ? 'reopened' : 'packing_started',
      packed: 'packed',
    } as const satisfies Record<typeof state, string>
    const changed = { change: change[state], values: { state } }
    written.push(changeDocument(tx, fulfillments, actor, after, changed))
    after = { ...after, state, version: after.version + 1 }
  }
  // What was picked is in packages now.
  if (after !== before && after.state === 'packed')
    written.push(freeTotes(tx, actor.platform.id, [before.id]))
  await Promise.all(written)
  return after
}

export const nameOf = ({ id, number, state }: FulfillmentRow) => ({ id, number, state })

/** Writes the audit entry of a package. */
function note(
  tx: Tx,
  actor: WorkspaceMember,
  action: 'PACKAGE_OPENED' | 'PACKAGE_CLOSED' | 'PACKAGE_REOPENED' | 'PACKAGE_DISCARDED',
  fulfillment: FulfillmentRow,
  one: PackageHead | PackageRow,
): Promise<void> {
  const { id, number } = headOf(fulfillment, one)
  const { orderId, warehouseId } = fulfillment
  return record(tx, actor, action, {
    target: { type: 'package', id, name: number },
    metadata: { orderId, warehouseId, fulfillment: fulfillment.number },
  })
}
