import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import {
  newAuthenticator,
  newOperatorWith,
  register,
  signInWith,
} from '../../../test/authenticator.ts'
import type { JobWorker } from '../../../test/worker-for.ts'

const { list, remove } = api.identity.passkeys
const { forgot, reset } = api.identity.passwords
const accounts = api.identity.accounts
const { me } = api.identity.profile
const sessions = api.identity.sessions

let app: TestApp
let worker: JobWorker
forAllTests(async (opened) => {
  app = opened.app
  worker = await opened.startWorker()
})

const expectRejected = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  expect([status, body['code'], body['message']]).toEqual([
    401,
    'passkey_rejected',
    'Passkey sign-in failed. Please try again.',
  ])

describe('passkeys added by someone else before the address was verified', () => {
  const squat = async () => {
    const key = newAuthenticator()
    const mallory = await app.newOperator({ verified: false })
    await register(app, mallory, key)
    return { key, ...mallory }
  }

  test('N19 are removed by a password reset of the owner', async () => {
    const { key, email, token } = await squat()
    await app.call(forgot, { body: { email } })
    await worker.settle()
    const link = await app.mailedToken(email, 'reset-password')
    const body = { token: link, password: 'the true owner' }
    expect((await app.call(reset, { body })).status).toBe(200)
    expect((await app.call(me, { token })).status).toBe(401)
    expectRejected(await signInWith(app, key))
    const login = await app.call(sessions.login, { body: { email, password: 'the true owner' } })
    const listed = await app.call(list, { token: login.body.tokens.accessToken })
    expect(listed.body.passkeys).toEqual([])
  })

  test('N19 are removed when the owner registers and verifies', async () => {
    const { key, email } = await squat()
    const form = { firstName: 'True', lastName: 'Owner', email, password: 'the true owner' }
    await app.call(accounts.register, { body: form })
    const token = await app.mailedToken(email, 'verify-email')
    expect((await app.call(accounts.verifyEmail, { body: { token } })).status).toBe(200)
    expectRejected(await signInWith(app, key))
  })

  test('stay after a reset of a verified owner', async () => {
    const key = newAuthenticator()
    const { email } = await newOperatorWith(app, key)
    await app.call(forgot, { body: { email } })
    await worker.settle()
    const link = await app.mailedToken(email, 'reset-password')
    await app.call(reset, { body: { token: link, password: 'a new password' } })
    expect((await signInWith(app, key)).status).toBe(200)
  })
})

test('cannot sign in after removal', async () => {
  const key = newAuthenticator()
  const ada = await newOperatorWith(app, key)
  const params = { passkeyId: ada.passkey.id }
  await app.call(remove, { token: ada.token, params })
  expectRejected(await signInWith(app, key))
})
