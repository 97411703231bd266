import { api } from '@stowage/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { setupApp, type TestApp } from '../app.ts'
import { arrange, eventsOf } from '../arrange.ts'
import { inviting, newAddress } from '../invitations.ts'
import { concurrently, contenders, statuses } from './concurrently.ts'

const { members, tenantSessions } = api.platforms
let platform: Awaited<ReturnType<TestApp['newPlatform']>>
const app = await setupApp({ LIMIT_INVITE: '0', LIMIT_INVITE_ADDRESS: '0' })
const people = inviting(app)
const alice = await app.newOperator()
beforeEach(async () => {
  platform = await app.newPlatform(alice)
})

const events = async (action: string) =>
  (await eventsOf(app, platform.id)).filter((event) => event['action'] === action)
const signIn = (email: string, password: string) =>
  app.call(tenantSessions.login, { params: { slug: platform.slug }, body: { email, password } })

describe('concurrently', () => {
  test('one of many acceptances succeeds and sets its password', async () => {
    const { email, token } = await people.invited(alice, platform)
    const answers = await concurrently(contenders, (i) =>
      people.accept(platform, { token, password: `chosen password ${i}` }),
    )
    expect(statuses(answers)).toEqual({ 200: 1, 400: contenders - 1 })
    const winner = answers.findIndex(({ status }) => status === 200)
    for (const i of [winner, (winner + 1) % contenders])
      expect((await signIn(email, `chosen password ${i}`)).status).toBe(i === winner ? 200 : 401)
    expect(await events('MEMBER_JOINED')).toHaveLength(1)
  })

  test('one of many acceptances by account links it', async () => {
    const bob = await app.newOperator()
    const { token } = await people.invited(alice, platform, bob.email)
    const answers = await concurrently(contenders, () => people.accept(platform, { token }))
    expect(statuses(answers)).toEqual({ 200: 1, 400: contenders - 1 })
    const linked = 'select from tenant.members where account_id = $1'
    expect(await arrange(app, linked, [bob.user.id])).toHaveLength(1)
  })

  test('one link works after many invitations of one address', async () => {
    const email = newAddress()
    const answers = await concurrently(contenders, () => people.invite(alice, platform, email))
    expect(statuses(answers)).toEqual({ 200: contenders })
    const tokens = (await app.mailsTo(email)).map(
      ({ text }) => /\?invite=([\w-]{43})$/m.exec(text)?.[1] ?? '',
    )
    expect(new Set(tokens).size).toBe(contenders)
    const looks = await Promise.all(tokens.map((token) => people.look(platform, token)))
    expect(statuses(looks)[200]).toBe(1)
    expect(await events('MEMBER_INVITED')).toHaveLength(contenders)
    const rows = 'select from tenant.members where email_key = $1'
    expect(await arrange(app, rows, [email])).toHaveLength(1)
  })

  test('a user invited again while accepting is a member or has a new link', async () => {
    const { email, token } = await people.invited(alice, platform)
    const [accepted, invitedAgain] = await Promise.all([
      people.accept(platform, { token, password: 'member password' }),
      people.invite(alice, platform, email),
    ])
    expect([accepted.status, invitedAgain.status]).toEqual(
      accepted.status === 200 ? [200, 409] : [400, 200],
    )
    const left = 'select from tenant.invitations where platform_id = $1'
    expect(await arrange(app, left, [platform.id])).toHaveLength(accepted.status === 200 ? 0 : 1)
  })

  test('a member removed while accepting stays removed', async () => {
    const { id, email, token } = await people.invited(alice, platform)
    const params = { platformId: platform.id, memberId: id }
    const [accepted, removed] = await Promise.all([
      people.accept(platform, { token, password: 'member password' }),
      app.call(members.removeById, { token: alice.token, params }),
    ])
    expect([200, 400]).toContain(accepted.status)
    expect(removed.status).toBe(200)
    expect((await signIn(email, 'member password')).status).toBe(401)
  })
})
