import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { setupApp } from '../app.ts'
import { eventsOf, linkOperator } from '../arrange.ts'

const { directory, members } = api.platforms
const app = await setupApp()
const alice = await app.newOperator()
const platform = await app.newPlatform(alice)

const as = (operator: { token: string }) => ({
  token: operator.token,
  params: { platformId: platform.id },
})
const details = (operator: { token: string }) => app.call(directory.details, as(operator))
const createMember = (operator: { token: string }, email: string) =>
  app.call(members.create, {
    ...as(operator),
    body: { email, password: 'member password' },
  })

test('Z05 a viewer reads and changes nothing', async () => {
  const viewer = await linkOperator(app, platform, 'viewer')
  const before = (await details(alice)).body
  expect((await details(viewer)).status).toBe(200)
  const attempts = [
    await app.call(directory.update, { ...as(viewer), body: { name: 'Taken over' } }),
    await createMember(viewer, 'viewer-made@example.com'),
  ]
  for (const { status, body } of attempts)
    expect([status, body['code']]).toEqual([422, 'permission_denied'])
  expect((await details(alice)).body).toEqual(before)
})

describe('Z09 permissions', () => {
  const many = Array.from({ length: 1_000 }, (_, i) => `right.${i}`)
  test.each([
    ['a thousand', JSON.stringify(many)],
    ['one of 10 KB', JSON.stringify(['x'.repeat(10_240)])],
    ['a number', '[5]'],
    ['null', '[null]'],
    ['an object', '[{"stock.read":true}]'],
    ['a prototype', '[{"__proto__":{"admin":true}}]'],
    ['an object for a list', '{"__proto__":["x"]}'],
  ])('Z09 that are %s are refused', async (_, permissions) => {
    const member = await app.newMember(alice, platform)
    const before = await eventsOf(app, platform.id)
    const answer = await app.http.inject({
      method: 'POST',
      url: `/api/v1/platforms/${platform.id}/members/permissions`,
      headers: { authorization: `Bearer ${alice.token}`, 'content-type': 'application/json' },
      payload: `{"memberId":"${member.id}","permissions":${permissions}}`,
    })
    expect([400, 422]).toContain(answer.statusCode)
    expect(await eventsOf(app, platform.id)).toEqual(before)
  })

  test('Z09 that repeat or are named like language features are plain words', async () => {
    const member = await app.newMember(alice, platform)
    const permissions = ['stock.read', 'stock.read', '__proto__', 'constructor']
    const answer = await app.call(members.setPermissions, {
      ...as(alice),
      body: { memberId: member.id, permissions },
    })
    if (answer.status !== 200) expect([400, 422]).toContain(answer.status)
    else expect(answer.body.member.permissions.filter((p) => p === 'stock.read')).toHaveLength(1)
  })
})

test('Z11 a downgrade applies to the next request without a new sign-in', async () => {
  const admin = await linkOperator(app, platform, 'admin')
  expect((await createMember(admin, 'one@example.com')).status).toBe(201)
  const lowered = await app.call(members.setPermissions, {
    ...as(alice),
    body: { memberId: admin.memberId, role: 'viewer' },
  })
  expect(lowered.status).toBe(200)
  const { status, body } = await createMember(admin, 'two@example.com')
  expect([status, body['code']]).toEqual([422, 'permission_denied'])
  expect((await details(admin)).status).toBe(200)
})
