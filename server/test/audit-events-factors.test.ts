import { api } from '@stowage/contract'
import {
  expectEvents,
  headers,
  openStage,
  person,
  personWithFactor,
  signedIn,
} from './audit-events.ts'
import { newAuthenticator, register, signInWith } from './authenticator.ts'
import { firstStep, nextCode, wrongCode } from './second-factor.ts'
import { codeAt } from './totp.ts'

const { twoFactor, passkeys, sessions } = api.identity
const stage = openStage()

/** The second step of a sign-in with this code. */
async function signInWithCode(operator: Parameters<typeof firstStep>[1], code: () => string) {
  const { tempToken } = await firstStep(stage.app, operator)
  const body = { tempToken, twoFactorToken: code() }
  return stage.app.call(sessions.login, { body, headers })
}

expectEvents(stage, person, [
  {
    name: 'setting up an authenticator',
    call: ({ operator }) => stage.app.call(twoFactor.setup, signedIn(operator.token)),
    status: 200,
    events: [['TWO_FACTOR_SETUP_STARTED', 'operator', 'nowhere']],
  },
  {
    name: 'setting it up once more while it waits',
    call: async ({ operator }) => {
      await stage.app.call(twoFactor.setup, { token: operator.token })
      return stage.app.call(twoFactor.setup, signedIn(operator.token))
    },
    status: 200,
    events: [],
  },
  {
    name: 'switching the second factor on',
    call: async ({ operator: { token } }) => {
      const { secret } = (await stage.app.call(twoFactor.setup, { token })).body
      const code = codeAt(secret, stage.app.clock.now())
      return stage.app.call(twoFactor.verify, { ...signedIn(token), body: { token: code } })
    },
    status: 200,
    events: [['TWO_FACTOR_ENABLED', 'operator', 'nowhere']],
  },
  {
    name: 'a wrong code while switching it on',
    call: async ({ operator: { token } }) => {
      const { secret } = (await stage.app.call(twoFactor.setup, { token })).body
      const code = wrongCode(stage.app, { secret })
      return stage.app.call(twoFactor.verify, { ...signedIn(token), body: { token: code } })
    },
    status: 400,
    events: [['TWO_FACTOR_FAILED', 'operator', 'nowhere', 'failure']],
  },
  {
    name: 'beginning with a passkey',
    call: ({ operator }) => stage.app.call(passkeys.beginRegistration, signedIn(operator.token)),
    status: 200,
    events: [['PASSKEY_REGISTRATION_STARTED', 'operator', 'nowhere']],
  },
  {
    name: 'registering a passkey',
    call: async ({ operator: { token } }) => {
      const { body } = await stage.app.call(passkeys.beginRegistration, { token })
      const response = newAuthenticator().create(body.options)
      return stage.app.call(passkeys.completeRegistration, {
        ...signedIn(token),
        body: { response },
      })
    },
    status: 200,
    events: [['PASSKEY_REGISTERED', 'operator', 'nowhere']],
  },
  {
    name: 'a passkey that is made for another site',
    call: async ({ operator: { token } }) => {
      const { body } = await stage.app.call(passkeys.beginRegistration, { token })
      const response = newAuthenticator().create(body.options, { origin: 'http://evil.example' })
      return stage.app.call(passkeys.completeRegistration, {
        ...signedIn(token),
        body: { response },
      })
    },
    status: 400,
    events: [['PASSKEY_REGISTERED', 'operator', 'nowhere', 'failure']],
  },
  {
    name: 'renaming a passkey',
    call: async ({ operator }) => {
      const { body } = await register(stage.app, operator, newAuthenticator())
      return stage.app.call(passkeys.rename, {
        ...signedIn(operator.token),
        params: { passkeyId: body.passkey.id },
        body: { name: 'Blue key' },
      })
    },
    status: 200,
    events: [['PASSKEY_RENAMED', 'operator', 'nowhere']],
  },
  {
    name: 'removing a passkey',
    call: async ({ operator }) => {
      const { body } = await register(stage.app, operator, newAuthenticator())
      return stage.app.call(passkeys.remove, {
        ...signedIn(operator.token),
        params: { passkeyId: body.passkey.id },
      })
    },
    status: 200,
    events: [['PASSKEY_REMOVED', 'operator', 'nowhere']],
  },
  {
    name: 'signing in with a passkey from a new device',
    call: async ({ operator }) => {
      const key = newAuthenticator()
      await register(stage.app, operator, key)
      return signInWith(stage.app, key, {}, headers)
    },
    status: 200,
    events: [
      ['USER_LOGIN', 'operator', 'nowhere'],
      ['NEW_DEVICE_LOGIN', 'operator', 'nowhere'],
    ],
  },
  {
    name: 'signing in with a passkey on another site',
    call: async ({ operator }) => {
      const key = newAuthenticator()
      await register(stage.app, operator, key)
      return signInWith(stage.app, key, { origin: 'http://evil.example' }, headers)
    },
    status: 401,
    events: [['USER_LOGIN_FAILED', 'operator', 'nowhere', 'failure']],
  },
  {
    name: 'a passkey that seems to be copied',
    call: async ({ operator }) => {
      const key = newAuthenticator()
      await register(stage.app, operator, key)
      await signInWith(stage.app, key, { counter: 9 })
      return signInWith(stage.app, key, { counter: 4 }, headers)
    },
    status: 401,
    events: [
      ['PASSKEY_CLONE_SUSPECTED', 'operator', 'nowhere', 'failure'],
      ['USER_LOGIN_FAILED', 'operator', 'nowhere', 'failure'],
    ],
  },
])

