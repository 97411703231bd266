import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { eventsOf, linkOperator } from '../../../test/arrange.ts'

const { directory, members, tenantSessions } = api.platforms
const app = await sharedApp()
const alice = await app.newOperator()
const platform = await app.newPlatform(alice)

const end = (by: { token: string }, memberId: string, at = platform) =>
  app.call(members.endSessions, { token: by.token, params: { platformId: at.id, memberId } })
const signIn = async ({ email, password }: { email: string; password: string }) =>
  (
    await app.call(tenantSessions.login, {
      params: { slug: platform.slug },
      body: { email, password },
    })
  ).body.tokens
const status = async (token: string) =>
  (await app.call(tenantSessions.me, { token, params: { slug: platform.slug } })).status
const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
]
const revocations = async () =>
  (await eventsOf(app, platform.id)).filter(({ action }) => action === 'SESSION_REVOKED')

test('ends all sessions of that member only', async () => {
  const [member, other] = [
    await app.newMember(alice, platform),
    await app.newMember(alice, platform),
  ]
  const second = await signIn(member)
  expect((await end(alice, member.id)).body).toEqual({ success: true })
  for (const token of [member.token, second.accessToken]) expect(await status(token)).toBe(401)
  const refreshed = await app.call(tenantSessions.refresh, {
    params: { slug: platform.slug },
    body: second,
  })
  expect(outcome(refreshed)).toEqual([401, 'invalid_refresh_token'])
  expect(await status(other.token)).toBe(200)
  expect(await revocations()).toMatchObject([
    { actor_id: alice.user.id, target_id: member.id, metadata: { sessions: 2 } },
  ])
  // Nothing left to end is no event, and signing in again is possible.
  expect((await end(alice, member.id)).status).toBe(200)
  expect(await revocations()).toHaveLength(1)
  expect(await status((await signIn(member)).accessToken)).toBe(200)
})

test('I05 returns 404 for a member of another platform', async () => {
  const bob = await app.newOperator()
  const theirs = await app.newPlatform(bob)
  const member = await app.newMember(bob, theirs)
  for (const answer of [
    await end(alice, member.id),
    await end(alice, member.id, theirs),
    await end(alice, randomUUID()),
    await end(alice, 'x'),
  ])
    expect(outcome(answer)).toEqual([404, 'not_found'])
  const params = { slug: theirs.slug }
  expect((await app.call(tenantSessions.me, { token: member.token, params })).status).toBe(200)
})

test('Z05 requires the permission, and the owner’s sessions only the owner ends', async () => {
  const params = { platformId: platform.id }
  const { body } = await app.call(directory.details, { token: alice.token, params })
  const ownerId = body.platform.owner?.id ?? ''
  const { accessToken } = await signIn(alice)
  const [admin, auditor] = [
    await linkOperator(app, platform, 'admin'),
    await linkOperator(app, platform, 'auditor'),
  ]
  for (const by of [admin, auditor])
    expect(outcome(await end(by, ownerId))).toEqual([422, 'permission_denied'])
  expect((await eventsOf(app, platform.id)).slice(-2)).toMatchObject([
    { action: 'ACCESS_DENIED', actor_id: admin.user.id, target_id: ownerId, outcome: 'denied' },
    { action: 'ACCESS_DENIED', actor_id: auditor.user.id },
  ])
  expect(await status(accessToken)).toBe(200)
  expect((await end(alice, ownerId)).status).toBe(200)
  expect(await status(accessToken)).toBe(401)
})
