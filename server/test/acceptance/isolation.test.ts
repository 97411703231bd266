import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { setupApp } from '../app.ts'

const { directory, tenantSessions } = api.platforms
const app = await setupApp()
const alice = await app.newOperator()
const bob = await app.newOperator()
const ours = await app.newPlatform(alice)
const theirs = await app.newPlatform(bob)
const member = await app.newMember(alice, ours)

const withoutId = (text: string) => text.replace(/"requestId":"[^"]+"/, '')

test('I01 a foreign and an unknown platform give the same reply, byte for byte', async () => {
  const get = (id: string) =>
    app.http.inject({
      url: `/api/v1${directory.details.path.replace(':platformId', id)}`,
      headers: { authorization: `Bearer ${bob.token}` },
    })
  const [foreign, unknown] = [await get(ours.id), await get(randomUUID())]
  expect([foreign.statusCode, unknown.statusCode]).toEqual([404, 404])
  expect(withoutId(foreign.body)).toBe(withoutId(unknown.body))
  expect((await get(theirs.id)).statusCode).toBe(200)
})

test('I15 a member of one platform is refused on another', async () => {
  const me = (slug: string) =>
    app.call(tenantSessions.me, { token: member.token, params: { slug } })
  expect((await me(ours.slug)).status).toBe(200)
  expect((await me(theirs.slug)).status).toBe(401)
})

test('I17 the password of one platform is wrong on another', async () => {
  const signIn = async (slug: string, password: string) => {
    const body = { email: member.email, password }
    const answer = await app.call(tenantSessions.login, { params: { slug }, body })
    const { requestId: _, ...rest } = answer.body as Record<string, unknown>
    return { status: answer.status, rest }
  }
  const elsewhere = await signIn(theirs.slug, member.password)
  expect(elsewhere.status).toBe(401)
  expect(elsewhere).toEqual(await signIn(theirs.slug, 'a wrong password'))
  expect(elsewhere).toEqual(await signIn(ours.slug, 'a wrong password'))
  expect((await signIn(ours.slug, member.password)).status).toBe(200)
})
