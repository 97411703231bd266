import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { setupApp, type TestApp } from '../../../test/app.ts'
import { arrange, eventsOf, linkOperator } from '../../../test/arrange.ts'
import { inviting, newAddress } from '../../../test/invitations.ts'

const { directory, members } = api.platforms
const dayMs = 86_400_000
let alice: Awaited<ReturnType<TestApp['newOperator']>>
let platform: Awaited<ReturnType<TestApp['newPlatform']>>
const app = await setupApp({ LIMIT_INVITE: '0' })
const people = inviting(app)
beforeEach(async () => {
  alice = await app.newOperator()
  platform = await app.newPlatform(alice)
})

const invite = (memberEmail: unknown, { by = alice, at = platform, headers = {} } = {}) =>
  people.invite(by, at, memberEmail, headers)
const mailed = (email: string) => people.mailed(email)
const invited = (email?: string) => people.invited(alice, platform, email)
const accept = (body: Record<string, unknown>, at = platform) => people.accept(at, body)
const look = (token: string, at = platform) => people.look(at, token)
const details = async (by = alice, at = platform) =>
  (await app.call(directory.details, { token: by.token, params: { platformId: at.id } })).body
    .platform
const actions = async () => (await eventsOf(app, platform.id)).map(({ action }) => action)
const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
]
const isDead = async (token: string) => {
  const body = { token, password: 'member password' }
  for (const answer of [await look(token), await accept(body)]) {
    expect(outcome(answer)).toEqual([400, 'invalid_token'])
    expect(answer.body['message']).toBe('Invalid or expired invitation. Ask for a new one.')
  }
}

describe('an invitation', () => {
  test('creates an invited member without a name and mails a link valid for seven days', async () => {
    const email = newAddress()
    const { status, body } = await invite(` ${email} `)
    expect(status).toBe(200)
    expect(body.members).toEqual([
      {
        id: expect.any(String),
        email,
        firstName: '',
        lastName: '',
        status: 'invited',
        role: '',
        permissions: [],
        can: [],
        inert: [],
        invitation: { expiresAt: expect.any(String), isExpired: false },
      },
    ])
    expect((await details()).members).toEqual(body.members)
    expect((await eventsOf(app, platform.id)).at(-1)).toMatchObject({
      action: 'MEMBER_INVITED',
      actor_id: alice.user.id,
      target_id: body.members[0]?.id,
      target_name: email,
    })
    const [mail, ...more] = await app.mailsTo(email)
    expect(more).toEqual([])
    expect(mail?.text).toMatch(new RegExp(`/${platform.slug}\\?invite=[\\w-]{43}$`, 'm'))
    const [row] = await arrange(
      app,
      `select expires_at - created_at as lifetime, token_hash from tenant.invitations
       where platform_id = $1`,
      [platform.id],
    )
    expect(row?.['lifetime']).toMatchObject({ days: 7 })
    expect(String(row?.['token_hash'])).not.toContain(await mailed(email))
  })

  test('has the same reply and mail with and without an account', async () => {
    const known = await app.newOperator()
    const answers = []
    for (const email of [known.email, newAddress()]) {
      const own = await app.newPlatform(alice)
      const { status, body } = await invite(email, { at: own })
      const text = JSON.stringify(body)
      const same = text.replaceAll(email, 'x').replace(/"(id|expiresAt)":"[^"]+"/g, '')
      const events = await eventsOf(app, own.id)
      answers.push([status, same, events.map(({ action }) => action)])
      expect((await app.mailsTo(email))[0]?.subject).toContain('Invitation to')
    }
    expect(answers[0]).toEqual(answers[1])
    expect((await app.call(directory.mine, { token: known.token })).body.platforms).toEqual([])
  })

  test('replaces the earlier one', async () => {
    const first = await invited()
    app.clock.advance(1_000)
    expect((await invite(first.email.toUpperCase())).status).toBe(200)
    const second = await mailed(first.email)
    expect(second).not.toBe(first.token)
    await isDead(first.token)
    expect((await look(second)).status).toBe(200)
    expect((await details()).members).toHaveLength(1)
  })

  test('expires after seven days, is listed as expired and can be removed', async () => {
    const { email, id, token } = await invited()
    app.clock.advance(7 * dayMs)
    const late = await app.newOperator()
    await arrange(
      app,
      `update tenant.members set account_id = $1 where platform_id = $2
      and account_id is not null`,
      [late.user.id, platform.id],
    )
    await isDead(token)
    expect((await details(late)).members).toMatchObject([
      { email, status: 'invited', invitation: { isExpired: true } },
    ])
    expect((await invite(email, { by: late })).status).toBe(200)
    expect((await look(await mailed(email))).status).toBe(200)
    const params = { platformId: platform.id, memberId: id }
    const { body } = await app.call(members.removeById, { token: late.token, params })
    expect(body.members).toEqual([])
    await isDead(await mailed(email))
  })

  test('is refused for existing members and the owner', async () => {
    const member = await app.newMember(alice, platform)
    for (const email of [member.email, alice.email.toUpperCase()])
      expect(outcome(await invite(email))).toEqual([409, 'member_exists'])
    expect(await actions()).not.toContain('MEMBER_INVITED')
  })

  test('accepts the longest address and stores only its hash in the counter', async () => {
    const email = `${randomUUID()}-${'x'.repeat(205)}@example.com`.slice(-254)
    expect((await invite(email)).status).toBe(200)
    expect(await mailed(email)).not.toBe('')
    const counters = await arrange(
      app,
      `select key from ops.rate_limits where key like 'INVITE_ADDRESS:%@%'`,
    )
    expect(counters).toEqual([])
  })

  test('to an invalid address is refused at its field', async () => {
    for (const bad of ['', 'x', 'a@b@c', 'a@exa_mple..com', undefined, 5]) {
      const { status, body } = await invite(bad)
      expect([status, body['code']]).toEqual([400, 'validation_failed'])
      expect(body['details']).toContainEqual(expect.objectContaining({ path: 'memberEmail' }))
    }
  })

  test('requires a verified sender', async () => {
    const by = await app.newOperator({ verified: false })
    const at = await app.newPlatform(by)
    expect(outcome(await invite(newAddress(), { by, at }))).toEqual([422, 'email_not_verified'])
    expect((await details(by, at)).members).toEqual([])
  })

  test('I03 Z05 is refused to strangers and roles without the permission', async () => {
    const bob = await app.newOperator()
    expect(outcome(await invite(newAddress(), { by: bob }))).toEqual([404, 'not_found'])
    for (const role of ['auditor', 'viewer']) {
      const by = await linkOperator(app, platform, role)
      expect(outcome(await invite(newAddress(), { by }))).toEqual([422, 'permission_denied'])
    }
    expect(await actions()).not.toContain('MEMBER_INVITED')
  })

  test('is sent once for a repeated request', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const email = newAddress()
    const first = await invite(email, { headers })
    expect(await invite(email, { headers })).toMatchObject({ status: 200, body: first.body })
    expect(outcome(await invite(newAddress(), { headers }))).toEqual([409, 'idempotency_conflict'])
    expect(await app.mailsTo(email)).toHaveLength(1)
  })

  test('is limited to five a day per address across platforms', async () => {
    const email = newAddress()
    const other = await app.newPlatform(alice)
    for (let i = 0; i < 5; i++)
      expect((await invite(email, { at: i % 2 ? other : platform })).status).toBe(200)
    const { status, body, headers } = await invite(email.toUpperCase())
    expect([status, body['code']]).toEqual([429, 'rate_limited'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(80_000)
    expect((await invite(newAddress())).status).toBe(200)
  })
})
