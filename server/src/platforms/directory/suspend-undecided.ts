import { z } from 'zod'
import { record } from '../../audit.ts'
import { decide, isPending, listPending } from '../../cells/operation-queries.ts'
import { wasDoneAnywhere, writeOn } from '../../cells/operations.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { enterPlatform } from '../../database/transactions.ts'
import { fail, notFound } from '../../errors.ts'
import type { Anonymous, PlatformOperator } from '../../http/actor.ts'
import { about } from '../../identity/accounts/rules.ts'
import type { SuspendPlatforms } from '../../identity/two-factor/remove-earlier-sign-in-methods.ts'
import { askerOf, jobOrigin, originForJob } from '../../http/job-origin.ts'
import { listMemberships } from '../../identity/accounts/queries.ts'
import { announceJob, enqueue } from '../../jobs/queue.ts'
import { sendMail } from '../../mail/send.ts'
import { saveStatuses } from '../members/queries.ts'
import { endAllSessions } from '../tenant-sessions/queries.ts'
import { lockOwner } from './delete.ts'
import { lockPlatform, resumePlatform, suspendPlatform } from './queries.ts'

/**
 * Suspends all platforms the account owns until it keeps or deletes each, because someone else may
 * have created them. Ends member sessions, disables members and mails the owner. A job suspends those in other
 * databases. The transaction must lock the account, so no platform is created concurrently.
 */
export const suspendUndecided: SuspendPlatforms = async (tx, tools, by, account) => {
  const pending = tools.cells.isOne ? [] : await listPending(tx, account.id)
  const memberships = await listMemberships(tx, account.id)
  const names: string[] = []
  const elsewhere = new Set<string>()
  for (const { platformId, cell, name, platformStatus } of memberships.filter(isOwner)) {
    if (cell === null && !(await suspendOne(tx, by, account, platformId))) continue
    if (cell !== null) {
      if (platformStatus === 'deleted') continue
      elsewhere.add(platformId)
    }
    names.push(name)
  }
  for (const { platformId, slug } of pending) {
    if (slug === null || elsewhere.has(platformId)) continue
    elsewhere.add(platformId)
    names.push(slug)
  }
  const { id, email } = account
  const jobs = [...elsewhere].map((platformId) => ({
    operationId: newId(),
    platformId,
    account: { id, email },
    origin: originForJob(by),
  }))
  await enqueue(tx, elsewhereSuspended, ...jobs)
  if (names.length === 0) return
  await sendMail(tx, tools, {
    to: account.email,
    template: 'platforms-suspended',
    data: {
      firstName: account.firstName,
      names,
      link: `${tools.config.publicUrl}/dashboard/platforms`,
    },
  })
}

const isOwner = ({ role }: { role: string }) => role === 'owner'

/** Suspends one platform of the account, in the scope of that platform. Returns false if there is nothing to do. */
async function suspendOne(
  tx: Tx,
  by: Anonymous,
  account: { id: string; email: string },
  platformId: string,
): Promise<boolean> {
  await enterPlatform(tx, platformId)
  const platform = await suspendPlatform(tx, platformId, by.at)
  if (!platform) return false
  const { name, slug } = platform
  await saveStatuses(tx, platformId, { from: 'active', to: 'disabled', at: by.at })
  await endAllSessions(tx, platformId, { at: by.at, reason: 'owner_confirmed' })
  await record(tx, by, 'PLATFORM_SUSPENDED', {
    ...about(account),
    platform: { id: platformId, slug },
    target: { type: 'platform', id: platformId, name },
    metadata: { reason: 'address_confirmed' },
  })
  return true
}

/** The suspension of one platform in another database. */
export const elsewhereSuspended = announceJob({
  name: 'suspend-undecided',
  payload: z.object({
    operationId: z.uuid(),
    platformId: z.uuid(),
    account: z.object({ id: z.uuid(), email: z.string() }),
    origin: jobOrigin,
  }),
  // For as long as a cell may be down.
  options: {
    retryLimit: 500,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: 60,
  },
})

type Suspension = z.output<(typeof elsewhereSuspended)['payload']>

/** Suspends the platform in its database, once: its owner may have kept it since. */
export async function suspendThere(
  context: Context,
  { operationId, platformId, account, origin }: Suspension,
): Promise<void> {
  // It is being created.
  if (await isPending(context.control, platformId)) fail('unavailable', { retryAfter: 5 })
  const by = askerOf(origin)
  await writeOn(context, platformId, async (tx) => {
    const isFirst = await decide(tx, operationId, true, context.clock.now())
    // An attempt before a move has its outcome in the former database, which has none to come.
    if (isFirst && !(await wasDoneAnywhere(context, operationId)))
      await suspendOne(tx, by, account, platformId)
  })
}

/**
 * Restores a suspended platform and its members. Does nothing if no decision is due. Returns false
 * and records a denial if the actor is no longer its owner.
 */
export async function keepPlatform(tx: Tx, actor: PlatformOperator): Promise<boolean> {
  const { id } = actor.platform
  if (!(await lockPlatform(tx, id))) notFound('Platform not found')
  if (!(await lockOwner(tx, actor, 'platform.delete'))) return false
  const platform = await resumePlatform(tx, id, actor.at)
  if (!platform) return true
  await saveStatuses(tx, id, { from: 'disabled', to: 'active', at: actor.at })
  await record(tx, actor, 'PLATFORM_KEPT', {
    platform: { id, slug: platform.slug },
    target: { type: 'platform', id, name: platform.name },
  })
  return true
}
