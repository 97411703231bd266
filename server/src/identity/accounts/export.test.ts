import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { setupApp, startApp } from '../../../test/app.ts'
import { arrange, linkOperator } from '../../../test/arrange.ts'

const { exportAccount } = api.identity.accounts
const app = await setupApp()

const ask = ({ token }: { token: string }) => app.call(exportAccount, { token })

test('contains all data of the account and no secrets', async () => {
  const boss = await app.newOperator()
  const shared = await app.newPlatform(boss)
  const ada = await linkOperator(app, shared, 'viewer')
  const own = await app.newPlatform(ada)
  await arrange(
    app,
    `insert into identity.totp_factors (account_id, state, secret_cipher, created_at)
     values ($1, 'active', 'cipher-of-secret', now())`,
    [ada.user.id],
  )
  await arrange(
    app,
    `insert into identity.passkeys (id, account_id, credential_id, public_key, counter, device_type,
       multi_device, backed_up, aaguid, transports, name, created_at)
     values (gen_random_uuid(), $1, $2, 'public-key-bytes', 0, 'desktop', true, true,
       gen_random_uuid(), '{}', 'Laptop', now())`,
    [ada.user.id, `credential-${ada.user.id}`],
  )
  // An authenticator asks for a session of two factors.
  await arrange(app, `update identity.sessions set acr = 'aal2' where account_id = $1`, [
    ada.user.id,
  ])

  const { status, body, headers } = await ask(ada)
  const { mustVerifyEmail: _, ...profile } = ada.user
  expect(status).toBe(200)
  expect(headers['content-disposition']).toBe('attachment; filename="stowage-account.json"')
  expect(body).toMatchObject({
    profile: { ...profile, twoFactorEnabled: true },
    preferences: { language: 'en' },
    sessions: { isComplete: true, items: [{ userAgent: 'test', amr: ['pwd'] }] },
    passkeys: [{ name: 'Laptop', deviceType: 'desktop' }],
    secondFactor: { enabled: true, backupCodesLeft: 0 },
    auditEvents: { newestOnly: 10_000, isComplete: true },
  })
  const memberships = body['memberships'] as { slug: string; role: string }[]
  expect(memberships.map(({ slug, role }) => [slug, role]).toSorted()).toEqual(
    [
      [own.slug, 'owner'],
      [shared.slug, 'viewer'],
    ].toSorted(),
  )
  const { items } = body['auditEvents'] as { items: { action: string }[] }
  expect(items.map(({ action }) => action)).toEqual([
    'PLATFORM_CREATED',
    'USER_LOGIN',
    'EMAIL_VERIFIED',
    'EMAIL_VERIFICATION_SENT',
    'USER_REGISTERED',
  ])
  const text = JSON.stringify(body)
  for (const secret of ['cipher', 'argon2', 'public-key', 'credential-', 'keyCipher', boss.email])
    expect(text).not.toContain(secret)
  const again = (await ask(ada)).body['auditEvents'] as { items: { action: string }[] }
  expect(again.items[0]?.action).toBe('ACCOUNT_EXPORTED')
})

test('says if there are more events', async () => {
  const ada = await app.newOperator()
  await arrange(
    app,
    `insert into audit.audit_log (id, created_at, action, outcome, actor_type, actor_id, request_id)
     select gen_random_uuid(), now() - n * interval '1 second', 'PROFILE_UPDATED', 'success',
       'operator', $1, 'r' from generate_series(1, 10000) n`,
    [ada.user.id],
  )
  const events = (await ask(ada)).body['auditEvents'] as { isComplete: boolean; items: unknown[] }
  expect([events.isComplete, events.items.length]).toEqual([false, 10_000])
})

test('requires a verified address and a confirmed session', async () => {
  const ada = await app.newOperator({ verified: false })
  const { status, body } = await ask(ada)
  expect([status, body['code']]).toEqual([422, 'email_not_verified'])
  const bob = await app.newOperator()
  expect([ada.user.mustVerifyEmail, bob.user.mustVerifyEmail]).toEqual([true, false])
  app.clock.advance(901_000)
  expect((await ask(bob)).status).toBe(428)

  const lenient = await startApp({ REQUIRE_VERIFIED_EMAIL: 'off' })
  try {
    const { token, user } = await lenient.newOperator({ verified: false })
    expect(user.mustVerifyEmail).toBe(false)
    expect((await lenient.call(exportAccount, { token })).status).toBe(200)
    expect((await lenient.call(api.platforms.audit.export, { token })).status).toBe(200)
    const { id: platformId } = await lenient.newPlatform({ token })
    const body = { memberEmail: 'new@example.com' }
    const invitation = { token, params: { platformId }, body }
    expect((await lenient.call(api.platforms.members.invite, invitation)).status).toBe(200)
  } finally {
    await lenient.close()
  }
})
