import { api } from '@stowage/contract'
import { afterEach, expect, test } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { firstStep, operatorWithFactor, wrongCode } from './second-factor.ts'
import { startWorkerFor } from './worker-for.ts'

const { login } = api.identity.sessions
const { forgot } = api.identity.passwords
const { resendVerification } = api.identity.accounts

let app: TestApp
afterEach(() => app.close())
const start = async (env: Record<string, string>) => (app = await startApp(env))

const wrongPasswords = async (count: number) => {
  const { email } = await app.newOperator()
  const statuses = []
  for (let n = 0; n < count; n++)
    statuses.push((await app.call(login, { body: { email, password: 'wrong' } })).status)
  return statuses
}

test('a lane pauses after the configured failures for the configured time', async () => {
  await start({ LIMIT_LOGIN_LANE: '2/1h', LIMIT_LOGIN_FREE: '0' })
  const { email, password } = await app.newOperator()
  const attempt = (typed: string) => app.call(login, { body: { email, password: typed } })
  for (const status of [401, 401, 429]) expect((await attempt('wrong')).status).toBe(status)
  app.clock.advance(59 * 60_000)
  expect((await attempt(password)).status).toBe(429)
  app.clock.advance(60_000)
  expect((await attempt(password)).status).toBe(200)
})

test('a delay follows the first failure above the free ones', async () => {
  await start({ LIMIT_LOGIN_FREE: '2' })
  expect(await wrongPasswords(3)).toEqual([401, 401, 429])
})

test('a lane without a limit never delays', async () => {
  await start({ LIMIT_LOGIN_LANE: '0' })
  expect(await wrongPasswords(12)).toEqual(Array(12).fill(401))
})

test('a second step accepts the configured number of codes', async () => {
  await start({ LIMIT_SECOND_FACTOR_CHALLENGE: '2' })
  const ada = await operatorWithFactor(app)
  const { tempToken } = await firstStep(app, ada)
  const give = () => app.call(login, { body: { tempToken, twoFactorToken: wrongCode(app, ada) } })
  expect([(await give()).status, (await give()).status]).toEqual([400, 401])
})

test('a second step without a limit ends by that of the account', async () => {
  await start({ LIMIT_SECOND_FACTOR_CHALLENGE: '0' })
  const ada = await operatorWithFactor(app)
  const { tempToken } = await firstStep(app, ada)
  const give = () => app.call(login, { body: { tempToken, twoFactorToken: wrongCode(app, ada) } })
  for (let n = 1; n <= 10; n++) expect((await give()).status).toBe(400)
  expect((await give()).status).toBe(429)
})

test.each([
  ['1/10m', '2/1h', [1, 2]],
  ['0', '0', [3, 4]],
])(
  'an address gets the configured number of mails: %s, %s',
  async (ofForgot, ofResend, expected) => {
    await start({ LIMIT_FORGOT_ADDRESS: ofForgot, LIMIT_RESEND_ADDRESS: ofResend })
    const worker = await startWorkerFor(app)
    try {
      const { email } = await app.newOperator({ verified: false })
      for (let n = 0; n < 3; n++) {
        app.clock.advance(2_000)
        await app.call(resendVerification, { body: { email } })
        await worker.settle()
        await app.call(forgot, { body: { email } })
        await worker.settle()
      }
      const subjects = (await app.mailsTo(email)).map(({ subject }) => subject)
      const ofKind = (kind: RegExp) => subjects.filter((subject) => kind.test(subject)).length
      expect([ofKind(/reset/i), ofKind(/confirm|verify/i)]).toEqual(expected)
    } finally {
      await worker.stop()
    }
  },
)
