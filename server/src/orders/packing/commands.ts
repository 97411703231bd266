import type { FulfillmentState, Package } from '@stowage/contract/orders/fulfillments'
import type { packing as routes } from '@stowage/contract/orders/packing'
import type { Input, Reply } from '@stowage/contract/route'
import type { Db, Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import {
  changed,
  refuseTransition,
  writeChanges,
  type AuditEntry,
} from '../../workspace/documents/commands.ts'
import { lockDocument } from '../../workspace/documents/queries.ts'
import { freeTotes } from '../batches/queries.ts'
import { fulfillments, type FulfillmentRow } from '../fulfillments/queries.ts'
import { requireLotsMayLeave } from './require-lots-may-leave.ts'
import {
  addContents,
  closePackages,
  deletePackage,
  discardEmpty,
  insertPackage,
  insertPacked,
  listItems,
  lockPackage,
  reopenPackage,
  type LockedPackage,
} from './queries.ts'
import { listPackages, listParcels, type PackageHead, type PackageRow } from './list-queries.ts'
import { headOf, toPackage } from './reply.ts'
import { leftOf, packingState, type Measures, type Packable } from './rules.ts'

type CloseBody = Input<typeof routes.close>['body']

/** Opens a package for a fulfillment that was picked; with the first one it is being packed. */
export async function openPackage(
  tx: Tx,
  actor: WorkspaceMember,
  { fulfillmentId, ...given }: Omit<Input<typeof routes.open>['body'], 'item'>,
): Promise<Reply<typeof routes.open>> {
  const { row: before } = await lockDocument(tx, fulfillments, actor, fulfillmentId)
  requirePackable(before)
  const id = newId()
  await addPackage(tx, actor, before, id, given)
  const made = await getRow(tx, actor, before.id, id)
  const after = await changeState(
    tx,
    actor,
    before,
    ['packing'],
    [note('PACKAGE_OPENED', before, made)],
  )
  return { package: toPackage(after, made), fulfillment: nameOf(after) }
}

async function getRow(db: Db, actor: WorkspaceMember, fulfillmentId: string, id: string) {
  const packages = await listPackages(db, actor.platform.id, fulfillmentId)
  return packages.find((each) => each.id === id) ?? notFound()
}

/** Returns a package of a fulfillment with what is in it. */
export const getPackage = async (
  db: Db,
  actor: WorkspaceMember,
  fulfillment: Pick<FulfillmentRow, 'id' | 'state'>,
  id: string,
): Promise<Package> => toPackage(fulfillment, await getRow(db, actor, fulfillment.id, id))

const addPackage = (
  tx: Tx,
  { platform, at, id: by }: WorkspaceMember,
  { id: fulfillmentId }: FulfillmentRow,
  id: string,
  given: CloseBody,
): Promise<void> =>
  insertPackage(tx, platform.id, { id, fulfillmentId, at, by, ...measuresOf(given) })

const measuresOf = (given: CloseBody): Measures => ({
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
  given: CloseBody,
): Promise<Reply<typeof routes.close>> {
  const locked = await lockOpen(tx, actor, packageId)
  const here = locked.items.filter((item) => item.here !== '0')
  if (here.length === 0) fail('package_empty')
  await requireLotsMayLeave(tx, actor, locked.fulfillment, here)
  const { at, id: by, platform } = actor
  await closePackages(tx, platform.id, [packageId], { at, by, ...measuresOf(given) })
  return applyPackages(tx, actor, locked, 'PACKAGE_CLOSED')
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
  return applyPackages(tx, actor, locked, 'PACKAGE_REOPENED')
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
  const entry = note('PACKAGE_DISCARDED', fulfillment, discarded)
  const after = await changeState(tx, actor, fulfillment, [packingState(left, unpacked)], [entry])
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
  given: CloseBody,
): Promise<Reply<typeof routes.packAll>> {
  const [found, inside] = await Promise.all([
    fulfillments.lock(tx, actor, fulfillmentId),
    listToPack(tx, actor.platform.id, fulfillmentId),
  ])
  const before = found ?? notFound()
  const { after, packages } = await packLocked(tx, actor, before, inside, given, listPackages)
  return { fulfillment: nameOf(after), packages: packages.map((each) => toPackage(after, each)) }
}

type ToPack = { items: Packable[]; packages: PackageHead[] }

/** Returns what there is to pack of a locked fulfillment, and its packages. */
export async function listToPack(
  tx: Tx,
  platformId: string,
  fulfillmentId: string,
): Promise<ToPack> {
  const [items, packages] = await Promise.all([
    listItems(tx, platformId, fulfillmentId),
    listParcels(tx, platformId, fulfillmentId),
  ])
  return { items, packages }
}

/** Packs all that is left of a locked fulfillment. Returns it as it is then, with the packages that `list` reads. */
export async function packLocked<Row extends PackageHead>(
  tx: Tx,
  actor: WorkspaceMember,
  before: FulfillmentRow,
  { items, packages }: ToPack,
  given: CloseBody,
  list: (db: Db, platformId: string, fulfillmentId: string) => Promise<Row[]>,
): Promise<{ after: FulfillmentRow; packages: Row[] }> {
  const { at, id: by, platform } = actor
  const { id: fulfillmentId } = before
  requirePackable(before)
  await requireLotsMayLeave(tx, actor, before, items)
  const contents = items
    .filter((item) => leftOf(item) > 0n)
    .map((item) => ({ ...contentOf(item), qty: String(leftOf(item)) }))
  const measured = { at, by, ...measuresOf(given) }
  const open = packages.filter(({ state }) => state === 'open').map(({ id }) => id)
  const [last] = open.slice(-1)
  const [, done] = await Promise.all([
    last === undefined
      ? insertPacked(tx, platform.id, { id: newId(), fulfillmentId, ...measured }, contents)
      : Promise.all([
          addContents(tx, platform.id, { packageId: last, fulfillmentId }, contents, false),
          contents.length > 0 && closePackages(tx, platform.id, [last], measured),
          discardEmpty(tx, platform.id, fulfillmentId),
          closePackages(tx, platform.id, open, { at, by, ...measuresOf({}) }),
        ]),
    list(tx, platform.id, fulfillmentId),
  ])
  const entries = done
    .filter(({ id }) => !packages.some((one) => one.id === id && one.state === 'closed'))
    .map((one) => note('PACKAGE_CLOSED', before, one))
  const after = await changeState(tx, actor, before, ['packing', 'packed'], entries)
  return { after, packages: done }
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
async function applyPackages(
  tx: Tx,
  actor: WorkspaceMember,
  { fulfillment, items, package: { id } }: LockedPackage,
  action: 'PACKAGE_CLOSED' | 'PACKAGE_REOPENED',
): Promise<Reply<typeof routes.close>> {
  const packages = await listPackages(tx, actor.platform.id, fulfillment.id)
  const settled = packages.find((each) => each.id === id) ?? notFound()
  const entry = note(action, fulfillment, settled)
  const after = await changeState(tx, actor, fulfillment, [packingState(packages, items)], [entry])
  return { package: toPackage(after, settled), fulfillment: nameOf(after) }
}

/** Brings a locked fulfillment to where its packages are, now that what is picked of it has changed. */
export async function syncPackingState(
  tx: Tx,
  actor: WorkspaceMember,
  fulfillment: FulfillmentRow,
): Promise<FulfillmentRow> {
  const [items, packages] = await Promise.all([
    listItems(tx, actor.platform.id, fulfillment.id),
    listPackages(tx, actor.platform.id, fulfillment.id),
  ])
  return changeState(tx, actor, fulfillment, [packingState(packages, items)])
}

/** Brings a fulfillment into these states, one after the other, unless it is in them. `entries` are recorded with that. */
async function changeState(
  tx: Tx,
  actor: WorkspaceMember,
  before: FulfillmentRow,
  states: readonly ReturnType<typeof packingState>[],
  entries: readonly AuditEntry[] = [],
): Promise<FulfillmentRow> {
  const steps = states.flatMap((state, i) => {
    const from = states[i - 1] ?? before.state
    if (from === state) return []
    const change = {
      picked: 'unpacked',
      packing: from === 'packed' ? 'reopened' : 'packing_started',
      packed: 'packed',
    } as const satisfies Record<typeof state, string>
    return [{ change: change[state], values: { state } }]
  })
  const moved = changed(fulfillments, actor, before, steps)
  const isPacked = steps.length > 0 && moved.after.state === 'packed'
  await Promise.all([
    writeChanges(tx, actor, [moved], entries),
    // What was picked is in packages now.
    isPacked && freeTotes(tx, actor.platform.id, [before.id]),
  ])
  return moved.after
}

export const nameOf = ({ id, number, state }: FulfillmentRow) => ({ id, number, state })

/** The audit entry of a package. */
function note(
  action: 'PACKAGE_OPENED' | 'PACKAGE_CLOSED' | 'PACKAGE_REOPENED' | 'PACKAGE_DISCARDED',
  fulfillment: FulfillmentRow,
  one: PackageHead | PackageRow,
): AuditEntry {
  const { id, number } = headOf(fulfillment, one)
  const { orderId, warehouseId } = fulfillment
  const metadata = { orderId, warehouseId, fulfillment: fulfillment.number }
  return [action, { target: { type: 'package', id, name: number }, metadata }]
}
