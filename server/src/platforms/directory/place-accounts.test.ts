import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { SecondFactorDemand } from '@stowage/contract/identity/sessions'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { refusal, type TestApp } from '../../../test/app.ts'
import { callingCells } from '../../../test/cell-calls.ts'
import { setupCells } from '../../../test/cells.ts'
import { runJob } from '../../../test/run-job.ts'
import { nextCode, operatorWithFactor, wrongCode } from '../../../test/second-factor.ts'
import { contextAt } from '../../context.ts'
import { awaitAllCopies, finishOperations } from '../../cells/operations.ts'
import { followChangedAddress } from '../members/jobs.ts'
import { mailMemberReset } from '../tenant-passwords/jobs.ts'
import { suspendElsewhere } from './jobs.ts'

// Accounts in the control database, the platform in a cell.

const { login, reauthenticate, me } = api.platforms.tenantSessions
const { forgot } = api.platforms.tenantPasswords
const { verifyEmail, changeEmail } = api.identity.accounts
const { create, keep, mine } = api.platforms.directory

const installation = await setupCells(['b'], {
  LOG_LEVEL: 'silent',
  LIMIT_LOGIN_IP_FAIL: '100/15m',
})
const { app, owner } = installation
const { killAfter, revive, only, createIn, actionsIn } = callingCells(installation)

const inCell = async (platform: { id: string }): Promise<Pick<TestApp, 'context'>> => ({
  context: await contextAt(app.context, { platformId: platform.id }),
})
/** The jobs of this queue that wait in a database. */
async function waiting<Payload>(cell: string, name: string): Promise<Payload[]> {
  const { rows } = await sql<{ data: Payload }>`
    select data from pgboss.job where name = ${name} and state = 'created'
    order by created_on`.execute(owner(cell))
  return rows.map(({ data }) => data)
}
const countIn = async (cell: string, table: string) =>
  (await sql`select from ${sql.table(table)}`.execute(owner(cell))).rows.length
const accountEvents = async (cell: string, id: string) =>
  (
    await sql<{ action: string }>`select action from audit.audit_log
      where actor_id = ${id} and platform_id is null order by id`.execute(owner(cell))
  ).rows.map(({ action }) => action)

describe('a linked member with an authenticator', () => {
  async function prepare() {
    const ada = await operatorWithFactor(app)
    const platform = await createIn('b', ada)
    await awaitAllCopies(app.context)
    const params = { slug: platform.slug }
    const begin = async () =>
      (await app.call(login, { params, body: { email: ada.email, password: ada.password } }))
        .body as unknown as SecondFactorDemand
    const give = (tempToken: string, twoFactorToken: string) =>
      app.call(login, { params, body: { tempToken, twoFactorToken } })
    return { ada, platform, params, begin, give }
  }

  test('signs in with a code, which is used up where the accounts are', async () => {
    const { ada, platform, params, begin, give } = await prepare()
    const { tempToken, methods } = await begin()
    expect(methods).toEqual(['totp', 'backup_code'])
    const wrong = await give(tempToken, wrongCode(app, ada))
    expect(refusal(wrong)).toEqual([400, 'invalid_code'])
    const code = nextCode(app, ada)
    const { status, body } = await give(tempToken, code)
    expect(status).toBe(200)
    const { token } = { token: body.tokens.accessToken }
    expect((await app.call(me, { params, token })).body.user.email).toBe(ada.email)
    // The same code, and the same second step, only once.
    expect(refusal(await give(tempToken, code))).toEqual([401, 'login_challenge_expired'])
    expect(refusal(await give((await begin()).tempToken, code))).toEqual([400, 'invalid_code'])

    expect(await countIn('b', 'identity.login_challenges')).toBe(0)
    expect(await accountEvents('b', ada.user.id)).toEqual([])
    expect((await accountEvents('main', ada.user.id)).slice(-4)).toEqual([
      'USER_LOGIN_2FA_REQUIRED',
      'TWO_FACTOR_FAILED',
      'USER_LOGIN_2FA_REQUIRED',
      'TWO_FACTOR_FAILED',
    ])
    expect(await actionsIn('b', platform.id)).toEqual([
      'PLATFORM_CREATED',
      'TENANT_LOGIN_FAILED',
      'TENANT_LOGIN',
      'TENANT_LOGIN_FAILED',
      'TENANT_LOGIN_FAILED',
    ])
  })

  test('signs in again after a server was killed between code and session', async () => {
    const { ada, platform, begin, give } = await prepare()
    const code = nextCode(app, ada)
    const { tempToken } = await begin()
    killAfter('used')
    expect((await give(tempToken, code)).status).toBe(500)
    revive()
    expect(refusal(await give(tempToken, code))).toEqual([401, 'login_challenge_expired'])
    expect(await actionsIn('b', platform.id)).not.toContain('TENANT_LOGIN')
    expect((await give((await begin()).tempToken, nextCode(app, ada))).status).toBe(200)
  })

  test('confirms the session with a code and with a backup code', async () => {
    const { ada, platform, params, begin, give } = await prepare()
    const { body } = await give((await begin()).tempToken, nextCode(app, ada))
    const token = body.tokens.accessToken
    const prove = (typed: string) =>
      app.call(reauthenticate, { params, token, body: { token: typed } })
    expect(refusal(await prove(wrongCode(app, ada)))).toEqual([400, 'invalid_code'])
    expect((await prove(nextCode(app, ada))).status).toBe(200)
    const [first = ''] = ada.backupCodes
    expect((await prove(first)).status).toBe(200)
    expect(refusal(await prove(first))).toEqual([400, 'invalid_code'])
    expect((await actionsIn('b', platform.id)).slice(-5)).toEqual([
      'TWO_FACTOR_FAILED',
      'REAUTHENTICATED',
      'BACKUP_CODE_USED',
      'REAUTHENTICATED',
      'TWO_FACTOR_FAILED',
    ])
    const { rows } = await sql`select from identity.backup_codes
      where account_id = ${ada.user.id} and used_at is not null`.execute(owner('main'))
    expect(rows).toHaveLength(1)
  })
})

