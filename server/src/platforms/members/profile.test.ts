import { api } from '@stowage/contract'
import { beforeEach, expect, test } from 'vitest'
import { sharedApp, type TestApp } from '../../../test/app.ts'
import { eventsOf, linkOperator } from '../../../test/arrange.ts'

const { update } = api.platforms.tenantProfile
const { login, me } = api.platforms.tenantSessions
let alice: Awaited<ReturnType<TestApp['newOperator']>>
let platform: Awaited<ReturnType<TestApp['newPlatform']>>
let member: Awaited<ReturnType<TestApp['newMember']>>
const app = await sharedApp()
beforeEach(async () => {
  alice = await app.newOperator()
  platform = await app.newPlatform(alice)
  member = await app.newMember(alice, platform)
})

const change = (body: Record<string, unknown>, token = member.token, slug = platform.slug) =>
  app.call(update, { params: { slug }, token, body })
const meOf = async (token = member.token) =>
  (await app.call(me, { params: { slug: platform.slug }, token })).body.user
const updates = async () =>
  (await eventsOf(app, platform.id)).filter(({ action }) => action === 'MEMBER_PROFILE_UPDATED')

test('members change their own name', async () => {
  const { status, body } = await change({ firstName: ' Mo ', lastName: 'Ito' })
  expect(status).toBe(200)
  expect(body.user).toMatchObject({ id: member.id, firstName: 'Mo', lastName: 'Ito', version: 2 })
  expect(await meOf()).toEqual(body.user)
  expect((await change({ lastName: '' })).body.user).toMatchObject({
    firstName: 'Mo',
    lastName: '',
  })
  expect(await updates()).toMatchObject([
    {
      actor_type: 'tenant_user',
      actor_id: member.id,
      metadata: { changed: ['firstName', 'lastName'] },
    },
    { metadata: { changed: ['lastName'] } },
  ])
})

test('ignores other fields', async () => {
  const before = await meOf()
  const { status, body } = await change({
    role: 'owner',
    permissions: ['everything'],
    email: 'other@example.com',
    mustChangePassword: false,
    status: 'invited',
  })
  expect([status, body.user]).toEqual([200, before])
  expect(await updates()).toEqual([])
})

test('refuses a change to an older version with the current one', async () => {
  await change({ firstName: 'Mo', version: 1 })
  const { status, body } = await change({ firstName: 'Ada', version: 1 })
  expect([status, body['code'], body['currentVersion']]).toEqual([409, 'version_conflict', 2])
  expect(await meOf()).toMatchObject({ firstName: 'Mo' })
  // What changes nothing is no version of its own.
  expect((await change({ firstName: 'Mo', version: 2 })).body.user.version).toBe(2)
})

test('refuses an invalid name', async () => {
  for (const [field, value] of [
    ['firstName', 'x'.repeat(81)],
    ['lastName', 'a\u202eb'],
    ['firstName', 'two\nlines'],
    ['lastName', 7],
  ] as const) {
    const { status, body } = await change({ [field]: value })
    expect([status, body['code']]).toEqual([400, 'validation_failed'])
  }
})

test('keeps a separate name of a linked member on each platform', async () => {
  const linked = await linkOperator(app, platform, 'viewer')
  const { email, password } = linked
  const signedIn = await app.call(login, {
    params: { slug: platform.slug },
    body: { email, password },
  })
  const token = signedIn.body.tokens.accessToken
  expect((await change({ firstName: 'Night shift' }, token)).status).toBe(200)
  expect(await meOf(token)).toMatchObject({ firstName: 'Night shift' })
  const account = await app.call(api.identity.profile.me, { token: linked.token })
  expect(account.body.user.firstName).toBe('Ada')
})

test('refuses a token of another platform', async () => {
  const other = await app.newPlatform(alice)
  expect((await change({ firstName: 'Eve' }, member.token, other.slug)).status).toBe(401)
  expect((await change({ firstName: 'Eve' }, alice.token)).status).toBe(401)
  expect(await meOf()).toMatchObject({ firstName: '' })
})
