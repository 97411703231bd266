import type { CartonProblem } from '@stowage/contract/blockers'
import {
  mostLoaded,
  type Manifest,
  type manifests as routes,
} from '@stowage/contract/orders/manifests'
import type { Input, Reply } from '@stowage/contract/route'
import { record } from '../../audit.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findWarehouse } from '../../warehouse/locations/warehouse-queries.ts'
import {
  changeDocument,
  createDocument,
  lockForEdit,
  lockForTransition,
} from '../../workspace/documents/commands.ts'
import { getDocument } from '../../workspace/documents/queries.ts'
import { handOver } from '../shipping/queries.ts'
import {
  findLoadedIn,
  findNamed,
  findOpen,
  listMissing,
  listWaiting,
  loadPackages,
  lockCartons,
  manifests,
  unloadPackages,
  type CartonRow,
  type ManifestRow,
} from './queries.ts'
import { toCarton, toReply } from './reply.ts'
import { problemOf } from './rules.ts'

/** Opens the manifest of a carrier, or returns the one that is open. */
export async function openManifest(
  tx: Tx,
  actor: WorkspaceMember,
  number: string,
  { warehouseId, carrier }: Input<typeof routes.open>['body'],
): Promise<Manifest> {
  const { id: platformId } = actor.platform
  const [site, open] = await Promise.all([
    findWarehouse(tx, platformId, actor.warehouses, warehouseId),
    findOpen(tx, platformId, warehouseId, carrier),
  ])
  if (!site) notFound()
  if (open) return getManifest(tx, actor, open.id)
  const row: ManifestRow = {
    id: newId(),
    number,
    state: 'open',
    version: 1,
    createdAt: actor.at.toISOString(),
    createdBy: actor.id,
    warehouseId,
    carrier,
    handedTo: '',
    handedOverAt: null,
    handedOverBy: null,
  }
  await createDocument(tx, manifests, actor, { row, lines: [], change: 'opened' })
  return getManifest(tx, actor, row.id)
}

/** Loads the scanned package. Fails with `wrong_carton_scanned`, and says what it is instead. */
export async function loadScanned(
  tx: Tx,
  actor: WorkspaceMember,
  manifestId: string,
  code: string,
): Promise<Reply<typeof routes.load>> {
  const { before, lines } = await lockForEdit(tx, manifests, actor, manifestId, undefined)
  const carton = await lockScanned(tx, actor, code)
  const name = carton.number
  const again = lines.find(({ packageId }) => packageId === carton.packageId)
  if (again) return { carton: toCarton(again), isNew: false, loadedCount: lines.length }
  const problem = problemOf(carton, before)
  if (problem) refuse(name, problem, carton)
  const elsewhere = await findLoadedIn(tx, actor.platform.id, carton.packageId)
  if (elsewhere) refuse(name, 'handed_over', { ...carton, handedOverWith: elsewhere.number })
  if (lines.length >= mostLoaded) refuse(name, 'full', carton)
  await Promise.all([
    loadPackages(tx, actor, manifestId, [carton]),
    record(tx, actor, 'PACKAGE_LOADED', {
      target: { type: 'package', id: carton.packageId, name },
      metadata: { manifest: before.number, warehouseId: before.warehouseId, code },
    }),
  ])
  const loaded = { ...carton, loadedAt: actor.at, loadedByName: null }
  return { carton: toCarton(loaded), isNew: true, loadedCount: lines.length + 1 }
}

/** Returns the one package a scan means. Fails with `wrong_carton_scanned`. */
async function lockScanned(tx: Tx, actor: WorkspaceMember, code: string): Promise<CartonRow> {
  const named = await findNamed(tx, actor, code)
  const shipmentIds = named.flatMap(({ shipmentId }) => shipmentId ?? [])
  if (named.length === 0) refuse(code, 'unknown', {})
  if (shipmentIds.length === 0) refuse(code, 'not_shipped', {})
  const cartons = await lockCartons(tx, actor.platform.id, shipmentIds)
  const meant = cartons.filter(({ packageId }) =>
    named.some((one) => one.packageId === null || one.packageId === packageId),
  )
  const [carton, ...others] = meant
  // What is voided has no packages any more.
  if (!carton) refuse(code, 'voided', {})
  if (others.length > 0) refuse(code, 'several_packages', carton)
  return carton
}

function refuse(
  code: string,
  problem: CartonProblem,
  { carrier, handedOverWith }: { carrier?: string; handedOverWith?: string | null },
): never {
  fail('wrong_carton_scanned', {
    blockers: [blockerOf(code, problem, { carrier, handedOverWith })],
  })
}

