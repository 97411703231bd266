import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import { arrange, linkOperator } from '../../../test/arrange.ts'
import type { Owner } from '../../../test/owner.ts'

const { deleteAccount } = api.identity.accounts
const { login, refresh } = api.identity.sessions
const { me } = api.identity.profile
const day = 86_400_000

let app: TestApp
let owner: Owner
forAllTests((opened) => ({ app, owner } = opened))

const close = ({ token }: { token: string }) => app.call(deleteAccount, { token })
const signIn = ({ email, password }: { email: string; password: string }) =>
  app.call(login, { body: { email, password } })
const newestMail = async (email: string) => (await app.mailsTo(email))[0]

test('closing an account ends its sessions now and removes it in two weeks', async () => {
  const ada = await app.newOperator()
  const elsewhere = (await signIn(ada)).body.tokens
  const due = app.clock.now().getTime() + 14 * day
  const { status, body } = await close(ada)
  expect([status, body.success]).toEqual([200, true])
  expect(Math.abs(Date.parse(body.deletesAt) - due)).toBeLessThan(60_000)

  for (const token of [ada.token, elsewhere.accessToken])
    expect((await app.call(me, { token })).status).toBe(401)
  const stale = { refreshToken: elsewhere.refreshToken }
  expect((await app.call(refresh, { body: stale })).status).toBe(401)
  const ends = await owner.rowsOf<{ end_reason: string }>(
    'select distinct end_reason from identity.sessions where account_id = $1',
    [ada.user.id],
  )
  expect(ends).toEqual([{ end_reason: 'account_deleted' }])
  expect((await owner.eventsOf(ada.user.id)).at(-1)).toBe('ACCOUNT_DELETED success')
  const mail = await newestMail(ada.email)
  expect(mail?.subject).toBe('Your account will be deleted')
  expect(mail?.text).toContain('/login')
})

test('signing in restores the account once and sends a mail', async () => {
  const ada = await app.newOperator()
  await close(ada)
  app.clock.advance(13 * day)
  expect((await signIn({ ...ada, password: 'wrong' })).status).toBe(401)
  const deletion = () =>
    owner.rowsOf('select from identity.accounts where id = $1 and deletes_at is not null', [
      ada.user.id,
    ])
  expect(await deletion()).toHaveLength(1)

  expect((await signIn(ada)).status).toBe(200)
  expect(await deletion()).toHaveLength(0)
  expect((await signIn(ada)).status).toBe(200)
  const kept = (await app.mailsTo(ada.email)).filter(
    ({ subject }) => subject === 'Your account will not be deleted',
  )
  expect(kept).toHaveLength(1)
  const events = await arrange(
    app,
    `select metadata from audit.audit_log where actor_id = $1 and action = 'USER_LOGIN' order by id`,
    [ada.user.id],
  )
  expect(events.map(({ metadata }) => metadata)).toEqual([
    { amr: ['pwd'] },
    { amr: ['pwd'], keptAccount: true },
    { amr: ['pwd'] },
  ])
  // What was signed out stays signed out.
  expect((await app.call(me, { token: ada.token })).status).toBe(401)
})

test('an owner has to transfer or delete a platform first', async () => {
  const ada = await app.newOperator()
  await app.newPlatform(ada)
  const { status, body } = await close(ada)
  expect([status, body['code'], body['message']]).toEqual([
    409,
    'sole_owner',
    'Transfer or delete your platforms first.',
  ])
  expect((await app.call(me, { token: ada.token })).status).toBe(200)
})

test('a linked member loses every platform until it signs in as an operator', async () => {
  const boss = await app.newOperator()
  const platform = await app.newPlatform(boss)
  const ada = await linkOperator(app, platform, 'admin')
  const at = { params: { slug: platform.slug } }
  const enter = () => {
    const { email, password } = ada
    return app.call(api.platforms.tenantSessions.login, { ...at, body: { email, password } })
  }
  const inside = (await enter()).body
  const look = () => {
    const token = inside.tokens.accessToken
    return app.call(api.platforms.tenantSessions.me, { ...at, token })
  }
  expect((await look()).status).toBe(200)
  app.clock.advance(1_000)
  await close(ada)

  expect((await look()).status).toBe(401)
  const refused = await enter()
  expect([refused.status, refused.body['code']]).toEqual([401, 'invalid_credentials'])
  await signIn(ada)
  expect((await look()).status).toBe(401)
  expect((await enter()).status).toBe(200)
})

test('requires a recently confirmed session', async () => {
  const ada = await app.newOperator()
  app.clock.advance(901_000)
  expect((await close(ada)).status).toBe(428)
})
