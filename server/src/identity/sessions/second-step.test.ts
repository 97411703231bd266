import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import type { Owner } from '../../../test/owner.ts'
import {
  firstStep,
  nextCode,
  operatorWithFactor,
  step,
  wrongCode,
} from '../../../test/second-factor.ts'
import { codeAt } from '../../../test/totp.ts'

const { login } = api.identity.sessions
const { me } = api.identity.profile
const { change } = api.identity.passwords
const { disable } = api.identity.twoFactor
const expired = [401, 'login_challenge_expired']
const wrong = [400, 'invalid_code']
type Person = Awaited<ReturnType<typeof operatorWithFactor>>

let app: TestApp
let owner: Owner
forAllTests((opened) => ({ app, owner } = opened))

const give = (tempToken: string, twoFactorToken: unknown, headers: Record<string, string> = {}) =>
  app.call(login, { body: { tempToken, twoFactorToken }, headers })
const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
]
const tempTokenOf = async (person: Person) => (await firstStep(app, person)).tempToken
const factorEvents = async ({ user }: Person) =>
  (await owner.eventsOf(user.id)).filter((event) => /2FA|TWO_F|BACKUP|LOGIN/.test(event)).slice(3)

describe('the first step', () => {
  test('F01 demands a second factor and returns nothing else', async () => {
    const ada = await operatorWithFactor(app)
    const { email, password } = ada
    const { status, body } = await app.call(login, { body: { email, password } })
    expect(status).toBe(200)
    expect(body).toEqual({
      requiresTwoFactor: true,
      tempToken: expect.stringMatching(/^[\w-]{43}$/) as string,
      expiresIn: 300,
      methods: ['totp', 'backup_code'],
    })
    const tempToken = String(body['tempToken'])
    expect((await app.call(me, { token: tempToken })).status).toBe(401)
    const rows = await owner.rowsOf('select * from identity.login_challenges')
    expect(JSON.stringify(rows)).not.toContain(tempToken)
    expect(await factorEvents(ada)).toEqual(['USER_LOGIN_2FA_REQUIRED success'])
  })

  test('replaces the previous one', async () => {
    const ada = await operatorWithFactor(app)
    const [older, newer] = [await tempTokenOf(ada), await tempTokenOf(ada)]
    const code = nextCode(app, ada)
    expect(outcome(await give(older, code))).toEqual(expired)
    expect((await give(newer, code)).status).toBe(200)
  })
})

