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
export async function fillLog(world: TestApp) {
  const alice = await world.newOperator()
  const bob = await world.newOperator()
  const first = await world.newPlatform(alice)
  const second = await world.newPlatform(alice)
  const theirs = await world.newPlatform(bob)
  const email = `100%_me-${randomUUID()}@example.com`
  const member = await world.newMember(alice, first, { email })
  await world.newMember(alice, first)
  await world.newMember(bob, theirs)
  await world.call(tenantSessions.login, {
    params: { slug: first.slug },
    body: { email, password: 'wrong' },
  })
  const list = (query: Record<string, string>, operator: { token: string } = alice) =>
    world.call(audit.list, { token: operator.token, query })
  // Notes the view now, so that it does not count among the events of a later test.
  for (const operator of [alice, bob]) await list({}, operator)
  return { alice, bob, first, second, theirs, member, list }
}

export const actionsOf = (logs: readonly AuditEntry[]) => logs.map(({ action }) => action)
