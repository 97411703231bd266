import { api } from '@stowage/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { setupApp, type TestApp } from '../../../test/app.ts'
import { arrange, eventsOf, linkOperator } from '../../../test/arrange.ts'
import { png, upload } from '../../../test/pictures.ts'
import { runJob } from '../../../test/run-job.ts'
import { purgePlatforms } from './jobs.ts'

const { directory, logos, members, tenantSessions } = api.platforms
const day = 86_400_000
let alice: Awaited<ReturnType<TestApp['newOperator']>>
let platform: Awaited<ReturnType<TestApp['newPlatform']>>
const app = await setupApp()
// A new owner each time: some of these tests outlive every session.
beforeEach(async () => {
  alice = await app.newOperator()
  platform = await app.newPlatform(alice)
})

const remove = (slug = platform.slug, { token }: { token: string } = alice) =>
  app.call(directory.remove, { token, params: { platformId: platform.id }, body: { slug } })
const create = ({ token }: { token: string }) =>
  app.call(directory.create, { token, body: { name: platform.slug } })
const isFree = async ({ token }: { token: string }) =>
  (await app.call(directory.checkName, { token, query: { name: platform.slug } })).body.available
const purge = () => runJob(app, purgePlatforms, {})
const left = async (table: string) =>
  (await arrange(app, `select from tenant.${table} where platform_id = $1`, [platform.id])).length
const deletions = async () =>
  (await eventsOf(app, platform.id)).filter(({ action }) => action === 'PLATFORM_DELETED')
const signIn = async ({ email, password }: { email: string; password: string }) => {
  const { body } = await app.call(api.identity.sessions.login, { body: { email, password } })
  return { token: body.tokens.accessToken }
}

describe('a deleted platform', () => {
  test('is not found by anyone', async () => {
    const { token } = alice
    const params = { platformId: platform.id, slug: platform.slug, name: platform.slug }
    const member = await app.newMember(alice, platform)
    const admin = await linkOperator(app, platform, 'admin')
    await app.call(logos.save, { token, params, body: upload(await png()) })
    const { status, body } = await remove(` ${platform.slug.toUpperCase()} `)
    expect([status, body]).toEqual([200, { success: true }])

    const image = await app.http.inject(`/api/v1/platforms/logo/${platform.slug}`)
    expect(image.statusCode).toBe(404)
    expect((await app.call(directory.resolve, { params })).status).toBe(404)
    const credentials = { email: member.email, password: member.password }
    expect((await app.call(tenantSessions.login, { params, body: credentials })).status).toBe(404)
    expect((await app.call(tenantSessions.me, { params, token: member.token })).status).toBe(404)
    const refreshed = await app.call(tenantSessions.refresh, { params, body: member.tokens })
    expect(refreshed.status).toBe(404)
    for (const operator of [alice, admin]) {
      const mine = await app.call(directory.mine, { token: operator.token })
      expect(mine.body.platforms).toEqual([])
      for (const route of [directory.details, directory.update, directory.remove, members.remove])
        expect(
          (
            await app.call(route, {
              token: operator.token,
              params,
              body: {
                slug: platform.slug,
                memberId: member.id,
              },
            })
          ).status,
        ).toBe(404)
    }
    const sessions = await arrange(
      app,
      'select revoked_at, end_reason from tenant.member_sessions where platform_id = $1',
      [platform.id],
    )
    expect(sessions).toEqual([{ revoked_at: expect.any(Date), end_reason: 'platform_deleted' }])
  })

  test('records one event that its owner can read', async () => {
    await remove()
    await remove()
    expect(await eventsOf(app, platform.id)).toHaveLength(2)
    expect(await deletions()).toMatchObject([
      {
        outcome: 'success',
        actor_id: alice.user.id,
        platform_slug: platform.slug,
        target_id: platform.id,
        target_name: platform.name,
      },
    ])
    const query = { action: 'PLATFORM_DELETED' }
    const logs = await app.call(api.platforms.audit.list, { token: alice.token, query })
    expect(logs.body.logs).toMatchObject([{ platformId: platform.id }])
  })

  test('is deleted only by its owner, who types its slug in a confirmed session', async () => {
    for (const slug of ['', 'another', `${platform.slug}x`]) {
      const { status, body } = await remove(slug)
      expect([status, body['code'], body['details']]).toMatchObject([
        400,
        'validation_failed',
        [{ path: 'slug' }],
      ])
    }
    const without = await app.call(directory.remove, {
      token: alice.token,
      params: { platformId: platform.id },
      body: {},
    })
    expect([without.status, without.body['details']]).toMatchObject([400, [{ path: 'slug' }]])
    const refused = await remove(platform.slug, await linkOperator(app, platform, 'admin'))
    expect([refused.status, refused.body['code']]).toEqual([422, 'permission_denied'])
    expect((await remove(platform.slug, await app.newOperator())).status).toBe(404)
    app.clock.advance(16 * 60_000)
    expect((await remove()).status).toBe(428)
    expect(await deletions()).toEqual([])
    expect((await app.call(directory.resolve, { params: platform })).status).toBe(200)
  })

  test('does not prevent its owner from closing the account', async () => {
    const { deleteAccount } = api.identity.accounts
    await remove()
    expect((await app.call(deleteAccount, { token: alice.token })).status).toBe(200)
  })
})

