import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { reservedSlugs } from '@stowage/contract/slugs'
import { describe, expect, test } from 'vitest'
import { setupApp, startApp, type TestApp } from '../../../test/app.ts'
import { arrange, eventsOf, linkOperator } from '../../../test/arrange.ts'

const { directory } = api.platforms
type Operator = Awaited<ReturnType<TestApp['newOperator']>>
const app = await setupApp()
const alice = await app.newOperator()
const bob = await app.newOperator()

const unique = (word = 'p') => `${word} ${randomUUID()}`
const create = (operator: Operator, body: Record<string, unknown>) =>
  app.call(directory.create, { token: operator.token, body })
const check = (operator: Operator, name: string) =>
  app.call(directory.checkName, { token: operator.token, query: { name } })
const details = (operator: Operator, platformId: string) =>
  app.call(directory.details, { token: operator.token, params: { platformId } })
const resolve = (slug: string) => app.call(directory.resolve, { params: { slug } })

describe('creating a platform', () => {
  test('makes the actor its owner and records one event', async () => {
    const { status, body } = await create(alice, { name: '  Acme & Sons 1  ' })
    expect(status).toBe(201)
    expect(body.platform).toEqual({
      id: expect.any(String),
      name: 'Acme & Sons 1',
      slug: 'acme-sons-1',
      createdAt: expect.stringMatching(/Z$/),
    })

    const { platform } = (await details(alice, body.platform.id)).body
    expect(platform).toMatchObject({ version: 1, hasLogo: false, logoUrl: null, logo: null })
    expect(platform.owner).toMatchObject({ email: alice.email, firstName: 'Ada', lastName: 'Alba' })
    expect(platform.members).toEqual([])
    expect(platform.memberPermissions).toEqual([
      { userId: platform.owner?.id, role: 'owner', permissions: [] },
    ])
    expect(platform.viewer).toMatchObject({ memberId: platform.owner?.id, role: 'owner' })

    expect(await eventsOf(app, body.platform.id)).toEqual([
      expect.objectContaining({
        action: 'PLATFORM_CREATED',
        outcome: 'success',
        actor_type: 'operator',
        actor_id: alice.user.id,
        actor_email: alice.email,
        platform_slug: 'acme-sons-1',
        target_type: 'platform',
        target_id: body.platform.id,
        target_name: 'Acme & Sons 1',
        ip: '127.0.0.1',
        user_agent: 'test',
      }),
    ])
  })

  test('uses only the name of the request', async () => {
    const id = randomUUID()
    const name = unique()
    const { body } = await create(alice, { name, id, slug: 'mine', ownerId: bob.user.id })
    expect(body.platform.id).not.toBe(id)
    expect(body.platform.slug).toBe(name.replace(' ', '-'))
    expect((await details(bob, body.platform.id)).status).toBe(404)
  })

  test.each(['Zeta', 'ZETA ', 'zéta', 'zetа', 'zeta\u200b', 'ｚｅｔａ'])(
    'S03 refuses %j if its slug is in use',
    async (name) => {
      await create(alice, { name: 'zeta' })
      expect((await check(bob, name)).body).toMatchObject({ available: false, reason: 'taken' })
      const { status, body } = await create(bob, { name })
      expect([status, body['code']]).toEqual([409, 'name_taken'])
      expect(body['message']).toBe('This name is taken. Try another.')
    },
  )

  test.each(['Dashboard', 'dashboard-2', 'APP', 'tenant', 'ａｐｐ', 'L0GIN'])(
    'S01 refuses the reserved name %j',
    async (name) => {
      expect((await check(alice, name)).body).toMatchObject({
        available: false,
        reason: 'reserved',
      })
      const { status, body } = await create(alice, { name })
      expect([status, body['code']]).toEqual([422, 'name_reserved'])
    },
  )

  test('S01 refuses every reserved word', async () => {
    for (const name of reservedSlugs) {
      expect((await check(bob, name)).body).toMatchObject({ available: false, reason: 'reserved' })
      expect((await create(bob, { name })).body['code'], name).toBe('name_reserved')
    }
  })

  test.each(['home', 'Index', 'Security Team', 'stowage-support', 'St0wage Support'])(
    'refuses %s, which imitates the product',
    async (name) => {
      expect((await check(bob, name)).body).toMatchObject({ available: false, reason: 'reserved' })
    },
  )

  test('explains the slug rule', async () => {
    const refused = await create(alice, { name: '42' })
    expect(refused.body['message']).toBe('Use 2 to 48 letters, digits and hyphens.')
    expect((await create(alice, { name: 'q7' })).status).toBe(201)
  })

  test('refuses look-alikes of reserved words only, not of other platforms', async () => {
    expect((await create(alice, { name: 'corner' })).status).toBe(201)
    expect((await create(bob, { name: 'comer' })).status).toBe(201)
    expect((await create(bob, { name: 'l0gin' })).body['code']).toBe('name_reserved')
  })

  test('refuses a name without a valid slug and suggests one', async () => {
    const checked = await check(alice, '!!!')
    expect(checked.body).toMatchObject({ available: false, slug: '', reason: 'invalid' })
    const { status, body } = await create(alice, { name: '42' })
    expect([status, body['code']]).toEqual([422, 'name_invalid'])
    for (const name of [body['suggestion'], checked.body.suggestion]) {
      expect(name).toMatch(/^p-[a-z2-7]{6}$/)
      expect((await create(alice, { name })).status).toBe(201)
    }
  })

  test.each([{}, { name: '' }, { name: '   ' }, { name: 5 }, { name: 'x'.repeat(81) }])(
    'refuses the body %j',
    async (body) => {
      const answer = await create(alice, body)
      expect([answer.status, answer.body['code']]).toEqual([400, 'validation_failed'])
      expect(answer.body['details']).toMatchObject([{ path: 'name' }])
    },
  )

  test('refuses an unverified account above its quota', async () => {
    const poor = await startApp({ UNVERIFIED_MAX_PLATFORMS: '2' })
    const call = (operator: Operator) =>
      poor.call(directory.create, { token: operator.token, body: { name: unique() } })
    const carol = await poor.newOperator({ verified: false })
    const statuses = [await call(carol), await call(carol), await call(carol)]
    expect(statuses.map(({ status }) => status)).toEqual([201, 201, 422])
    expect(statuses[2]?.body['code']).toBe('quota')
    const dave = await poor.newOperator()
    for (let i = 0; i < 3; i++) expect((await call(dave)).status).toBe(201)
    await poor.close()
  })

  test('replays a repeated request and refuses another body', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const name = unique()
    const send = (body: { name: string }, operator = alice) =>
      app.call(directory.create, { token: operator.token, body, headers })
    const first = await send({ name })
    expect(await send({ name })).toMatchObject({ status: 201, body: first.body })
    const other = await send({ name: unique() })
    expect([other.status, other.body['code']]).toEqual([409, 'idempotency_conflict'])
    // Somebody else's key is another key.
    expect((await send({ name: unique() }, bob)).status).toBe(201)
  })
})

