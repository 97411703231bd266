import { api } from '@stowage/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { startProxy, type Proxy } from './proxy.ts'

let world: TestApp
let proxy: Proxy
beforeAll(async () => {
  world = await startApp({ LOG_LEVEL: 'fatal' }, async (url) => {
    proxy = await startProxy(url)
    return proxy.url
  })
})
afterAll(async () => {
  await world.close()
  await proxy.close()
})

test('T17 a lost database is a 503 for as long as it lasts, and never a sign-out', async () => {
  const { token, email, password } = await world.newOperator()
  const { identity, platforms } = api
  const calls = () =>
    Promise.all([
      world.call(identity.profile.me, { token }),
      world.call(identity.sessions.login, { body: { email, password } }),
      world.call(platforms.directory.mine, { token }),
      world.call(platforms.audit.list, { token }),
      world.call(platforms.directory.create, { token, body: { name: 'Outage' } }),
    ])

  await proxy.cut()
  for (const answer of await calls()) {
    expect(answer.status).toBe(503)
    expect(answer.body['code']).toBe('unavailable')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await world.app.inject('/healthz')).statusCode).toBe(200)
  expect((await world.app.inject('/readyz')).statusCode).toBe(503)

  await proxy.restore()
  expect((await world.app.inject('/readyz')).statusCode).toBe(200)
  expect((await calls()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 201])
})
