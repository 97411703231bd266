import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import { arrange, eventsOf, linkOperator } from '../../../test/arrange.ts'
import type { JobWorker } from '../../../test/worker-for.ts'

const { forgot, reset } = api.platforms.tenantPasswords
const { login, me, refresh } = api.platforms.tenantSessions
const { passwords, accounts } = api.identity
const minute = 60_000
const next = 'brand new words'
const dead = 'Invalid or expired reset token. Please request a new password reset.'
const sent = { message: 'Password reset instructions have been sent to your email address.' }

let app: TestApp
let worker: JobWorker
let alice: Awaited<ReturnType<TestApp['newOperator']>>
let platform: Awaited<ReturnType<TestApp['newPlatform']>>
let member: Awaited<ReturnType<TestApp['newMember']>>
forAllTests(async (opened) => {
  app = opened.app
  worker = await opened.startWorker()
})
beforeEach(async () => {
  alice = await app.newOperator()
  platform = await app.newPlatform(alice)
  member = await app.newMember(alice, platform)
})

const at = (slug = platform.slug) => ({ params: { slug } })
const forget = async (email: unknown = member.email, slug = platform.slug) => {
  const answer = await app.call(forgot, { ...at(slug), body: { email } })
  await worker.settle()
  return answer
}
const resetMails = async (email = member.email) =>
  (await app.mailsTo(email)).filter(({ text }) => text.includes('?reset='))
const linkOf = async (email = member.email) =>
  /\?reset=([\w-]{43})$/m.exec((await resetMails(email))[0]?.text ?? '')?.[1] ?? 'no link'
const set = (token: unknown, password = next, slug = platform.slug) =>
  app.call(reset, { ...at(slug), body: { token, password } })
const signIn = (password: string, email = member.email, slug = platform.slug) =>
  app.call(login, { ...at(slug), body: { email, password } })
const expectRefused = ({ status, body }: Awaited<ReturnType<typeof set>>, message = dead) =>
  expect([status, body['code'], body['message']]).toEqual([400, 'invalid_token', message])

describe('requesting a reset', () => {
  test('gives the same reply to members, strangers, operators and linked members', async () => {
    const linked = await linkOperator(app, platform, 'viewer')
    const elsewhere = await app.newMember(alice, await app.newPlatform(alice))
    const invited = await app.newMember(alice, platform)
    await arrange(app, `update tenant.members set status = 'invited' where id = $1`, [invited.id])
    const bob = await app.newOperator()
    const addresses = [
      member.email,
      `${randomUUID()}@example.com`,
      bob.email,
      linked.email,
      elsewhere.email,
      invited.email,
    ]
    for (const email of addresses) {
      const { status, body } = await forget(email)
      expect([status, body]).toEqual([200, sent])
    }
    expect(await resetMails()).toHaveLength(1)
    for (const email of addresses.slice(1)) expect(await resetMails(email)).toEqual([])
    const subjects = (await app.mailsTo(bob.email)).map(({ subject }) => subject)
    expect(subjects).not.toContain('Reset your password')
    expect(await app.mailedToken(linked.email, 'reset-password')).toHaveLength(43)
    // What a linked member asked for belongs to the account, not to the platform.
    const requests = (await eventsOf(app, platform.id)).filter(
      ({ action }) => action === 'PASSWORD_RESET_REQUESTED',
    )
    expect(requests).toMatchObject([
      { actor_type: 'tenant_user', actor_id: member.id, platform_slug: platform.slug },
    ])
  })

  test('does the same work before the reply for every address', async () => {
    const jobs = async () => {
      const [row] = await arrange(
        app,
        `select count(*)::int as n from pgboss.job where name = 'mail-member-reset'`,
      )
      return Number(row?.['n'])
    }
    const before = await jobs()
    await app.call(forgot, { ...at(), body: { email: member.email } })
    await app.call(forgot, { ...at(), body: { email: `${randomUUID()}@example.com` } })
    expect(await jobs()).toBe(before + 2)
    await worker.settle()
  })

  test('mails a link of this platform and stores only its hash', async () => {
    await forget(member.email.toUpperCase())
    const [mail] = await resetMails()
    expect(mail?.text).toContain(
      `${app.context.config.publicUrl}/${platform.slug}?reset=${await linkOf()}`,
    )
    expect(mail?.text).toContain('30 minutes')
    const rows = await arrange(app, 'select * from tenant.member_tokens where member_id = $1', [
      member.id,
    ])
    expect(JSON.stringify(rows)).not.toContain(await linkOf())
    expect(rows).toHaveLength(1)
  })

  test('sends at most three mails an hour', async () => {
    for (let i = 0; i < 5; i++) {
      app.clock.advance(2_000)
      expect((await forget()).body).toEqual(sent)
    }
    expect(await resetMails()).toHaveLength(3)
    app.clock.advance(60 * minute)
    await forget()
    expect(await resetMails()).toHaveLength(4)
    const rows = await arrange(app, 'select 1 from tenant.member_tokens where member_id = $1', [
      member.id,
    ])
    expect(rows).toHaveLength(1)
  })

  test('mails nothing for a suspended platform and refuses an invalid address', async () => {
    expect((await forget('no address')).status).toBe(400)
    await arrange(app, `update tenant.platforms set status = 'suspended' where platform_id = $1`, [
      platform.id,
    ])
    expect((await forget()).body).toEqual(sent)
    expect(await resetMails()).toEqual([])
    expect((await forget(member.email, 'nobody-has-this')).status).toBe(404)
  })
})

