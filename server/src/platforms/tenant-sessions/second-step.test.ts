import { api } from '@stowage/contract'
import type { SecondFactorDemand } from '@stowage/contract/identity/sessions'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedApp, type TestApp } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { firstStep, nextCode, operatorWithFactor, wrongCode } from '../../../test/second-factor.ts'

const { tenantSessions } = api.platforms
const { sessions } = api.identity
const expired = [401, 'login_challenge_expired']
let ada: Awaited<ReturnType<typeof operatorWithFactor>>
let platform: Awaited<ReturnType<TestApp['newPlatform']>>
const app = await sharedApp()
beforeEach(async () => {
  ada = await operatorWithFactor(app)
  platform = await app.newPlatform(ada)
})

const at = (body: Record<string, unknown>, { slug } = platform) =>
  app.call(tenantSessions.login, { params: { slug }, body })
const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
]
const begin = async ({ email, password } = ada) =>
  (await at({ email, password })).body as unknown as SecondFactorDemand
const give = (tempToken: string, twoFactorToken: unknown, where = platform) =>
  at({ tempToken, twoFactorToken }, where)
const lastEvents = async (count: number) =>
  (await eventsOf(app, platform.id)).slice(-count).map((event) => event['action'])
const accountEvents = async () => {
  const rows = await arrange(
    app,
    `select action from audit.audit_log where actor_id = $1 and platform_id is null order by id`,
    [ada.user.id],
  )
  return rows.map((row) => row['action'])
}

describe('a member whose account has a second factor', () => {
  test('is asked for it when signing in to the platform', async () => {
    const demand = await begin()
    expect(demand).toEqual({
      requiresTwoFactor: true,
      tempToken: expect.stringMatching(/^[\w-]{43}$/) as string,
      expiresIn: 300,
      methods: ['totp', 'backup_code'],
    })
    const { status, body } = await give(demand.tempToken, nextCode(app, ada))
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ email: ada.email, role: 'owner', platformId: platform.id })
    const [, claims] = body.tokens.accessToken.split('.')
    expect(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())).toMatchObject({
      aud: 'stowage:tenant',
      amr: ['pwd', 'otp'],
      acr: 'aal2',
    })
    const me = { token: body.tokens.accessToken, params: { slug: platform.slug } }
    expect((await app.call(tenantSessions.me, me)).status).toBe(200)
    const last = (await eventsOf(app, platform.id)).at(-1)
    expect(last).toMatchObject({
      action: 'TENANT_LOGIN',
      actor_type: 'tenant_user',
      metadata: { amr: ['pwd', 'otp'] },
    })
    expect((await accountEvents()).at(-1)).toBe('USER_LOGIN_2FA_REQUIRED')
    expect(outcome(await give(demand.tempToken, nextCode(app, ada)))).toEqual(expired)
  })

  test('may use a backup code', async () => {
    const { tempToken } = await begin()
    const { status, body } = await give(tempToken, ada.backupCodes[0])
    expect([status, body.backupCodesRemaining]).toEqual([200, 9])
    expect((await accountEvents()).at(-1)).toBe('BACKUP_CODE_USED')
  })

  test('cannot continue on another platform', async () => {
    const other = await app.newPlatform(ada)
    const here = (await begin()).tempToken
    const operators = (await firstStep(app, ada)).tempToken
    const code = nextCode(app, ada)
    expect(outcome(await give(here, code, other))).toEqual(expired)
    expect(outcome(await give(operators, code))).toEqual(expired)
    const body = { tempToken: here, twoFactorToken: code }
    expect(outcome(await app.call(sessions.login, { body }))).toEqual(expired)
    expect((await give(here, code)).status).toBe(200)
  })

  test('is refused for wrong codes, recorded by platform and account', async () => {
    const { tempToken } = await begin()
    const answers: unknown[] = []
    for (let n = 1; n <= 5; n++) answers.push(outcome(await give(tempToken, wrongCode(app, ada))))
    expect(answers).toEqual([...Array<unknown>(4).fill([400, 'invalid_code']), expired])
    expect(outcome(await give(tempToken, '12345'))).toEqual([400, 'invalid_code'])
    expect(await lastEvents(5)).toEqual(Array(5).fill('TENANT_LOGIN_FAILED'))
    expect((await accountEvents()).slice(-5)).toEqual(Array(5).fill('TWO_FACTOR_FAILED'))
  })

  test('shares its attempts with every other platform', async () => {
    const elsewhere = await app.newPlatform(ada)
    const { email, password } = ada
    for (let n = 0; n < 10; n++) {
      const where = n % 2 ? platform : elsewhere
      const { body } = await at({ email, password }, where)
      const { tempToken } = body as unknown as SecondFactorDemand
      expect((await give(tempToken, wrongCode(app, ada), where)).status).toBe(400)
    }
    const { tempToken } = await firstStep(app, ada)
    const body = { tempToken, twoFactorToken: nextCode(app, ada) }
    expect((await app.call(sessions.login, { body })).status).toBe(429)
  })

  test('is refused if membership or platform ended in the meantime', async () => {
    const { tempToken } = await begin()
    const set = (statement: string) =>
      arrange(app, `update tenant.${statement} where platform_id = $1`, [platform.id])
    await set(`platforms set status = 'suspended'`)
    const code = nextCode(app, ada)
    expect(outcome(await give(tempToken, code))).toEqual([403, 'platform_suspended'])
    await set(`platforms set status = 'active'`)
    await set(`members set status = 'invited'`)
    expect(outcome(await give(tempToken, code))).toEqual(expired)
    expect(await lastEvents(2)).toEqual(['TENANT_LOGIN_FAILED', 'TENANT_LOGIN_FAILED'])
  })
})

test('has no second factor with a platform password', async () => {
  const member = await app.newMember(ada, platform, { email: `x${ada.email}` })
  const { email, password } = member
  expect((await at({ email, password })).body.tokens).toBeDefined()
})