test('a linked member resets the password of the account, killed between the databases', async () => {
  const ada = await app.newOperator()
  const platform = await createIn('b', ada)
  await awaitAllCopies(app.context)
  const mailsBefore = (await app.mailsTo(ada.email)).length
  await app.call(forgot, { params: { slug: platform.slug }, body: { email: ada.email } })
  const jobs = await waiting<Parameters<typeof mailMemberReset.run>[1]>('b', 'mail-member-reset')
  expect(jobs).toHaveLength(1)
  for (const job of jobs) {
    killAfter('asked')
    await expect(runJob(await inCell(platform), mailMemberReset, job)).rejects.toThrow('killed')
    expect(await app.mailsTo(ada.email)).toHaveLength(mailsBefore)
    revive()
    await runJob(await inCell(platform), mailMemberReset, job)
  }
  expect(await app.mailedToken(ada.email, 'reset-password')).toHaveLength(43)
  expect(await countIn('b', 'identity.mail_tokens')).toBe(0)
})

test.each(['found', 'written'] as const)(
  'members follow a changed address into a cell, killed after %s',
  async (step) => {
    const ada = await app.newOperator()
    const platforms = [
      await createIn('b', ada),
      await createIn('b', ada),
      await createIn('main', ada),
    ]
    await awaitAllCopies(app.context)
    const email = `${randomUUID()}@example.com`
    await app.call(changeEmail, { token: ada.token, body: { email } })
    const token = await app.mailedToken(email, 'verify-email')
    expect((await app.call(verifyEmail, { body: { token } })).status).toBe(200)
    const follow = () => runJob(app, followChangedAddress, { accountId: ada.user.id })
    const followed = async () => {
      const ids = platforms.map(({ id }) => id)
      const { rows } = await sql`select from tenant.members
        where platform_id = any(${ids}::uuid[]) and email = ${email}`.execute(owner('b'))
      return rows.length
    }
    killAfter(step)
    await expect(follow()).rejects.toThrow('killed')
    expect(await followed()).toBe(step === 'found' ? 0 : 1)
    revive()
    await follow()
    expect(await followed()).toBe(2)
  },
)

test('members follow a changed address in every database', async () => {
  const ada = await app.newOperator()
  const platforms = [await createIn('b', ada), await createIn('main', ada)]
  const email = `${randomUUID()}@example.com`
  await app.call(changeEmail, { token: ada.token, body: { email } })
  const token = await app.mailedToken(email, 'verify-email')
  expect((await app.call(verifyEmail, { body: { token } })).status).toBe(200)
  // While a platform is being created its member cannot follow.
  await only('b')
  killAfter('begun')
  await app.call(create, { token: ada.token, body: { name: `p-${randomUUID()}` } })
  revive()
  const follow = () => runJob(app, followChangedAddress, { accountId: ada.user.id })
  await expect(follow()).rejects.toMatchObject({ code: 'unavailable' })
  app.clock.advance(61_000)
  await runJob(app, finishOperations, {})
  await follow()
  for (const [i, cell] of ['b', 'main'].entries()) {
    const { rows } = await sql<{ email: string }>`select email from tenant.members
      where platform_id = ${platforms[i]?.id}`.execute(owner(cell))
    expect(rows).toEqual([{ email }])
  }
})

