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

let world: TestApp
let worker: JobWorker
forAllTests(async (opened) => {
  world = opened.world
  worker = await opened.startWorker()
})

const expectRejected = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  expect([status, body['code'], body['message']]).toEqual([
    401,
    'passkey_rejected',
    'Passkey sign-in failed. Please try again.',
  ])

describe('passkeys somebody made before the address was confirmed', () => {
  const squat = async () => {
    const key = newAuthenticator()
    const mallory = await world.newOperator({ verified: false })
    await register(world, mallory, key)
    return { key, ...mallory }
  }

  test('N19 are gone once its owner resets the password', async () => {
    const { key, email, token } = await squat()
    await world.call(forgot, { body: { email } })
    await worker.settle()
    const link = await world.mailedToken(email, 'reset-password')
    const body = { token: link, password: 'the true owner' }
    expect((await world.call(reset, { body })).status).toBe(200)
    expect((await world.call(me, { token })).status).toBe(401)
    expectRejected(await signInWith(world, key))
    const login = await world.call(sessions.login, { body: { email, password: 'the true owner' } })
    const listed = await world.call(list, { token: login.body.tokens.accessToken })
    expect(listed.body.passkeys).toEqual([])
  })

  test('N19 are gone once its owner registers and confirms', async () => {
    const { key, email } = await squat()
    const form = { firstName: 'True', lastName: 'Owner', email, password: 'the true owner' }
    await world.call(accounts.register, { body: form })
    const token = await world.mailedToken(email, 'verify-email')
    expect((await world.call(accounts.verifyEmail, { body: { token } })).status).toBe(200)
    expectRejected(await signInWith(world, key))
  })

  test('but stay when a confirmed owner resets the password', async () => {
    const key = newAuthenticator()
    const { email } = await newOperatorWith(world, key)
    await world.call(forgot, { body: { email } })
    await worker.settle()
    const link = await world.mailedToken(email, 'reset-password')
    await world.call(reset, { body: { token: link, password: 'a new password' } })
    expect((await signInWith(world, key)).status).toBe(200)
  })
})

test('a passkey that was removed signs nobody in', async () => {
  const key = newAuthenticator()
  const ada = await newOperatorWith(world, key)
  const params = { passkeyId: ada.passkey.id }
  await world.call(remove, { token: ada.token, params })
  expectRejected(await signInWith(world, key))
})
