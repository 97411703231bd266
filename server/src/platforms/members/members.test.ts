import { createHash, randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { arrange, eventsOf, linkOperator } from '../../../test/arrange.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transactions.ts'
import { deleteMember, insertMember, listMembers } from './queries.ts'

const { directory, members, tenantSessions } = api.platforms

const app = await sharedApp()
const alice = await app.newOperator()
const bob = await app.newOperator()
const platform = await app.newPlatform(alice)

const address = () => `${randomUUID()}@example.com`
const person = () => ({ email: address(), password: 'member password' })
const create = (operator: { token: string }, body: Record<string, unknown>, headers = {}) =>
  app.call(members.create, {
    token: operator.token,
    params: { platformId: platform.id },
    body,
    headers,
  })
const remove = (operator: { token: string }, memberId: unknown, at = platform) =>
  app.call(members.remove, {
    token: operator.token,
    params: { platformId: at.id },
    body: { memberId },
  })
const signIn = (email: string, password: string, slug = platform.slug) =>
  app.call(tenantSessions.login, { params: { slug }, body: { email, password } })
const details = async (operator = alice, at = platform) =>
  (await app.call(directory.details, { token: operator.token, params: { platformId: at.id } })).body
    .platform
const lastEvent = async (at = platform) => (await eventsOf(app, at.id)).at(-1)
const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
]

describe('a new member', () => {
  test('signs in with the given password and is asked to change it', async () => {
    const { email, password } = person()
    const { status, body } = await create(alice, {
      email: ` ${email} `,
      password,
      firstName: ' Mia ',
      lastName: 'Moll',
      role: ' picker ',
      permissions: ['stock.read', ' stock.read ', 'stock.adjust'],
    })
    expect(status).toBe(201)
    expect(body.member).toEqual({
      id: expect.any(String),
      email,
      firstName: 'Mia',
      lastName: 'Moll',
      status: 'active',
      role: 'picker',
      permissions: ['stock.read', 'stock.adjust'],
    })
    expect((await details()).members).toContainEqual(expect.objectContaining(body.member))
    expect((await signIn(email, password)).body.user.mustChangePassword).toBe(true)
  })

  test('records one event and gets a mail without the password', async () => {
    const { email, password } = person()
    const { body } = await create(alice, { email, password, role: 'picker' })
    expect(await lastEvent()).toMatchObject({
      action: 'MEMBER_CREATED',
      outcome: 'success',
      actor_type: 'operator',
      actor_id: alice.user.id,
      actor_email: alice.email,
      platform_slug: platform.slug,
      target_type: 'member',
      target_id: body.member.id,
      target_name: email,
      metadata: { role: 'picker', permissions: [] },
    })
    const [mail, ...more] = await app.mailsTo(email)
    expect(more).toEqual([])
    expect(mail?.text).toContain(`/${platform.slug}`)
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain(password)
  })

  test('is refused if the address is a member already, in any spelling', async () => {
    const { email, password } = person()
    await create(alice, { email, password })
    for (const spelling of [email, email.toUpperCase(), alice.email])
      expect(outcome(await create(alice, { email: spelling, password }))).toEqual([
        409,
        'member_exists',
      ])
  })

  test('I19 may have the address of an account, whose password stays separate', async () => {
    const { body } = await create(alice, { email: bob.email, password: 'evil-pass-1' })
    expect(body.member.email).toBe(bob.email)
    const { login } = api.identity.sessions
    const operatorSignIn = (password: string) =>
      app.call(login, { body: { email: bob.email, password } })
    expect((await operatorSignIn('evil-pass-1')).status).toBe(401)
    expect((await operatorSignIn(bob.password)).status).toBe(200)
    expect((await signIn(bob.email, bob.password)).status).toBe(401)
    const mine = await app.call(directory.mine, { token: bob.token })
    expect(mine.body.platforms).toEqual([])
  })

  test.each([
    [{ role: 'owner' }, 422, 'role_not_allowed'],
    [{ role: ' owner' }, 422, 'role_not_allowed'],
    [{ role: 'Owner' }, 201, undefined],
    [{ password: 'password' }, 422, 'password_too_common'],
    [{ password: '12345' }, 400, 'validation_failed'],
    [{ password: 'x'.repeat(257) }, 400, 'validation_failed'],
    [{ email: 'nobody' }, 400, 'validation_failed'],
    [{ email: 'a@b@c' }, 400, 'validation_failed'],
    [{ email: 'a;b@example.com' }, 400, 'validation_failed'],
    [{ email: 'a@exa mple' }, 400, 'validation_failed'],
    [{ firstName: 'x'.repeat(81) }, 400, 'validation_failed'],
    [{ firstName: '\u202Eevil' }, 400, 'validation_failed'],
    [{ role: 'x'.repeat(41) }, 400, 'validation_failed'],
    [{ permissions: Array.from({ length: 1000 }, (_, i) => `p${i}`) }, 400, 'validation_failed'],
    [{ permissions: ['x'.repeat(10_240)] }, 400, 'validation_failed'],
    [{ permissions: ['a,b'] }, 400, 'validation_failed'],
    [{ permissions: [''] }, 400, 'validation_failed'],
    [{ permissions: [1, {}, null] }, 400, 'validation_failed'],
    [{ permissions: { '0': 'x' } }, 400, 'validation_failed'],
    [{ permissions: ['__proto__', 'constructor'] }, 201, undefined],
  ])('with %j returns %i %s', async (part, status, code) => {
    expect(outcome(await create(alice, { ...person(), ...part }))).toEqual([status, code])
  })

  test('is created once for a repeated request', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const body = person()
    const first = await create(alice, body, headers)
    expect(await create(alice, body, headers)).toMatchObject({ status: 201, body: first.body })
    expect(outcome(await create(alice, person(), headers))).toEqual([409, 'idempotency_conflict'])
  })

  test('stores nothing from which the password could be guessed', async () => {
    const body = person()
    const keys = [randomUUID(), randomUUID()]
    for (const key of keys) {
      const { id: platformId } = await app.newPlatform(alice)
      await app.call(members.create, {
        token: alice.token,
        params: { platformId },
        body,
        headers: { 'idempotency-key': key },
      })
    }
    const kept = await arrange(
      app,
      'select distinct body_hash from ops.idempotency_keys where key_hash = any ($1)',
      [keys.map((key) => createHash('sha256').update(key).digest())],
    )
    expect(kept).toHaveLength(2)
  })

  test('I03 is refused on an invisible platform', async () => {
    const body = person()
    expect(outcome(await create(bob, body))).toEqual([404, 'not_found'])
    expect((await signIn(body.email, body.password)).status).toBe(401)
  })

  test('is refused to a role without the permission', async () => {
    for (const role of ['auditor', 'viewer']) {
      const operator = await linkOperator(app, platform, role)
      expect(outcome(await create(operator, person()))).toEqual([422, 'permission_denied'])
    }
  })
})