describe('platforms of an address that its owner verifies later', () => {
  async function prepare() {
    const mallory = await app.newOperator({ verified: false })
    const [here, there] = [await createIn('main', mallory), await createIn('b', mallory)]
    const confirm = async () =>
      app.call(verifyEmail, {
        body: { token: await app.mailedToken(mallory.email, 'verify-email') },
      })
    type Suspension = Parameters<typeof suspendElsewhere.run>[1]
    const jobs = async () =>
      (await waiting<Suspension>('main', 'suspend-undecided')).filter(
        ({ account }) => account.id === mallory.user.id,
      )
    const undecided = async () => {
      await awaitAllCopies(app.context)
      const { body } = await app.call(mine, { token: mallory.token })
      return body.platforms
        .filter(({ needsDecision }) => needsDecision)
        .map(({ id }) => id)
        .toSorted()
    }
    return { mallory, here, there, confirm, jobs, undecided }
  }

  test('are suspended in every database, once', async () => {
    const { mallory, here, there, confirm, jobs, undecided } = await prepare()
    expect((await confirm()).status).toBe(200)
    expect(await undecided()).toEqual([here.id])
    const [job, ...more] = await jobs()
    expect([job?.platformId, more]).toEqual([there.id, []])
    if (!job) return
    await runJob(app, suspendElsewhere, job)
    expect(await undecided()).toEqual([here.id, there.id].toSorted())
    const kept = await app.call(keep, { token: mallory.token, params: { platformId: there.id } })
    expect(kept.status).toBe(200)
    await runJob(app, suspendElsewhere, job)
    expect(await undecided()).toEqual([here.id])
    expect(await actionsIn('b', there.id)).toEqual([
      'PLATFORM_CREATED',
      'PLATFORM_SUSPENDED',
      'PLATFORM_KEPT',
    ])
    const [mail] = await app.mailsTo(mallory.email)
    for (const { name } of [here, there]) expect(mail?.text).toContain(name)
  })

  test.each(['found', 'written'] as const)(
    'are suspended once in a cell, killed after %s',
    async (step) => {
      const { mallory, there, confirm, jobs, undecided } = await prepare()
      await confirm()
      const [job] = await jobs()
      if (!job) throw new Error('no job')
      killAfter(step)
      await expect(runJob(app, suspendElsewhere, job)).rejects.toThrow('killed')
      revive()
      expect((await undecided()).includes(there.id)).toBe(step === 'written')
      // What the owner decides before the job is repeated stays.
      if (step === 'written') {
        const params = { platformId: there.id }
        expect((await app.call(keep, { token: mallory.token, params })).status).toBe(200)
      }
      await runJob(app, suspendElsewhere, job)
      await runJob(app, suspendElsewhere, job)
      expect((await undecided()).includes(there.id)).toBe(step === 'found')
      const suspensions = (await actionsIn('b', there.id)).filter(
        (action) => action === 'PLATFORM_SUSPENDED',
      )
      expect(suspensions).toHaveLength(1)
    },
  )

  test('are suspended even if they are being created meanwhile', async () => {
    const { mallory, there, confirm, jobs, undecided } = await prepare()
    await only('b')
    killAfter('done')
    const name = `p-${randomUUID()}`
    await app.call(create, { token: mallory.token, body: { name } })
    revive()
    await confirm()
    const waitingJobs = await jobs()
    expect(waitingJobs).toHaveLength(2)
    const young = waitingJobs.find(({ platformId }) => platformId !== there.id)
    if (!young) throw new Error('no job for the platform being created')
    await expect(runJob(app, suspendElsewhere, young)).rejects.toMatchObject({
      code: 'unavailable',
    })
    app.clock.advance(61_000)
    await runJob(app, finishOperations, {})
    await runJob(app, suspendElsewhere, young)
    expect(await undecided()).toContain(young.platformId)
  })
})
