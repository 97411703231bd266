import { api } from '@stowage/contract'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { inTransaction, isUnavailable } from '../src/database/transactions.ts'
import { setupApp } from './app.ts'
import { startProxy, type Proxy } from './proxy.ts'
let proxy: Proxy
const app = await setupApp({ LOG_LEVEL: 'fatal' }, async (url) => {
  proxy = await startProxy(url)
  return proxy.url
})
afterAll(async () => {
  await proxy.close()
})

test('T17 a lost database is answered with 503 and never signs anyone out', async () => {
  const { token, email, password } = await app.newOperator()
  const { identity, platforms } = api
  const calls = () =>
    Promise.all([
      app.call(identity.profile.me, { token }),
      app.call(identity.sessions.login, { body: { email, password } }),
      app.call(platforms.directory.mine, { token }),
      app.call(platforms.audit.list, { token }),
      app.call(platforms.directory.create, { token, body: { name: 'Outage' } }),
    ])

  await proxy.cut()
  for (const answer of await calls()) {
    expect(answer.status).toBe(503)
    expect(answer.body['code']).toBe('unavailable')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await app.http.inject('/healthz')).statusCode).toBe(200)
  expect((await app.http.inject('/readyz')).statusCode).toBe(503)

  await proxy.restore()
  expect((await app.http.inject('/readyz')).statusCode).toBe(200)
  expect((await calls()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 201])
})

test('a connection whose server has become a standby is closed', async () => {
  const { db } = app.context
  const session = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
  const before = await session()
  // From now on it answers a write as a standby does.
  await sql`set default_transaction_read_only = on`.execute(db)
  const write = () =>
    inTransaction(db, {}, (tx) => sql`create table ops.never ()`.execute(tx)).catch(
      (error: unknown) => error,
    )
  expect(isUnavailable(await write())).toBe(true)
  expect(await session()).not.toBe(before)
})
