import { api } from '@stowage/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { openOwner, type Owner } from '../../../test/owner.ts'
import { firstStep, operatorWithFactor } from '../../../test/second-factor.ts'
import { inTransaction } from '../../database/transactions.ts'
import { forgetChallenges } from './jobs.ts'

const { regenerateBackupCodes, backupCodes, setup } = api.identity.twoFactor
const { login } = api.identity.sessions
const hour = 3_600_000
const gone = [410, 'no_longer_viewable']

type World = { app: TestApp; owner: Owner; close: () => Promise<void> }
async function open(policy: string): Promise<World> {
  const app = await startApp({ BACKUP_CODES_VIEW: policy, STEP_UP_WINDOW_SECONDS: '86400' })
  const owner = await openOwner(app)
  return { app, owner, close: async () => (await owner.close(), app.close()) }
}
const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
]
const ciphers = ({ owner }: World, accountId: string) =>
  owner.rowsOf<{ kept: boolean }>(
    `select codes_cipher is not null as kept from identity.backup_batches where account_id = $1`,
    [accountId],
  )
const runJob = async ({ app }: World) => {
  const { context, db } = app
  const signal = new AbortController().signal
  await forgetChallenges.run(
    { ...context, signal, write: (work, scope = {}) => inTransaction(db, scope, work) },
    {},
  )
}
const view = ({ app }: World, token: string, deviceToken?: string) =>
  app.call(backupCodes, {
    token,
    ...(deviceToken && { headers: { 'x-device-token': deviceToken } }),
  })
const spend = async ({ app }: World, person: { email: string; password: string }, code = '') => {
  const { tempToken } = await firstStep(app, person)
  return app.call(login, { body: { tempToken, twoFactorToken: code } })
}

describe('viewing backup codes', () => {
  let here: World
  beforeAll(async () => void (here = await open('always')))
  afterAll(() => here.close())

  test('F21 returns the unused ones in order', async () => {
    const plain = await here.app.newOperator()
    expect(outcome(await view(here, plain.token))).toEqual([409, 'not_enabled'])
    const ada = await operatorWithFactor(here.app)
    await operatorWithFactor(here.app)
    expect((await spend(here, ada, ada.backupCodes[3])).status).toBe(200)
    for (let n = 0; n < 2; n++) {
      const { status, body, headers } = await view(here, ada.token)
      expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
      expect(body).toEqual({
        backupCodes: ada.backupCodes.filter((_, i) => i !== 3),
        remaining: 9,
        generatedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      })
    }
    const events = await here.owner.eventsOf(ada.user.id)
    expect(events.filter((event) => event === 'BACKUP_CODES_VIEWED success')).toHaveLength(2)
  })

  test('mails the owner if the device is unknown', async () => {
    const ada = await operatorWithFactor(here.app)
    const bob = await operatorWithFactor(here.app)
    const subject = 'Your backup codes were shown'
    const shown = async () =>
      (await here.app.mailsTo(ada.email)).filter((mail) => mail.subject === subject).length
    await view(here, ada.token, ada.deviceToken)
    expect(await shown()).toBe(0)
    await view(here, ada.token)
    await view(here, ada.token, bob.deviceToken)
    expect(await shown()).toBe(2)
  })

  test('is limited to ten times an hour', async () => {
    const ada = await operatorWithFactor(here.app)
    for (let n = 0; n < 10; n++) expect((await view(here, ada.token)).status).toBe(200)
    expect((await view(here, ada.token)).status).toBe(429)
  })

  test('returns new codes after they replaced the old ones', async () => {
    const ada = await operatorWithFactor(here.app)
    const { status, body } = await here.app.call(regenerateBackupCodes, ada)
    expect([status, body.backupCodes.length]).toEqual([200, 10])
    expect((await view(here, ada.token)).body.backupCodes).toEqual(body.backupCodes)
    expect(outcome(await spend(here, ada, ada.backupCodes[0]))).toEqual([400, 'invalid_code'])
    expect((await spend(here, ada, body.backupCodes[0])).status).toBe(200)
    const events = await here.owner.eventsOf(ada.user.id)
    expect(events.filter((event) => /REGENERATED/.test(event))).toHaveLength(1)
    const subjects = (await here.app.mailsTo(ada.email)).map((mail) => mail.subject)
    expect(subjects).toContain('You have new backup codes')
  })

  test('deletes expired copies only', async () => {
    const ada = await operatorWithFactor(here.app)
    const bob = await here.app.newOperator()
    await here.app.call(setup, { token: bob.token })
    await firstStep(here.app, ada)
    await runJob(here)
    const count = async () =>
      here.owner.rowsOf(
        `select (select count(*)::int from identity.totp_factors where account_id = $1) as waiting,
           (select count(*)::int from identity.login_challenges where account_id = $2) as begun`,
        [bob.user.id, ada.user.id],
      )
    expect(await count()).toEqual([{ waiting: 1, begun: 1 }])
    here.app.clock.advance(25 * hour)
    await runJob(here)
    expect(await count()).toEqual([{ waiting: 0, begun: 0 }])
    expect(await ciphers(here, ada.user.id)).toEqual([{ kept: true }])
  })
})

test('returns them once with the policy `once`, and they stay valid', async () => {
  const here = await open('once')
  try {
    const ada = await operatorWithFactor(here.app)
    expect((await view(here, ada.token)).body.backupCodes).toEqual(ada.backupCodes)
    expect(outcome(await view(here, ada.token))).toEqual(gone)
    expect(await ciphers(here, ada.user.id)).toEqual([{ kept: false }])
    expect((await spend(here, ada, ada.backupCodes[0])).body.backupCodesRemaining).toBe(9)
  } finally {
    await here.close()
  }
})

test('erases them after a day with the policy `24h`', async () => {
  const here = await open('24h')
  try {
    const ada = await operatorWithFactor(here.app)
    const viewAnew = async (code?: string) =>
      view(here, (await spend(here, ada, code)).body.tokens.accessToken)
    here.app.clock.advance(24 * hour - 5_000)
    expect((await viewAnew(ada.backupCodes[0])).body.remaining).toBe(9)
    here.app.clock.advance(5_000)
    expect(outcome(await viewAnew(ada.backupCodes[1]))).toEqual(gone)
    const bob = await operatorWithFactor(here.app)
    here.app.clock.advance(24 * hour)
    await runJob(here)
    for (const { user } of [ada, bob])
      expect(await ciphers(here, user.id)).toEqual([{ kept: false }])
  } finally {
    await here.close()
  }
})
