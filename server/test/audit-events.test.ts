import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { arrange, linkOperator } from './arrange.ts'
import { startWorkerFor } from './worker-for.ts'

const { accounts, sessions, passwords, profile } = api.identity
const { directory, members, tenantSessions, audit } = api.platforms

let world: TestApp
let worker: Awaited<ReturnType<typeof startWorkerFor>>
beforeAll(async () => {
  world = await startApp()
  worker = await startWorkerFor(world)
})
afterAll(async () => {
  await worker.stop()
  await world.close()
})

const userAgent = 'Mozilla/5.0 (audit)'
const headers = { 'user-agent': userAgent, 'x-forwarded-for': '203.0.113.9' }

/** Everybody a row of the table may speak of, new for each. */
async function people() {
  const operator = await world.newOperator()
  const platform = await world.newPlatform(operator)
  const member = await world.newMember(operator, platform, { role: 'staff' })
  return { operator, platform, member }
}
type People = Awaited<ReturnType<typeof people>>

type Who = 'operator' | 'member' | 'nobody'
type Expected = [
  action: string,
  who: Who,
  where: 'platform' | 'nowhere',
  outcome?: 'failure' | 'denied',
]
type Row = {
  name: string
  /** The one call whose events are looked at; what is needed before goes without our headers. */
  call: (people: People) => Promise<{ status: number; headers: Record<string, unknown> }>
  status: number
  events: Expected[]
}

const signedIn = (token: string) => ({ token, headers })
const at = ({ platform }: People) => ({ platformId: platform.id, slug: platform.slug })

