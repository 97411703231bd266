import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import type { Owner } from '../../../test/owner.ts'
import { firstStep, nextCode, operatorWithFactor, wrongCode } from '../../../test/second-factor.ts'
import { codeAt } from '../../../test/totp.ts'

const { setup, verify, disable, reset, regenerateBackupCodes, backupCodes } = api.identity.twoFactor
const { login, list } = api.identity.sessions
const { me } = api.identity.profile
const minute = 60_000
const empty = { headers: { 'content-type': 'application/json' } }
const backupCode = /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/
type Signed = { token: string }

let app: TestApp
let owner: Owner
forAllTests((opened) => ({ app, owner } = opened))

const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
]
const confirm = ({ token }: Signed, code: unknown) =>
  app.call(verify, { token, body: { token: code } })
const isEnabled = async ({ token }: Signed) =>
  (await app.call(me, { token })).body.user.twoFactorEnabled
const subjectsTo = async (email: string) => (await app.mailsTo(email)).map((mail) => mail.subject)
const eventsOf = async (person: { user: { id: string } }) =>
  (await owner.eventsOf(person.user.id)).filter((event) => /TWO_F|AUTHENT|BACKUP/.test(event))
/** Another session of the same account, of the password alone for one without a second factor. */
const another = async (person: { email: string; password: string }, code?: string) => {
  const { email, password } = person
  const body = code
    ? { tempToken: (await firstStep(app, person)).tempToken, twoFactorToken: code }
    : { email, password }
  return { token: (await app.call(login, { body })).body.tokens.accessToken }
}
const levels = (accountId: string) =>
  owner.rowsOf<{ acr: string }>(
    'select acr from identity.sessions where account_id = $1 order by created_at',
    [accountId],
  )

