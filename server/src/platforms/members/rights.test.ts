import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { arrange, eventsOf, linkOperator } from '../../../test/arrange.ts'

const { directory, members, tenantSessions } = api.platforms

const app = await sharedApp()
const alice = await app.newOperator()
const bob = await app.newOperator()
const platform = await app.newPlatform(alice)

const setRights = (operator: { token: string }, body: Record<string, unknown>, at = platform) =>
  app.call(members.setPermissions, {
    token: operator.token,
    params: { platformId: at.id },
    body,
  })
const details = async (operator = alice, at = platform) =>
  (await app.call(directory.details, { token: operator.token, params: { platformId: at.id } })).body
    .platform
const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
]

describe('promoting a member to admin', () => {
  test('requires a confirmed session unless the member is admin already', async () => {
    const owner = await app.newOperator()
    const own = await app.newPlatform(owner)
    const member = await app.newMember(owner, own, { role: 'picker' })
    const admin = await app.newMember(owner, own, { role: 'admin' })
    await arrange(
      app,
      `update identity.sessions set auth_time = auth_time - interval '16 minutes'
       where account_id = $1`,
      [owner.user.id],
    )
    const raised = await setRights(owner, { memberId: member.id, role: 'admin' }, own)
    const body = {
      email: `${randomUUID()}@example.com`,
      password: 'member password',
      role: 'admin',
    }
    const params = { platformId: own.id }
    const created = await app.call(members.create, { token: owner.token, params, body })
    for (const answer of [raised, created])
      expect([...outcome(answer), answer.body['methods']]).toEqual([
        428,
        'reauthentication_required',
        ['password'],
      ])
    const kept = { memberId: admin.id, role: 'admin', permissions: ['ship'] }
    expect((await setRights(owner, kept, own)).status).toBe(200)
    expect((await setRights(owner, { memberId: member.id, role: 'packer' }, own)).status).toBe(200)
    const { reauthenticate } = api.identity.sessions
    await app.call(reauthenticate, { token: owner.token, body: { password: owner.password } })
    expect((await setRights(owner, { memberId: member.id, role: 'admin' }, own)).status).toBe(200)
  })
})

describe('changing rights', () => {
  test('applies at once with an event for each change', async () => {
    const member = await app.newMember(alice, platform, {
      role: 'picker',
      permissions: ['stock.read'],
    })
    const { status, body } = await setRights(alice, {
      memberId: member.id,
      role: ' packer ',
      permissions: ['stock.read', 'ship'],
    })
    expect([status, body.member]).toMatchObject([
      200,
      { id: member.id, role: 'packer', permissions: ['stock.read', 'ship'] },
    ])
    const events = (await eventsOf(app, platform.id)).slice(-2)
    expect(events).toMatchObject([
      {
        action: 'MEMBER_ROLE_CHANGED',
        target_id: member.id,
        metadata: { from: 'picker', to: 'packer' },
      },
      {
        action: 'MEMBER_PERMISSIONS_CHANGED',
        target_id: member.id,
        metadata: { from: ['stock.read'], to: ['stock.read', 'ship'] },
      },
    ])
    const me = await app.call(tenantSessions.me, {
      token: member.token,
      params: { slug: platform.slug },
    })
    expect(me.body.user).toMatchObject({ role: 'packer', permissions: ['stock.read', 'ship'] })
  })

  test('keeps omitted fields and clears with an empty list', async () => {
    const { id: memberId } = await app.newMember(alice, platform, {
      role: 'picker',
      permissions: ['a', 'b'],
    })
    const rights = async (body: object) => {
      const { member } = (await setRights(alice, { memberId, ...body })).body
      return [member.role, member.permissions]
    }
    expect(await rights({ role: '' })).toEqual(['', ['a', 'b']])
    expect(await rights({ permissions: [] })).toEqual(['', []])
  })

  test('records nothing without changes', async () => {
    const { id: memberId } = await app.newMember(alice, platform, {
      role: 'picker',
      permissions: ['a', 'b'],
    })
    const before = await eventsOf(app, platform.id)
    const { status } = await setRights(alice, {
      memberId,
      role: 'picker',
      permissions: ['b', 'a'],
    })
    expect(status).toBe(200)
    expect(await eventsOf(app, platform.id)).toEqual(before)
  })

  test('Z07 is refused for the owner', async () => {
    const owner = (await details()).owner?.id
    const admin = await linkOperator(app, platform, 'admin')
    for (const operator of [alice, admin]) {
      expect(outcome(await setRights(operator, { memberId: owner, role: 'admin' }))).toEqual([
        409,
        'last_owner',
      ])
      expect(outcome(await setRights(operator, { memberId: owner, permissions: ['x'] }))).toEqual([
        422,
        'role_not_allowed',
      ])
    }
    expect((await setRights(admin, { memberId: owner, role: 'owner' })).status).toBe(200)
    expect((await details()).memberPermissions[0]).toEqual({
      userId: owner,
      role: 'owner',
      permissions: [],
    })
  })

  test('is refused up to owner and for oneself', async () => {
    const admin = await linkOperator(app, platform, 'admin')
    const member = await app.newMember(alice, platform)
    for (const operator of [alice, admin])
      expect(outcome(await setRights(operator, { memberId: member.id, role: 'owner' }))).toEqual([
        422,
        'role_not_allowed',
      ])
    expect(
      outcome(await setRights(admin, { memberId: admin.memberId, permissions: ['x'] })),
    ).toEqual([422, 'role_not_allowed'])
    // Down is allowed, and the next request already feels it.
    expect((await setRights(admin, { memberId: admin.memberId, role: 'auditor' })).status).toBe(200)
    expect(outcome(await setRights(admin, { memberId: admin.memberId, role: 'admin' }))).toEqual([
      422,
      'permission_denied',
    ])
  })

  test('I09 returns 404 for a member of another platform', async () => {
    const theirs = await app.newPlatform(bob)
    const member = await app.newMember(bob, theirs, { role: 'picker' })
    expect(outcome(await setRights(alice, { memberId: member.id, role: 'x' }))).toEqual([
      404,
      'not_found',
    ])
    expect((await details(bob, theirs)).members[0]?.role).toBe('picker')
  })

  test.each([
    {},
    { memberId: 'x', role: 'y' },
    { memberId: randomUUID() },
    { memberId: randomUUID(), role: 5 },
    { memberId: randomUUID(), permissions: 'x' },
    { memberId: randomUUID(), role: { $ne: null } },
  ])('refuses %j', async (body) => {
    expect(outcome(await setRights(alice, body))).toEqual([400, 'validation_failed'])
  })
})
