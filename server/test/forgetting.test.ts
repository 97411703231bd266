import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetMailTokens } from '../src/identity/accounts/jobs.ts'
import { forgetPasskeyChallenges } from '../src/identity/passkeys/assertions.ts'
import { forgetSessions } from '../src/identity/sessions/jobs.ts'
import { forgetMemberSessions } from '../src/platforms/tenant-sessions/jobs.ts'
import { startApp, type TestApp } from './app.ts'
import { arrange } from './arrange.ts'
import { runJob } from './run-job.ts'

const { login, logout } = api.identity.sessions
const day = 86_400_000

let world: TestApp
beforeAll(async () => void (world = await startApp()))
afterAll(() => world.close())

const count = async (from: string, id: string) => {
  const [row] = await arrange(world, `select count(*)::int as n from ${from} = $1`, [id])
  return row?.['n']
}

test('sessions of operators are forgotten three months after they ended or ran out', async () => {
  const ada = await world.newOperator()
  const { body } = await world.call(login, { body: ada })
  await world.call(logout, { token: body.tokens.accessToken })
  const left = () => count('identity.sessions where account_id', ada.user.id)
  // The one signed out of ended today, the other runs out in seven days without use.
  for (const [days, expected] of [
    [89, 2],
    [2, 1],
    [7, 0],
  ] as const) {
    world.clock.advance(days * day)
    await runJob(world, forgetSessions, {})
    expect([days, await left()]).toEqual([days, expected])
  }
})

test('more sessions than one batch are all forgotten', async () => {
  const ada = await world.newOperator()
  await arrange(
    world,
    `insert into identity.sessions (sid, account_id, key_cipher, auth_time, amr, acr, auth_epoch,
       created_at, last_seen_at, idle_expires_at, expires_at)
     select gen_random_uuid(), account_id, key_cipher, auth_time, amr, acr, auth_epoch,
       created_at, last_seen_at, created_at - interval '1 year', created_at - interval '1 year'
     from identity.sessions, generate_series(1, 2500) where account_id = $1`,
    [ada.user.id],
  )
  await runJob(world, forgetSessions, {})
  expect(await count('identity.sessions where account_id', ada.user.id)).toBe(1)
})

test('sessions of members are forgotten on every platform', async () => {
  const ada = await world.newOperator()
  const members = await Promise.all(
    [1, 2].map(async () => {
      const platform = await world.newPlatform(ada)
      return world.newMember(ada, platform)
    }),
  )
  const left = () =>
    Promise.all(members.map(({ id }) => count('tenant.member_sessions where member_id', id)))
  world.clock.advance(90 * day)
  await runJob(world, forgetMemberSessions, {})
  expect(await left()).toEqual([1, 1])
  world.clock.advance(day)
  await runJob(world, forgetMemberSessions, {})
  expect(await left()).toEqual([0, 0])
})

test('mailed links are forgotten a month after they ran out', async () => {
  const ada = await world.newOperator()
  const left = () => count('identity.mail_tokens where account_id', ada.user.id)
  world.clock.advance(30 * day)
  await runJob(world, forgetMailTokens, {})
  expect(await left()).toBe(1)
  world.clock.advance(2 * day)
  await runJob(world, forgetMailTokens, {})
  expect(await left()).toBe(0)
})

test('ceremonies nobody finished are forgotten', async () => {
  const [open, over] = [randomUUID(), randomUUID()]
  for (const [id, minutes] of [
    [open, 5],
    [over, -1],
  ] as const)
    await arrange(
      world,
      `insert into identity.passkey_challenges (id, ceremony, challenge, expires_at)
       values ($1, 'sign_in', 'x', $2)`,
      [id, new Date(world.clock.now().getTime() + minutes * 60_000)],
    )
  await runJob(world, forgetPasskeyChallenges, {})
  const left = [open, over].map((id) => count('identity.passkey_challenges where id', id))
  expect(await Promise.all(left)).toEqual([1, 0])
})
