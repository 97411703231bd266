import { api } from '@stowage/contract'
import { beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import { arrange, eventsOf, linkOperator } from '../../../test/arrange.ts'
import type { JobWorker } from '../../../test/worker-for.ts'

const { change, forgot, reset } = api.platforms.tenantPasswords
const { login, me, refresh } = api.platforms.tenantSessions
const next = 'a better password'

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
const ask = (currentPassword: unknown, newPassword: unknown, token = member.token) =>
  app.call(change, { ...at(), token, body: { currentPassword, newPassword } })
const signIn = (password: string, email = member.email, slug = platform.slug) =>
  app.call(login, { ...at(slug), body: { email, password } })
const statusOf = async (token: string) => (await app.call(me, { ...at(), token })).status
const changesOf = async (id = member.id) =>
  (await eventsOf(app, platform.id))
    .filter((event) => event['action'] === 'TENANT_PASSWORD_CHANGED' && event['actor_id'] === id)
    .map((event) => event['outcome'])
const notices = async () =>
  (await app.mailsTo(member.email)).filter((mail) => mail.subject === 'Your password was changed')

test('replaces the password, ends every other session and mails the member', async () => {
  expect(member.user.mustChangePassword).toBe(true)
  const elsewhere = (await signIn(member.password)).body
  await app.call(forgot, { ...at(), body: { email: member.email } })
  await worker.settle()
  const link = /\?reset=([\w-]+)/.exec((await app.mailsTo(member.email))[0]?.text ?? '')?.[1]

  const { status, body } = await ask(member.password, next)
  expect([status, body]).toEqual([200, { message: 'Password updated successfully.' }])

  expect(await statusOf(elsewhere.tokens.accessToken)).toBe(401)
  const stolen = { refreshToken: elsewhere.tokens.refreshToken }
  expect((await app.call(refresh, { ...at(), body: stolen })).status).toBe(401)
  const viaLink = await app.call(reset, { ...at(), body: { token: link, password: 'eve words' } })
  expect([viaLink.status, viaLink.body['code']]).toEqual([400, 'invalid_token'])

  const own = await app.call(me, { ...at(), token: member.token })
  expect([own.status, own.body.user.mustChangePassword]).toEqual([200, false])
  const renewed = { refreshToken: member.tokens.refreshToken }
  expect((await app.call(refresh, { ...at(), body: renewed })).status).toBe(200)

  expect((await signIn(member.password)).status).toBe(401)
  expect((await signIn(next)).body.user.mustChangePassword).toBe(false)
  const events = await eventsOf(app, platform.id)
  expect(events.find(({ action }) => action === 'TENANT_PASSWORD_CHANGED')).toMatchObject({
    outcome: 'success',
    actor_type: 'tenant_user',
    actor_id: member.id,
    session_id: expect.any(String),
  })
  const [mail, ...more] = await notices()
  expect(more).toEqual([])
  expect(mail?.text).toContain('Every other session was signed out')
  expect(mail?.text).toContain(`/${platform.slug}`)
})

test('returns 400 for a wrong current password, records it and changes nothing', async () => {
  const elsewhere = (await signIn(member.password)).body
  for (const wrong of ['wrong', '', 'x'.repeat(300)]) {
    const { status, body } = await ask(wrong, next)
    expect([status, body['code'], body['message']]).toEqual([
      400,
      'invalid_password',
      'Current password is incorrect.',
    ])
  }
  expect(await changesOf()).toEqual(Array(3).fill('failure'))
  expect(await statusOf(elsewhere.tokens.accessToken)).toBe(200)
  expect((await signIn(member.password)).body.user.mustChangePassword).toBe(true)
  expect(await notices()).toEqual([])
})

test('refuses an unchanged, common or short password without counting an attempt', async () => {
  const refusals = [
    [422, 'password_unchanged', member.password],
    [422, 'password_too_common', 'Password'],
    [400, 'validation_failed', '12345'],
    [400, 'validation_failed', undefined],
  ] as const
  for (const [status, code, chosen] of refusals) {
    const answer = await ask(member.password, chosen)
    expect([answer.status, answer.body['code']]).toEqual([status, code])
  }
  expect((await ask(undefined, next)).status).toBe(400)
  expect(await changesOf()).toEqual([])
  expect((await signIn(member.password)).status).toBe(200)
})

test('refuses a linked member, whose password is changed in the account', async () => {
  const linked = await linkOperator(app, platform, 'viewer')
  const { body } = await signIn(linked.password, linked.email)
  expect(body.user).toMatchObject({ usesAccountPassword: true, mustChangePassword: false })
  const answer = await ask(linked.password, next, body.tokens.accessToken)
  expect([answer.status, answer.body['code'], answer.body['message']]).toEqual([
    409,
    'account_password',
    'Change this password in your account settings.',
  ])
  expect(await changesOf(linked.memberId)).toEqual([])
  expect((await signIn(linked.password, linked.email)).status).toBe(200)
})

test('allows five wrong attempts in 15 minutes, then refuses even the right password', async () => {
  const other = await app.newMember(alice, platform)
  // What is refused for another reason does not count.
  for (let i = 0; i < 7; i++) expect((await ask(member.password, member.password)).status).toBe(422)
  for (let i = 0; i < 5; i++) expect((await ask('wrong', next)).status).toBe(400)
  for (const password of ['wrong', member.password]) {
    const { status, body, headers } = await ask(password, next)
    expect([status, body['code']]).toEqual([429, 'rate_limited'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(800)
  }
  expect(await statusOf(member.token)).toBe(200)
  expect((await ask(other.password, next, other.token)).status).toBe(200)
})

test('applies one of many concurrent changes', async () => {
  const chosen = Array.from({ length: 4 }, (_, i) => `chosen password ${i}`)
  const answers = await Promise.all(chosen.map((each) => ask(member.password, each)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  const winner = answers.findIndex(({ status }) => status === 200)
  for (const [i, password] of chosen.entries())
    expect((await signIn(password)).status).toBe(i === winner ? 200 : 401)
})

test('leaves no session of a sign-in with the old password', async () => {
  const [changed, ...signIns] = await Promise.all([
    ask(member.password, next),
    ...Array.from({ length: 6 }, () => signIn(member.password)),
  ])
  expect(changed.status).toBe(200)
  for (const { status, body } of signIns)
    if (status === 200) expect(await statusOf(body.tokens.accessToken)).toBe(401)
    // Whoever comes after five wrong ones waits.
    else expect([401, 429]).toContain(status)
  expect(await statusOf(member.token)).toBe(200)
})

test('keeps the password of the same address on another platform', async () => {
  const other = await app.newPlatform(alice)
  const { email, password } = member
  const twin = await app.newMember(alice, other, { email, password })
  expect((await ask(password, next)).status).toBe(200)
  expect((await signIn(password, email, other.slug)).status).toBe(200)
  expect((await signIn(next, email, other.slug)).status).toBe(401)
  const theirs = await app.call(me, { ...at(other.slug), token: twin.token })
  expect(theirs.body.user.mustChangePassword).toBe(true)
  // Not with the session of one of them on the other.
  const body = { currentPassword: password, newPassword: 'another one' }
  const across = await app.call(change, { ...at(other.slug), token: member.token, body })
  expect(across.status).toBe(401)
})

test('changes nothing for a member removed in the meantime', async () => {
  await arrange(app, 'delete from tenant.members where id = $1', [member.id])
  expect((await ask(member.password, next)).status).toBe(401)
})
