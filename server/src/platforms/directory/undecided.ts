import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { enterPlatform } from '../../database/transactions.ts'
import { notFound } from '../../errors.ts'
import type { PlatformOperator } from '../../http/actor.ts'
import { about } from '../../identity/accounts/commands.ts'
import type { SuspendPlatforms } from '../../identity/accounts/earlier-owner.ts'
import { listMemberships } from '../../identity/accounts/membership-queries.ts'
import { sendMail } from '../../mail/send.ts'
import { saveStatuses } from '../members/queries.ts'
import { endAllSessions } from '../tenant-sessions/queries.ts'
import { lockOwner } from './deletion.ts'
import { lockPlatform, resumePlatform, suspendPlatform } from './queries.ts'

/**
 * Suspends all platforms the account owns until it keeps or deletes each, because someone else may
 * have created them. Ends member sessions, disables members and mails the owner. The transaction
 * must lock the account, so no platform is created concurrently.
 */
export const suspendUndecided: SuspendPlatforms = async (tx, tools, by, account) => {
  const memberships = await listMemberships(tx, account.id)
  const names: string[] = []
  for (const { platformId } of memberships.filter(({ role }) => role === 'owner')) {
    await enterPlatform(tx, platformId)
    const platform = await suspendPlatform(tx, platformId, by.at)
    if (!platform) continue
    const { name, slug } = platform
    await saveStatuses(tx, platformId, { from: 'active', to: 'disabled', at: by.at })
    await endAllSessions(tx, platformId, { at: by.at, reason: 'owner_confirmed' })
    await record(tx, by, 'PLATFORM_SUSPENDED', {
      ...about(account),
      platform: { id: platformId, slug },
      target: { type: 'platform', id: platformId, name },
      metadata: { reason: 'address_confirmed' },
    })
    names.push(name)
  }
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
