import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { AuditEntry } from '@stowage/contract/platforms/audit'
import type { TestApp } from './app.ts'

const { audit, tenantSessions } = api.platforms

export type Log = Awaited<ReturnType<typeof fillLog>>

/**
 * A log of two operators: Alice with two platforms, the first with two members of whom one mistyped a
 * password, and Bob with one. `list` reads it, as Alice unless somebody else is named.
 */
export async function fillLog(app: TestApp) {
  const alice = await app.newOperator()
  const bob = await app.newOperator()
  const first = await app.newPlatform(alice)
  const second = await app.newPlatform(alice)
  const theirs = await app.newPlatform(bob)
  const email = `100%_me-${randomUUID()}@example.com`
  const member = await app.newMember(alice, first, { email })
  await app.newMember(alice, first)
  await app.newMember(bob, theirs)
  await app.call(tenantSessions.login, {
    params: { slug: first.slug },
    body: { email, password: 'wrong' },
  })
  const list = (query: Record<string, string>, operator: { token: string } = alice) =>
    app.call(audit.list, { token: operator.token, query })
  // Notes the view now, so it does not count among the events of a later test.
  for (const operator of [alice, bob]) await list({}, operator)
  return { alice, bob, first, second, theirs, member, list }
}

export const actionsOf = (logs: readonly AuditEntry[]) => logs.map(({ action }) => action)
