import { api } from '@stowage/contract'
import { decodeProtectedHeader, type JWK } from 'jose'
import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { openOwner, type Owner } from '../../../test/owner.ts'
import { replaceKeys, rotateKeysEarly, rotateSigningKeys } from './jobs.ts'
import { signingKey, verifyingKey } from './commands.ts'

const { me } = api.identity.profile
const hour = 3_600_000
const day = 24 * hour

let app: TestApp
let owner: Owner
beforeEach(async () => {
  app = await startApp()
  owner = await openOwner(app)
})
afterEach(async () => {
  await owner.close()
  await app.close()
})

/** Another process on the same database: it remembers nothing. */
const process = () => ({ ...app.context, db: app.context.db.withTables() })
const job = () => rotateSigningKeys.run({ ...process(), ...unused }, {})
const unused = { write: () => Promise.reject(new Error('unused')), signal: AbortSignal.any([]) }

const states = async () =>
  Object.fromEntries(
    (
      await owner.rowsOf<{ kid: string; state: string }>(
        'select kid, state from identity.signing_keys',
      )
    ).map(({ kid, state }) => [state, kid]),
  )
const published = async () =>
  (await app.http.inject({ url: '/.well-known/jwks.json' })).json<{ keys: JWK[] }>().keys
const kidOf = (token: string) => decodeProtectedHeader(token).kid
const statusOf = async (token: string) => (await app.call(me, { token })).status
const events = () =>
  owner.rowsOf(
    `select actor_type, actor_id, metadata from audit.audit_log
     where action = 'SIGNING_KEYS_ROTATED' order by id`,
  )
const signIn = async ({ email, password }: { email: string; password: string }) =>
  (await app.call(api.identity.sessions.login, { body: { email, password } })).body.tokens
    .accessToken

/** Polls an expectation, because servers cache keys for up to a second. */
const eventually = (what: () => unknown) => expect.poll(what, { timeout: 5_000, interval: 100 })

test('T15 publishes a key a day before it signs and accepts it an hour longer', async () => {
  const person = await app.newOperator()
  const first = kidOf(person.token)
  await job()
  expect(await states()).toEqual({ active: first })

  app.clock.advance(89 * day)
  await job()
  const { next } = await states()
  await eventually(async () => (await published()).map(({ kid }) => kid)).toEqual([first, next])
  for (const key of await published()) {
    expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
    expect(key).toMatchObject({ alg: 'EdDSA', use: 'sig' })
  }
  app.clock.advance(day - 60_000)
  await job()
  const old = await signIn(person)
  expect(kidOf(old)).toBe(first)

  app.clock.advance(60_000)
  await job()
  expect(await states()).toEqual({ retiring: first, active: next })
  await eventually(async () => kidOf(await signIn(person))).toBe(next)
  expect(await statusOf(old)).toBe(200)
  expect(await published()).toHaveLength(2)

  app.clock.advance(hour + 60_000)
  await job()
  expect(await states()).toEqual({ active: next })
  await eventually(published).toHaveLength(1)
  expect(await events()).toEqual([
    system({ published: next, signs: null, removed: [] }),
    system({ published: null, signs: next, removed: [] }),
    system({ published: null, signs: null, removed: [first] }),
  ])
})

const system = (metadata: object) => ({ actor_type: 'system', actor_id: null, metadata })

test('accepts a token issued before a rotation', async () => {
  const person = await app.newOperator()
  await rotateKeysEarly(process())
  app.clock.advance(day - 60_000)
  const token = await signIn(person)
  app.clock.advance(60_000)
  await job()
  app.clock.advance(50 * 60_000)
  await job()
  expect(await statusOf(token)).toBe(200)
})

test('starts a rotation on request and returns when it takes effect', async () => {
  await app.newOperator()
  const at = app.clock.now()
  const from = await rotateKeysEarly(process())
  expect(from.getTime() - at.getTime()).toBeGreaterThanOrEqual(day)
  const { active, next } = await states()
  // Asked again it is the same rotation.
  expect(await rotateKeysEarly(process())).toEqual(from)
  expect(await states()).toEqual({ active, next })
  app.clock.advance(day + 1_000)
  expect((await rotateKeysEarly(process())) <= app.clock.now()).toBe(true)
  expect(await states()).toMatchObject({ retiring: active, active: next })
})

test('makes one rotation for concurrent servers', async () => {
  await app.newOperator()
  app.clock.advance(89 * day)
  await Promise.all([job(), job(), job(), job()])
  expect(await events()).toHaveLength(1)
  app.clock.advance(day)
  await Promise.all([job(), job(), job(), job()])
  expect(await events()).toHaveLength(2)
  expect(Object.keys(await states()).sort()).toEqual(['active', 'retiring'])
})

test('replaces all keys after a leak, which invalidates their tokens', async () => {
  const person = await app.newOperator()
  const before = kidOf(person.token)
  await rotateKeysEarly(process())
  await replaceKeys(process())
  await eventually(() => statusOf(person.token)).toBe(401)
  const token = await signIn(person)
  expect(kidOf(token)).not.toBe(before)
  expect(await statusOf(token)).toBe(200)
  expect(Object.keys(await states())).toEqual(['active'])
})

describe('unknown key ids', () => {
  test('do not cause a database read each', async () => {
    let asked = 0
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        asked += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const server = { ...app.context, db: app.context.db.withPlugin(counting) }
    await signingKey(server)
    asked = 0
    const begun = performance.now()
    for (let round = 0; round < 4; round++) {
      const kids = Array.from({ length: 200 }, (_, i) => `${round}${i}`.padEnd(43, 'x'))
      const found = await Promise.all(kids.map((kid) => verifyingKey(server, kid)))
      expect(found.filter(Boolean)).toEqual([])
    }
    expect(asked).toBeLessThanOrEqual(Math.ceil((performance.now() - begun) / 250) + 1)
    expect(asked).toBeGreaterThan(0)
  })

  test('are found once another server has created the key', async () => {
    const reader = process()
    await signingKey(reader)
    await replaceKeys(process())
    const { kid } = await signingKey(process())
    expect(await verifyingKey(reader, kid)).toBeDefined()
  })
})
