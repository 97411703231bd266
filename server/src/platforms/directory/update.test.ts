import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { setupApp, type TestApp } from '../../../test/app.ts'
import { arrange, eventsOf, linkOperator } from '../../../test/arrange.ts'

const { directory } = api.platforms
const dayInMs = 86_400_000
let alice: Awaited<ReturnType<TestApp['newOperator']>>
let platform: Awaited<ReturnType<TestApp['newPlatform']>>
const app = await setupApp()
// A new owner each time: some of these tests outlive every session.
beforeEach(async () => {
  alice = await app.newOperator()
  platform = await app.newPlatform(alice)
})

const freeSlug = () => `s-${randomUUID()}`
const update = (
  body: Record<string, unknown>,
  { token, headers }: { token: string; headers?: Record<string, string> } = alice,
  platformId = platform.id,
) =>
  app.call(directory.update, {
    token,
    params: { platformId },
    body,
    ...(headers && { headers }),
  })
const resolved = async (slug: string) => {
  const { status, body } = await app.call(directory.resolve, { params: { slug } })
  return status === 200 ? body.platform.slug : status
}
const actions = async () => (await eventsOf(app, platform.id)).map(({ action }) => action)
/** Signs in again after a jump of the clock that outlives every access token. */
const signIn = async ({ email, password }: { email: string; password: string }) => {
  const { body } = await app.call(api.identity.sessions.login, { body: { email, password } })
  return { token: body.tokens.accessToken }
}

describe('changing the slug', () => {
  test('requires a confirmed session, unlike changing the name only', async () => {
    app.clock.advance(16 * 60_000)
    const { slug } = platform
    const { status, body } = await update({ slug: freeSlug() })
    expect([status, body['methods']]).toEqual([428, ['password']])
    expect((await update({ name: 'Another name', slug: ` ${slug.toUpperCase()} ` })).status).toBe(
      200,
    )
    const { reauthenticate } = api.identity.sessions
    await app.call(reauthenticate, { token: alice.token, body: { password: alice.password } })
    expect((await update({ slug: freeSlug() })).status).toBe(200)
  })
})

describe('updating a platform', () => {
  test('returns the new state and version and records one event', async () => {
    const { status, body } = await update({ name: ' New name ', slug: platform.slug, logoUrl: '' })
    expect(status).toBe(200)
    expect(body.platform).toMatchObject({ name: 'New name', slug: platform.slug, version: 2 })
    const [, event, ...more] = await eventsOf(app, platform.id)
    expect(more).toEqual([])
    expect(event).toMatchObject({ action: 'PLATFORM_UPDATED', metadata: { changed: ['name'] } })
  })

  test('without changes records no event and keeps the version', async () => {
    const { id, name, slug } = platform
    for (const body of [{}, { name, slug, logoUrl: null }, { name: `${name} ` }]) {
      const answer = await update(body)
      expect([answer.status, answer.body.platform.version]).toEqual([200, 1])
    }
    expect(await eventsOf(app, id)).toHaveLength(1)
  })

  test('Z03 ignores fields that cannot be changed', async () => {
    const { body: before } = await app.call(directory.details, {
      token: alice.token,
      params: { platformId: platform.id },
    })
    const { status, body } = await update({
      ownerId: randomUUID(),
      members: [],
      memberPermissions: [],
      hasLogo: true,
      createdAt: '1999-01-01T00:00:00Z',
      id: randomUUID(),
    })
    expect([status, body]).toEqual([200, before])
  })

  test('is refused for an older version', async () => {
    await update({ name: 'Second' })
    for (const attempt of [
      update({ name: 'Third', version: 1 }),
      update({ name: 'Third' }, { ...alice, headers: { 'if-match': '"1"' } }),
    ]) {
      const { status, body } = await attempt
      expect([status, body['code'], body['currentVersion']]).toEqual([409, 'version_conflict', 2])
    }
    expect((await update({ name: 'Third', version: 2 })).body.platform.version).toBe(3)
  })

  test.each([
    'http://169.254.169.254/',
    'javascript:alert(1)',
    '//evil',
    'data:image/png;base64,AAAA',
    `data:image/png;base64,${'A'.repeat(10_000)}`,
    '/api/v1/platforms/logo/another',
  ])('S07 refuses the logo URL %j', async (logoUrl) => {
    const { status, body } = await update({ name: 'Other', logoUrl })
    expect([status, body['code']]).toEqual([422, 'logo_url_not_allowed'])
    expect(await actions()).toEqual(['PLATFORM_CREATED'])
  })

  test('accepts its own logo URL, also under a former slug', async () => {
    const own = `/api/v1/platforms/logo/${platform.slug}?t=17`
    expect((await update({ slug: freeSlug(), logoUrl: own })).status).toBe(200)
    expect((await update({ logoUrl: `http://localhost:3000${own}` })).status).toBe(200)
  })

  test('requires owner or admin, checked with each request', async () => {
    const operator = await linkOperator(app, platform, 'admin')
    expect((await update({ name: 'By admin' }, operator)).status).toBe(200)
    for (const role of ['viewer', 'auditor', 'Admin']) {
      await arrange(app, 'update tenant.members set role = $1 where id = $2', [
        role,
        operator.memberId,
      ])
      const { status, body } = await update({ name: 'By nobody' }, operator)
      expect([status, body['code']]).toEqual([422, 'permission_denied'])
    }
    const events = await eventsOf(app, platform.id)
    expect(events.at(-1)).toMatchObject({
      action: 'ACCESS_DENIED',
      outcome: 'denied',
      actor_id: operator.user.id,
      metadata: { permission: 'platform.update' },
    })
    const bob = await app.newOperator()
    expect((await update({ name: 'By Bob' }, bob)).status).toBe(404)
  })
})

