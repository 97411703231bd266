import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { setupApp } from '../app.ts'
import { arrange, eventsOf } from '../arrange.ts'
import { concurrently, contenders, statuses } from './concurrently.ts'

const { directory, audit } = api.platforms
const app = await setupApp({ UNVERIFIED_MAX_PLATFORMS: '3' })
const operators = await concurrently(contenders, () => app.newOperator())
const [someone] = operators
if (!someone) throw new Error('the contenders is empty')
const alice = someone

const operator = (i: number) => operators[i % operators.length] ?? alice
const rows = async (sql: string, values: unknown[]) => (await arrange(app, sql, values)).length

describe('concurrently', () => {
  test('one of many gets a name', async () => {
    const name = `race ${randomUUID()}`
    const answers = await concurrently(contenders, (i) =>
      app.call(directory.create, { token: operator(i).token, body: { name } }),
    )
    expect(statuses(answers)).toEqual({ 201: 1, 409: contenders - 1 })
    const slug = name.replaceAll(' ', '-')
    expect(await rows('select from tenant.platforms where slug = $1', [slug])).toBe(1)
    expect(
      await rows(
        `select from audit.audit_log where action = 'PLATFORM_CREATED' and platform_slug = $1`,
        [slug],
      ),
    ).toBe(1)
  })

  test('one of many platforms changes to a slug', async () => {
    const slug = `race-${randomUUID()}`
    const platforms = await concurrently(contenders, (i) => app.newPlatform(operator(i)))
    const answers = await concurrently(contenders, (i) =>
      app.call(directory.update, {
        token: operator(i).token,
        params: { platformId: platforms[i]?.id ?? '' },
        body: { slug },
      }),
    )
    expect(statuses(answers)).toEqual({ 200: 1, 409: contenders - 1 })
    // Who lost has kept the old path.
    expect(
      await rows('select from tenant.slug_history where slug = any ($1) and released_at is null', [
        platforms.map((platform) => platform.slug),
      ]),
    ).toBe(contenders - 1)
  })

  test('one of many gets a slug that became free', async () => {
    const platform = await app.newPlatform(alice)
    await app.call(directory.update, {
      token: alice.token,
      params: { platformId: platform.id },
      body: { slug: `gone-${randomUUID()}` },
    })
    await arrange(app, `update tenant.slug_history set closed_until = now() where slug = $1`, [
      platform.slug,
    ])
    const name = platform.slug.replaceAll('-', ' ')
    const answers = await concurrently(contenders, (i) =>
      app.call(directory.create, { token: operator(i).token, body: { name } }),
    )
    expect(statuses(answers)).toEqual({ 201: 1, 409: contenders - 1 })
  })

  test('a repeated creation happens once', async () => {
    const name = `once ${randomUUID()}`
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await concurrently(contenders, () =>
      app.call(directory.create, { token: alice.token, body: { name }, headers }),
    )
    expect(statuses(answers)).toEqual({ 201: contenders })
    expect(new Set(answers.map(({ body }) => body.platform.id)).size).toBe(1)
    expect(await rows('select from tenant.platforms where name = $1', [name])).toBe(1)
  })

  test('an unverified account stays within its quota', async () => {
    const poor = await app.newOperator({ verified: false })
    const answers = await concurrently(contenders, () =>
      app.call(directory.create, { token: poor.token, body: { name: `q ${randomUUID()}` } }),
    )
    expect(statuses(answers)).toEqual({ 201: 3, 422: contenders - 3 })
    expect(await rows('select from tenant.members where account_id = $1', [poor.user.id])).toBe(3)
  })

  test('one of many saves the version all have read', async () => {
    const platform = await app.newPlatform(alice)
    const answers = await concurrently(contenders, (i) =>
      app.call(directory.update, {
        token: alice.token,
        params: { platformId: platform.id },
        body: { name: `Name ${i}`, version: 1 },
      }),
    )
    expect(statuses(answers)).toEqual({ 200: 1, 409: contenders - 1 })
  })

  test('a platform is deleted once', async () => {
    const platform = await app.newPlatform(alice)
    const answers = await concurrently(contenders, () =>
      app.call(directory.remove, {
        token: alice.token,
        params: { platformId: platform.id },
        body: { slug: platform.slug },
      }),
    )
    expect(statuses(answers)).toEqual({ 200: 1, 404: contenders - 1 })
    const events = (await eventsOf(app, platform.id)).map(({ action }) => action)
    expect(events.filter((action) => action === 'PLATFORM_DELETED')).toHaveLength(1)
  })

  test('a view of the log is recorded once', async () => {
    const readers = operators.flatMap((reader) => Array.from({ length: 4 }, () => reader))
    await Promise.all(readers.map(({ token }) => app.call(audit.list, { token })))
    const noted = await arrange(
      app,
      `select count(*)::int as times from audit.audit_log where action = 'AUDIT_LOG_VIEWED'
       group by actor_id`,
    )
    expect(noted).toEqual(Array(contenders).fill({ times: 1 }))
  })
})