const rows: Row[] = [
  {
    name: 'registering an address that is taken',
    call: ({ operator: { email } }) =>
      world.call(accounts.register, {
        body: { firstName: 'Eve', lastName: 'E', email, password: 'another password' },
        headers,
      }),
    status: 201,
    events: [['USER_REGISTER_DUPLICATE', 'nobody', 'nowhere']],
  },
  {
    name: 'signing in from a new device',
    call: ({ operator: { email, password } }) =>
      world.call(sessions.login, { body: { email, password }, headers }),
    status: 200,
    events: [
      ['USER_LOGIN', 'operator', 'nowhere'],
      ['NEW_DEVICE_LOGIN', 'operator', 'nowhere'],
    ],
  },
  {
    name: 'signing in with a wrong password',
    call: ({ operator: { email } }) =>
      world.call(sessions.login, { body: { email, password: 'wrong' }, headers }),
    status: 401,
    events: [['USER_LOGIN_FAILED', 'operator', 'nowhere', 'failure']],
  },
  {
    name: 'signing out',
    call: ({ operator }) => world.call(sessions.logout, { ...signedIn(operator.token), body: {} }),
    status: 200,
    events: [['USER_LOGOUT', 'operator', 'nowhere']],
  },
  {
    name: 'ending the other sessions',
    call: async ({ operator }) => {
      const { email, password } = operator
      await world.call(sessions.login, { body: { email, password } })
      const query = { scope: 'others' }
      return world.call(sessions.endOthers, { ...signedIn(operator.token), query })
    },
    status: 200,
    events: [['SESSION_REVOKED', 'operator', 'nowhere']],
  },
  {
    name: 'ending one session',
    call: async ({ operator }) => {
      const { email, password } = operator
      await world.call(sessions.login, { body: { email, password } })
      const { body } = await world.call(sessions.list, { token: operator.token })
      const sessionId = body.sessions.find(({ current }) => !current)?.id ?? ''
      return world.call(sessions.end, { ...signedIn(operator.token), params: { sessionId } })
    },
    status: 200,
    events: [['SESSION_REVOKED', 'operator', 'nowhere']],
  },
  {
    name: 'a refresh token that comes a second time',
    call: async ({ operator }) => {
      const body = { refreshToken: operator.tokens.refreshToken }
      await world.call(sessions.refresh, { body })
      return world.call(sessions.refresh, { body, headers })
    },
    status: 401,
    events: [['TOKEN_REUSE_DETECTED', 'operator', 'nowhere', 'failure']],
  },
  {
    name: 'asking for a reset',
    call: ({ operator: { email } }) => world.call(passwords.forgot, { body: { email }, headers }),
    status: 200,
    events: [['PASSWORD_RESET_REQUESTED', 'operator', 'nowhere']],
  },
  {
    name: 'resetting the password',
    call: async ({ operator: { email } }) => {
      await world.call(passwords.forgot, { body: { email } })
      await worker.settle()
      const token = await world.mailedToken(email, 'reset-password')
      return world.call(passwords.reset, { body: { token, password: 'brand new words' }, headers })
    },
    status: 200,
    events: [['PASSWORD_RESET', 'operator', 'nowhere']],
  },
  {
    name: 'changing the password',
    call: ({ operator }) =>
      world.call(passwords.change, {
        ...signedIn(operator.token),
        body: { currentPassword: operator.password, newPassword: 'brand new words' },
      }),
    status: 200,
    events: [['PASSWORD_CHANGED', 'operator', 'nowhere']],
  },
  {
    name: 'changing the profile',
    call: ({ operator }) =>
      world.call(profile.update, { ...signedIn(operator.token), body: { location: 'Oslo' } }),
    status: 200,
    events: [['PROFILE_UPDATED', 'operator', 'nowhere']],
  },
  {
    name: 'reading the log',
    call: ({ operator }) => world.call(audit.list, signedIn(operator.token)),
    status: 200,
    events: [['AUDIT_LOG_VIEWED', 'operator', 'nowhere']],
  },
  {
    name: 'renaming and moving a platform',
    call: async (people) => {
      const slug = `moved-${randomUUID().slice(0, 8)}`
      const answer = await world.call(directory.update, {
        ...signedIn(people.operator.token),
        params: at(people),
        body: { name: 'Moved', slug },
      })
      people.platform.slug = slug
      return answer
    },
    status: 200,
    events: [
      ['PLATFORM_UPDATED', 'operator', 'platform'],
      ['PLATFORM_SLUG_CHANGED', 'operator', 'platform'],
    ],
  },
  {
    name: 'creating a member',
    call: (people) =>
      world.call(members.create, {
        ...signedIn(people.operator.token),
        params: at(people),
        body: { email: `${randomUUID()}@example.com`, password: 'member password' },
      }),
    status: 201,
    events: [['MEMBER_CREATED', 'operator', 'platform']],
  },
  {
    name: 'changing role and permissions of a member',
    call: (people) =>
      world.call(members.setPermissions, {
        ...signedIn(people.operator.token),
        params: at(people),
        body: { memberId: people.member.id, role: 'viewer', permissions: ['stock.read'] },
      }),
    status: 200,
    events: [
      ['MEMBER_ROLE_CHANGED', 'operator', 'platform'],
      ['MEMBER_PERMISSIONS_CHANGED', 'operator', 'platform'],
    ],
  },
  {
    name: 'removing a member',
    call: (people) =>
      world.call(members.removeById, {
        ...signedIn(people.operator.token),
        params: { ...at(people), memberId: people.member.id },
      }),
    status: 200,
    events: [['MEMBER_REMOVED', 'operator', 'platform']],
  },
  {
    name: 'what a role does not allow',
    call: async (people) => {
      const viewer = await linkOperator(world, people.platform, 'viewer')
      Object.assign(people.operator, { user: viewer.user, email: viewer.email })
      return world.call(directory.update, {
        ...signedIn(viewer.token),
        params: at(people),
        body: { name: 'Taken over' },
      })
    },
    status: 422,
    events: [['ACCESS_DENIED', 'operator', 'platform', 'denied']],
  },
  {
    name: 'a member signing in from a new device',
    call: (people) =>
      world.call(tenantSessions.login, {
        params: at(people),
        body: { email: people.member.email, password: people.member.password },
        headers,
      }),
    status: 200,
    events: [
      ['TENANT_LOGIN', 'member', 'platform'],
      ['NEW_DEVICE_LOGIN', 'member', 'platform'],
    ],
  },
  {
    name: 'a member signing in with a wrong password',
    call: (people) =>
      world.call(tenantSessions.login, {
        params: at(people),
        body: { email: people.member.email, password: 'wrong' },
        headers,
      }),
    status: 401,
    events: [['TENANT_LOGIN_FAILED', 'member', 'platform', 'failure']],
  },
  {
    name: 'a member signing out',
    call: (people) =>
      world.call(tenantSessions.logout, {
        ...signedIn(people.member.token),
        params: at(people),
        body: {},
      }),
    status: 200,
    events: [['TENANT_LOGOUT', 'member', 'platform']],
  },
  {
    name: 'a refresh token of a member that comes a second time',
    call: async (people) => {
      const request = {
        params: at(people),
        body: { refreshToken: people.member.tokens.refreshToken },
      }
      await world.call(tenantSessions.refresh, request)
      return world.call(tenantSessions.refresh, { ...request, headers })
    },
    status: 401,
    events: [['TOKEN_REUSE_DETECTED', 'member', 'platform', 'failure']],
  },
]