expectEvents(stage, personWithFactor, [
  {
    name: 'a right password that is not enough',
    call: ({ operator: { email, password } }) =>
      stage.app.call(sessions.login, { body: { email, password }, headers }),
    status: 200,
    events: [['USER_LOGIN_2FA_REQUIRED', 'operator', 'nowhere']],
  },
  {
    name: 'signing in with a code from a new device',
    call: ({ operator }) => signInWithCode(operator, () => nextCode(stage.app, operator)),
    status: 200,
    events: [
      ['USER_LOGIN', 'operator', 'nowhere'],
      ['NEW_DEVICE_LOGIN', 'operator', 'nowhere'],
    ],
  },
  {
    name: 'signing in with a backup code from a new device',
    call: ({ operator }) => signInWithCode(operator, () => operator.backupCodes[0] ?? ''),
    status: 200,
    events: [
      ['BACKUP_CODE_USED', 'operator', 'nowhere'],
      ['USER_LOGIN', 'operator', 'nowhere'],
      ['NEW_DEVICE_LOGIN', 'operator', 'nowhere'],
    ],
  },
  {
    name: 'a wrong code at sign-in',
    call: ({ operator }) => signInWithCode(operator, () => wrongCode(stage.app, operator)),
    status: 400,
    events: [['TWO_FACTOR_FAILED', 'operator', 'nowhere', 'failure']],
  },
  {
    name: 'beginning to change the authenticator',
    call: ({ operator }) => stage.app.call(twoFactor.reset, signedIn(operator.token)),
    status: 200,
    events: [['AUTHENTICATOR_RESET_STARTED', 'operator', 'nowhere']],
  },
  {
    name: 'changing the authenticator',
    call: async ({ operator: { token } }) => {
      const { secret } = (await stage.app.call(twoFactor.reset, { token })).body
      const code = codeAt(secret, stage.app.clock.now())
      return stage.app.call(twoFactor.verify, { ...signedIn(token), body: { token: code } })
    },
    status: 200,
    events: [['AUTHENTICATOR_CHANGED', 'operator', 'nowhere']],
  },
  {
    name: 'confirming who is there with a code',
    call: ({ operator }) =>
      stage.app.call(sessions.reauthenticate, {
        ...signedIn(operator.token),
        body: { token: nextCode(stage.app, operator) },
      }),
    status: 200,
    events: [['REAUTHENTICATED', 'operator', 'nowhere']],
  },
  {
    name: 'new backup codes',
    call: ({ operator }) =>
      stage.app.call(twoFactor.regenerateBackupCodes, signedIn(operator.token)),
    status: 200,
    events: [['BACKUP_CODES_REGENERATED', 'operator', 'nowhere']],
  },
  {
    name: 'looking at the backup codes',
    call: ({ operator }) => stage.app.call(twoFactor.backupCodes, signedIn(operator.token)),
    status: 200,
    events: [['BACKUP_CODES_VIEWED', 'operator', 'nowhere']],
  },
  {
    name: 'switching the second factor off',
    call: ({ operator }) =>
      stage.app.call(twoFactor.disable, { ...signedIn(operator.token), body: {} }),
    status: 200,
    events: [['TWO_FACTOR_DISABLED', 'operator', 'nowhere']],
  },
])
