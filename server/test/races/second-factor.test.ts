import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import type { TestApp } from '../app.ts'
import { forAllTests } from '../for-all-tests.ts'
import type { Owner } from '../owner.ts'
import { firstStep, nextCode, operatorWithFactor, wrongCode } from '../second-factor.ts'
import { codeAt } from '../totp.ts'
import { concurrently } from './concurrently.ts'

const { login } = api.identity.sessions
const { setup, verify } = api.identity.twoFactor

let app: TestApp
let owner: Owner
forAllTests((opened) => ({ app, owner } = opened))

const give = (tempToken: string, twoFactorToken = '') =>
  app.call(login, { body: { tempToken, twoFactorToken } })
const events = async ({ user }: { user: { id: string } }, event: string) =>
  (await owner.eventsOf(user.id)).filter((each) => each === event).length
/** Open second steps of one account side by side, as at several platforms' doors. */
async function openSteps(person: { email: string; password: string }, count: number) {
  const tokens: string[] = []
  for (let n = 0; n < count; n++) {
    tokens.push((await firstStep(app, person)).tempToken)
    await owner.rowsOf('update identity.login_challenges set closed_at = null')
  }
  return tokens
}

test('one of twenty uses of a code in a second step succeeds', async () => {
  const ada = await operatorWithFactor(app)
  const { tempToken } = await firstStep(app, ada)
  const code = nextCode(app, ada)
  const answers = await concurrently(20, () => give(tempToken, code))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await events(ada, 'USER_LOGIN success')).toBe(2)
  const sessions = await owner.rowsOf('select from identity.sessions where account_id = $1', [
    ada.user.id,
  ])
  // With the one that set the second factor up.
  expect(sessions).toHaveLength(2)
})

test('one of many second steps with the same code succeeds', async () => {
  const ada = await operatorWithFactor(app)
  const tokens = await openSteps(ada, 8)
  for (const code of [ada.enrolCode, nextCode(app, ada)]) {
    const answers = await Promise.all(tokens.splice(0, 4).map((token) => give(token, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  }
})

test('one of ten uses of a backup code succeeds', async () => {
  const ada = await operatorWithFactor(app)
  const tokens = await openSteps(ada, 10)
  const answers = await Promise.all(tokens.map((token) => give(token, ada.backupCodes[0])))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(9)
  expect(await events(ada, 'BACKUP_CODE_USED success')).toBe(1)
  expect(await events(ada, 'TWO_FACTOR_FAILED failure')).toBe(9)
})

test('five of many concurrent wrong codes are checked', async () => {
  const ada = await operatorWithFactor(app)
  const { tempToken } = await firstStep(app, ada)
  const code = wrongCode(app, ada)
  const answers = await concurrently(20, () => give(tempToken, code))
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(4)
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(16)
  expect(await events(ada, 'TWO_FACTOR_FAILED failure')).toBe(5)
  const subjects = (await app.mailsTo(ada.email)).map((mail) => mail.subject)
  expect(subjects.filter((each) => each === 'Somebody knows your password')).toHaveLength(1)
  expect((await give(tempToken, nextCode(app, ada))).status).toBe(401)
})

test('one of two confirmations of an authenticator returns the backup codes', async () => {
  const ada = await app.newOperator()
  const { token } = ada
  const secrets = await concurrently(4, async () => (await app.call(setup, { token })).body.secret)
  expect(new Set(secrets).size).toBe(1)
  expect(await events(ada, 'TWO_FACTOR_SETUP_STARTED success')).toBe(1)
  const code = codeAt(secrets[0] ?? '', app.clock.now())
  const answers = await concurrently(2, () => app.call(verify, { token, body: { token: code } }))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(answers.filter(({ body }) => body.backupCodes?.length === 10)).toHaveLength(1)
  expect(await events(ada, 'TWO_FACTOR_ENABLED success')).toBe(1)
})