describe('the mailed link', () => {
  test('sets the password once, ends every session and mails the member', async () => {
    await forget()
    const token = await linkOf()
    const { status, body } = await set(token)
    expect([status, body]).toEqual([
      200,
      { message: 'Password reset successfully! You can now sign in with your new password.' },
    ])
    expect((await app.call(me, { ...at(), token: member.token })).status).toBe(401)
    const old = { refreshToken: member.tokens.refreshToken }
    expect((await app.call(refresh, { ...at(), body: old })).status).toBe(401)
    expect((await signIn(member.password)).status).toBe(401)
    expect((await signIn(next)).body.user.mustChangePassword).toBe(false)
    expectRefused(await set(token, 'once more, please'))

    const events = await eventsOf(app, platform.id)
    expect(events.find(({ action }) => action === 'PASSWORD_RESET')).toMatchObject({
      outcome: 'success',
      actor_type: 'tenant_user',
      actor_id: member.id,
      actor_email: member.email,
      platform_slug: platform.slug,
    })
    const subjects = (await app.mailsTo(member.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your password was changed')
  })

  test('is valid for thirty minutes', async () => {
    await forget()
    const token = await linkOf()
    app.clock.advance(30 * minute)
    expectRefused(await set(token))
    await forget()
    app.clock.advance(29 * minute)
    expect((await set(await linkOf())).status).toBe(200)
  })

  test('stays valid after a refused password and is replaced by the next link', async () => {
    await forget()
    const first = await linkOf()
    for (const [status, password] of [
      [422, 'password'],
      [400, '12345'],
    ] as const)
      expect((await set(first, password)).status).toBe(status)
    app.clock.advance(2_000)
    await forget()
    expectRefused(await set(first))
    expect((await set(await linkOf())).status).toBe(200)
  })

  test('sets one of many concurrent passwords', async () => {
    await forget()
    const token = await linkOf()
    const chosen = Array.from({ length: 4 }, (_, i) => `chosen password ${i}`)
    const answers = await Promise.all(chosen.map((each) => set(token, each)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await signIn(chosen[winner] ?? '')).status).toBe(200)
  })

  test('N09 sets only the member’s password on its platform, and no other link does', async () => {
    await forget()
    const token = await linkOf()
    const other = await app.newPlatform(alice)
    const twin = await app.newMember(alice, other, {
      email: member.email,
      password: 'the twin’s',
    })
    expectRefused(await set(token, next, other.slug))
    for (const answer of [
      await app.call(passwords.reset, { body: { token, password: next } }),
      await app.call(accounts.verifyEmail, { body: { token } }),
    ])
      expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_token'])

    const bob = await app.newOperator({ verified: false })
    expectRefused(await set(await app.mailedToken(bob.email, 'verify-email')))
    await app.call(passwords.forgot, { body: { email: bob.email } })
    await worker.settle()
    expectRefused(await set(await app.mailedToken(bob.email, 'reset-password')))
    for (const rubbish of ['rubbish', member.token, member.tokens.refreshToken, 'A'.repeat(43)])
      expectRefused(await set(rubbish))
    for (const missing of ['', undefined])
      expectRefused(await set(missing), 'Invalid or missing reset token')

    expect((await signIn(twin.password, twin.email, other.slug)).status).toBe(200)
    expect((await set(token)).status).toBe(200)
  })

  test('is invalid once the member is linked or removed', async () => {
    await forget()
    const token = await linkOf()
    const { user } = await app.newOperator()
    await arrange(app, 'update tenant.members set account_id = $2 where id = $1', [
      member.id,
      user.id,
    ])
    expectRefused(await set(token))
    await arrange(app, 'delete from tenant.members where id = $1', [member.id])
    expectRefused(await set(token))
  })
})
