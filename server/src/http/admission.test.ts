import { api } from '@stowage/contract'
import type { Route } from '@stowage/contract/route'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { openAdmission } from './admission.ts'

const list = api.warehouse.stockViews.levels
const { print } = api.workspace.labels
const { validate } = api.workspace.imports
const signIn = api.platforms.tenantSessions.login

type TestRequest = { slug?: string; ip?: string; query?: object; destroyed?: boolean }
const requestOf = ({ slug, ip = '192.0.2.1', query = {}, destroyed = false }: TestRequest) =>
  ({ params: { slug }, query, ip, headers: {}, raw: { socket: { destroyed } } }) as FastifyRequest

/** Asks for many turns and says how many of them are given at once. */
function openCounted() {
  const admission = openAdmission(10)
  const enter = async (route: Route, asked: TestRequest, count = 1) => {
    let given = 0
    for (let i = 0; i < count; i++)
      admission.enter(route, requestOf(asked)).then(
        () => given++,
        () => {},
      )
    await new Promise((done) => setImmediate(done))
    return given
  }
  return { admission, enter }
}

test('a workspace has a few short requests at work, and others have theirs', async () => {
  const { enter } = openCounted()
  expect(await enter(list, { slug: 'busy' }, 100)).toBe(6)
  // A path is the same in capitals.
  expect(await enter(list, { slug: 'BUSY', ip: '192.0.2.9' })).toBe(0)
  expect(await enter(list, { slug: 'calm' })).toBe(1)
})

test('long requests do not hold up the short ones of their workspace', async () => {
  const { enter } = openCounted()
  expect(await enter(print, { slug: 'busy' }, 10)).toBe(2)
  expect(await enter(validate, { slug: 'busy' }, 10)).toBe(0)
  expect(await enter(list, { slug: 'busy', query: { format: 'csv' } })).toBe(0)
  expect(await enter(list, { slug: 'busy' })).toBe(1)
  expect(await enter(print, { slug: 'calm' })).toBe(1)
})

test('strangers at one workspace hold up neither its members nor others who sign in', async () => {
  const { enter } = openCounted()
  const given = await enter(signIn, { slug: 'busy' }, 100)
  expect(given).toBeLessThanOrEqual(2)
  expect(await enter(list, { slug: 'busy' })).toBe(1)
  expect(await enter(signIn, { slug: 'busy', ip: '192.0.2.9' })).toBe(1)
  expect(await enter(signIn, { slug: 'calm' })).toBe(1)
})

test('nothing is done for a client that has gone while it waited', async () => {
  const { admission, enter } = openCounted()
  const gone = requestOf({ slug: 'busy', destroyed: true })
  await expect(admission.enter(list, gone)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await enter(list, { slug: 'busy' }, 6)).toBe(6)
})