describe('the second step', () => {
  test('F03 signs in once', async () => {
    const ada = await operatorWithFactor(app)
    const tempToken = await tempTokenOf(ada)
    const code = nextCode(app, ada)
    const headers = { 'x-device-token': ada.deviceToken }
    const { status, body } = await give(tempToken, code, headers)
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ id: ada.user.id, twoFactorEnabled: true })
    expect(body.deviceToken).toBe(ada.deviceToken)
    expect(body).not.toHaveProperty('backupCodesRemaining')
    const [, claims] = body.tokens.accessToken.split('.')
    expect(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())).toMatchObject({
      amr: ['pwd', 'otp'],
      acr: 'aal2',
    })
    expect((await app.call(me, { token: body.tokens.accessToken })).status).toBe(200)

    expect(outcome(await give(tempToken, nextCode(app, ada)))).toEqual(expired)
    expect(await factorEvents(ada)).toEqual([
      'USER_LOGIN_2FA_REQUIRED success',
      'USER_LOGIN success',
      'USER_LOGIN_FAILED failure',
    ])
  })

  test('F05 accepts a code once', async () => {
    const ada = await operatorWithFactor(app)
    const code = nextCode(app, ada)
    expect((await give(await tempTokenOf(ada), code)).status).toBe(200)
    const tempToken = await tempTokenOf(ada)
    expect(outcome(await give(tempToken, code))).toEqual(wrong)
    // Neither does one of a step before.
    const before = codeAt(ada.secret, new Date(app.clock.now().getTime() - step))
    expect(outcome(await give(tempToken, before))).toEqual(wrong)
    expect((await give(tempToken, nextCode(app, ada))).status).toBe(200)
  })

  test('accepts the enrolment code for one sign-in', async () => {
    const ada = await operatorWithFactor(app)
    expect((await give(await tempTokenOf(ada), ada.enrolCode)).status).toBe(200)
    expect(outcome(await give(await tempTokenOf(ada), ada.enrolCode))).toEqual(wrong)
  })

  test('F07 ends after the fifth wrong code', async () => {
    const ada = await operatorWithFactor(app)
    const mails = (await app.mailsTo(ada.email)).length
    const tempToken = await tempTokenOf(ada)
    const answers: unknown[] = []
    for (let n = 1; n <= 6; n++) answers.push(outcome(await give(tempToken, wrongCode(app, ada))))
    expect(answers).toEqual([wrong, wrong, wrong, wrong, expired, expired])
    expect(outcome(await give(tempToken, nextCode(app, ada)))).toEqual(expired)
    const events = await factorEvents(ada)
    expect(events.filter((event) => event === 'TWO_FACTOR_FAILED failure')).toHaveLength(5)
    const sent = (await app.mailsTo(ada.email)).slice(0, -mails)
    expect(sent.map((mail) => mail.subject)).toEqual(['Somebody knows your password'])
    expect((await give(await tempTokenOf(ada), nextCode(app, ada))).status).toBe(200)
  })

  test('F09 delays the account after many wrong codes, but not its password step', async () => {
    const ada = await operatorWithFactor(app)
    const answers = []
    for (let n = 1; n <= 12; n++)
      answers.push(await give(await tempTokenOf(ada), wrongCode(app, ada)))
    expect(answers.slice(0, 10).map(outcome)).toEqual(Array(10).fill(wrong))
    const [, second] = answers.slice(10)
    expect(second?.status).toBe(429)
    expect(second?.headers['retry-after']).toMatch(/^\d+$/)
    expect(Number(second?.headers['retry-after'])).toBeLessThanOrEqual(900)
    expect((await give(await tempTokenOf(ada), nextCode(app, ada))).status).toBe(429)
    expect((await firstStep(app, ada)).requiresTwoFactor).toBe(true)
    const other = await operatorWithFactor(app)
    expect((await give(await tempTokenOf(other), nextCode(app, other))).status).toBe(200)
  })

  test('does not count right codes', async () => {
    const ada = await operatorWithFactor(app)
    for (let n = 1; n <= 12; n++)
      expect((await give(await tempTokenOf(ada), nextCode(app, ada))).status).toBe(200)
  })

  test('F19 accepts a backup code in any spelling, once', async () => {
    const ada = await operatorWithFactor(app)
    const mails = (await app.mailsTo(ada.email)).length
    const [first = '', second = '', third = ''] = ada.backupCodes
    const ways = [first.toLowerCase(), ` ${second.split('').join(' ')} `, third.replace('-', '')]
    for (const [n, way] of ways.entries()) {
      const { status, body } = await give(await tempTokenOf(ada), way)
      expect([status, body.backupCodesRemaining]).toEqual([200, 9 - n])
    }
    expect(outcome(await give(await tempTokenOf(ada), first))).toEqual(wrong)
    const events = await factorEvents(ada)
    expect(events.filter((event) => event === 'BACKUP_CODE_USED success')).toHaveLength(3)
    const sent = (await app.mailsTo(ada.email)).slice(0, -mails)
    const about = sent.filter((mail) => mail.subject === 'A backup code was used')
    expect(about.map((mail) => /(\d+) codes are left/.exec(mail.text)?.[1])).toEqual([
      '7',
      '8',
      '9',
    ])
  })

  test('warns when three backup codes are left', async () => {
    const ada = await operatorWithFactor(app)
    for (const code of ada.backupCodes.slice(0, 7))
      expect((await give(await tempTokenOf(ada), code)).status).toBe(200)
    const subjects = (await app.mailsTo(ada.email)).map((mail) => mail.subject)
    expect(subjects.filter((subject) => subject === 'Few backup codes are left')).toHaveLength(1)
  })

  test.each([
    '１２３４５６',
    '123 456',
    '12345',
    'ABCDE-FGH2',
    '',
    'x'.repeat(60_000),
    123456,
    ['123456'],
    { code: '123456' },
    null,
    true,
  ])('refuses %j without counting it', async (typed) => {
    const ada = await operatorWithFactor(app)
    const tempToken = await tempTokenOf(ada)
    for (let n = 1; n <= 6; n++) expect((await give(tempToken, typed)).status).toBe(400)
    expect((await give(tempToken, nextCode(app, ada))).status).toBe(200)
  })

  test('refuses a code of a hundred kilobytes', async () => {
    const { status } = await give(await tempTokenOf(await operatorWithFactor(app)), '1'.repeat(1e5))
    expect(status).toBe(413)
  })

  test.each(['', 'x', 'a'.repeat(43), '../..', '💥'])(
    'refuses %j as first step',
    async (tempToken) => {
      expect(outcome(await give(tempToken, '123456'))).toEqual(expired)
    },
  )

  test('expires after five minutes', async () => {
    const ada = await operatorWithFactor(app)
    const tempToken = await tempTokenOf(ada)
    app.clock.advance(300_000)
    expect(outcome(await give(tempToken, nextCode(app, ada)))).toEqual(expired)
  })

  test('ends when the password changes', async () => {
    const ada = await operatorWithFactor(app)
    const tempToken = await tempTokenOf(ada)
    const body = { currentPassword: ada.password, newPassword: 'another good phrase' }
    expect((await app.call(change, { token: ada.token, body })).status).toBe(200)
    expect(outcome(await give(tempToken, nextCode(app, ada)))).toEqual(expired)
  })

  test('refuses a suspended or closed account', async () => {
    const ada = await operatorWithFactor(app)
    const tempToken = await tempTokenOf(ada)
    await owner.setStatus(ada.user.id, 'suspended')
    const code = nextCode(app, ada)
    expect(outcome(await give(tempToken, code))).toEqual([403, 'account_suspended'])
    await owner.setStatus(ada.user.id, 'deleted')
    expect(outcome(await give(tempToken, code))).toEqual(expired)
    await owner.setStatus(ada.user.id, 'active')
    expect((await give(tempToken, code)).status).toBe(200)
  })

  test('refuses a code of a removed second factor', async () => {
    const ada = await operatorWithFactor(app)
    const tempToken = await tempTokenOf(ada)
    expect((await app.call(disable, { token: ada.token })).status).toBe(200)
    expect(outcome(await give(tempToken, nextCode(app, ada)))).toEqual(wrong)
  })

  test('F27 belongs to its account, whatever bearer token is sent', async () => {
    const [ada, bob] = [await operatorWithFactor(app), await operatorWithFactor(app)]
    const tempToken = await tempTokenOf(ada)
    const body = { tempToken, twoFactorToken: nextCode(app, bob) }
    expect(outcome(await app.call(login, { body, token: bob.token }))).toEqual(wrong)
    const right = { tempToken, twoFactorToken: codeAt(ada.secret, app.clock.now()) }
    const answer = await app.call(login, { body: right, token: bob.token })
    expect([answer.status, answer.body.user.id]).toEqual([200, ada.user.id])
  })
})