describe('checking a name', () => {
  test('returns the slug of the name', async () => {
    const { status, body } = await check(alice, 'Łódź Magazyn')
    expect([status, body]).toEqual([200, { available: true, slug: 'lodz-magazyn' }])
  })

  test('suggests the next free number if it is in use', async () => {
    await create(alice, { name: 'Numbered' })
    await create(alice, { name: 'Numbered 2' })
    expect((await check(bob, 'numbered')).body).toEqual({
      available: false,
      slug: 'numbered',
      reason: 'taken',
      suggestion: 'numbered-3',
    })
  })

  test.each(["' OR '1'='1", "'; drop table--", '\\', '%', '_', 'a\\', '../../etc'])(
    'returns 200 for %j',
    async (name) => expect((await check(alice, name)).status).toBe(200),
  )

  test.each(['', '?name=', '?name=%20', '?name=a&name=b', '?name[]=a', `?name=${'x'.repeat(81)}`])(
    'refuses the query %j',
    async (query) => {
      const answer = await app.http.inject({
        url: `/api/v1/platforms/check-name${query}`,
        headers: { authorization: `Bearer ${alice.token}` },
      })
      expect(answer.statusCode).toBe(400)
    },
  )

  test('S05 requires an operator', async () => {
    expect((await app.call(directory.checkName, { query: { name: 'x' } })).status).toBe(401)
  })
})