describe('the slug of a deleted platform', () => {
  test('is reserved for a year and then free', async () => {
    const bob = await app.newOperator()
    await remove()
    expect([await isFree(bob), (await create(bob)).status]).toEqual([false, 409])
    app.clock.advance(364 * day)
    await purge()
    expect((await create(await signIn(bob))).status).toBe(409)
    app.clock.advance(day)
    const { status, body } = await create(await signIn(bob))
    expect([status, body.platform.slug]).toEqual([201, platform.slug])
    await purge()
    expect((await app.call(directory.resolve, { params: platform })).status).toBe(200)
  })

  test('can be reused by its owner, also after the purge', async () => {
    await remove()
    expect(await isFree(alice)).toBe(true)
    app.clock.advance(31 * day)
    await purge()
    const again = await create(await signIn(alice))
    expect([again.status, again.body.platform.slug]).toEqual([201, platform.slug])
    app.clock.advance(365 * day)
    await purge()
    expect([await left('platforms'), await left('slug_history')]).toEqual([0, 0])
    expect((await app.call(directory.resolve, { params: platform })).status).toBe(200)
  })
})

describe('the data of a deleted platform', () => {
  const tables = ['members', 'member_credentials', 'member_sessions', 'platform_logos']

  test('is purged after 30 days and the rest after a year', async () => {
    const { token } = alice
    const params = { platformId: platform.id }
    await app.newMember(alice, platform)
    await app.call(logos.save, { token, params, body: upload(await png()) })
    await remove()
    app.clock.advance(30 * day - 60_000)
    await purge()
    for (const table of tables) expect(await left(table), table).toBeGreaterThan(0)

    app.clock.advance(61_000)
    await Promise.all([purge(), purge()])
    await purge()
    for (const table of tables) expect(await left(table), table).toBe(0)
    const [row] = await arrange(app, 'select name from tenant.platforms where platform_id = $1', [
      platform.id,
    ])
    expect(row).toEqual({ name: '' })
    expect((await deletions()).map(({ actor_type, metadata }) => [actor_type, metadata])).toEqual([
      ['operator', { purgesAt: expect.any(String) }],
      ['system', { removed: true }],
    ])

    app.clock.advance(335 * day)
    await purge()
    expect([await left('platforms'), await left('slug_history')]).toEqual([0, 0])
    expect(await deletions()).toHaveLength(2)
  })

  test('stays while other data references it, without delaying others', async () => {
    const other = await app.newPlatform(alice)
    await arrange(
      app,
      `create table tenant.stock (platform_id uuid, member_id uuid, foreign key
         (platform_id, member_id) references tenant.members (platform_id, id))`,
    )
    await arrange(
      app,
      'insert into tenant.stock select platform_id, id from tenant.members where platform_id = $1',
      [platform.id],
    )
    await remove()
    await app.call(directory.remove, {
      token: alice.token,
      params: { platformId: other.id },
      body: { slug: other.slug },
    })
    app.clock.advance(31 * day)
    const quiet = { ...app.context, log: app.context.log.child({}, { level: 'silent' }) }
    await runJob({ context: quiet }, purgePlatforms, {})
    expect(await left('members')).toBe(1)
    const gone = 'select from tenant.members where platform_id = $1'
    expect(await arrange(app, gone, [other.id])).toHaveLength(0)
    await arrange(app, 'drop table tenant.stock')
    await purge()
    expect(await left('members')).toBe(0)
  })
})
