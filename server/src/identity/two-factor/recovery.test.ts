import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import type { Owner } from '../../../test/owner.ts'
import { firstStep, nextCode, operatorWithFactor } from '../../../test/second-factor.ts'
import type { JobWorker } from '../../../test/worker-for.ts'

const { login } = api.identity.sessions
const { forgot, reset } = api.identity.passwords
const { register, verifyEmail } = api.identity.accounts
const { me } = api.identity.profile

let app: TestApp
let owner: Owner
let worker: JobWorker
forAllTests(async (opened) => {
  ;({ app, owner } = opened)
  worker = await opened.startWorker()
})

const password = 'a phrase of the owner'
async function resetByMail({ email }: { email: string }) {
  await app.call(forgot, { body: { email } })
  await worker.settle()
  const token = await app.mailedToken(email, 'reset-password')
  expect((await app.call(reset, { body: { token, password } })).status).toBe(200)
}
const factorsOf = ({ user }: { user: { id: string } }) =>
  owner.rowsOf<{ kind: string }>(
    `select 'totp' as kind from identity.totp_factors where account_id = $1 union all
     select 'batch' from identity.backup_batches where account_id = $1 union all
     select 'code' from identity.backup_codes where account_id = $1`,
    [user.id],
  )

test('F23 a password reset keeps the second factor and ends a pending sign-in', async () => {
  const ada = await operatorWithFactor(app)
  const { tempToken } = await firstStep(app, ada)
  await resetByMail(ada)
  const code = nextCode(app, ada)
  const stale = await app.call(login, { body: { tempToken, twoFactorToken: code } })
  expect([stale.status, stale.body['code']]).toEqual([401, 'login_challenge_expired'])
  const again = await firstStep(app, { email: ada.email, password })
  expect(again.requiresTwoFactor).toBe(true)
  const body = { tempToken: again.tempToken, twoFactorToken: code }
  expect((await app.call(login, { body })).status).toBe(200)
})

test('N19 a reset by the mailbox owner removes factors added before verification', async () => {
  const mallory = await operatorWithFactor(app, { verified: false })
  await resetByMail(mallory)
  expect(await factorsOf(mallory)).toEqual([])
  expect((await app.call(me, mallory)).status).toBe(401)
  const { status, body } = await app.call(login, { body: { email: mallory.email, password } })
  expect([status, body.user.twoFactorEnabled]).toEqual([200, false])
})

test('N19 verifying one’s own registration removes them too', async () => {
  const email = `${randomUUID()}@example.com`
  const mallory = await operatorWithFactor(app, { email, verified: false })
  const form = { firstName: 'Ada', lastName: 'Alba', email, password }
  expect((await app.call(register, { body: form })).status).toBe(201)
  const token = await app.mailedToken(email, 'verify-email')
  expect((await app.call(verifyEmail, { body: { token } })).status).toBe(200)
  expect(await factorsOf(mallory)).toEqual([])
  expect((await app.call(login, { body: { email, password } })).body.tokens).toBeDefined()
})

test('verifying one’s own first registration keeps them', async () => {
  const ada = await operatorWithFactor(app, { verified: false })
  const token = await app.mailedToken(ada.email, 'verify-email')
  expect((await app.call(verifyEmail, { body: { token } })).status).toBe(200)
  expect((await firstStep(app, ada)).requiresTwoFactor).toBe(true)
})
