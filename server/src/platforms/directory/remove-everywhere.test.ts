import { api } from '@stowage/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { setupApp, type TestApp } from '../../../test/app.ts'
import { arrange, eventsOf, linkOperator } from '../../../test/arrange.ts'
import { runJob } from '../../../test/run-job.ts'
import { startSmtp } from '../../../test/smtp.ts'
import { startWorkerFor } from '../../../test/worker-for.ts'
import { readConfig } from '../../config.ts'
import { removeAccounts } from './jobs.ts'

const { deleteAccount, register, resendVerification } = api.identity.accounts
const { login } = api.identity.sessions
const day = 86_400_000
const smtp = await startSmtp()
const app = await setupApp({ SMTP_URL: smtp.url })
afterAll(async () => {
  await smtp.stop()
})

type Person = Awaited<ReturnType<TestApp['newOperator']>>

/** Lets a worker do all that waits, such as sending the mail. */
async function work() {
  const worker = await startWorkerFor(app)
  await worker.settle()
  await worker.stop()
}
const run = (at: Pick<TestApp, 'context'> = app) => runJob(at, removeAccounts, {})
const exists = async ({ user }: Person) =>
  (await arrange(app, 'select from identity.accounts where id = $1', [user.id])).length === 1
const removals = ({ user }: Person) =>
  arrange(
    app,
    `select actor_type, metadata from audit.audit_log
     where action = 'ACCOUNT_DELETED' and target_id = $1`,
    [user.id],
  )
const signIn = ({ email, password }: Person) => app.call(login, { body: { email, password } })
const signUp = ({ email }: Person) =>
  app.call(register, {
    body: { firstName: 'Ada', lastName: 'Alba', email, password: 'another password' },
  })

describe('an account closed by its owner', () => {
  test('is removed once after two weeks, and its events stay', async () => {
    const ada = await app.newOperator()
    await app.call(deleteAccount, { token: ada.token })
    app.clock.advance(14 * day - 60_000)
    await run()
    expect(await exists(ada)).toBe(true)
    app.clock.advance(61_000)
    await Promise.all([run(), run()])
    await run()
    expect(await exists(ada)).toBe(false)
    expect(await removals(ada)).toEqual([
      { actor_type: 'system', metadata: { removed: true, reason: 'deleted_by_owner' } },
    ])
    const own = await arrange(app, 'select action from audit.audit_log where actor_id = $1', [
      ada.user.id,
    ])
    expect(own).toContainEqual({ action: 'USER_REGISTERED' })
    expect((await signIn(ada)).status).toBe(401)
    await signUp(ada)
    expect((await signIn({ ...ada, password: 'another password' })).status).toBe(200)
  })

  test('loses its memberships, recorded on each platform', async () => {
    const platform = await app.newPlatform(await app.newOperator())
    const ada = await linkOperator(app, platform, 'admin')
    await app.call(deleteAccount, { token: ada.token })
    app.clock.advance(14 * day)
    await run()
    const left = await arrange(app, 'select from tenant.members where account_id = $1', [
      ada.user.id,
    ])
    expect(left).toHaveLength(0)
    expect((await eventsOf(app, platform.id)).at(-1)).toMatchObject({
      action: 'MEMBER_REMOVED',
      actor_type: 'system',
      target_id: ada.memberId,
      target_name: ada.email,
      metadata: { role: 'admin', reason: 'account_deleted' },
    })
  })

  test('is kept if it signed in again or owns a platform', async () => {
    const [ada, bob, boss] = [
      await app.newOperator(),
      await app.newOperator(),
      await app.newOperator(),
    ]
    const platform = await app.newPlatform(boss)
    for (const { token } of [ada, bob]) await app.call(deleteAccount, { token })
    await signIn(ada)
    await arrange(app, 'update tenant.members set account_id = $2 where platform_id = $1', [
      platform.id,
      bob.user.id,
    ])
    app.clock.advance(20 * day)
    await run()
    expect([await exists(ada), await exists(bob)]).toEqual([true, true])
  })
})

describe('an account that was never verified', () => {
  const stranger = () => app.newOperator({ verified: false })

  test('is removed two weeks after its mail was delivered, and its slugs become free', async () => {
    const [ada, confirmed] = [await stranger(), await app.newOperator()]
    const platform = await app.newPlatform(ada)
    await work()
    expect(smtp.received.some(({ recipients }) => recipients.includes(ada.email))).toBe(true)
    app.clock.advance(14 * day - 60_000)
    await run()
    expect(await exists(ada)).toBe(true)

    app.clock.advance(120_000)
    await Promise.all([run(), run()])
    await run()
    expect([await exists(ada), await exists(confirmed)]).toEqual([false, true])
    expect(await removals(ada)).toEqual([
      {
        actor_type: 'system',
        metadata: { removed: true, reason: 'never_confirmed', platforms: [platform.slug] },
      },
    ])
    const bob = await app.newOperator()
    const again = await app.call(api.platforms.directory.create, {
      token: bob.token,
      body: { name: platform.slug },
    })
    expect([again.status, again.body.platform.slug]).toEqual([201, platform.slug])
  })

  test('is kept if its mail was not delivered or the server sends no mail', async () => {
    const ada = await stranger()
    app.clock.advance(15 * day)
    await run()
    // Its link is dead, so the mail is given up and not sent late.
    await work()
    app.clock.advance(15 * day)
    await run()
    expect(await exists(ada)).toBe(true)

    const bob = await stranger()
    await work()
    app.clock.advance(15 * day)
    const mute = { ...app.context, config: readConfig({ NODE_ENV: 'test' }) }
    await run({ context: mute })
    expect(await exists(bob)).toBe(true)
  })

  test('is kept while it shares a platform or has a valid link', async () => {
    const [ada, bob] = [await stranger(), await stranger()]
    await app.newMember(ada, await app.newPlatform(ada))
    await work()
    app.clock.advance(14 * day + 60_000)
    await app.call(resendVerification, { body: { email: bob.email } })
    await work()
    await run()
    expect([await exists(ada), await exists(bob)]).toEqual([true, true])
    app.clock.advance(day)
    await run()
    expect([await exists(ada), await exists(bob)]).toEqual([true, false])
  })

  test('is kept while other data references its platform, without delaying others', async () => {
    const [ada, bob] = [await stranger(), await stranger()]
    const platform = await app.newPlatform(ada)
    await arrange(
      app,
      'create table tenant.stock (platform_id uuid references tenant.platforms (platform_id))',
    )
    await arrange(app, 'insert into tenant.stock values ($1)', [platform.id])
    await work()
    app.clock.advance(15 * day)
    const quiet = { ...app.context, log: app.context.log.child({}, { level: 'silent' }) }
    await run({ context: quiet })
    expect([await exists(ada), await exists(bob)]).toEqual([true, false])
    expect((await signIn(ada)).status).toBe(200)
    await arrange(app, 'drop table tenant.stock')
  })
})
