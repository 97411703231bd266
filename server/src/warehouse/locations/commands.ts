import type { Input, Reply } from '@stowage/contract/route'
import type { locations, Location } from '@stowage/contract/warehouse/locations'
import type { Zone, zones } from '@stowage/contract/warehouse/location-zones'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, failField, notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { assertUnused } from '../../workspace/documents/uses.ts'
import {
  createRecord,
  lockVersion,
  saveRecord,
  recordChanges,
  describeChange,
  type RecordChange,
} from '../../workspace/records/commands.ts'
import { findRecords, lockRecord, updateRecords } from '../../workspace/records/queries.ts'
import { getOpenWarehouse } from './change-warehouse.ts'
import { zoneRecord } from './zone-queries.ts'
import { countExisting, generateLocations, locationRecord, describedLocation } from './queries.ts'
import {
  type Step,
  aimOf,
  allowedFrom,
  type Status,
  statusAfterBlock,
  expandPattern,
} from './rules.ts'

/** The zone of a location lies in the location's warehouse, as the database asks too, and is in use. */
async function requireZone(
  tx: Tx,
  actor: WorkspaceMember,
  warehouseId: string,
  zoneId: string | null,
) {
  if (zoneId === null) return
  const zone = await lockRecord(tx, zoneRecord, actor, zoneId, 'key share')
  const isThere = zone?.warehouseId === warehouseId
  if (isThere && zone.state === 'active') return
  failField('zoneId', isThere ? 'This zone is archived' : 'This zone belongs to another warehouse')
}

export async function addLocation(
  tx: Tx,
  actor: WorkspaceMember,
  values: Input<typeof locations.create>['body'],
): Promise<Location> {
  await getOpenWarehouse(tx, actor, values.warehouseId)
  await requireZone(tx, actor, values.warehouseId, values.zoneId)
  const begun = { status: 'active', lastCountedAt: null } as const
  return createRecord(tx, locationRecord, actor, { ...values, ...begun })
}

export async function changeLocation(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...values }: Input<typeof locations.update>['body'],
): Promise<Location> {
  const before = await lockVersion(tx, locationRecord, actor, id, version)
  if (values.zoneId !== undefined) await requireZone(tx, actor, before.warehouseId, values.zoneId)
  return saveRecord(tx, locationRecord, actor, before, values)
}

/** Blocks, opens or archives a location. Only an empty one that nothing uses can be archived. */
export async function setLocationStatus(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  version: number,
  step: Step,
): Promise<Location> {
  const before = (await lockRecord(tx, locationRecord, actor, id, 'update')) ?? notFound()
  const status = statusAfter(before.status, step)
  if (!status || status === before.status)
    return fail('invalid_transition', { blockers: [refused(before, step)] })
  requireVersion(before, version)
  if (status === 'archived') await assertUnused(tx, actor, 'location', [id])
  const change = statusChange(before.status, status)
  return saveRecord(tx, locationRecord, actor, before, { status }, [change])
}

const refused = ({ code, status: from }: Pick<Location, 'code' | 'status'>, step: Step) => ({
  type: 'location',
  code,
  from,
  to: aimOf(step),
  allowed: allowedFrom[from],
})

function statusChange(from: Status, to: Status): RecordChange<'location'> {
  const details = { from, to }
  if (to === 'archived') return { change: 'archived', details }
  if (to !== 'active') return { change: 'blocked', payload: { status: to }, details }
  return { change: 'unblocked', details }
}

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
  const found = await findRecords(tx, locationRecord, actor, { ids }, 'update')
  if (found.length < new Set(ids).size) notFound()
  const gone = found.filter(({ status }) => status === 'archived')
  if (gone.length > 0)
    fail('invalid_transition', { blockers: gone.map((location) => refused(location, step)) })
  const moved = found.flatMap(({ status: from, version, ...location }) => {
    const status = statusAfter(from, step) ?? from
    return status === from ? [] : [{ ...location, version: version + 1, from, status }]
  })
  await updateRecords(tx, locationRecord, actor, moved, ['status'])
  const changes = moved.map(({ from, status, ...location }) =>
    describeChange(describedLocation, actor, location, statusChange(from, status)),
  )
  await recordChanges(tx, actor, changes)
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
  await requireZone(tx, actor, warehouseId, zoneId)
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
  const made = await generateLocations(tx, platform.id, { ...values, at }, rows)
  const created = made.length
  const target = { type: 'warehouse', id: warehouseId, name: warehouse.code }
  const changes = made.map((location) =>
    describeChange(
      describedLocation,
      actor,
      { ...location, warehouseId, version: 1 },
      { change: 'created' },
    ),
  )
  await recordChanges(tx, actor, changes, [
    ['LOCATIONS_GENERATED', { target, metadata: { pattern, created } }],
  ])
  return { count: codes.length, existing, created, sample }
}

export async function addZone(
  tx: Tx,
  actor: WorkspaceMember,
  values: Input<typeof zones.create>['body'],
): Promise<Zone> {
  await getOpenWarehouse(tx, actor, values.warehouseId)
  return createRecord(tx, zoneRecord, actor, { ...values, state: 'active' })
}
