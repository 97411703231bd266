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
  const { tempToken } = await firstStep(stage.world, operator)
  const body = { tempToken, twoFactorToken: code() }
  return stage.world.call(sessions.login, { body, headers })
}

expectEvents(stage, person, [
  {
    name: 'setting up an authenticator',
    call: ({ operator }) => stage.world.call(twoFactor.setup, signedIn(operator.token)),
    status: 200,
    events: [['TWO_FACTOR_SETUP_STARTED', 'operator', 'nowhere']],
  },
  {
    name: 'setting it up once more while it waits',
    call: async ({ operator }) => {
      await stage.world.call(twoFactor.setup, { token: operator.token })
      return stage.world.call(twoFactor.setup, signedIn(operator.token))
    },
    status: 200,
    events: [],
  },
  {
    name: 'switching the second factor on',
    call: async ({ operator: { token } }) => {
      const { secret } = (await stage.world.call(twoFactor.setup, { token })).body
      const code = codeAt(secret, stage.world.clock.now())
      return stage.world.call(twoFactor.verify, { ...signedIn(token), body: { token: code } })
    },
    status: 200,
    events: [['TWO_FACTOR_ENABLED', 'operator', 'nowhere']],
  },
  {
    name: 'a wrong code while switching it on',
    call: async ({ operator: { token } }) => {
      const { secret } = (await stage.world.call(twoFactor.setup, { token })).body
      const code = wrongCode(stage.world, { secret })
      return stage.world.call(twoFactor.verify, { ...signedIn(token), body: { token: code } })
    },
    status: 400,
    events: [['TWO_FACTOR_FAILED', 'operator', 'nowhere', 'failure']],
  },
  {
    name: 'beginning with a passkey',
    call: ({ operator }) => stage.world.call(passkeys.beginRegistration, signedIn(operator.token)),
    status: 200,
    events: [['PASSKEY_REGISTRATION_STARTED', 'operator', 'nowhere']],
  },
  {
    name: 'registering a passkey',
    call: async ({ operator: { token } }) => {
      const { body } = await stage.world.call(passkeys.beginRegistration, { token })
      const response = newAuthenticator().create(body.options)
      return stage.world.call(passkeys.completeRegistration, {
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
      const { body } = await stage.world.call(passkeys.beginRegistration, { token })
      const response = newAuthenticator().create(body.options, { origin: 'http://evil.example' })
      return stage.world.call(passkeys.completeRegistration, {
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
      const { body } = await register(stage.world, operator, newAuthenticator())
      return stage.world.call(passkeys.rename, {
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
      const { body } = await register(stage.world, operator, newAuthenticator())
      return stage.world.call(passkeys.remove, {
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
      await register(stage.world, operator, key)
      return signInWith(stage.world, key, {}, headers)
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
      await register(stage.world, operator, key)
      return signInWith(stage.world, key, { origin: 'http://evil.example' }, headers)
    },
    status: 401,
    events: [['USER_LOGIN_FAILED', 'operator', 'nowhere', 'failure']],
  },
  {
    name: 'a passkey that seems to be copied',
    call: async ({ operator }) => {
      const key = newAuthenticator()
      await register(stage.world, operator, key)
      await signInWith(stage.world, key, { counter: 9 })
      return signInWith(stage.world, key, { counter: 4 }, headers)
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
      stage.world.call(sessions.login, { body: { email, password }, headers }),
    status: 200,
    events: [['USER_LOGIN_2FA_REQUIRED', 'operator', 'nowhere']],
  },
  {
    name: 'signing in with a code from a new device',
    call: ({ operator }) => signInWithCode(operator, () => nextCode(stage.world, operator)),
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
    call: ({ operator }) => signInWithCode(operator, () => wrongCode(stage.world, operator)),
    status: 400,
    events: [['TWO_FACTOR_FAILED', 'operator', 'nowhere', 'failure']],
  },
  {
    name: 'beginning to change the authenticator',
    call: ({ operator }) => stage.world.call(twoFactor.reset, signedIn(operator.token)),
    status: 200,
    events: [['AUTHENTICATOR_RESET_STARTED', 'operator', 'nowhere']],
  },
  {
    name: 'changing the authenticator',
    call: async ({ operator: { token } }) => {
      const { secret } = (await stage.world.call(twoFactor.reset, { token })).body
      const code = codeAt(secret, stage.world.clock.now())
      return stage.world.call(twoFactor.verify, { ...signedIn(token), body: { token: code } })
    },
    status: 200,
    events: [['AUTHENTICATOR_CHANGED', 'operator', 'nowhere']],
  },
  {
    name: 'confirming who is there with a code',
    call: ({ operator }) =>
      stage.world.call(sessions.reauthenticate, {
        ...signedIn(operator.token),
        body: { token: nextCode(stage.world, operator) },
      }),
    status: 200,
    events: [['REAUTHENTICATED', 'operator', 'nowhere']],
  },
  {
    name: 'new backup codes',
    call: ({ operator }) =>
      stage.world.call(twoFactor.regenerateBackupCodes, signedIn(operator.token)),
    status: 200,
    events: [['BACKUP_CODES_REGENERATED', 'operator', 'nowhere']],
  },
  {
    name: 'looking at the backup codes',
    call: ({ operator }) => stage.world.call(twoFactor.backupCodes, signedIn(operator.token)),
    status: 200,
    events: [['BACKUP_CODES_VIEWED', 'operator', 'nowhere']],
  },
  {
    name: 'switching the second factor off',
    call: ({ operator }) =>
      stage.world.call(twoFactor.disable, { ...signedIn(operator.token), body: {} }),
    status: 200,
    events: [['TWO_FACTOR_DISABLED', 'operator', 'nowhere']],
  },
])
