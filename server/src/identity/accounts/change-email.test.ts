import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import { arrange, linkOperator } from '../../../test/arrange.ts'
import type { Owner } from '../../../test/owner.ts'
import { runJob } from '../../../test/run-job.ts'
import { mailPasswordReset } from '../passwords/jobs.ts'
import { followChangedAddress } from '../../platforms/members/jobs.ts'

const { changeEmail, register, verifyEmail } = api.identity.accounts
const { login } = api.identity.sessions
const { me } = api.identity.profile
const day = 86_400_000

let app: TestApp
let owner: Owner
forAllTests((opened) => ({ app, owner } = opened))

const newAddress = () => `${randomUUID()}@example.com`
const ask = ({ token }: { token: string }, email: string) =>
  app.call(changeEmail, { token, body: { email } })
const confirm = (token: string) => app.call(verifyEmail, { body: { token } })
const linkTo = (email: string) => app.mailedToken(email, 'verify-email')
const subjectsTo = async (email: string) => (await app.mailsTo(email)).map((m) => m.subject)
const signIn = (email: string, password: string) => app.call(login, { body: { email, password } })
const asked = { message: 'Check the new address for a confirmation email.' }

test('a new address applies once it is confirmed and keeps sessions', async () => {
  const ada = await app.newOperator()
  const next = `New.${newAddress()}`
  const answer = await ask(ada, next)
  expect([answer.status, answer.body]).toEqual([200, asked])
  expect((await app.call(me, { token: ada.token })).body.user.email).toBe(ada.email)
  expect(await subjectsTo(next)).toEqual(['Confirm your new email address'])
  expect((await subjectsTo(ada.email))[0]).toBe('Your email address is about to change')

  const link = await linkTo(next)
  const { status, body } = await confirm(link)
  expect([status, body.user]).toEqual([
    200,
    { ...ada.user, email: next, version: ada.user.version + 1 },
  ])
  expect((await app.call(me, { token: ada.token })).body.user.email).toBe(next)
  expect((await subjectsTo(ada.email))[0]).toBe('Your email address was changed')
  expect((await signIn(next.toUpperCase(), ada.password)).status).toBe(200)
  expect((await signIn(ada.email, ada.password)).status).toBe(401)
  expect(await owner.eventsOf(ada.user.id)).toEqual(
    expect.arrayContaining(['EMAIL_CHANGE_REQUESTED success', 'EMAIL_CHANGED success']),
  )
  // Mail programs and people open links twice.
  expect((await confirm(link)).status).toBe(200)
  app.clock.advance(day)
  expect((await confirm(link)).body['code']).toBe('invalid_token')
})

test('confirming another address verifies an unverified account', async () => {
  const ada = await app.newOperator({ verified: false })
  const first = await linkTo(ada.email)
  const next = newAddress()
  await ask(ada, next)
  const { body } = await confirm(await linkTo(next))
  expect(body.user).toMatchObject({ email: next, emailVerified: true })
  // The mailbox that was left has no say any more.
  expect((await confirm(first)).body['code']).toBe('invalid_token')
})

test('a used address gives the same reply and mails its owner only', async () => {
  const [ada, bob] = [await app.newOperator(), await app.newOperator()]
  const answer = await ask(ada, bob.email.toUpperCase())
  expect([answer.status, answer.body]).toEqual([200, asked])
  expect((await subjectsTo(bob.email))[0]).toBe('You already have a Stowage account')
  // As for a free one: else the own mailbox would tell.
  expect((await subjectsTo(ada.email))[0]).toBe('Your email address is about to change')
})

test('an address used before its confirmation stays with its account', async () => {
  const ada = await app.newOperator()
  const next = newAddress()
  await ask(ada, next)
  const link = await linkTo(next)
  const body = { firstName: 'Bob', lastName: 'B', email: next, password: 'bobs own words' }
  await app.call(register, { body })
  const answer = await confirm(link)
  expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_token'])
  expect(answer.body['message']).toContain('Invalid or expired verification token.')
  expect((await signIn(next, 'bobs own words')).status).toBe(200)
  expect((await app.call(me, { token: ada.token })).body.user.email).toBe(ada.email)
})

test('a later request replaces an earlier one, and the current address cancels it', async () => {
  const ada = await app.newOperator()
  const [one, two] = [newAddress(), newAddress()]
  await ask(ada, one)
  await ask(ada, two)
  expect((await confirm(await linkTo(one))).status).toBe(400)
  const mails = (await app.mailsTo(ada.email)).length
  expect((await ask(ada, ada.email.toUpperCase())).body).toEqual(asked)
  expect(await app.mailsTo(ada.email)).toHaveLength(mails)
  expect((await confirm(await linkTo(two))).status).toBe(400)
})

async function resetLink(email: string) {
  const at = app.clock.now().toISOString()
  const origin = { ip: '127.0.0.1', userAgent: null, requestId: randomUUID(), at }
  await runJob(app, mailPasswordReset, { emailKey: email, origin })
  return app.mailedToken(email, 'reset-password')
}
const resetWith = (token: string, password: string) =>
  app.call(api.identity.passwords.reset, { body: { token, password } })

test('a password reset or change cancels a pending change', async () => {
  const ada = await app.newOperator()
  const [one, two] = [newAddress(), newAddress()]
  await ask(ada, one)
  expect((await resetWith(await resetLink(ada.email), 'a new secret')).status).toBe(200)
  expect((await confirm(await linkTo(one))).status).toBe(400)

  const { tokens } = (await signIn(ada.email, 'a new secret')).body
  const body = { currentPassword: 'a new secret', newPassword: 'a newer secret' }
  await ask({ token: tokens.accessToken }, two)
  await app.call(api.identity.passwords.change, { token: tokens.accessToken, body })
  expect((await confirm(await linkTo(two))).status).toBe(400)
})

test('links in the former mailbox become invalid', async () => {
  const ada = await app.newOperator()
  const next = newAddress()
  await ask(ada, next)
  const old = await resetLink(ada.email)
  expect((await confirm(await linkTo(next))).status).toBe(200)
  expect((await resetWith(old, 'mallory words')).status).toBe(400)
})

test('requires a recently confirmed session', async () => {
  const ada = await app.newOperator()
  app.clock.advance(901_000)
  expect((await ask(ada, newAddress())).status).toBe(428)
})

test('updates linked members unless another member of the platform has the address', async () => {
  const boss = await app.newOperator()
  const [one, two] = [await app.newPlatform(boss), await app.newPlatform(boss)]
  const ada = await linkOperator(app, one, 'admin')
  await arrange(
    app,
    `insert into tenant.members (platform_id, id, email, email_key, first_name, last_name,
       account_id, role, created_at, updated_at)
     values ($1, $2, $3, $3, '', '', $4, 'viewer', now(), now())`,
    [two.id, randomUUID(), ada.email, ada.user.id],
  )
  const next = newAddress()
  await app.newMember(boss, two, { email: next })
  await ask(ada, next)
  await confirm(await linkTo(next))
  await runJob(app, followChangedAddress, { accountId: ada.user.id })
  await runJob(app, followChangedAddress, { accountId: ada.user.id })

  const tenantLogin = (slug: string, email: string) =>
    app.call(api.platforms.tenantSessions.login, {
      params: { slug },
      body: { email, password: ada.password },
    })
  expect((await tenantLogin(one.slug, next)).status).toBe(200)
  expect((await tenantLogin(one.slug, ada.email)).status).toBe(401)
  expect((await tenantLogin(two.slug, ada.email)).status).toBe(200)
})
