import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { setupApp } from '../app.ts'
import { newAuthenticator, newOperatorWith } from '../authenticator.ts'
import { atOnce } from './at-once.ts'

const { beginRegistration, completeRegistration, beginSignIn, completeSignIn, list, remove } =
  api.identity.passkeys
const { beginReauthentication, reauthenticate, list: listSessions } = api.identity.sessions
const crowd = 10
const app = await setupApp()

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
const oneOf = (good: number, bad: number) => [good, ...Array<number>(crowd - 1).fill(bad)].sort()
const passkeysOf = async ({ token }: { token: string }) =>
  (await app.call(list, { token })).body.passkeys

test('one challenge answered ten times at once makes one passkey', async () => {
  const ada = await app.newOperator()
  const { token } = ada
  const { body } = await app.call(beginRegistration, { token })
  const answers = await atOnce(crowd, () => {
    const response = newAuthenticator().create(body.options)
    return app.call(completeRegistration, { token, body: { response } })
  })
  expect(statusesOf(answers)).toEqual(oneOf(200, 400))
  expect(await passkeysOf(ada)).toHaveLength(1)
})

test('one credential registered by ten people at once is the first one’s', async () => {
  const key = newAuthenticator()
  const people = await atOnce(crowd, () => app.newOperator())
  const responses: object[] = []
  for (const { token } of people) {
    const { body } = await app.call(beginRegistration, { token })
    responses.push(key.create(body.options))
  }
  const answers = await atOnce(crowd, (i) =>
    app.call(completeRegistration, {
      token: people[i]?.token,
      body: { response: responses[i] },
    }),
  )
  expect(statusesOf(answers)).toEqual(oneOf(200, 409))
})

test('one answer sent ten times at once begins one session', async () => {
  const key = newAuthenticator()
  await newOperatorWith(app, key)
  const { body: begun } = await app.call(beginSignIn)
  const body = { challengeId: begun.challengeId, response: key.get(begun.options) }
  const answers = await atOnce(crowd, () => app.call(completeSignIn, { body }))
  expect(statusesOf(answers)).toEqual(oneOf(200, 401))
  const token = answers.find(({ status }) => status === 200)?.body.tokens.accessToken
  const { sessions } = (await app.call(listSessions, { token })).body
  expect(sessions.filter(({ amr }) => amr.includes('passkey'))).toHaveLength(1)
})

test('one count of a key that counts is good for one of ten challenges', async () => {
  const key = newAuthenticator()
  key.counter = 1
  await newOperatorWith(app, key)
  const bodies = await atOnce(crowd, async () => {
    const { body } = await app.call(beginSignIn)
    return { challengeId: body.challengeId, response: key.get(body.options, { counter: 2 }) }
  })
  const answers = await atOnce(crowd, (i) => app.call(completeSignIn, { body: bodies[i] ?? {} }))
  expect(statusesOf(answers)).toEqual(oneOf(200, 401))
})

test('one answer confirms a session once', async () => {
  const key = newAuthenticator()
  const { token } = await newOperatorWith(app, key)
  const begun = (await app.call(beginReauthentication, { token })).body
  const response = key.get(begun.options ?? { challenge: '' })
  const body = { challengeId: begun.challengeId, response }
  const answers = await atOnce(crowd, () => app.call(reauthenticate, { token, body }))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a passkey removed while it signs in leaves no session behind it that was begun after', async () => {
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
