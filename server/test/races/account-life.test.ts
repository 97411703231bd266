import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import pg from 'pg'
import { expect, test } from 'vitest'
import { removeAccounts } from '../../src/platforms/directory/jobs.ts'
import type { TestApp } from '../app.ts'
import { forAllTests } from '../for-all-tests.ts'
import { arrange } from '../arrange.ts'
import type { Owner } from '../owner.ts'
import { runJob } from '../run-job.ts'

const { changeEmail, deleteAccount, verifyEmail } = api.identity.accounts
const { login } = api.identity.sessions
const { me } = api.identity.profile
const day = 86_400_000

let app: TestApp
let owner: Owner
forAllTests((opened) => ({ app, owner } = opened))

type Person = Awaited<ReturnType<TestApp['newOperator']>>
const signIn = ({ email, password }: Person) => app.call(login, { body: { email, password } })
const accountOf = async ({ user }: Person) => {
  const [row] = await arrange(
    app,
    'select email, deletes_at from identity.accounts where id = $1',
    [user.id],
  )
  return row
}

test('one of two accounts gets an address confirmed by both', async () => {
  for (let round = 0; round < 2; round++) {
    const people = [await app.newOperator(), await app.newOperator()]
    const next = `${randomUUID()}@example.com`
    const links: string[] = []
    for (const { token } of people) {
      await app.call(changeEmail, { token, body: { email: next } })
      links.push(await app.mailedToken(next, 'verify-email'))
    }
    const answers = await Promise.all(
      links.map((token) => app.call(verifyEmail, { body: { token } })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const loser = answers.find(({ status }) => status === 400)
    expect(loser?.body['code']).toBe('invalid_token')
    for (const [i, person] of people.entries()) {
      const hasIt = answers[i]?.status === 200
      expect((await accountOf(person))?.['email']).toBe(hasIt ? next : person.email)
      const events = await owner.eventsOf(person.user.id)
      expect(events.includes('EMAIL_CHANGED success')).toBe(hasIt)
    }
  }
})

test('one link works after many concurrent change requests', async () => {
  const { email, token } = await app.newOperator()
  const addresses = Array.from({ length: 5 }, () => `${randomUUID()}@example.com`)
  await Promise.all(
    addresses.map((next) => app.call(changeEmail, { token, body: { email: next } })),
  )
  const links = await Promise.all(addresses.map((next) => app.mailedToken(next, 'verify-email')))
  const answers = await Promise.all(
    links.map((link) => app.call(verifyEmail, { body: { token: link } })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { body } = await app.call(me, { token })
  expect(body.user.email).not.toBe(email)
})

test('closing and signing in concurrently leave account and sessions consistent', async () => {
  for (let round = 0; round < 3; round++) {
    const ada = await app.newOperator()
    const [deletion, session] = await Promise.all([
      app.call(deleteAccount, { token: ada.token }),
      signIn(ada),
    ])
    expect([deletion.status, session.status]).toEqual([200, 200])
    // Either the sign-in came later and keeps the account, or it is signed out as all others are.
    const isKept = (await accountOf(ada))?.['deletes_at'] === null
    const { status } = await app.call(me, { token: session.body.tokens.accessToken })
    expect(status).toBe(isKept ? 200 : 401)
  }
})

test('either the removal or a concurrent sign-in wins', async () => {
  for (let round = 0; round < 2; round++) {
    const ada = await app.newOperator()
    await app.call(deleteAccount, { token: ada.token })
    app.clock.advance(15 * day)
    const [session] = await Promise.all([signIn(ada), runJob(app, removeAccounts, {})])
    const isKept = (await accountOf(ada)) !== undefined
    expect(session.status).toBe(isKept ? 200 : 401)
  }
})

test('a sign-in is refused if its account is removed meanwhile', async () => {
  const ada = await app.newOperator()
  const client = new pg.Client({ connectionString: app.ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('delete from identity.accounts where id = $1', [ada.user.id])
    const answer = signIn(ada)
    await expect
      .poll(() => arrange(app, 'select from pg_locks where not granted'), { timeout: 60_000 })
      .not.toHaveLength(0)
    await client.query('commit')
    const { status, body } = await answer
    expect([status, body['code']]).toEqual([401, 'invalid_credentials'])
  } finally {
    await client.end()
  }
})