const blockerOf = (
  code: string,
  problem: CartonProblem,
  {
    carrier,
    handedOverWith,
  }: { carrier?: string | undefined; handedOverWith?: string | null | undefined },
) => ({
  type: 'package' as const,
  code,
  problem,
  ...(carrier !== undefined && { carrier }),
  ...(handedOverWith && { manifest: handedOverWith }),
})

/** Loads everything that waits for the carrier, as much as fits. */
export async function loadAll(
  tx: Tx,
  actor: WorkspaceMember,
  manifestId: string,
): Promise<Manifest> {
  const { before, lines } = await lockForEdit(tx, manifests, actor, manifestId, undefined)
  const { id: platformId } = actor.platform
  const waiting = await listWaiting(tx, platformId, before.warehouseId, before.carrier)
  const cartons = waiting.slice(0, mostLoaded - lines.length)
  if (cartons.length > 0)
    await Promise.all([
      loadPackages(tx, actor, manifestId, cartons),
      record(tx, actor, 'PACKAGE_LOADED', {
        target: { type: 'manifest', id: manifestId, name: before.number },
        metadata: { warehouseId: before.warehouseId, packages: cartons.length },
      }),
    ])
  return getManifest(tx, actor, manifestId)
}

/** Takes a package off an open manifest. */
export async function unload(
  tx: Tx,
  actor: WorkspaceMember,
  manifestId: string,
  packageId: string,
): Promise<Manifest> {
  const { before, lines } = await lockForEdit(tx, manifests, actor, manifestId, undefined)
  const carton = lines.find((one) => one.packageId === packageId) ?? notFound()
  await Promise.all([
    unloadPackages(tx, actor.platform.id, manifestId, carton.packageId),
    record(tx, actor, 'PACKAGE_UNLOADED', {
      target: {
        type: 'package',
        id: carton.packageId,
        name: carton.number,
      },
      metadata: { manifest: before.number, warehouseId: before.warehouseId },
    }),
  ])
  return getManifest(tx, actor, manifestId)
}

/**
 * Closes a manifest: the carrier took its packages, and their shipments can no longer be voided. Fails with
 * `manifest_incomplete` if a package of its shipments is missing or no longer belongs here.
 */
export async function closeManifest(
  tx: Tx,
  actor: WorkspaceMember,
  manifestId: string,
  { version, handedTo }: Input<typeof routes.close>['body'],
): Promise<Manifest> {
  const locked = await lockForTransition(tx, manifests, actor, manifestId, version, 'closed')
  const { before, lines } = locked
  if (lines.length === 0) fail('manifest_empty')
  const missing = await listMissing(tx, actor.platform.id, manifestId)
  const blockers = [
    ...lines.flatMap((carton) => {
      const problem = problemOf(carton, before)
      return problem ? [blockerOf(carton.number, problem, carton)] : []
    }),
    ...missing.map((carton) => blockerOf(carton.number, 'not_loaded', carton)),
  ]
  if (blockers.length > 0) fail('manifest_incomplete', { blockers })
  const shipmentIds = [...new Set(lines.map(({ shipmentId }) => shipmentId))]
  // A shipment that was voided meanwhile waited for this lock or was waited for.
  if ((await handOver(tx, actor, manifestId, shipmentIds)) < shipmentIds.length)
    fail('version_conflict', { currentVersion: before.version })
  await changeDocument(tx, manifests, actor, before, {
    change: 'closed',
    values: {
      state: 'closed',
      handedTo,
      handedOverAt: actor.at.toISOString(),
      handedOverBy: actor.id,
    },
    recorded: { payload: { shipmentIds, packages: lines.length } },
  })
  return getManifest(tx, actor, manifestId)
}

/** Cancels an open manifest: what was loaded waits again. */
export async function cancelManifest(
  tx: Tx,
  actor: WorkspaceMember,
  manifestId: string,
  version: number,
): Promise<Manifest> {
  const locked = await lockForTransition(tx, manifests, actor, manifestId, version, 'cancelled')
  const { before, lines } = locked
  await Promise.all([
    unloadPackages(tx, actor.platform.id, manifestId, null),
    changeDocument(tx, manifests, actor, before, {
      change: 'cancelled',
      values: { state: 'cancelled' },
      recorded: { details: { packages: lines.length } },
    }),
  ])
  return getManifest(tx, actor, manifestId)
}

/** Returns a manifest with what is loaded, and while it is open what waits. */
export async function getManifest(
  db: Db,
  actor: WorkspaceMember,
  manifestId: string,
): Promise<Manifest> {
  const { row, lines } = await getDocument(db, manifests, actor, manifestId)
  const waiting =
    row.state === 'open'
      ? await listWaiting(db, actor.platform.id, row.warehouseId, row.carrier)
      : []
  return toReply(row, lines, waiting)
}
