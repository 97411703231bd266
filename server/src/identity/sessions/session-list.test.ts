import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import type { Owner } from '../../../test/owner.ts'
import { inTransaction } from '../../database/transactions.ts'
import { getAccount } from '../accounts/queries.ts'
import { signOutOthers } from './commands.ts'
import { operatorOf } from '../accounts/rules.ts'

const { list, end, endOthers, login, logout, refresh } = api.identity.sessions
const { me } = api.identity.profile
const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute

let app: TestApp
let owner: Owner
forAllTests((opened) => ({ app, owner } = opened))

type Person = { email: string; password: string; deviceToken: string }
async function signIn({ email, password, deviceToken }: Person, userAgent = 'test') {
  app.clock.advance(second)
  const { body } = await app.call(login, {
    body: { email, password },
    headers: { 'user-agent': userAgent, 'x-device-token': deviceToken },
  })
  return { token: body.tokens.accessToken, refreshToken: body.tokens.refreshToken }
}
const sessionsOf = async ({ token }: { token: string }) =>
  (await app.call(list, { token })).body.sessions
const currentOf = async (signedIn: { token: string }) => {
  const current = (await sessionsOf(signedIn)).filter((session) => session.current)
  expect(current).toHaveLength(1)
  return current[0]?.id ?? ''
}
const stop = ({ token }: { token: string }, sessionId: string) =>
  app.call(end, { token, params: { sessionId } })
const stopOthers = ({ token }: { token: string }) =>
  app.call(endOthers, { token, query: { scope: 'others' } })
const statusOf = async ({ token }: { token: string }) => (await app.call(me, { token })).status
const revocations = (accountId: string) =>
  owner.rowsOf<{ targetId: string | null; sessionId: string; metadata: unknown }>(
    `select target_id as "targetId", session_id as "sessionId", metadata from audit.audit_log
     where actor_id = $1 and action = 'SESSION_REVOKED' and outcome = 'success' order by id`,
    [accountId],
  )

describe('the list of sessions', () => {
  test('shows valid sessions, newest first, and marks the current one', async () => {
    const ada = await app.newOperator()
    await app.newOperator()
    const phone = await signIn(ada, 'a phone')
    const gone = await signIn(ada, 'a tablet')
    await app.call(logout, { token: gone.token })
    app.clock.advance(second)
    const renewed = await app.call(refresh, { body: { refreshToken: phone.refreshToken } })
    expect(renewed.status).toBe(200)

    const { status, body } = await app.call(list, { token: ada.token })
    expect(status).toBe(200)
    const moment = expect.stringMatching(/^\d{4}-.*Z$/) as string
    const id = expect.stringMatching(/^[\da-f-]{36}$/) as string
    const shared = { id, createdAt: moment, lastSeenAt: moment, ip: '127.0.0.1', amr: ['pwd'] }
    expect(body).toEqual({
      sessions: [
        { ...shared, current: false, userAgent: 'a phone' },
        { ...shared, current: true, userAgent: 'test' },
      ],
    })
    const [first] = body.sessions
    expect(Date.parse(first?.lastSeenAt ?? '')).toBeGreaterThan(Date.parse(first?.createdAt ?? ''))
  })

  test('leaves out expired sessions', async () => {
    const ada = await app.newOperator()
    app.clock.advance(8 * day)
    const later = await signIn(ada)
    expect(await sessionsOf(later)).toHaveLength(1)
    expect((await stopOthers(later)).body).toEqual({ revoked: 0 })
    expect(await revocations(ada.user.id)).toEqual([])
  })

  test('is limited to a hundred', async () => {
    const ada = await app.newOperator()
    await owner.rowsOf(
      `insert into identity.sessions (sid, account_id, key_cipher, auth_time, amr, acr, auth_epoch,
         created_at, last_seen_at, idle_expires_at, expires_at)
       select gen_random_uuid(), account_id, key_cipher, auth_time, amr, acr, auth_epoch,
         created_at - n * interval '1 second', last_seen_at, idle_expires_at, expires_at
       from identity.sessions, generate_series(1, 120) n where account_id = $1`,
      [ada.user.id],
    )
    const sessions = await sessionsOf(ada)
    expect(sessions).toHaveLength(100)
    expect(sessions[0]?.current).toBe(true)
    const created = sessions.map((session) => session.createdAt)
    expect(created).toEqual([...created].sort().reverse())
    expect((await stopOthers(ada)).body).toEqual({ revoked: 120 })
  })
})