describe('removing a member', () => {
  test('ends its sessions and returns the remaining members', async () => {
    const at = await app.newPlatform(alice)
    const [gone, stays] = [await app.newMember(alice, at), await app.newMember(alice, at)]
    const { status, body } = await remove(alice, gone.id, at)
    expect(status).toBe(200)
    expect(body.members.map(({ id }) => id)).toEqual([stays.id])
    expect(await lastEvent(at)).toMatchObject({
      action: 'MEMBER_REMOVED',
      target_id: gone.id,
      target_name: gone.email,
    })
    const me = (token: string) => app.call(tenantSessions.me, { token, params: { slug: at.slug } })
    expect((await me(gone.token)).status).toBe(401)
    expect((await me(stays.token)).status).toBe(200)
    expect((await signIn(gone.email, gone.password, at.slug)).status).toBe(401)
    expect(
      await arrange(app, 'select from tenant.member_sessions where member_id = $1', [gone.id]),
    ).toEqual([])
  })

  test('works with the member in the path', async () => {
    const member = await app.newMember(alice, platform)
    const byId = (memberId: string) =>
      app.call(members.removeById, {
        token: alice.token,
        params: { platformId: platform.id, memberId },
      })
    expect((await byId(member.id)).status).toBe(200)
    expect(outcome(await byId(member.id))).toEqual([404, 'not_found'])
    expect(outcome(await byId('1 or 1=1'))).toEqual([404, 'not_found'])
  })

  test('I05 returns 404 for a member of another platform', async () => {
    const theirs = await app.newPlatform(bob)
    const member = await app.newMember(bob, theirs)
    expect(outcome(await remove(alice, member.id))).toEqual([404, 'not_found'])
    expect(outcome(await remove(alice, member.id, theirs))).toEqual([404, 'not_found'])
    expect((await signIn(member.email, member.password, theirs.slug)).status).toBe(200)
  })

  test('Z07 is refused for the owner', async () => {
    const { owner } = await details()
    const admin = await linkOperator(app, platform, 'admin')
    for (const operator of [alice, admin])
      expect(outcome(await remove(operator, owner?.id))).toEqual([409, 'last_owner'])
    expect((await details()).owner).toEqual(owner)
  })

  test('is allowed for oneself', async () => {
    const admin = await linkOperator(app, platform, 'admin')
    expect((await remove(admin, admin.memberId)).status).toBe(200)
    expect(outcome(await remove(admin, admin.memberId))).toEqual([404, 'not_found'])
  })

  test.each([undefined, '', 'x', 5, null])('returns 400 for %j', async (memberId) => {
    expect(outcome(await remove(alice, memberId))).toEqual([400, 'validation_failed'])
  })
})

test('ignores a query that names another platform', async () => {
  const theirs = await app.newPlatform(bob)
  const member = await app.newMember(bob, theirs)
  const onOurs = <T>(work: (tx: Tx) => Promise<T>) =>
    inTransaction(app.db, { platformId: platform.id }, work)
  expect(await onOurs((tx) => listMembers(tx, theirs.id))).toEqual([])
  await onOurs((tx) => deleteMember(tx, theirs.id, member.id))
  expect((await details(bob, theirs)).members).toHaveLength(1)
  const added = { id: randomUUID(), email: 'x@y.z', emailKey: 'x@y.z', firstName: '', lastName: '' }
  const times = { createdAt: new Date(), updatedAt: new Date() }
  await expect(onOurs((tx) => insertMember(tx, theirs.id, { ...added, ...times }))).rejects.toThrow(
    /row-level security/,
  )
})
