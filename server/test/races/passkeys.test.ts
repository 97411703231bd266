import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { sharedApp } from '../app.ts'
import { newAuthenticator, newOperatorWith } from '../authenticator.ts'
import { concurrently, contenders } from './concurrently.ts'

const { beginRegistration, completeRegistration, beginSignIn, completeSignIn, list, remove } =
  api.identity.passkeys
const { beginReauthentication, reauthenticate, list: listSessions } = api.identity.sessions
const app = await sharedApp()

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
const oneOf = (good: number, bad: number) =>
  [good, ...Array<number>(contenders - 1).fill(bad)].sort()
const passkeysOf = async ({ token }: { token: string }) =>
  (await app.call(list, { token })).body.passkeys

test('a challenge answered many times creates one passkey', async () => {
  const ada = await app.newOperator()
  const { token } = ada
  const { body } = await app.call(beginRegistration, { token })
  const answers = await concurrently(contenders, () => {
    const response = newAuthenticator().create(body.options)
    return app.call(completeRegistration, { token, body: { response } })
  })
  expect(statusesOf(answers)).toEqual(oneOf(200, 400))
  expect(await passkeysOf(ada)).toHaveLength(1)
})

test('a credential registered by many users belongs to the first', async () => {
  const key = newAuthenticator()
  const people = await concurrently(contenders, () => app.newOperator())
  const responses: object[] = []
  for (const { token } of people) {
    const { body } = await app.call(beginRegistration, { token })
    responses.push(key.create(body.options))
  }
  const answers = await concurrently(contenders, (i) =>
    app.call(completeRegistration, {
      token: people[i]?.token,
      body: { response: responses[i] },
    }),
  )
  expect(statusesOf(answers)).toEqual(oneOf(200, 409))
})

test('an assertion sent many times starts one session', async () => {
  const key = newAuthenticator()
  await newOperatorWith(app, key)
  const { body: begun } = await app.call(beginSignIn)
  const body = { challengeId: begun.challengeId, response: key.get(begun.options) }
  const answers = await concurrently(contenders, () => app.call(completeSignIn, { body }))
  expect(statusesOf(answers)).toEqual(oneOf(200, 401))
  const token = answers.find(({ status }) => status === 200)?.body.tokens.accessToken
  const { sessions } = (await app.call(listSessions, { token })).body
  expect(sessions.filter(({ amr }) => amr.includes('passkey'))).toHaveLength(1)
})

test('a counter value is accepted for one of many challenges', async () => {
  const key = newAuthenticator()
  key.counter = 1
  await newOperatorWith(app, key)
  const bodies = await concurrently(contenders, async () => {
    const { body } = await app.call(beginSignIn)
    return { challengeId: body.challengeId, response: key.get(body.options, { counter: 2 }) }
  })
  const answers = await concurrently(contenders, (i) =>
    app.call(completeSignIn, { body: bodies[i] ?? {} }),
  )
  expect(statusesOf(answers)).toEqual(oneOf(200, 401))
})

test('an assertion confirms a session once', async () => {
  const key = newAuthenticator()
  const { token } = await newOperatorWith(app, key)
  const begun = (await app.call(beginReauthentication, { token })).body
  const response = key.get(begun.options ?? { challenge: '' })
  const body = { challengeId: begun.challengeId, response }
  const answers = await concurrently(contenders, () => app.call(reauthenticate, { token, body }))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a passkey removed during sign-in leaves no later session', async () => {
  for (let round = 0; round < 3; round++) {
    const key = newAuthenticator()
    const ada = await newOperatorWith(app, key)
    const { body: begun } = await app.call(beginSignIn)
    const body = { challengeId: begun.challengeId, response: key.get(begun.options) }
    const params = { passkeyId: ada.passkey.id }
    const [signIn, removal] = await Promise.all([
      app.call(completeSignIn, { body }),
      app.call(remove, { token: ada.token, params }),
    ])
    expect([200, 401]).toContain(signIn.status)
    expect(removal.status).toBe(200)
  }
})
