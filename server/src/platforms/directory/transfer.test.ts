import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { beforeEach, expect, test } from 'vitest'
import { setupApp, type TestApp } from '../../../test/app.ts'
import { arrange, eventsOf, linkOperator } from '../../../test/arrange.ts'

const { directory, members } = api.platforms
let alice: Awaited<ReturnType<TestApp['newOperator']>>
let bob: Awaited<ReturnType<typeof linkOperator>>
let platform: Awaited<ReturnType<TestApp['newPlatform']>>
const app = await setupApp()
// New ones each time: some of these tests outlive every session.
beforeEach(async () => {
  alice = await app.newOperator()
  platform = await app.newPlatform(alice)
  bob = await linkOperator(app, platform, 'viewer')
})

const params = () => ({ platformId: platform.id })
const transfer = (memberId: string, { token }: { token: string } = alice) =>
  app.call(directory.transfer, { token, params: params(), body: { memberId } })
const details = async ({ token }: { token: string }) =>
  (await app.call(directory.details, { token, params: params() })).body.platform
const transfers = async () =>
  (await eventsOf(app, platform.id)).filter(({ action }) => action === 'PLATFORM_TRANSFERRED')

test('swaps the two roles at once', async () => {
  const before = await details(alice)
  expect(before.successors).toEqual([bob.memberId])
  const { status, body } = await transfer(bob.memberId)
  expect(status).toBe(200)
  expect(body.platform).toMatchObject({
    owner: { id: bob.memberId },
    members: [{ id: before.owner?.id, role: 'admin' }],
    successors: [],
    viewer: { memberId: before.owner?.id, role: 'admin' },
  })
  expect(body.platform.viewer.can).not.toContain('platform.transfer')
  expect((await details(bob)).viewer).toMatchObject({ memberId: bob.memberId, role: 'owner' })
  expect((await transfer(bob.memberId)).body['code']).toBe('permission_denied')
  expect((await transfer(before.owner?.id ?? '', bob)).status).toBe(200)
  expect((await details(alice)).viewer.role).toBe('owner')
})

test('records one event and mails both', async () => {
  await transfer(bob.memberId)
  expect(await eventsOf(app, platform.id)).toHaveLength(2)
  expect(await transfers()).toMatchObject([
    {
      outcome: 'success',
      actor_id: alice.user.id,
      target_type: 'member',
      target_id: bob.memberId,
      target_name: bob.email,
      metadata: { from: alice.email, to: bob.email },
    },
  ])
  const [given] = await app.mailsTo(alice.email)
  const [received] = await app.mailsTo(bob.email)
  expect(given?.subject).toBe('You handed over a platform')
  expect(given?.text).toContain(bob.email)
  expect(received?.subject).toBe('You now own a platform')
  expect(received?.text).toContain(`/dashboard/platforms/${platform.id}`)
})

test('does nothing for the owner as target', async () => {
  const { owner } = await details(alice)
  const { status, body } = await transfer(owner?.id ?? '')
  expect([status, body.platform.viewer.role]).toEqual([200, 'owner'])
  expect(await transfers()).toEqual([])
})

test('refuses a member who cannot sign in to the dashboard', async () => {
  const local = await app.newMember(alice, platform)
  const cases: [string, string][] = [['a member with a password of the platform', local.id]]
  for (const [name, change] of [
    ['an invited member', `update tenant.members set status = 'invited' where id = $1`],
    [
      'a suspended account',
      `update identity.accounts set status = 'suspended'
         where id = (select account_id from tenant.members where id = $1)`,
    ],
    [
      'an account about to be deleted',
      `update identity.accounts set deletes_at = now()
         where id = (select account_id from tenant.members where id = $1)`,
    ],
  ] as const) {
    const { memberId } = await linkOperator(app, platform, 'admin')
    await arrange(app, change, [memberId])
    cases.push([name, memberId])
  }
  for (const [name, memberId] of cases) {
    const { status, body } = await transfer(memberId)
    expect([status, body['code']], name).toEqual([422, 'role_not_allowed'])
  }
  expect((await details(alice)).viewer.role).toBe('owner')
  expect(await transfers()).toEqual([])
})

test('refuses a target outside the platform', async () => {
  const elsewhere = await app.newPlatform(bob)
  const foreign = await linkOperator(app, elsewhere, 'admin')
  for (const memberId of [foreign.memberId, randomUUID()])
    expect((await transfer(memberId)).status).toBe(404)
  expect((await transfer('no id')).status).toBe(400)
})

test('is refused to others than the owner and without a confirmed session', async () => {
  const admin = await linkOperator(app, platform, 'admin')
  const refused = await transfer(bob.memberId, admin)
  expect([refused.status, refused.body['code']]).toEqual([422, 'permission_denied'])
  expect((await eventsOf(app, platform.id)).at(-1)).toMatchObject({
    action: 'ACCESS_DENIED',
    metadata: { permission: 'platform.transfer' },
  })
  app.clock.advance(16 * 60_000)
  expect((await transfer(bob.memberId)).status).toBe(428)
  expect((await details(alice)).viewer.role).toBe('owner')
})

test('allows removing the former owner, who can close the account', async () => {
  const { owner } = await details(alice)
  const { deleteAccount } = api.identity.accounts
  expect((await app.call(deleteAccount, { token: alice.token })).body['code']).toBe('sole_owner')
  await transfer(bob.memberId)
  const removed = await app.call(members.remove, {
    token: bob.token,
    params: params(),
    body: { memberId: owner?.id ?? '' },
  })
  expect(removed.status).toBe(200)
  expect((await app.call(deleteAccount, { token: alice.token })).status).toBe(200)
})
