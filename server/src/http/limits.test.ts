import { api } from '@stowage/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { arrange } from '../../test/arrange.ts'
import { connect } from '../database/connect.ts'
import { Failure } from '../errors.ts'
import { openLimits } from './limits.ts'

const { identity, platforms } = api
const password = 'correct horse battery'

let app: TestApp | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
})

const start = async (env: Record<string, string>) => (app = await startApp(env))

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)
const howMany = (answers: { status: number }[], status: number) =>
  statuses(answers).filter((given) => given === status).length

const eventsOf = (app: TestApp) =>
  arrange(
    app,
    `select actor_type, actor_id, outcome, ip, metadata, target_id from audit.audit_log
     where action = 'RATE_LIMITED' order by id`,
  )

/** The body of a 429 and its header agree on a whole number of seconds. */
function expectLimited(answer: { status: number; body: Record<string, unknown>; headers: object }) {
  const headers = answer.headers as Record<string, string>
  expect(answer.status).toBe(429)
  expect(answer.body['code']).toBe('rate_limited')
  expect(answer.body['message']).toMatch(
    /^Too many attempts\. Try again in \d+ (second|minute)s?\.$/,
  )
  expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect(answer.body['retryAfter']).toBe(Number(headers['retry-after']))
  expect(headers['ratelimit-remaining']).toBe('0')
  return headers
}

describe('the global limits', () => {
  test('count API calls by address whatever their outcome, and no health checks', async () => {
    const app = await start({ LIMIT_GLOBAL_IP: '5/1m' })
    const get = (url: string) => app.http.inject({ method: 'GET', url })
    const post = (payload: string) =>
      app.http.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload,
        headers: { 'content-type': 'application/json' },
      })
    const answers = [
      await get('/api/v1/auth/me'),
      await get('/api/v1/unknown'),
      await post('{bad'),
      await app.http.inject({ method: 'DELETE', url: '/api/v1/auth/login' }),
      await get('/api/v1/platforms/resolve/nobody'),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 404, 400, 405, 404])
    expect(answers.map(({ headers }) => headers['ratelimit-remaining'])).toEqual([
      '4',
      '3',
      '2',
      '1',
      '0',
    ])
    expect(answers[0]?.headers).toMatchObject({ 'ratelimit-limit': '5', 'ratelimit-reset': '60' })

    for (const url of ['/api/v1/auth/me', '/api/v1/unknown', '/API/v1/auth/me']) {
      const { statusCode: status, headers, ...answer } = await get(url)
      expectLimited({ status, headers, body: answer.json() })
    }
    expect((await get('/healthz')).statusCode).toBe(200)
    expect((await get('/readyz')).headers).not.toHaveProperty('ratelimit-limit')
  })

  test('count by session for operators and members', async () => {
    const app = await start({ LIMIT_GLOBAL_SESSION: '8/1m' })
    const owner = await app.newOperator()
    const platform = await app.newPlatform(owner)
    const member = await app.newMember(owner, platform)
    const params = { slug: platform.slug }
    const theirs = () => app.call(platforms.tenantSessions.me, { token: member.token, params })
    for (let n = 0; n < 8; n++) expect((await theirs()).status).toBe(200)
    expectLimited(await theirs())

    const ours = () => app.call(identity.profile.me, { token: owner.token })
    const remaining = (await ours()).headers['ratelimit-remaining']
    expect(remaining).toBe('5')
    for (let n = 0; n < 5; n++) await ours()
    expectLimited(await ours())
    // Their other session is another one.
    const { email } = owner
    const again = await app.call(identity.sessions.login, { body: { email, password } })
    const { accessToken: token } = again.body.tokens
    expect((await app.call(identity.profile.me, { token })).status).toBe(200)
  })
})

describe('the limit of a route', () => {
  test('counts valid requests only', async () => {
    const app = await start({ LIMIT_REGISTER_IP: '2/1h' })
    const register = (email: string) =>
      app.call(identity.accounts.register, {
        body: { firstName: 'Ada', lastName: 'Alba', email, password },
      })
    expect(statuses([await register('x'), await register('y')])).toEqual([400, 400])
    const first = await register('a@example.com')
    expect(first.status).toBe(201)
    expect(first.headers).toMatchObject({
      'ratelimit-limit': '2',
      'ratelimit-remaining': '1',
      'ratelimit-reset': '3600',
    })
    expect((await register('b@example.com')).status).toBe(201)
    expectLimited(await register('c@example.com'))
    expect((await register('x')).status).toBe(400)
  })

  test('is disabled by 0', async () => {
    const app = await start({ LIMIT_CHECK_NAME: '0', LIMIT_GLOBAL_IP: '0' })
    const { token } = await app.newOperator()
    const check = () => app.call(platforms.directory.checkName, { token, query: { name: 'Acme' } })
    const answers = await Promise.all(Array.from({ length: 130 }, check))
    expect(howMany(answers, 200)).toBe(130)
  })

  test('counts addresses of one network together where configured', async () => {
    const app = await start({ LIMIT_REGISTER_NET: '2/1d', TRUSTED_PROXIES: '127.0.0.1' })
    const from = async (address: string) => {
      const { status } = await app.call(identity.accounts.register, {
        body: { firstName: 'A', lastName: 'B', email: `${Math.random()}@example.com`, password },
        headers: { 'x-forwarded-for': address },
      })
      return status
    }
    expect([await from('203.0.113.1'), await from('203.0.113.77')]).toEqual([201, 201])
    expect([await from('203.0.113.200'), await from('203.0.114.1')]).toEqual([429, 201])
    expect([await from('2001:db8:0:1201::1'), await from('2001:db8:0:12ff::1')]).toEqual([201, 201])
    expect([await from('2001:db8:0:1277::1'), await from('2001:db8:0:1301::1')]).toEqual([429, 201])
  })

  test('is recorded when first reached and counted in the metrics each time', async () => {
    const app = await start({ LIMIT_CHECK_NAME: '3/1m', METRICS_TOKEN: 'a token for the scraper' })
    const { token, user } = await app.newOperator()
    const check = () => app.call(platforms.directory.checkName, { token, query: { name: 'Acme' } })
    const answers = await Promise.all(Array.from({ length: 12 }, check))
    expect(howMany(answers, 200)).toBe(3)
    expect(howMany(answers, 429)).toBe(9)
    expect(await eventsOf(app)).toEqual([
      {
        actor_type: 'operator',
        actor_id: user.id,
        outcome: 'denied',
        ip: '127.0.0.1',
        metadata: { limit: 'CHECK_NAME' },
        target_id: null,
      },
    ])
    const headers = { authorization: 'Bearer a token for the scraper' }
    const { body } = await app.http.inject({ url: '/metrics', headers })
    expect(body).toContain('rate_limited_total{limit="CHECK_NAME"} 9')
  })
})

