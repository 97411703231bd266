import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { expectEvents, headers, openStage, person, signedIn, userAgent } from './audit-events.ts'
import { png, upload } from './pictures.ts'

const { accounts, sessions, passwords, profile } = api.identity
const { directory } = api.platforms
const stage = openStage()

expectEvents(stage, person, [
  {
    name: 'registering an address that is taken',
    call: ({ operator: { email } }) =>
      stage.app.call(accounts.register, {
        body: { firstName: 'Eve', lastName: 'E', email, password: 'another password' },
        headers,
      }),
    status: 201,
    events: [['USER_REGISTER_DUPLICATE', 'nobody', 'nowhere']],
  },
  {
    name: 'signing in from a new device',
    call: ({ operator: { email, password } }) =>
      stage.app.call(sessions.login, { body: { email, password }, headers }),
    status: 200,
    events: [
      ['USER_LOGIN', 'operator', 'nowhere'],
      ['NEW_DEVICE_LOGIN', 'operator', 'nowhere'],
    ],
  },
  {
    name: 'signing in with a wrong password',
    call: ({ operator: { email } }) =>
      stage.app.call(sessions.login, { body: { email, password: 'wrong' }, headers }),
    status: 401,
    events: [['USER_LOGIN_FAILED', 'operator', 'nowhere', 'failure']],
  },
  {
    name: 'signing out',
    call: ({ operator }) =>
      stage.app.call(sessions.logout, { ...signedIn(operator.token), body: {} }),
    status: 200,
    events: [['USER_LOGOUT', 'operator', 'nowhere']],
  },
  {
    name: 'ending the other sessions',
    call: async ({ operator }) => {
      const { email, password } = operator
      await stage.app.call(sessions.login, { body: { email, password } })
      const query = { scope: 'others' }
      return stage.app.call(sessions.endOthers, { ...signedIn(operator.token), query })
    },
    status: 200,
    events: [['SESSION_REVOKED', 'operator', 'nowhere']],
  },
  {
    name: 'ending one session',
    call: async ({ operator }) => {
      const { email, password } = operator
      await stage.app.call(sessions.login, { body: { email, password } })
      const { body } = await stage.app.call(sessions.list, { token: operator.token })
      const sessionId = body.sessions.find(({ current }) => !current)?.id ?? ''
      return stage.app.call(sessions.end, { ...signedIn(operator.token), params: { sessionId } })
    },
    status: 200,
    events: [['SESSION_REVOKED', 'operator', 'nowhere']],
  },
  {
    name: 'a refresh token that comes a second time',
    call: async ({ operator }) => {
      const body = { refreshToken: operator.tokens.refreshToken }
      await stage.app.call(sessions.refresh, { body })
      return stage.app.call(sessions.refresh, { body, headers })
    },
    status: 401,
    events: [['TOKEN_REUSE_DETECTED', 'operator', 'nowhere', 'failure']],
  },
  {
    name: 'asking for a reset',
    call: ({ operator: { email } }) =>
      stage.app.call(passwords.forgot, { body: { email }, headers }),
    status: 200,
    events: [['PASSWORD_RESET_REQUESTED', 'operator', 'nowhere']],
  },
  {
    name: 'resetting the password',
    call: async ({ operator: { email } }) => {
      await stage.app.call(passwords.forgot, { body: { email } })
      await stage.settle()
      const token = await stage.app.mailedToken(email, 'reset-password')
      return stage.app.call(passwords.reset, {
        body: { token, password: 'brand new words' },
        headers,
      })
    },
    status: 200,
    events: [['PASSWORD_RESET', 'operator', 'nowhere']],
  },
  {
    name: 'changing the password',
    call: ({ operator }) =>
      stage.app.call(passwords.change, {
        ...signedIn(operator.token),
        body: { currentPassword: operator.password, newPassword: 'brand new words' },
      }),
    status: 200,
    events: [['PASSWORD_CHANGED', 'operator', 'nowhere']],
  },
  {
    name: 'changing the profile',
    call: ({ operator }) =>
      stage.app.call(profile.update, { ...signedIn(operator.token), body: { location: 'Oslo' } }),
    status: 200,
    events: [['PROFILE_UPDATED', 'operator', 'nowhere']],
  },
  {
    name: 'changing preferences',
    call: ({ operator }) =>
      stage.app.call(profile.savePreferences, {
        ...signedIn(operator.token),
        body: { theme: 'dark' },
      }),
    status: 200,
    events: [['PREFERENCES_UPDATED', 'operator', 'nowhere']],
  },
  {
    name: 'preferences that stay as they are',
    call: ({ operator }) =>
      stage.app.call(profile.savePreferences, {
        ...signedIn(operator.token),
        body: { theme: 'light' },
      }),
    status: 200,
    events: [],
  },
  {
    name: 'changing the picture',
    call: async ({ operator }) =>
      stage.app.call(profile.saveAvatar, {
        ...signedIn(operator.token),
        body: upload(await png()),
      }),
    status: 200,
    events: [['AVATAR_UPDATED', 'operator', 'nowhere']],
  },
  {
    name: 'changing the password with a wrong one',
    call: ({ operator }) =>
      stage.app.call(passwords.change, {
        ...signedIn(operator.token),
        body: { currentPassword: 'wrong', newPassword: 'brand new words' },
      }),
    status: 400,
    events: [['PASSWORD_CHANGED', 'operator', 'nowhere', 'failure']],
  },
  {
    name: 'asking for another address',
    call: ({ operator }) =>
      stage.app.call(accounts.changeEmail, {
        ...signedIn(operator.token),
        body: { email: `${randomUUID()}@example.com` },
      }),
    status: 200,
    events: [['EMAIL_CHANGE_REQUESTED', 'operator', 'nowhere']],
  },
  {
    name: 'confirming another address',
    call: async ({ operator }) => {
      const email = `${randomUUID()}@example.com`
      await stage.app.call(accounts.changeEmail, { token: operator.token, body: { email } })
      const token = await stage.app.mailedToken(email, 'verify-email')
      operator.email = email
      return stage.app.call(accounts.verifyEmail, { body: { token }, headers })
    },
    status: 200,
    events: [['EMAIL_CHANGED', 'operator', 'nowhere']],
  },
  {
    name: 'confirming who is there',
    call: ({ operator }) =>
      stage.app.call(sessions.reauthenticate, {
        ...signedIn(operator.token),
        body: { password: operator.password },
      }),
    status: 200,
    events: [['REAUTHENTICATED', 'operator', 'nowhere']],
  },
  {
    name: 'failing to confirm who is there',
    call: ({ operator }) =>
      stage.app.call(sessions.reauthenticate, {
        ...signedIn(operator.token),
        body: { password: 'wrong' },
      }),
    status: 400,
    events: [['REAUTHENTICATED', 'operator', 'nowhere', 'failure']],
  },
  {
    name: 'taking the account along',
    call: ({ operator }) =>
      stage.app.call(accounts.exportAccount, { ...signedIn(operator.token), body: {} }),
    status: 200,
    events: [['ACCOUNT_EXPORTED', 'operator', 'nowhere']],
  },
  {
    name: 'closing the account',
    call: ({ operator }) =>
      stage.app.call(accounts.deleteAccount, { ...signedIn(operator.token), body: {} }),
    status: 200,
    events: [['ACCOUNT_DELETED', 'operator', 'nowhere']],
  },
])

