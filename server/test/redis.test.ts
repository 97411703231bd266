import { api } from '@stowage/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { arrange } from './arrange.ts'
import { freePort } from './product.ts'
import { startRedis, systemRedis } from './redis.ts'

const { identity, platforms } = api
const limits = { LIMIT_CHECK_NAME: '5/1m', LIMIT_RESOLVE_IP: '3/1m' }

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function serve(redisUrl: string) {
  const app = await startApp({ REDIS_URL: redisUrl, LOG_LEVEL: 'fatal', ...limits })
  opened.push(() => app.close())
  return app
}

async function check(app: TestApp, token: string, times: number) {
  const answers = []
  for (let n = 0; n < times; n++)
    answers.push(await app.call(platforms.directory.checkName, { token, query: { name: 'Acme' } }))
  return answers.map(({ status }) => status)
}

/** Returns the rate limits counted in PostgreSQL: none while there is a Redis or should be one. */
const inDatabase = (app: TestApp) => arrange(app, 'select key from ops.rate_limits')

describe('an unavailable Redis', () => {
  test('locks nobody out, ends no session and keeps limits', async () => {
    const app = await serve(`redis://127.0.0.1:${await freePort()}`)
    const { token, email, password, tokens } = await app.newOperator()
    expect(await check(app, token, 7)).toEqual([200, 200, 200, 200, 200, 429, 429])
    const { refreshToken } = tokens
    expect((await app.call(identity.sessions.refresh, { body: { refreshToken } })).status).toBe(200)
    const wrong = { currentPassword: 'wrong', newPassword: `${password} two` }
    const changes = await Promise.all(
      Array.from({ length: 20 }, () => app.call(identity.passwords.change, { token, body: wrong })),
    )
    expect(changes.filter(({ status }) => status === 400)).toHaveLength(5)
    expect(changes.filter(({ status }) => status === 429)).toHaveLength(15)
    expect((await app.call(identity.sessions.login, { body: { email, password } })).status).toBe(
      200,
    )
    expect(await inDatabase(app)).toEqual([])
  })
})

// The test needs a Redis server, which comes with no package: it runs where the machine has one.
describe.runIf(systemRedis)('an available Redis', () => {
  const program = systemRedis ?? ''

  test('counts for all servers together', async () => {
    const redis = await startRedis(program)
    opened.push(redis.stop)
    const resolve = async (app: TestApp) =>
      (await app.call(platforms.directory.resolve, { params: { slug: 'nobody' } })).status
    const [one, other] = [await serve(redis.url), await serve(redis.url)]
    expect([await resolve(one), await resolve(one), await resolve(other)]).toEqual([404, 404, 404])
    expect([await resolve(other), await resolve(one)]).toEqual([429, 429])
    const recorded = `select action from audit.audit_log where action = 'RATE_LIMITED'`
    expect(await arrange(other, recorded)).toHaveLength(1)
    expect(await arrange(one, recorded)).toHaveLength(0)
    expect(await inDatabase(one)).toEqual([])
  })

  test('may restart', async () => {
    const redis = await startRedis(program)
    const app = await serve(redis.url)
    const { token } = await app.newOperator()
    expect(await check(app, token, 2)).toEqual([200, 200])
    await redis.stop()
    expect(await check(app, token, 6)).toEqual([200, 200, 200, 200, 200, 429])
    const again = await startRedis(program, redis.port)
    opened.push(again.stop)
    // An empty one counts from the start, once it has been found.
    await expect.poll(async () => (await check(app, token, 1))[0], { timeout: 60_000 }).toBe(200)
  })
})
