import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { setupApp, type TestApp } from '../../../test/app.ts'
import { eventsOf, linkOperator } from '../../../test/arrange.ts'

const { list, end, endOthers, login, logout, me, refresh } = api.platforms.tenantSessions
const second = 1_000
const hour = 3_600 * second
let alice: Awaited<ReturnType<TestApp['newOperator']>>
let platform: Awaited<ReturnType<TestApp['newPlatform']>>
let member: Awaited<ReturnType<TestApp['newMember']>>
const app = await setupApp()
beforeEach(async () => {
  alice = await app.newOperator()
  platform = await app.newPlatform(alice)
  member = await app.newMember(alice, platform)
})

type Signed = { token: string }
type Person = { email: string; password: string }
const at = (slug = platform.slug) => ({ params: { slug } })
async function signIn({ email, password }: Person, userAgent = 'test', slug = platform.slug) {
  app.clock.advance(second)
  const headers = { 'user-agent': userAgent }
  const { body } = await app.call(login, { ...at(slug), body: { email, password }, headers })
  return { token: body.tokens.accessToken, refreshToken: body.tokens.refreshToken }
}
const sessionsOf = async ({ token }: Signed) =>
  (await app.call(list, { ...at(), token })).body.sessions
const currentOf = async (signed: Signed) =>
  (await sessionsOf(signed)).find(({ current }) => current)?.id ?? ''
const stop = ({ token }: Signed, sessionId: string, slug = platform.slug) =>
  app.call(end, { params: { slug, sessionId }, token })
const stopOthers = ({ token }: Signed) =>
  app.call(endOthers, { ...at(), token, query: { scope: 'others' } })
const statusOf = async ({ token }: Signed) => (await app.call(me, { ...at(), token })).status
const revocations = async () =>
  (await eventsOf(app, platform.id)).filter(({ action }) => action === 'SESSION_REVOKED')

describe('listing a member’s sessions', () => {
  test('returns valid ones, newest first, and marks the current one', async () => {
    await app.newMember(alice, platform)
    const phone = await signIn(member, 'a phone')
    const gone = await signIn(member)
    await app.call(logout, { ...at(), token: gone.token })
    const { status, body, headers } = await app.call(list, { ...at(), token: member.token })
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body.sessions.map(({ userAgent, current }) => [userAgent, current])).toEqual([
      ['a phone', false],
      ['test', true],
    ])
    expect(Object.keys(body.sessions[0] ?? {}).sort()).toEqual(
      ['amr', 'createdAt', 'current', 'id', 'ip', 'lastSeenAt', 'userAgent'].sort(),
    )
    expect(await currentOf(phone)).toBe(body.sessions[0]?.id)
    app.clock.advance(13 * hour)
    expect(await sessionsOf(await signIn(member))).toHaveLength(1)
  })

  test('ends those of a linked member with the account’s password', async () => {
    const linked = await linkOperator(app, platform, 'viewer')
    await signIn(linked)
    app.clock.advance(second)
    const { email, password: currentPassword } = linked
    const newPassword = 'another password'
    await app.call(api.identity.passwords.change, {
      token: linked.token,
      body: { currentPassword, newPassword },
    })
    const again = await signIn({ email, password: newPassword })
    expect(await sessionsOf(again)).toHaveLength(1)
    expect((await stopOthers(again)).body).toEqual({ revoked: 0 })
  })
})

describe('ending sessions', () => {
  test('ends one of them with its refresh token', async () => {
    const phone = await signIn(member)
    const id = await currentOf(phone)
    const { status, body } = await stop(member, id)
    expect([status, body]).toEqual([200, { success: true }])
    expect(await statusOf(phone)).toBe(401)
    const renewal = { ...at(), body: { refreshToken: phone.refreshToken } }
    expect((await app.call(refresh, renewal)).status).toBe(401)
    expect(await statusOf(member)).toBe(200)
    expect((await stop(member, id)).status).toBe(404)
    expect(await revocations()).toMatchObject([
      {
        actor_type: 'tenant_user',
        actor_id: member.id,
        target_type: 'session',
        target_id: id,
      },
    ])
  })

  test('returns the same 404 for a colleague’s, a namesake’s and an unknown one', async () => {
    const colleague = await app.newMember(alice, platform)
    const other = await app.newPlatform(alice)
    const { email, password } = member
    const twin = await app.newMember(alice, other, { email, password })
    const theirs = await app.call(list, { ...at(other.slug), token: twin.token })
    for (const id of [
      await currentOf(colleague),
      theirs.body.sessions[0]?.id ?? '',
      randomUUID(),
      'x',
    ])
      expect((await stop(member, id)).status).toBe(404)
    expect((await stop(member, theirs.body.sessions[0]?.id ?? '', other.slug)).status).toBe(401)
    expect(await statusOf(colleague)).toBe(200)
    expect((await app.call(me, { ...at(other.slug), token: twin.token })).status).toBe(200)
    expect(await revocations()).toEqual([])
  })

  test('ends all others once', async () => {
    const colleague = await app.newMember(alice, platform)
    const [one, two] = [await signIn(member), await signIn(member)]
    expect((await app.call(endOthers, { ...at(), token: member.token })).status).toBe(400)
    expect((await stopOthers(one)).body).toEqual({ revoked: 2 })
    expect([await statusOf(member), await statusOf(one), await statusOf(two)]).toEqual([
      401, 200, 401,
    ])
    expect(await statusOf(colleague)).toBe(200)
    expect((await stopOthers(one)).body).toEqual({ revoked: 0 })
    expect(await revocations()).toMatchObject([{ metadata: { sessions: 2 } }])
  })

  test('keeps one of two that end each other concurrently', async () => {
    const phone = await signIn(member)
    await Promise.all([stopOthers(phone), stopOthers(member)])
    expect([await statusOf(phone), await statusOf(member)].sort()).toEqual([200, 401])
  })
})
