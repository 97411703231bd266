import type { Input, Reply } from '@stowage/contract/route'
import type { locations } from '@stowage/contract/warehouse/locations'
import { type Location } from '@stowage/contract/warehouse/locations'
import { record, recordAll } from '../../audit.ts'
import type { Tx, Db } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { assertUnused } from '../../workspace/documents/uses.ts'
import { getOpenWarehouse, targetOf } from './change-warehouses.ts'
import { lockZoneShared } from './zone-queries.ts'
import {
  insertLocations,
  saveLocation,
  lockLocations,
  saveStatuses,
  countExisting,
  generateLocations,
  findLocation,
} from './queries.ts'
import {
  type Step,
  aimOf,
  allowedFrom,
  type Status,
  statusAfterBlock,
  expandPattern,
} from './rules.ts'

/** The zone of a location lies in the location's warehouse, as the database asks too, and is in use. */
async function requireZone(tx: Tx, platformId: string, warehouseId: string, zoneId: string | null) {
  if (zoneId === null) return
  const zone = await lockZoneShared(tx, platformId, zoneId)
  const isThere = zone?.warehouseId === warehouseId
  if (isThere && zone.state === 'active') return
  failField('zoneId', isThere ? 'This zone is archived' : 'This zone belongs to another warehouse')
}

export async function addLocation(
  tx: Tx,
  actor: WorkspaceMember,
  values: Input<typeof locations.create>['body'],
): Promise<Location> {
  const { platform, at } = actor
  await getOpenWarehouse(tx, actor, values.warehouseId)
  await requireZone(tx, platform.id, values.warehouseId, values.zoneId)
  const row = { ...values, locationId: newId(), createdAt: at, updatedAt: at }
  const [location = notFound()] = await insertLocations(tx, platform.id, [row])
  await record(tx, actor, 'LOCATION_CREATED', targetOf('location', location))
  return location
}

export async function changeLocation(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...values }: Input<typeof locations.update>['body'],
): Promise<Location> {
  const { platform, at } = actor
  const before = await getLocation(tx, actor, id)
  if (values.zoneId !== undefined)
    await requireZone(tx, platform.id, before.warehouseId, values.zoneId)
  const saved = await saveLocation(tx, platform.id, { id, version }, { ...values, updatedAt: at })
  if (!saved) fail('version_conflict', { currentVersion: before.version })
  await record(tx, actor, 'LOCATION_UPDATED', {
    ...targetOf('location', before),
    metadata: { changed: Object.keys(values) },
  })
  return saved
}

const actions = {
  archive: 'LOCATION_ARCHIVED',
  unblock: 'LOCATION_UNBLOCKED',
  block: 'LOCATION_BLOCKED',
} as const

/** Blocks, opens or archives a location. Only an empty one that nothing uses can be archived. */
export async function setLocationStatus(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  version: number,
  step: Step,
): Promise<Location> {
  const { platform, warehouses, at } = actor
  await lockLocations(tx, platform.id, warehouses, [id])
  const before = await getLocation(tx, actor, id)
  const status = statusAfter(before.status, step)
  if (!status || status === before.status)
    return fail('invalid_transition', { blockers: [refused(before, step)] })
  if (status === 'archived') await assertUnused(tx, actor, 'location', [id])
  const saved = await saveLocation(tx, platform.id, { id, version }, { status, updatedAt: at })
  if (!saved) fail('version_conflict', { currentVersion: before.version })
  await record(tx, actor, actions[nameOf(step)], {
    ...targetOf('location', before),
    metadata: { from: before.status, to: status },
  })
  return saved
}

const refused = ({ code, status: from }: Pick<Location, 'code' | 'status'>, step: Step) => ({
  type: 'location',
  code,
  from,
  to: aimOf(step),
  allowed: allowedFrom[from],
})

const nameOf = (step: Step) => (typeof step === 'string' ? step : 'block')

function statusAfter(status: Status, step: Step): Status | undefined {
  if (typeof step !== 'string') return statusAfterBlock(status, step.direction)
  if (step === 'archive') return status === 'archived' ? undefined : 'archived'
  return status === 'active' || status === 'archived' ? undefined : 'active'
}

/**
 * Blocks or opens locations, all or none of them; those that are so already are left alone. The ids of
 * those that changed.
 */
export async function setLocationStatuses(
  tx: Tx,
  actor: WorkspaceMember,
  ids: readonly string[],
  step: Exclude<Step, 'archive'>,
): Promise<string[]> {
  const { platform, warehouses, at } = actor
  const found = await lockLocations(tx, platform.id, warehouses, ids)
  if (found.length < new Set(ids).size) notFound()
  const gone = found.filter(({ status }) => status === 'archived')
  if (gone.length > 0)
    fail('invalid_transition', { blockers: gone.map((location) => refused(location, step)) })
  const moved = found.flatMap(({ id, code, status: from }) => {
    const status = statusAfter(from, step) ?? from
    return status === from ? [] : [{ id, code, from, status }]
  })
  await saveStatuses(tx, platform.id, moved, at)
  const events = moved.map(({ from, status: to, ...location }) => ({
    ...targetOf('location', location),
    metadata: { from, to },
  }))
  await recordAll(tx, actor, actions[nameOf(step)], events)
  return moved.map(({ id }) => id)
}

/** All locations of a pattern that are not there yet; with `dryRun` they are only counted. */
export async function generate(
  tx: Tx,
  actor: WorkspaceMember,
  { pattern, order, dryRun, ...values }: Input<typeof locations.generate>['body'],
): Promise<Reply<typeof locations.generate>> {
  const { platform, at } = actor
  const { warehouseId, zoneId } = values
  const warehouse = await getOpenWarehouse(tx, actor, warehouseId)
  await requireZone(tx, platform.id, warehouseId, zoneId)
  const expanded = expandPattern(pattern, order)
  if ('problem' in expanded) {
    return failField('pattern', expanded.problem)
  }
  const { codes } = expanded
  const existing = await countExisting(tx, platform.id, warehouseId, codes)
  const sample = codes.slice(0, 6)
  if (dryRun || existing === codes.length)
    return { count: codes.length, existing, created: 0, sample }
  const rows = codes.map((code) => ({ id: newId(), code }))
  const created = await generateLocations(tx, platform.id, { ...values, at }, rows)
  await record(tx, actor, 'LOCATIONS_GENERATED', {
    ...targetOf('warehouse', warehouse),
    metadata: { pattern, created },
  })
  return { count: codes.length, existing, created, sample }
}

export const getLocation = async (db: Db, { platform, warehouses }: WorkspaceMember, id: string) =>
  (await findLocation(db, platform.id, warehouses, id)) ?? notFound()