describe('setting up', () => {
  test('F25 returns a secret as QR code and text, the same on repetition', async () => {
    const ada = await app.newOperator()
    const { status, body } = await app.call(setup, { token: ada.token, ...empty })
    expect(status).toBe(200)
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(body.qrCodeUrl).toMatch(/^data:image\/png;base64,iVBOR/)
    app.clock.advance(9 * minute)
    expect((await app.call(setup, { token: ada.token })).body).toEqual(body)
    app.clock.advance(minute)
    const later = await app.call(setup, { token: ada.token })
    expect(later.body.secret).not.toBe(body.secret)
    expect(await eventsOf(ada)).toEqual(Array(2).fill('TWO_FACTOR_SETUP_STARTED success'))
    const [row] = await owner.rowsOf<{ secretCipher: Buffer }>(
      'select secret_cipher as "secretCipher" from identity.totp_factors where account_id = $1',
      [ada.user.id],
    )
    expect(row?.secretCipher).toHaveLength(12 + 20 + 16)
  })

  test('F11 enables nothing until confirmed and expires after ten minutes', async () => {
    const ada = await app.newOperator()
    const { secret } = (await app.call(setup, { token: ada.token })).body
    expect(await isEnabled(ada)).toBe(false)
    expect((await app.call(login, { body: ada })).body.tokens).toBeDefined()
    app.clock.advance(10 * minute)
    const code = codeAt(secret, app.clock.now())
    expect(outcome(await confirm(ada, code))).toEqual([400, 'no_setup_pending'])
  })

  test('requires a confirmed session and no existing second factor', async () => {
    const ada = await operatorWithFactor(app)
    expect(outcome(await app.call(setup, ada))).toEqual([409, 'already_enabled'])
    const bob = await app.newOperator()
    app.clock.advance(16 * minute)
    const late = await app.call(setup, { token: bob.token })
    expect(outcome(late)).toEqual([428, 'reauthentication_required'])
    expect(late.body['methods']).toEqual(['password'])
  })

  test('keeps waiting after a wrong code and applies to every session after a right one', async () => {
    const ada = await app.newOperator()
    const other = await another(ada)
    const { secret } = (await app.call(setup, { token: ada.token })).body
    for (const typed of [wrongCode(app, { secret }), 'ABCDE-FGH23'])
      expect(outcome(await confirm(ada, typed))).toEqual([400, 'invalid_code'])
    const { status, body } = await confirm(ada, ` ${codeAt(secret, app.clock.now())} `)
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, twoFactorEnabled: true, outcome: 'enabled' })
    expect(new Set(body.backupCodes).size).toBe(10)
    for (const code of body.backupCodes ?? []) expect(code).toMatch(backupCode)
    expect([await isEnabled(ada), await isEnabled(other)]).toEqual([true, true])
    expect(await levels(ada.user.id)).toEqual([{ acr: 'aal2' }, { acr: 'aal1' }])
    const { sessions } = (await app.call(list, ada)).body
    expect(sessions.find((each) => each.current)?.amr).toEqual(['pwd', 'otp'])
    expect((await app.call(backupCodes, ada)).status).toBe(200)
    expect((await app.call(backupCodes, other)).status).toBe(428)
    expect(await eventsOf(ada)).toEqual([
      'TWO_FACTOR_SETUP_STARTED success',
      'TWO_FACTOR_FAILED failure',
      'TWO_FACTOR_FAILED failure',
      'TWO_FACTOR_ENABLED success',
      'BACKUP_CODES_VIEWED success',
    ])
    expect(await subjectsTo(ada.email)).toContain('Two-factor authentication is on')
  })

  test('delays after five wrong codes and does not count malformed ones', async () => {
    const ada = await app.newOperator()
    const { secret } = (await app.call(setup, { token: ada.token })).body
    for (const typed of [
      '12345',
      '１２３４５６',
      '123 456',
      'x',
      'y'.repeat(60_000),
      123456,
      ['1'],
    ])
      expect((await confirm(ada, typed)).status).toBe(400)
    for (let n = 1; n <= 5; n++)
      expect((await confirm(ada, wrongCode(app, { secret }))).status).toBe(400)
    expect((await confirm(ada, codeAt(secret, app.clock.now()))).status).toBe(429)
    expect((await app.call(setup, { token: ada.token })).body.secret).toBe(secret)
  })

  test('stores no readable secret or code', async () => {
    const ada = await operatorWithFactor(app)
    const dump = JSON.stringify(
      await owner.rowsOf(
        `select row_to_json(f)::text from identity.totp_factors f union all
         select row_to_json(b)::text from identity.backup_batches b union all
         select row_to_json(c)::text from identity.backup_codes c union all
         select row_to_json(l)::text from audit.audit_log l`,
      ),
    )
    const plain = [ada.secret, ada.enrolCode, ...ada.backupCodes]
    for (const text of plain.flatMap((each) => [each, each.replace('-', '')])) {
      if (text !== ada.enrolCode) expect(dump).not.toContain(Buffer.from(text).toString('hex'))
      expect(dump).not.toContain(`"${text}"`)
    }
  })
})

describe('confirming a session with a code', () => {
  test('raises a password session, once per code', async () => {
    const ada = await app.newOperator()
    const weak = await another(ada)
    const { secret } = (await app.call(setup, { token: ada.token })).body
    const enrolCode = codeAt(secret, app.clock.now())
    const { backupCodes: codes = [] } = (await confirm(ada, enrolCode)).body
    // The code that confirmed the authenticator has been used.
    expect(outcome(await confirm(weak, enrolCode))).toEqual([400, 'invalid_code'])
    expect((await app.call(reset, weak)).status).toBe(428)
    const { status, body } = await confirm(weak, nextCode(app, { secret }))
    expect([status, body]).toEqual([
      200,
      { success: true, twoFactorEnabled: true, outcome: 'confirmed' },
    ])
    expect((await app.call(reset, weak)).status).toBe(200)
    expect(await levels(ada.user.id)).toEqual([{ acr: 'aal2' }, { acr: 'aal2' }])
    const again = await another(ada, codes[0])
    expect((await app.call(backupCodes, again)).body.remaining).toBe(9)
    const events = await owner.eventsOf(ada.user.id)
    expect(events.filter((event) => event === 'REAUTHENTICATED success')).toHaveLength(1)
  })
})

