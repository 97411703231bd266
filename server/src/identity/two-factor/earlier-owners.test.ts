import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { newAuthenticator, register, signInWith } from '../../../test/authenticator.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import { nextCode, operatorWithFactor } from '../../../test/second-factor.ts'
import type { JobWorker } from '../../../test/worker-for.ts'

const { changeEmail, verifyEmail } = api.identity.accounts
const { forgot, reset } = api.identity.passwords
const { list } = api.identity.passkeys
const { login } = api.identity.sessions
const { setup, verify } = api.identity.twoFactor
const { me } = api.identity.profile

let app: TestApp
let worker: JobWorker
forAllTests(async (opened) => {
  app = opened.app
  worker = await opened.startWorker()
})

const password = 'the true owner'
const newAddress = () => `${randomUUID()}@example.com`
const subjectsTo = async (email: string) => (await app.mailsTo(email)).map((m) => m.subject)
const reviewMail = 'Review the sign-in methods of your account'

async function confirm(email: string, token?: string) {
  const body = { token: await app.mailedToken(email, 'verify-email') }
  const answer = await app.call(verifyEmail, { body, ...(token && { token }) })
  expect(answer.status).toBe(200)
}

async function moveTo(next: string, operator: { token: string }) {
  await app.call(changeEmail, { token: operator.token, body: { email: next } })
  await confirm(next)
}

async function resetPassword(email: string) {
  await app.call(forgot, { body: { email } })
  await worker.settle()
  const token = await app.mailedToken(email, 'reset-password')
  expect((await app.call(reset, { body: { token, password } })).status).toBe(200)
}

const signIn = (email: string) => app.call(login, { body: { email, password } })

describe('passkeys and authenticators from before an address change', () => {
  test('N31 are removed by the first password reset, with every session', async () => {
    const key = newAuthenticator()
    const mallory = await operatorWithFactor(app)
    await register(app, mallory, key)
    const victim = newAddress()
    await moveTo(victim, mallory)
    // Until then they work: most people change their own address.
    expect((await signInWith(app, key)).status).toBe(200)

    await resetPassword(victim)
    const refused = await signInWith(app, key)
    expect([refused.status, refused.body['code']]).toEqual([401, 'passkey_rejected'])
    expect((await app.call(me, { token: mallory.token })).status).toBe(401)
    const { body } = await signIn(victim)
    expect(body.user.twoFactorEnabled).toBe(false)
    const listed = await app.call(list, { token: body.tokens.accessToken })
    expect(listed.body.passkeys).toEqual([])
  })

  test('are listed in a mail to the new address, with a reset link', async () => {
    const mallory = await operatorWithFactor(app)
    await register(app, mallory, newAuthenticator())
    const next = newAddress()
    await moveTo(next, mallory)
    const [mail] = await app.mailsTo(next)
    expect(mail?.subject).toBe(reviewMail)
    expect(mail?.text).toMatch(/^Passkey: “.+”, added \d+ \w+ \d{4}, \d\d:\d\d UTC$/m)
    expect(mail?.text).toMatch(/^Authenticator app: added \d+ \w+ \d{4}, \d\d:\d\d UTC$/m)
    expect(mail?.text).toMatch(/\/forgot-password$/m)
  })

  test('cause no mail if there are none', async () => {
    const ada = await app.newOperator()
    const next = newAddress()
    await moveTo(next, ada)
    expect(await subjectsTo(next)).toEqual(['Confirm your new email address'])
  })

  test('include an unconfirmed authenticator', async () => {
    const mallory = await app.newOperator()
    const { secret } = (await app.call(setup, { token: mallory.token })).body
    const victim = newAddress()
    await moveTo(victim, mallory)
    const body = { token: nextCode(app, { secret }) }
    expect((await app.call(verify, { token: mallory.token, body })).status).toBe(200)
    await resetPassword(victim)
    expect((await signIn(victim)).body.user.twoFactorEnabled).toBe(false)
  })

  test('do not include those added later', async () => {
    const [before, after] = [newAuthenticator(), newAuthenticator()]
    const ada = await app.newOperator()
    await register(app, ada, before)
    const next = newAddress()
    await moveTo(next, ada)
    await register(app, ada, after)
    await resetPassword(next)
    expect((await signInWith(app, before)).status).toBe(401)
    expect((await signInWith(app, after)).status).toBe(200)
  })
})

describe('passkeys from before someone else verified the address', () => {
  test('are removed by the first password reset', async () => {
    const key = newAuthenticator()
    const mallory = await app.newOperator({ verified: false })
    await register(app, mallory, key)
    await confirm(mallory.email)
    expect((await subjectsTo(mallory.email))[0]).toBe(reviewMail)
    await resetPassword(mallory.email)
    expect((await signInWith(app, key)).status).toBe(401)
  })

  test('stay if a session of the account verifies it', async () => {
    const key = newAuthenticator()
    const ada = await app.newOperator({ verified: false })
    await register(app, ada, key)
    await confirm(ada.email, ada.token)
    expect(await subjectsTo(ada.email)).not.toContain(reviewMail)
    await resetPassword(ada.email)
    expect((await signInWith(app, key)).status).toBe(200)
  })
})
