import type { Input } from '@stowage/contract/route'
import type { Reason, settings, WarehouseSettings } from '@stowage/contract/warehouse/settings'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { fail, notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { enqueue } from '../../jobs/queue.ts'
import { backorderDefaultToFollow } from './jobs.ts'
import {
  getSettings,
  hasCosts,
  insertReason,
  lockReason,
  saveReason,
  saveSettings,
} from './queries.ts'
import {
  clearMemberScope,
  countWarehouses,
  findMemberScope,
  insertMemberScope,
} from './member-scope-queries.ts'

/** Changes how the workspace keeps its stock; how it is valued is `frozen` once anything is. */
export async function changeSettings(
  tx: Tx,
  actor: WorkspaceMember,
  { version, ...values }: Input<typeof settings.updateWarehouse>['body'],
): Promise<WarehouseSettings> {
  const { platform, at } = actor
  const before = await getSettings(tx, platform.id)
  const revalued = (['currency', 'costingMethod', 'costingScope'] as const).filter(
    (name) => values[name] !== undefined && values[name] !== before[name],
  )
  if (revalued.length > 0 && (await hasCosts(tx, platform.id))) {
    const message = 'Valuation can’t be changed once there has been stock.'
    fail('frozen', { message, details: revalued.map((path) => ({ path, message })) })
  }
  const saved = await saveSettings(tx, platform.id, version, values, at)
  if (!saved) fail('version_conflict', { currentVersion: before.version })
  await record(tx, actor, 'WAREHOUSE_SETTINGS_UPDATED', {
    target: { type: 'platform', id: platform.id, name: platform.slug },
    metadata: { changed: Object.keys(values) },
  })
  if (saved.backorders !== before.backorders)
    await enqueue(tx, backorderDefaultToFollow, { platformId: platform.id })
  return saved
}

const reasonTarget = ({ code, name }: Reason) => ({ target: { type: 'reason', id: code, name } })

export async function addReason(
  tx: Tx,
  actor: WorkspaceMember,
  values: Input<typeof settings.createReason>['body'],
): Promise<Reason> {
  const reason = await insertReason(tx, actor.platform.id, values, actor.at)
  await record(tx, actor, 'REASON_CREATED', reasonTarget(reason))
  return reason
}

/** Renames or archives a reason. What was posted with it keeps it. */
export async function changeReason(
  tx: Tx,
  actor: WorkspaceMember,
  code: string,
  { version, ...values }: Input<typeof settings.updateReason>['body'],
): Promise<Reason> {
  const { platform, at } = actor
  const before = (await lockReason(tx, platform.id, code)) ?? notFound()
  requireVersion(before, version)
  const saved = await saveReason(tx, platform.id, code, values, at)
  await record(tx, actor, 'REASON_UPDATED', {
    ...reasonTarget(saved),
    metadata: { changed: Object.keys(values) },
  })
  return saved
}

/**
 * Limits a member to these warehouses; none lets it see all. Whoever is limited decides for nobody:
 * it could give away what it does not see, or free itself.
 */
export async function setMemberScope(
  tx: Tx,
  actor: WorkspaceMember,
  memberId: string,
  given: readonly string[],
): Promise<string[]> {
  if (actor.warehouses) {
    const message = 'platform.member.update'
    fail('permission_denied', { details: [{ path: 'permission', message }] })
  }
  const { platform } = actor
  const warehouseIds = [...new Set(given.map((id) => id.toLowerCase()))]
  const before = (await findMemberScope(tx, platform.id, memberId)) ?? notFound()
  if ((await countWarehouses(tx, platform.id, warehouseIds)) < warehouseIds.length) notFound()
  await clearMemberScope(tx, platform.id, memberId)
  if (warehouseIds.length > 0) await insertMemberScope(tx, platform.id, memberId, warehouseIds)
  await record(tx, actor, 'MEMBER_SCOPE_CHANGED', {
    target: { type: 'member', id: memberId, name: before.email },
    metadata: { from: before.warehouseIds, to: warehouseIds },
  })
  return warehouseIds
}

type ReasonRules = {
  state: string
  applies: readonly string[]
  requiresNote: boolean
  name: string
}

/** Fails where a reason is not in use, is not meant for `use`, or needs a note. Without `use` any reason serves. */
export function assertReason(
  reason: ReasonRules | undefined,
  { reasonCode, note }: { reasonCode: string; note?: string | undefined },
  use?: string,
  path = 'reasonCode',
): void {
  if (reason?.state !== 'active' || (use !== undefined && !reason.applies.includes(use)))
    fail('reason_unknown', {
      details: [{ path, message: `The reason ${reasonCode} can’t be used here` }],
    })
  if (reason.requiresNote && !note)
    fail('note_required', { details: [{ path: 'note', message: `${reason.name} needs a note` }] })
}
