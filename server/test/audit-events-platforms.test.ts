import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { linkOperator } from './arrange.ts'
import { at, expectEvents, headers, openStage, people, signedIn } from './audit-events.ts'

const { directory, members, tenantSessions, audit } = api.platforms
const stage = openStage()

expectEvents(stage, people, [
  {
    name: 'reading the log',
    call: ({ operator }) => stage.app.call(audit.list, signedIn(operator.token)),
    status: 200,
    events: [['AUDIT_LOG_VIEWED', 'operator', 'nowhere']],
  },
  {
    name: 'renaming and moving a platform',
    call: async (people) => {
      const slug = `moved-${randomUUID().slice(0, 8)}`
      const answer = await stage.app.call(directory.update, {
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
      stage.app.call(members.create, {
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
      stage.app.call(members.setPermissions, {
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
      stage.app.call(members.removeById, {
        ...signedIn(people.operator.token),
        params: { ...at(people), memberId: people.member.id },
      }),
    status: 200,
    events: [['MEMBER_REMOVED', 'operator', 'platform']],
  },
  {
    name: 'what a role does not allow',
    call: async (people) => {
      const viewer = await linkOperator(stage.app, people.platform, 'viewer')
      Object.assign(people.operator, { user: viewer.user, email: viewer.email })
      return stage.app.call(directory.update, {
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
      stage.app.call(tenantSessions.login, {
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
      stage.app.call(tenantSessions.login, {
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
      stage.app.call(tenantSessions.logout, {
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
      await stage.app.call(tenantSessions.refresh, request)
      return stage.app.call(tenantSessions.refresh, { ...request, headers })
    },
    status: 401,
    events: [['TOKEN_REUSE_DETECTED', 'member', 'platform', 'failure']],
  },
  {
    name: 'taking the log as a file',
    call: async (people) => {
      const response = await stage.app.http.inject({
        url: '/api/v1/logs/export',
        headers: { ...headers, authorization: `Bearer ${people.operator.token}` },
      })
      return { status: response.statusCode, headers: response.headers }
    },
    status: 200,
    events: [['AUDIT_LOG_EXPORTED', 'operator', 'nowhere']],
  },
])