const eventsOf = (requestId: unknown) =>
  arrange(
    world,
    `select action, outcome, actor_type, actor_id, actor_email, platform_id, platform_slug, ip,
       user_agent, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
     from audit.audit_log where request_id = $1 order by id`,
    [requestId],
  )

describe('L01 every change leaves exactly its events:', () => {
  test.each(rows)('$name', async ({ call, status, events }) => {
    const all = await people()
    const begun = world.clock.now()
    const answer = await call(all)
    expect(answer.status).toBe(status)
    await worker.settle()

    const { operator, platform, member } = all
    const actors = {
      operator: { actor_type: 'operator', actor_id: operator.user.id, actor_email: operator.email },
      member: { actor_type: 'tenant_user', actor_id: member.id, actor_email: member.email },
      nobody: { actor_type: 'anonymous', actor_id: null, actor_email: operator.email },
    }
    const places = {
      platform: { platform_id: platform.id, platform_slug: platform.slug },
      nowhere: { platform_id: null, platform_slug: null },
    }
    const found = await eventsOf(answer.headers['x-request-id'])
    expect(found).toEqual(
      events.map(([action, who, where, outcome = 'success']) => ({
        ...{ action, outcome, ip: '127.0.0.1', user_agent: userAgent, at: expect.any(String) },
        ...actors[who],
        ...places[where],
      })),
    )
    for (const { at } of found) {
      expect(Date.parse(String(at))).toBeGreaterThanOrEqual(begun.getTime())
      expect(Date.parse(String(at))).toBeLessThanOrEqual(world.clock.now().getTime())
    }
  })

  test('registering, confirming and creating a platform', async () => {
    const email = `${randomUUID()}@example.com`
    const password = 'correct horse battery'
    const registered = await world.call(accounts.register, {
      body: { firstName: 'Ada', lastName: 'Alba', email, password },
      headers,
    })
    const token = await world.mailedToken(email, 'verify-email')
    const confirmed = await world.call(accounts.verifyEmail, { body: { token }, headers })
    const { body } = await world.call(sessions.login, { body: { email, password } })
    const created = await world.call(directory.create, {
      ...signedIn(body.tokens.accessToken),
      body: { name: `P ${randomUUID()}` },
    })
    const actor = { actor_type: 'operator', actor_id: body.user.id, actor_email: email }
    const about = { ...actor, outcome: 'success', ip: '127.0.0.1', user_agent: userAgent }
    const eventsAfter = async (answer: typeof registered | typeof confirmed | typeof created) =>
      (await eventsOf(answer.headers['x-request-id'])).map(({ at: _, ...event }) => event)
    const nowhere = { platform_id: null, platform_slug: null }
    expect(await eventsAfter(registered)).toEqual([
      { action: 'USER_REGISTERED', ...about, ...nowhere },
      { action: 'EMAIL_VERIFICATION_SENT', ...about, ...nowhere },
    ])
    expect(await eventsAfter(confirmed)).toEqual([
      { action: 'EMAIL_VERIFIED', ...about, ...nowhere },
    ])
    const { id, slug } = created.body.platform
    expect(await eventsAfter(created)).toEqual([
      { action: 'PLATFORM_CREATED', ...about, platform_id: id, platform_slug: slug },
    ])
  })
})