describe('a refresh', () => {
  test('above the limit of its session is refused and keeps the session', async () => {
    const app = await start({ LIMIT_REFRESH_SESSION: '3/2s' })
    const operator = await app.newOperator()
    const other = await app.newOperator()
    const refresh = (refreshToken: string) =>
      app.call(identity.sessions.refresh, { body: { refreshToken } })
    let { refreshToken } = operator.tokens
    const first = refreshToken
    for (let n = 0; n < 3; n++)
      refreshToken = (await refresh(refreshToken)).body.tokens.refreshToken
    expectLimited(await refresh(refreshToken))
    // An old token would end the session, were it looked at.
    expectLimited(await refresh(first))
    expect((await refresh(other.tokens.refreshToken)).status).toBe(200)
    await expect
      .poll(async () => (await refresh(refreshToken)).status, { timeout: 5_000 })
      .toBe(200)
  })
})

describe('a limit on wrong attempts', () => {
  const changeWith = (app: TestApp, token: string) => (currentPassword: string) =>
    app.call(identity.passwords.change, {
      token,
      body: { currentPassword, newPassword: `${password} two` },
    })

  test('holds for twenty concurrent attempts', async () => {
    const app = await start({})
    const { token } = await app.newOperator()
    const change = changeWith(app, token)
    const answers = await Promise.all(Array.from({ length: 20 }, () => change('wrong guess')))
    expect(howMany(answers, 400)).toBe(5)
    expect(howMany(answers, 429)).toBe(15)
    expectLimited(await change(password))
    expect(await eventsOf(app)).toHaveLength(1)
  })

  test('ignores concurrent successful attempts', async () => {
    const app = await start({})
    const { token, email } = await app.newOperator()
    const same = { currentPassword: password, newPassword: password }
    const repeat = () => app.call(identity.passwords.change, { token, body: same })
    const answers = await Promise.all(Array.from({ length: 20 }, repeat))
    // The right password, and a new one that does not differ: no wrong attempt.
    expect(howMany(answers, 422)).toBeGreaterThanOrEqual(5)
    expect(howMany(answers, 422) + howMany(answers, 429)).toBe(20)

    const change = changeWith(app, token)
    const wrong = []
    for (let n = 0; n < 4; n++) wrong.push(await change('wrong guess'))
    expect(statuses(wrong)).toEqual([400, 400, 400, 400])
    expect(wrong.map(({ headers }) => headers['ratelimit-remaining'])).toEqual(['4', '3', '2', '1'])
    const changed = await change(password)
    expect([changed.status, changed.headers['ratelimit-remaining']]).toEqual([200, '1'])
    const body = { email, password: `${password} two` }
    expect((await app.call(identity.sessions.login, { body })).status).toBe(200)
  })

  test('of an address counts failures only', async () => {
    const app = await start({ LIMIT_LOGIN_IP_FAIL: '3/1h' })
    const { email } = await app.newOperator()
    const login = (address: string, guess: string) =>
      app.call(identity.sessions.login, { body: { email: address, password: guess } })
    for (let n = 0; n < 4; n++) expect((await login(email, password)).status).toBe(200)
    for (let n = 0; n < 3; n++)
      expect((await login(`stranger-${n}@example.com`, 'guess')).status).toBe(401)
    expectLimited(await login(email, password))
  })
})

test('with a pause resets after the pause and uncounts successes', async () => {
  const app = await start({ LIMIT_SECOND_FACTOR: '3/1h' })
  const { pool, close } = connect(app.ownerUrl)
  const limits = await openLimits(app.context, pool)
  const at = new Date()
  const origin = { ip: '127.0.0.1', userAgent: null, requestId: crypto.randomUUID(), at }
  const nobody = { type: 'anonymous', id: null, email: null, sessionId: null, amr: [] } as const
  const { spend, refund } = limits.of({
    actor: { ...origin, ...nobody, platform: null },
    note: () => {},
  })
  const wait = async () => {
    const refusal: unknown = await spend('SECOND_FACTOR', 'account').catch(
      (error: unknown) => error,
    )
    return refusal instanceof Failure ? refusal.extra['retryAfter'] : refusal
  }
  expect([await wait(), await wait(), await wait()]).toEqual([undefined, undefined, undefined])
  await refund('SECOND_FACTOR', 'account')
  expect(await wait()).toBeUndefined()
  expect(await wait()).toBe(900)
  expect(await wait()).toBeGreaterThan(890)
  await spend('SECOND_FACTOR', 'another account')
  await close()
})
