import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import type { TestApp } from '../app.ts'
import { forAllTests } from '../for-all-tests.ts'
import type { Owner } from '../owner.ts'

const { refresh } = api.identity.sessions

let app: TestApp
let owner: Owner
forAllTests(async (opened) => {
  ;({ app, owner } = opened)
  await Promise.all(Array.from({ length: 20 }, () => app.call(refresh, { body: {} })))
})

const concurrency = 20
const exchange = (refreshToken: string, headers: Record<string, string>) =>
  app.call(refresh, { body: { refreshToken }, headers })
const sessionOf = async (accountId: string) => {
  const [session] = await owner.rowsOf<{ counter: number; endReason: string | null }>(
    'select counter, end_reason as "endReason" from identity.sessions where account_id = $1',
    [accountId],
  )
  return session
}

test('T13 twenty tabs that refresh with one key get one reply', async () => {
  for (let round = 0; round < 3; round++) {
    const { tokens, user } = await app.newOperator()
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: concurrency }, () => exchange(tokens.refreshToken, headers)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(concurrency).fill(200))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await sessionOf(user.id)).toEqual({ counter: 1, endReason: null })
    const next = answers[0]?.body.tokens
    expect((await exchange(next?.refreshToken ?? '', {})).status).toBe(200)
  }
})

test('twenty uses of one token without a key get one reply and end the session', async () => {
  const { tokens, user } = await app.newOperator()
  const answers = await Promise.all(
    Array.from({ length: concurrency }, () => exchange(tokens.refreshToken, {})),
  )
  const granted = answers.filter(({ status }) => status === 200)
  expect(granted).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(concurrency - 1)
  expect(await sessionOf(user.id)).toEqual({ counter: 1, endReason: 'reuse' })
  const events = await owner.eventsOf(user.id)
  expect(events.filter((event) => event.startsWith('TOKEN_REUSE_DETECTED'))).toHaveLength(1)
})
