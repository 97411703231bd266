import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { forgetMailTokens } from '../src/identity/accounts/jobs.ts'
import { forgetPasskeyChallenges } from '../src/identity/passkeys/jobs.ts'
import { forgetSessions } from '../src/identity/sessions/jobs.ts'
import { forgetMemberSessions } from '../src/platforms/tenant-sessions/jobs.ts'
import { setupApp } from './app.ts'
import { arrange } from './arrange.ts'
import { runJob } from './run-job.ts'

const { login, logout } = api.identity.sessions
const day = 86_400_000
const app = await setupApp()

const count = async (from: string, id: string) => {
  const [row] = await arrange(app, `select count(*)::int as n from ${from} = $1`, [id])
  return row?.['n']
}

test('deletes operator sessions three months after their end', async () => {
  const ada = await app.newOperator()
  const { body } = await app.call(login, { body: ada })
  await app.call(logout, { token: body.tokens.accessToken })
  const left = () => count('identity.sessions where account_id', ada.user.id)
  // The one signed out of ended today, the other runs out in seven days without use.
  for (const [days, expected] of [
    [89, 2],
    [2, 1],
    [7, 0],
  ] as const) {
    app.clock.advance(days * day)
    await runJob(app, forgetSessions, {})
    expect([days, await left()]).toEqual([days, expected])
  }
})

test('deletes more sessions than one batch', async () => {
  const ada = await app.newOperator()
  await arrange(
    app,
    `insert into identity.sessions (sid, account_id, key_cipher, auth_time, amr, acr, auth_epoch,
       created_at, last_seen_at, idle_expires_at, expires_at)
     select gen_random_uuid(), account_id, key_cipher, auth_time, amr, acr, auth_epoch,
       created_at, last_seen_at, created_at - interval '1 year', created_at - interval '1 year'
     from identity.sessions, generate_series(1, 2500) where account_id = $1`,
    [ada.user.id],
  )
  await runJob(app, forgetSessions, {})
  expect(await count('identity.sessions where account_id', ada.user.id)).toBe(1)
})

test('deletes member sessions on every platform', async () => {
  const ada = await app.newOperator()
  const members = await Promise.all(
    [1, 2].map(async () => {
      const platform = await app.newPlatform(ada)
      return app.newMember(ada, platform)
    }),
  )
  const left = () =>
    Promise.all(members.map(({ id }) => count('tenant.member_sessions where member_id', id)))
  app.clock.advance(90 * day)
  await runJob(app, forgetMemberSessions, {})
  expect(await left()).toEqual([1, 1])
  app.clock.advance(day)
  await runJob(app, forgetMemberSessions, {})
  expect(await left()).toEqual([0, 0])
})

test('deletes mailed links a month after they expired', async () => {
  const ada = await app.newOperator()
  const left = () => count('identity.mail_tokens where account_id', ada.user.id)
  app.clock.advance(30 * day)
  await runJob(app, forgetMailTokens, {})
  expect(await left()).toBe(1)
  app.clock.advance(2 * day)
  await runJob(app, forgetMailTokens, {})
  expect(await left()).toBe(0)
})

test('deletes unfinished passkey ceremonies', async () => {
  const [open, over] = [randomUUID(), randomUUID()]
  for (const [id, minutes] of [
    [open, 5],
    [over, -1],
  ] as const)
    await arrange(
      app,
      `insert into identity.passkey_challenges (id, ceremony, challenge, expires_at)
       values ($1, 'sign_in', 'x', $2)`,
      [id, new Date(app.clock.now().getTime() + minutes * 60_000)],
    )
  await runJob(app, forgetPasskeyChallenges, {})
  const left = [open, over].map((id) => count('identity.passkey_challenges where id', id))
  expect(await Promise.all(left)).toEqual([1, 0])
})
