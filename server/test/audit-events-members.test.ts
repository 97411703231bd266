import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { linkOperator } from './arrange.ts'
import { at, expectEvents, headers, openStage, people, signedIn } from './audit-events.ts'
import { inviting, newAddress } from './invitations.ts'
import { png, upload } from './pictures.ts'

const { directory, logos, members, invitations } = api.platforms
const { tenantSessions, tenantPasswords, tenantProfile } = api.platforms
const stage = openStage()

expectEvents(stage, people, [
  {
    name: 'uploading a logo',
    call: async (people) =>
      stage.app.call(logos.save, {
        ...signedIn(people.operator.token),
        params: at(people),
        body: upload(await png()),
      }),
    status: 200,
    events: [['PLATFORM_LOGO_UPDATED', 'operator', 'platform']],
  },
  {
    name: 'a logo that is refused',
    call: (people) =>
      stage.app.call(logos.save, {
        ...signedIn(people.operator.token),
        params: at(people),
        body: upload('no picture'),
      }),
    status: 422,
    events: [['PLATFORM_LOGO_REJECTED', 'operator', 'platform', 'failure']],
  },
  {
    name: 'handing a platform over',
    call: async (people) => {
      const { memberId } = await linkOperator(stage.app, people.platform, 'admin')
      return stage.app.call(directory.transfer, {
        ...signedIn(people.operator.token),
        params: at(people),
        body: { memberId },
      })
    },
    status: 200,
    events: [['PLATFORM_TRANSFERRED', 'operator', 'platform']],
  },
  {
    name: 'deleting a platform',
    call: (people) =>
      stage.app.call(directory.remove, {
        ...signedIn(people.operator.token),
        params: at(people),
        body: { slug: people.platform.slug },
      }),
    status: 200,
    events: [['PLATFORM_DELETED', 'operator', 'platform']],
  },
  {
    name: 'inviting somebody',
    call: (people) =>
      stage.app.call(members.invite, {
        ...signedIn(people.operator.token),
        params: at(people),
        body: { memberEmail: newAddress() },
      }),
    status: 200,
    events: [['MEMBER_INVITED', 'operator', 'platform']],
  },
  {
    name: 'accepting an invitation',
    call: async (people) => {
      const { operator, platform } = people
      const { id, email, token } = await inviting(stage.app).invited(operator, platform)
      Object.assign(people.member, { id, email })
      return stage.app.call(invitations.accept, {
        params: at(people),
        body: { token, password: 'member password' },
        headers,
      })
    },
    status: 200,
    events: [['MEMBER_JOINED', 'member', 'platform']],
  },
  {
    name: 'signing a member out everywhere',
    call: (people) =>
      stage.app.call(members.endSessions, {
        ...signedIn(people.operator.token),
        params: { ...at(people), memberId: people.member.id },
      }),
    status: 200,
    events: [['SESSION_REVOKED', 'operator', 'platform']],
  },
  {
    name: 'a member changing the own name',
    call: (people) =>
      stage.app.call(tenantProfile.update, {
        ...signedIn(people.member.token),
        params: at(people),
        body: { firstName: 'Mo' },
      }),
    status: 200,
    events: [['MEMBER_PROFILE_UPDATED', 'member', 'platform']],
  },
  {
    name: 'a member changing the own password',
    call: (people) =>
      stage.app.call(tenantPasswords.change, {
        ...signedIn(people.member.token),
        params: at(people),
        body: { currentPassword: people.member.password, newPassword: 'brand new words' },
      }),
    status: 200,
    events: [['TENANT_PASSWORD_CHANGED', 'member', 'platform']],
  },
  {
    name: 'a member who does not know the own password',
    call: (people) =>
      stage.app.call(tenantPasswords.change, {
        ...signedIn(people.member.token),
        params: at(people),
        body: { currentPassword: 'wrong', newPassword: 'brand new words' },
      }),
    status: 400,
    events: [['TENANT_PASSWORD_CHANGED', 'member', 'platform', 'failure']],
  },
  {
    name: 'a member asking for a mail that resets the password',
    call: (people) =>
      stage.app.call(tenantPasswords.forgot, {
        params: at(people),
        body: { email: people.member.email },
        headers,
      }),
    status: 200,
    events: [['PASSWORD_RESET_REQUESTED', 'member', 'platform']],
  },
  {
    name: 'a member setting a new password with a mailed link',
    call: async (people) => {
      const { email } = people.member
      await stage.app.call(tenantPasswords.forgot, { params: at(people), body: { email } })
      await stage.settle()
      const [mail] = await stage.app.mailsTo(email)
      const token = /\?reset=([\w-]{43})$/m.exec(mail?.text ?? '')?.[1]
      return stage.app.call(tenantPasswords.reset, {
        params: at(people),
        body: { token, password: 'brand new words' },
        headers,
      })
    },
    status: 200,
    events: [['PASSWORD_RESET', 'member', 'platform']],
  },
  {
    name: 'a member ending another of the own sessions',
    call: async (people) => {
      const { email, password } = people.member
      const params = at(people)
      await stage.app.call(tenantSessions.login, { params, body: { email, password } })
      return stage.app.call(tenantSessions.endOthers, {
        ...signedIn(people.member.token),
        params,
        query: { scope: 'others' },
      })
    },
    status: 200,
    events: [['SESSION_REVOKED', 'member', 'platform']],
  },
  {
    name: 'a member ending a session that is not there',
    call: (people) =>
      stage.app.call(tenantSessions.end, {
        ...signedIn(people.member.token),
        params: { ...at(people), sessionId: randomUUID() },
      }),
    status: 404,
    events: [],
  },
])
