import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import type { Operator } from '../../http/actor.ts'
import { findPreferences } from '../profile/queries.ts'
import { defaultPreferences } from '../profile/rules.ts'
import { findSecondFactor, listAllSessions, listOwnEvents, listPasskeys } from './export-queries.ts'
import { getAccount, listMemberships } from './queries.ts'
import { profileOf } from './rules.ts'

const mostEvents = 10_000
const mostSessions = 1_000

/**
 * Returns all stored data about the actor except secrets. Sessions and events are limited to the
 * newest, with a flag for more. Times are ISO 8601.
 */
export async function exportAccount(tx: Tx, actor: Operator) {
  const account = await getAccount(tx, actor.id)
  const memberships = await listMemberships(tx, actor.id)
  const sessions = await listAllSessions(tx, actor.id, mostSessions + 1)
  const events = await listOwnEvents(tx, actor.id, mostEvents + 1)
  const factor = await findSecondFactor(tx, actor.id)
  const exported = {
    exportedAt: actor.at.toISOString(),
    profile: { ...profileOf(account), emailVerifiedAt: account.emailVerifiedAt },
    preferences: (await findPreferences(tx, actor.id)) ?? defaultPreferences,
    sessions: newest(sessions, mostSessions),
    passkeys: await listPasskeys(tx, actor.id),
    secondFactor: {
      enabled: account.hasSecondFactor,
      since: factor?.since ?? null,
      backupCodesGeneratedAt: factor?.generatedAt ?? null,
      backupCodesLeft: factor?.left ?? 0,
    },
    memberships: memberships
      .filter(({ platformStatus }) => platformStatus !== 'deleted')
      .map(({ platformId, name, slug, role, status, createdAt }) => ({
        platformId,
        name,
        slug,
        role,
        status,
        createdAt,
      })),
    auditEvents: newest(events, mostEvents),
  }
  await record(tx, actor, 'ACCOUNT_EXPORTED')
  return exported
}

/** `items` was read with one more than `most`. */
const newest = <T>(items: readonly T[], most: number) => ({
  newestOnly: most,
  isComplete: items.length <= most,
  items: items.slice(0, most),
})