describe('ending a session', () => {
  test('ends only that session and records it', async () => {
    const ada = await app.newOperator()
    const [phone, tablet] = [await signIn(ada), await signIn(ada)]
    const id = await currentOf(phone)
    const { status, body } = await stop(ada, id)
    expect([status, body]).toEqual([200, { success: true }])
    expect(await statusOf(phone)).toBe(401)
    const { refreshToken } = phone
    expect((await app.call(refresh, { body: { refreshToken } })).status).toBe(401)
    expect([await statusOf(ada), await statusOf(tablet)]).toEqual([200, 200])
    expect(await revocations(ada.user.id)).toEqual([
      { targetId: id, sessionId: await currentOf(ada), metadata: {} },
    ])
  })

  test('accepts the current session', async () => {
    const ada = await app.newOperator()
    expect((await stop(ada, await currentOf(ada))).status).toBe(200)
    expect(await statusOf(ada)).toBe(401)
  })

  test('I23 returns the same for foreign, ended, expired and unknown sessions', async () => {
    const ada = await app.newOperator()
    const expired = await currentOf(ada)
    app.clock.advance(8 * day)
    const [here, ended, bob] = [await signIn(ada), await signIn(ada), await app.newOperator()]
    const endedId = await currentOf(ended)
    await stop(here, endedId)
    const foreign = await currentOf(bob)
    const events = await revocations(ada.user.id)
    for (const id of [foreign, endedId, expired, randomUUID(), 'x', `${foreign}'--`]) {
      const { status, body } = await stop(here, id)
      const { requestId: _, ...rest } = body as Record<string, unknown>
      expect([status, rest]).toEqual([
        404,
        { message: 'Not found', error: 'not_found', code: 'not_found', details: [] },
      ])
    }
    expect(await statusOf(bob)).toBe(200)
    expect(await revocations(ada.user.id)).toEqual(events)
    expect(await revocations(bob.user.id)).toEqual([])
  })
})

describe('ending every other session', () => {
  test('keeps the current one, returns the count and records one event', async () => {
    const ada = await app.newOperator()
    const bob = await app.newOperator()
    const others = [await signIn(ada), await signIn(ada)]
    const { status, body } = await stopOthers(ada)
    expect([status, body]).toEqual([200, { revoked: 2 }])
    for (const other of others) expect(await statusOf(other)).toBe(401)
    expect([await statusOf(ada), await statusOf(bob)]).toEqual([200, 200])
    expect((await stopOthers(ada)).body).toEqual({ revoked: 0 })
    expect(await revocations(ada.user.id)).toEqual([
      { targetId: null, sessionId: await currentOf(ada), metadata: { sessions: 2 } },
    ])
  })

  test('requires an explicit parameter', async () => {
    const ada = await app.newOperator()
    for (const query of [{}, { scope: 'all' }])
      expect((await app.call(endOthers, { token: ada.token, query })).status).toBe(400)
    expect(await statusOf(ada)).toBe(200)
  })

  test('fails for a session that has ended', async () => {
    const ada = await app.newOperator()
    const phone = await signIn(ada)
    const account = await getAccount(app.db, ada.user.id)
    const origin = { ip: '127.0.0.1', userAgent: null, requestId: randomUUID() }
    const at = app.clock.now()
    const session = { sid: await currentOf(phone), amr: ['pwd'], authTime: at, acr: 'aal1' }
    const actor = operatorOf({ ...origin, at }, account, session)
    await stopOthers(ada)
    expect(await inTransaction(app.db, {}, (tx) => signOutOthers(tx, actor))).toBe(0)
    expect(await statusOf(ada)).toBe(200)
  })

  test('keeps one if all do it concurrently', async () => {
    const ada = await app.newOperator()
    const all = [ada, await signIn(ada), await signIn(ada), await signIn(ada)]
    await Promise.all(all.map(stopOthers))
    const statuses = await Promise.all(all.map(statusOf))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })
})