describe('replacing the authenticator', () => {
  test('F13 keeps the old one until a code of the new one confirms it', async () => {
    const ada = await operatorWithFactor(app)
    const other = await another(ada, nextCode(app, ada))
    const { secret } = (await app.call(reset, ada)).body
    expect(secret).not.toBe(ada.secret)
    expect((await app.call(reset, ada)).body.secret).toBe(secret)
    expect(outcome(await confirm(ada, nextCode(app, ada)))).toEqual([400, 'invalid_code'])
    await another(ada, nextCode(app, ada))
    const { status, body } = await confirm(ada, nextCode(app, { secret }))
    expect([status, body]).toEqual([
      200,
      { success: true, twoFactorEnabled: true, outcome: 'changed' },
    ])
    expect((await app.call(backupCodes, other)).status).toBe(428)
    const { tempToken } = await firstStep(app, ada)
    const give = (code: string) => app.call(login, { body: { tempToken, twoFactorToken: code } })
    expect((await give(nextCode(app, ada))).status).toBe(400)
    expect((await give(ada.backupCodes[0] ?? '')).status).toBe(200)
    const events = await eventsOf(ada)
    for (const action of ['AUTHENTICATOR_RESET_STARTED', 'AUTHENTICATOR_CHANGED'])
      expect(events.filter((event) => event === `${action} success`)).toHaveLength(1)
    expect(await subjectsTo(ada.email)).toContain('Your authenticator app was changed')
  })

  test('refuses one that waited too long', async () => {
    const ada = await operatorWithFactor(app)
    const { secret } = (await app.call(reset, ada)).body
    app.clock.advance(10 * minute)
    expect(outcome(await confirm(ada, nextCode(app, { secret })))).toEqual([400, 'invalid_code'])
    const { status, body } = await confirm(ada, nextCode(app, ada))
    expect([status, body.outcome]).toEqual([200, 'confirmed'])
    const events = await eventsOf(ada)
    expect(events.filter((event) => /CHANGED/.test(event))).toEqual([])
  })
})

describe('disabling', () => {
  test('F15 returns 200, and signing in needs no code', async () => {
    const ada = await operatorWithFactor(app)
    const stranger = await operatorWithFactor(app)
    const { status, body } = await app.call(disable, ada)
    expect([status, body]).toEqual([200, { success: true, twoFactorEnabled: false }])
    expect(await isEnabled(ada)).toBe(false)
    expect((await app.call(login, { body: ada })).body.tokens).toBeDefined()
    expect((await app.call(disable, ada)).status).toBe(200)
    const events = await eventsOf(ada)
    expect(events.filter((event) => event === 'TWO_FACTOR_DISABLED success')).toHaveLength(1)
    expect(await subjectsTo(ada.email)).toContain('Two-factor authentication is off')
    expect(await isEnabled(stranger)).toBe(true)
    expect(await levels(stranger.user.id)).toEqual([{ acr: 'aal1' }, { acr: 'aal2' }].slice(-1))
    const left = await owner.rowsOf('select from identity.backup_codes where account_id = $1', [
      ada.user.id,
    ])
    expect(left).toEqual([])
  })

  test('requires the second factor or a code in the body', async () => {
    const ada = await operatorWithFactor(app)
    app.clock.advance(16 * minute)
    const late = await app.call(disable, ada)
    expect(outcome(late)).toEqual([428, 'reauthentication_required'])
    expect(late.body['methods']).toEqual(['totp', 'backup_code'])
    const withCode = (token: unknown) => app.call(disable, { token: ada.token, body: { token } })
    expect(outcome(await withCode(wrongCode(app, ada)))).toEqual([400, 'invalid_code'])
    expect(outcome(await withCode('no code'))).toEqual([400, 'invalid_code'])
    expect(await isEnabled(ada)).toBe(true)
    expect((await withCode(nextCode(app, ada))).status).toBe(200)
    expect(await isEnabled(ada)).toBe(false)
    const failures = (await eventsOf(ada)).filter((event) => /FAILED/.test(event))
    expect(failures).toEqual(['TWO_FACTOR_FAILED failure'])
  })

  test('F17 accepts an empty JSON body', async () => {
    const ada = await operatorWithFactor(app)
    for (const route of [backupCodes, regenerateBackupCodes, reset, disable])
      expect((await app.call(route, { token: ada.token, ...empty })).status).toBe(200)
    for (const route of [backupCodes, regenerateBackupCodes, reset])
      expect(outcome(await app.call(route, ada))).toEqual([409, 'not_enabled'])
  })
})