describe('changing the slug', () => {
  test('records an event and redirects the old slug for 90 days', async () => {
    const [before, after] = [platform.slug, freeSlug()]
    const { body } = await update({ slug: ` ${after.toUpperCase()} ` })
    expect(body.platform.slug).toBe(after)
    expect(await actions()).toEqual([
      'PLATFORM_CREATED',
      'PLATFORM_UPDATED',
      'PLATFORM_SLUG_CHANGED',
    ])
    expect((await eventsOf(app, platform.id)).at(-1)).toMatchObject({
      metadata: { from: before, to: after },
    })
    expect(await resolved(before)).toBe(after)
    expect(await resolved(after)).toBe(after)
    app.clock.advance(90 * dayInMs)
    expect(await resolved(before)).toBe(404)
  })

  test('reserves the old slug for a year', async () => {
    const former = platform.slug
    await update({ slug: freeSlug() })
    const bob = await app.newOperator()
    const theirs = await app.newPlatform(bob)
    const take = async (operator: { token: string }) =>
      (await update({ slug: former }, operator, theirs.id)).status
    expect(await take(bob)).toBe(409)
    app.clock.advance(364 * dayInMs)
    expect(await take(await signIn(bob))).toBe(409)
    app.clock.advance(dayInMs)
    expect(await take(await signIn(bob))).toBe(200)
    expect(await resolved(former)).toBe(former)
    expect((await update({ slug: former }, await signIn(alice))).status).toBe(409)
  })

  test('can be undone', async () => {
    const [before, after] = [platform.slug, freeSlug()]
    await update({ slug: after })
    expect((await update({ slug: before })).body.platform).toMatchObject({
      slug: before,
      version: 3,
    })
    expect(await resolved(after)).toBe(before)
    expect(await resolved(before)).toBe(before)
  })

  test('lets only the owner use the old slug for another platform', async () => {
    const former = platform.slug
    await update({ slug: freeSlug() })
    const name = former.replaceAll('-', ' ')
    const create = ({ token }: { token: string }) =>
      app.call(directory.create, { token, body: { name } })
    const isFree = async ({ token }: { token: string }) =>
      (await app.call(directory.checkName, { token, query: { name } })).body.available

    const admin = await linkOperator(app, platform, 'admin')
    expect(await isFree(admin)).toBe(false)
    expect((await create(admin)).status).toBe(409)
    expect(await isFree(alice)).toBe(true)
    const { status, body } = await create(alice)
    expect([status, body.platform.slug]).toEqual([201, former])
    expect(await resolved(former)).toBe(former)
  })

  test('is refused for a slug in use, reserved or invalid', async () => {
    const other = await app.newPlatform(alice)
    for (const [slug, status, code] of [
      [other.slug, 409, 'name_taken'],
      ['dashboard', 422, 'name_reserved'],
      ['', 422, 'name_invalid'],
      ['two words', 422, 'name_invalid'],
      ['ä', 422, 'name_invalid'],
    ] as const) {
      const answer = await update({ slug })
      expect([answer.status, answer.body['code']]).toEqual([status, code])
    }
    expect(await actions()).toEqual(['PLATFORM_CREATED'])
    expect(await resolved(platform.slug)).toBe(platform.slug)
  })

  test('S09 ends no session', async () => {
    const former = platform.slug
    const member = await app.newMember(alice, platform)
    const slug = freeSlug()
    await update({ slug })
    for (const path of [former, slug]) {
      const { tenantSessions } = api.platforms
      const me = await app.call(tenantSessions.me, {
        token: member.token,
        params: { slug: path },
      })
      expect(me.body.user).toMatchObject({ id: member.id, platformSlug: slug })
      const { status } = await app.call(tenantSessions.login, {
        params: { slug: path },
        body: { email: member.email, password: member.password },
      })
      expect(status).toBe(200)
    }
  })
})
