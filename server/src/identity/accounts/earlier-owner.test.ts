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

let world: TestApp
let worker: JobWorker
forAllTests(async (opened) => {
  world = opened.world
  worker = await opened.startWorker()
})

const password = 'the true owner'
const newAddress = () => `${randomUUID()}@example.com`
const subjectsTo = async (email: string) => (await world.mailsTo(email)).map((m) => m.subject)
const reviewMail = 'Review the sign-in methods of your account'

async function confirm(email: string, token?: string) {
  const body = { token: await world.mailedToken(email, 'verify-email') }
  const answer = await world.call(verifyEmail, { body, ...(token && { token }) })
  expect(answer.status).toBe(200)
}

async function moveTo(next: string, operator: { token: string }) {
  await world.call(changeEmail, { token: operator.token, body: { email: next } })
  await confirm(next)
}

async function resetPassword(email: string) {
  await world.call(forgot, { body: { email } })
  await worker.settle()
  const token = await world.mailedToken(email, 'reset-password')
  expect((await world.call(reset, { body: { token, password } })).status).toBe(200)
}

const signIn = (email: string) => world.call(login, { body: { email, password } })

describe('passkeys and authenticators from before an address changed', () => {
  test('N31 are removed by the first password reset, with every session', async () => {
    const key = newAuthenticator()
    const mallory = await operatorWithFactor(world)
    await register(world, mallory, key)
    const victim = newAddress()
    await moveTo(victim, mallory)
    // Until then they work: most people change their own address.
    expect((await signInWith(world, key)).status).toBe(200)

    await resetPassword(victim)
    const refused = await signInWith(world, key)
    expect([refused.status, refused.body['code']]).toEqual([401, 'passkey_rejected'])
    expect((await world.call(me, { token: mallory.token })).status).toBe(401)
    const { body } = await signIn(victim)
    expect(body.user.twoFactorEnabled).toBe(false)
    const listed = await world.call(list, { token: body.tokens.accessToken })
    expect(listed.body.passkeys).toEqual([])
  })

  test('are listed in a mail to the new address, with a link to remove them', async () => {
    const mallory = await operatorWithFactor(world)
    await register(world, mallory, newAuthenticator())
    const next = newAddress()
    await moveTo(next, mallory)
    const [mail] = await world.mailsTo(next)
    expect(mail?.subject).toBe(reviewMail)
    expect(mail?.text).toMatch(/^Passkey: “.+”, added \d+ \w+ \d{4}, \d\d:\d\d UTC$/m)
    expect(mail?.text).toMatch(/^Authenticator app: added \d+ \w+ \d{4}, \d\d:\d\d UTC$/m)
    expect(mail?.text).toMatch(/\/forgot-password$/m)
  })

  test('are not written about when there are none', async () => {
    const ada = await world.newOperator()
    const next = newAddress()
    await moveTo(next, ada)
    expect(await subjectsTo(next)).toEqual(['Confirm your new email address'])
  })

  test('an authenticator that waited for its first code counts as one of them', async () => {
    const mallory = await world.newOperator()
    const { secret } = (await world.call(setup, { token: mallory.token })).body
    const victim = newAddress()
    await moveTo(victim, mallory)
    const body = { token: nextCode(world, { secret }) }
    expect((await world.call(verify, { token: mallory.token, body })).status).toBe(200)
    await resetPassword(victim)
    expect((await signIn(victim)).body.user.twoFactorEnabled).toBe(false)
  })

  test('what was added afterwards stays', async () => {
    const [before, after] = [newAuthenticator(), newAuthenticator()]
    const ada = await world.newOperator()
    await register(world, ada, before)
    const next = newAddress()
    await moveTo(next, ada)
    await register(world, ada, after)
    await resetPassword(next)
    expect((await signInWith(world, before)).status).toBe(401)
    expect((await signInWith(world, after)).status).toBe(200)
  })
})

describe('passkeys from before somebody else confirmed the address', () => {
  test('are removed by the first password reset', async () => {
    const key = newAuthenticator()
    const mallory = await world.newOperator({ verified: false })
    await register(world, mallory, key)
    await confirm(mallory.email)
    expect((await subjectsTo(mallory.email))[0]).toBe(reviewMail)
    await resetPassword(mallory.email)
    expect((await signInWith(world, key)).status).toBe(401)
  })

  test('stay when a session of the account confirms it', async () => {
    const key = newAuthenticator()
    const ada = await world.newOperator({ verified: false })
    await register(world, ada, key)
    await confirm(ada.email, ada.token)
    expect(await subjectsTo(ada.email)).not.toContain(reviewMail)
    await resetPassword(ada.email)
    expect((await signInWith(world, key)).status).toBe(200)
  })
})
