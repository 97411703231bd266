import type { exceptions as routes, Exception } from '@stowage/contract/workspace/exceptions'
import type { Input, Reply } from '@stowage/contract/route'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { failField, notFound } from '../../errors.ts'
import type { ActorInScope, WorkspaceMember } from '../../http/actor.ts'
import { registered } from '../../registry.ts'
import { findException } from './list-queries.ts'
import {
  findMemberName,
  findWarehouse,
  insertReport,
  lockException,
  saveAssignment,
  type Report,
} from './queries.ts'

type Named = Pick<Exception, 'kind' | 'key'>

/** Keeps a report of something that has no table of its own. */
export const reportException = (
  tx: Tx,
  actor: Pick<ActorInScope, 'platform' | 'id' | 'at'>,
  { details, ...report }: Omit<Report, 'at' | 'by'>,
): Promise<void> =>
  insertReport(tx, actor.platform.id, {
    ...report,
    details: JSON.stringify(details),
    at: actor.at,
    by: actor.id,
  })

/** Keeps a code that was scanned and that nothing has, by where it was scanned. */
export async function reportUnknownCode(
  tx: Tx,
  actor: WorkspaceMember,
  code: string,
  { warehouseId, screen }: { warehouseId?: string | undefined; screen?: string | undefined } = {},
): Promise<void> {
  const isSeen = warehouseId !== undefined && (actor.warehouses?.includes(warehouseId) ?? true)
  const place = isSeen ? await findWarehouse(tx, actor.platform.id, warehouseId) : undefined
  await reportException(tx, actor, {
    kind: 'unknown_code',
    key: `${place?.id ?? '-'} ${code}`,
    warehouseId: place?.id ?? null,
    label: code,
    details: screen === undefined ? {} : { place: screen },
  })
}

/** Returns an exception the actor may see. Fails with `not_found`. */
async function requireException(tx: Tx, actor: WorkspaceMember, named: Named): Promise<Exception> {
  const { needs } = registered().exceptions[named.kind]
  if (!actor.holds.has(needs)) notFound()
  const { platform, warehouses, at } = actor
  const asked = { ...named, platformId: platform.id, scope: warehouses, at }
  return (await findException(tx, asked)) ?? notFound()
}

const targetOf = ({ kind, key, label }: Exception) => ({
  target: { type: 'exception', id: key, name: label },
  metadata: { kind },
})

/** Assigns an exception to a member, or to nobody. */
export async function assignException(
  tx: Tx,
  actor: WorkspaceMember,
  { ownerId, ...named }: Input<typeof routes.assign>['body'],
): Promise<Reply<typeof routes.assign>> {
  const exception = await requireException(tx, actor, named)
  const { id: platformId } = actor.platform
  const owner = ownerId === null ? null : await findMemberName(tx, platformId, ownerId)
  if (owner === undefined) failField('ownerId', 'This member doesn’t exist')
  const { target, metadata } = targetOf(exception)
  await Promise.all([
    saveAssignment(tx, platformId, named, { ownerId }),
    record(tx, actor, 'EXCEPTION_ASSIGNED', {
      target,
      metadata: { ...metadata, owner: owner?.name ?? null },
    }),
  ])
  return named
}

/** The longest time an exception can be left out of the list. */
const mostDays = 90

/** Leaves an exception out of the list until a time; null shows it again. */
export async function snoozeException(
  tx: Tx,
  actor: WorkspaceMember,
  { until, ...named }: Input<typeof routes.snooze>['body'],
): Promise<Reply<typeof routes.snooze>> {
  const snoozedUntil = until === null ? null : new Date(until)
  const latest = new Date(actor.at.getTime() + mostDays * 86_400_000)
  if (snoozedUntil && snoozedUntil <= actor.at) failField('until', 'Choose a time in the future')
  if (snoozedUntil && snoozedUntil > latest)
    failField('until', `Choose a time within ${mostDays} days`)
  const exception = await requireException(tx, actor, named)
  const { target, metadata } = targetOf(exception)
  await Promise.all([
    saveAssignment(tx, actor.platform.id, named, { snoozedUntil }),
    record(tx, actor, 'EXCEPTION_SNOOZED', { target, metadata: { ...metadata, until } }),
  ])
  return named
}

/** Resolves an exception, unless only its own noun can. Of many who do, one does it. */
export async function resolveException(
  tx: Tx,
  actor: WorkspaceMember,
  named: Input<typeof routes.resolve>['body'],
): Promise<Reply<typeof routes.resolve>> {
  await lockException(tx, actor.platform.id, named)
  const exception = await requireException(tx, actor, named)
  if (!registered().exceptions[named.kind].isResolvable)
    failField('kind', 'This is resolved on the page of its order')
  await Promise.all([
    saveAssignment(tx, actor.platform.id, named, { resolvedAt: actor.at, resolvedBy: actor.id }),
    record(tx, actor, 'EXCEPTION_RESOLVED', targetOf(exception)),
  ])
  return named
}
