import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import type { Owner } from '../../../test/owner.ts'
import type { JobWorker } from '../../../test/worker-for.ts'
import { inTransaction } from '../../database/transactions.ts'
import { getAccount } from '../accounts/queries.ts'
import { operatorOf } from '../accounts/rules.ts'
import { changePassword } from './commands.ts'
import { findCredential } from './queries.ts'

const { change, forgot, reset } = api.identity.passwords
const { list, login, logout, refresh } = api.identity.sessions
const { me } = api.identity.profile
const next = 'a better password'

let app: TestApp
let owner: Owner
let worker: JobWorker
forAllTests(async (opened) => {
  ;({ app, owner } = opened)
  worker = await opened.startWorker()
})

type Person = Awaited<ReturnType<TestApp['newOperator']>>
const ask = ({ token }: { token: string }, currentPassword: unknown, newPassword: unknown) =>
  app.call(change, { token, body: { currentPassword, newPassword } })
const signIn = ({ email }: { email: string }, password: string) =>
  app.call(login, { body: { email, password } })
const statusOf = async (token: string) => (await app.call(me, { token })).status
const eventsOf = async (person: Person) =>
  (await owner.eventsOf(person.user.id)).filter((event) => event.startsWith('PASSWORD_CHANGED'))
const notices = async ({ email }: Person) =>
  (await app.mailsTo(email)).filter((mail) => mail.subject === 'Your password was changed')

test('replaces the password, ends every other session and mails the owner', async () => {
  const ada = await app.newOperator()
  const elsewhere = (await signIn(ada, ada.password)).body
  await app.call(forgot, { body: { email: ada.email } })
  await worker.settle()
  const link = await app.mailedToken(ada.email, 'reset-password')

  const { status, body } = await ask(ada, ada.password, next)
  expect([status, body]).toEqual([200, { message: 'Password updated successfully.' }])

  expect(await statusOf(elsewhere.tokens.accessToken)).toBe(401)
  const stolen = { refreshToken: elsewhere.tokens.refreshToken }
  expect((await app.call(refresh, { body: stolen })).status).toBe(401)
  const viaLink = await app.call(reset, { body: { token: link, password: 'mallory words' } })
  expect([viaLink.status, viaLink.body['code']]).toEqual([400, 'invalid_token'])

  expect(await statusOf(ada.token)).toBe(200)
  const own = await app.call(refresh, { body: { refreshToken: ada.tokens.refreshToken } })
  expect(own.status).toBe(200)
  expect(await statusOf(own.body.tokens.accessToken)).toBe(200)

  expect((await signIn(ada, ada.password)).status).toBe(401)
  expect((await signIn(ada, next)).status).toBe(200)
  expect(await eventsOf(ada)).toEqual(['PASSWORD_CHANGED success'])
  const mails = await notices(ada)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('Every other session was signed out')
})

test('returns 400 for a wrong current password, records it and changes nothing', async () => {
  const ada = await app.newOperator()
  const elsewhere = (await signIn(ada, ada.password)).body
  for (const wrong of ['wrong', '', 'x'.repeat(300)]) {
    const { status, body } = await ask(ada, wrong, next)
    expect([status, body['code'], body['message']]).toEqual([
      400,
      'invalid_password',
      'Current password is incorrect.',
    ])
  }
  expect(await eventsOf(ada)).toEqual(Array(3).fill('PASSWORD_CHANGED failure'))
  expect(await statusOf(elsewhere.tokens.accessToken)).toBe(200)
  expect((await signIn(ada, ada.password)).status).toBe(200)
  expect(await notices(ada)).toHaveLength(0)
})

test('refuses an unchanged, common or short password without counting an attempt', async () => {
  const password = 'caf\u00e9 au lait'
  const ada = await app.newOperator({ password })
  const refusals = [
    [422, 'password_unchanged', password],
    [422, 'password_unchanged', password.normalize('NFD')],
    [422, 'password_too_common', 'Password'],
    [400, 'validation_failed', '12345'],
    [400, 'validation_failed', undefined],
  ] as const
  for (const [expected, code, chosen] of refusals) {
    const { status, body } = await ask(ada, password, chosen)
    expect([status, body['code']]).toEqual([expected, code])
  }
  expect((await ask(ada, undefined, next)).status).toBe(400)
  expect(await eventsOf(ada)).toEqual([])
  expect((await signIn(ada, password)).status).toBe(200)
})

test('applies one of many concurrent changes', async () => {
  const ada = await app.newOperator()
  const chosen = Array.from({ length: 4 }, (_, i) => `chosen password ${i}`)
  const answers = await Promise.all(chosen.map((each) => ask(ada, ada.password, each)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  const winner = answers.findIndex(({ status }) => status === 200)
  for (const [i, password] of chosen.entries())
    expect((await signIn(ada, password)).status).toBe(i === winner ? 200 : 401)
  expect((await eventsOf(ada)).sort()).toEqual([
    ...Array(3).fill('PASSWORD_CHANGED failure'),
    'PASSWORD_CHANGED success',
  ])
})

test('keeps one of two sessions that change it concurrently', async () => {
  const ada = await app.newOperator()
  const bob = (await signIn(ada, ada.password)).body.tokens.accessToken
  const answers = await Promise.all([
    ask(ada, ada.password, 'chosen here'),
    ask({ token: bob }, ada.password, 'chosen there'),
  ])
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  const [here, there] = [await statusOf(ada.token), await statusOf(bob)]
  expect([here, there]).toEqual(statuses[0] === 200 ? [200, 401] : [401, 200])
})

test('allows five wrong attempts in 15 minutes, then refuses even the right password', async () => {
  const ada = await app.newOperator()
  const bob = await app.newOperator()
  // What is refused for another reason does not count.
  for (let i = 0; i < 7; i++) expect((await ask(ada, ada.password, ada.password)).status).toBe(422)
  for (let i = 0; i < 5; i++) expect((await ask(ada, 'wrong', next)).status).toBe(400)
  for (const password of ['wrong', ada.password]) {
    const { status, body, headers } = await ask(ada, password, next)
    expect([status, body['code']]).toEqual([429, 'rate_limited'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(800)
  }
  expect(await statusOf(ada.token)).toBe(200)
  expect((await ask(bob, bob.password, next)).status).toBe(200)
  expect(await eventsOf(ada)).toHaveLength(5)
})

test('changes nothing if the session ends during hashing', async () => {
  const { context, db } = app
  const ada = await app.newOperator()
  const account = await getAccount(db, ada.user.id)
  const { body } = await app.call(list, { token: ada.token })
  const origin = { ip: '127.0.0.1', userAgent: null, requestId: randomUUID() }
  const at = app.clock.now()
  const session = { sid: body.sessions[0]?.id ?? '', amr: ['pwd'], authTime: at, acr: 'aal1' }
  const actor = operatorOf({ ...origin, at }, account, session)
  const current = await findCredential(db, account.id)
  const given = {
    stored: await context.hasher.hash(next),
    provedSince: current?.changedAt ?? new Date(0),
  }
  await app.call(logout, { token: ada.token })

  const late = inTransaction(db, {}, (tx) => changePassword(tx, context, actor, given))
  await expect(late).rejects.toMatchObject({ code: 'unauthorized' })
  expect((await signIn(ada, ada.password)).status).toBe(200)
})