describe('listing platforms', () => {
  test('I21 returns owned and permitted platforms only, newest first', async () => {
    const carol = await app.newOperator()
    const first = await app.newPlatform(carol)
    app.clock.advance(1000)
    const second = await app.newPlatform(carol)
    const admin = await linkOperator(app, first, 'admin')
    const viewer = await linkOperator(app, first, 'viewer')
    const mine = async ({ token }: { token: string }) =>
      (await app.call(directory.mine, { token })).body.platforms

    const ofCarol = await mine(carol)
    const { id: foreign } = await app.newPlatform(bob)
    const headers = { 'x-tenant-id': foreign, 'x-platform-id': foreign }
    const query = { platformId: foreign }
    const misled = await app.call(directory.mine, { token: carol.token, headers, query })
    expect(misled.body.platforms).toEqual(ofCarol)
    expect(ofCarol.map(({ id, role }) => [id, role])).toEqual([
      [second.id, 'owner'],
      [first.id, 'owner'],
    ])
    const bare = {
      hasLogo: false,
      logoUrl: null,
      role: 'owner',
      memberCount: 0,
      needsDecision: false,
    }
    expect(ofCarol[0]).toEqual({ ...second, ...bare })
    expect((await mine(admin)).map(({ id, role }) => [id, role])).toEqual([[first.id, 'admin']])
    // The owner is not counted, everybody else is.
    await app.newMember(carol, first)
    expect((await mine(admin)).map(({ memberCount }) => memberCount)).toEqual([3])
    expect(await mine(viewer)).toEqual([])
  })
})

describe('platform details', () => {
  test('hide members from a role without the permission', async () => {
    const platform = await app.newPlatform(alice)
    await app.newMember(alice, platform)
    const viewer = await linkOperator(app, platform, 'viewer')
    const { status, body } = await details(viewer, platform.id)
    expect(status).toBe(200)
    expect(body.platform).toMatchObject({ owner: null, members: [], memberPermissions: [] })
    expect(body.platform.viewer.can).toEqual(['platform.read'])
  })

  test.each([
    (own: string, other: string) => `platforms/${own}/../${other}`,
    (_own: string, other: string) => `platforms/${other}%2f`,
    (_own: string, other: string) => `/platforms/${other}`,
    (_own: string, other: string) => `PLATFORMS/${other}`,
  ])('I25 of another platform are not readable by path trick %#', async (path) => {
    const [mine, theirs] = [await app.newPlatform(alice), await app.newPlatform(bob)]
    const answer = await app.http.inject({
      url: `/api/v1/${path(mine.id, theirs.id)}`,
      headers: { authorization: `Bearer ${alice.token}` },
    })
    expect([400, 401, 404]).toContain(answer.statusCode)
    expect(answer.body).not.toContain(theirs.slug)
  })
})

describe('the sign-in page of a platform', () => {
  test('shows name, slug and logo only', async () => {
    const { name, slug } = await app.newPlatform(alice)
    const { status, body } = await resolve(slug.toUpperCase())
    expect([status, body]).toEqual([
      200,
      { platform: { name, slug, hasLogo: false, logoUrl: null } },
    ])
  })

  test.each(['nobody-is-here', 'a', '%00', "' or 1=1--", 'a/b', '..', 'é'])(
    'returns 404 for %j',
    async (slug) => {
      const { status, body } = await resolve(slug)
      expect([status, body['code']]).toEqual([404, 'not_found'])
    },
  )

  test('returns 404 while the platform is suspended', async () => {
    const { id, slug } = await app.newPlatform(alice)
    await arrange(app, `update tenant.platforms set status = 'suspended' where platform_id = $1`, [
      id,
    ])
    expect((await resolve(slug)).status).toBe(404)
  })
})