test('L01 registering, verifying and creating a platform', async () => {
  const email = `${randomUUID()}@example.com`
  const password = 'correct horse battery'
  const registered = await stage.app.call(accounts.register, {
    body: { firstName: 'Ada', lastName: 'Alba', email, password },
    headers,
  })
  const token = await stage.app.mailedToken(email, 'verify-email')
  const confirmed = await stage.app.call(accounts.verifyEmail, { body: { token }, headers })
  const { body } = await stage.app.call(sessions.login, { body: { email, password } })
  const created = await stage.app.call(directory.create, {
    ...signedIn(body.tokens.accessToken),
    body: { name: `P ${randomUUID()}` },
  })
  const actor = { actor_type: 'operator', actor_id: body.user.id, actor_email: email }
  const about = { ...actor, outcome: 'success', ip: '127.0.0.1', user_agent: userAgent }
  const eventsAfter = async (answer: typeof registered | typeof confirmed | typeof created) =>
    (await stage.eventsOf(answer.headers['x-request-id'])).map(({ at: _, ...event }) => event)
  const nowhere = { platform_id: null, platform_slug: null }
  expect(await eventsAfter(registered)).toEqual([
    { action: 'USER_REGISTERED', ...about, ...nowhere },
    { action: 'EMAIL_VERIFICATION_SENT', ...about, ...nowhere },
  ])
  expect(await eventsAfter(confirmed)).toEqual([{ action: 'EMAIL_VERIFIED', ...about, ...nowhere }])
  const { id, slug } = created.body.platform
  expect(await eventsAfter(created)).toEqual([
    { action: 'PLATFORM_CREATED', ...about, platform_id: id, platform_slug: slug },
  ])
})
