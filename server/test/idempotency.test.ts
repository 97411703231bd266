import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { inTransaction } from '../src/database/transactions.ts'
import { forgetAnswers } from '../src/http/idempotency.ts'
import { setupApp } from './app.ts'
const app = await setupApp()

const { create, mine } = api.platforms.directory
const dayInMs = 86_400_000

async function newCaller() {
  const { token } = await app.newOperator()
  const name = `Idempotent ${randomUUID()}`
  const post = (key: string, body: { name: string; slug?: string } = { name }) =>
    app.call(create, { token, body, headers: { 'idempotency-key': key } })
  const count = async () => (await app.call(mine, { token })).body.platforms.length
  return { post, count, name }
}

test('replays the first reply for the same key and body', async () => {
  const { post, count } = await newCaller()
  const key = randomUUID()
  const first = await post(key)
  const again = await post(key)
  expect(first.status).toBe(201)
  expect(again).toMatchObject({ status: 201, body: first.body })
  const isReplayed = [first, again].map(({ headers }) => headers['idempotent-replayed'])
  expect(isReplayed).toEqual([undefined, 'true'])
  expect(await count()).toBe(1)
})

test('replays the first reply even if the request would now be refused', async () => {
  const { post, name } = await newCaller()
  const body = { name, slug: `own-${randomUUID().slice(0, 8)}` }
  const key = randomUUID()
  const first = await post(key, body)
  expect(first.status).toBe(201)
  expect((await post(randomUUID(), body)).status).not.toBe(201)
  expect(await post(key, body)).toMatchObject({ status: 201, body: first.body })
})

test('gives several concurrent requests with one key the same reply', async () => {
  const { post, count } = await newCaller()
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(key)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await count()).toBe(1)
})

test('refuses the same key with another body', async () => {
  const { post, count } = await newCaller()
  const key = randomUUID()
  await post(key)
  const other = await post(key, { name: `Other ${randomUUID()}` })
  expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } })
  expect(await count()).toBe(1)
})

test('separates the keys of two callers', async () => {
  const [one, two] = [await newCaller(), await newCaller()]
  const key = randomUUID()
  expect((await one.post(key)).status).toBe(201)
  expect((await two.post(key)).status).toBe(201)
})

test('saves nothing for a failed attempt, so the key can be used again', async () => {
  const { post, name } = await newCaller()
  const key = randomUUID()
  expect((await post(key, { name: '!!!' })).status).toBe(422)
  expect((await post(key, { name })).status).toBe(201)
})

test.each(['short', 'x'.repeat(201), 'naïve key'])('refuses %s as key', async (key) => {
  const { post, count } = await newCaller()
  expect(await post(key)).toMatchObject({
    status: 400,
    body: { details: [{ path: 'Idempotency-Key' }] },
  })
  expect(await count()).toBe(0)
})

test('deletes a reply after a day', async () => {
  const { context, db, clock } = app
  const { post } = await newCaller()
  await post(randomUUID())
  const kept = async () =>
    (await db.selectFrom('ops.idempotencyKeys').select('route').execute()).length
  const before = await kept()
  const tidy = () =>
    forgetAnswers.run(
      {
        ...context,
        signal: new AbortController().signal,
        write: (work) => inTransaction(db, {}, work),
      },
      {},
    )
  await tidy()
  expect(await kept()).toBe(before)
  clock.advance(dayInMs + 1)
  await tidy()
  expect(await kept()).toBe(0)
})

test('accepts an expired key as new, deleted or not', async () => {
  const { post, count } = await newCaller()
  const key = randomUUID()
  await post(key)
  await app.db
    .updateTable('ops.idempotencyKeys')
    .set({ expiresAt: new Date(0) })
    .execute()
  expect((await post(key, { name: `Other ${randomUUID()}` })).status).toBe(201)
  expect(await count()).toBe(2)
})
