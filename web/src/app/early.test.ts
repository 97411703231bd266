import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { profile } from '@stowage/contract/identity/profile'
import { transmit } from './transport.ts'
import { takeEarly } from './early.ts'

const address = '/api/v1/auth/me'
const begin = (token: string, answer: Promise<Response>) => {
  answer.catch(() => {})
  globalThis.earlyReads = { token, answers: new Map([[address, answer]]) }
}
const named = (firstName: string) => ({
  user: {
    id: '0198c0de-0000-7000-8000-000000000001',
    email: 'ada@example.com',
    firstName,
    lastName: 'Alba',
    emailVerified: true,
    mustVerifyEmail: false,
    twoFactorEnabled: false,
    createdAt: '2026-11-23T09:00:00.000Z',
    phone: '',
    location: '',
    bio: '',
    avatarUrl: null,
    version: 1,
  },
})
const stub = (token: string | null) => {
  vi.stubGlobal('localStorage', { getItem: () => token, setItem() {}, removeItem() {} })
  const asked = vi.fn(() => Promise.resolve(Response.json(named('Server'))))
  vi.stubGlobal('fetch', asked)
  return asked
}

afterEach(() => {
  globalThis.earlyReads = undefined
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('an answer that is on its way is taken once, by the same person', async () => {
  const answer = Promise.resolve(Response.json({}))
  begin('a.b.c', answer)
  expect(takeEarly('/api/v1/platforms/mine', 'a.b.c')).toBeUndefined()
  expect(takeEarly(address, 'a.b.c')).toBe(answer)
  expect(takeEarly(address, 'a.b.c')).toBeUndefined()
  begin('a.b.c', answer)
  expect(takeEarly(address, 'd.e.f')).toBeUndefined()
  expect(takeEarly(address, 'a.b.c')).toBeUndefined()
})

test('a call takes what was asked for before the application came, and asks itself from then on', async () => {
  const asked = stub('a.b.c')
  begin('a.b.c', Promise.resolve(Response.json(named('Before'))))
  expect(await transmit(profile.me, {})).toEqual(named('Before'))
  expect(asked).not.toHaveBeenCalled()
  expect(await transmit(profile.me, {})).toEqual(named('Server'))
  expect(asked).toHaveBeenCalledOnce()
})

test('an answer to another session is not looked at', async () => {
  const asked = stub('d.e.f')
  begin('a.b.c', Promise.resolve(Response.json({}, { status: 401 })))
  expect(await transmit(profile.me, {})).toEqual(named('Server'))
  expect(asked).toHaveBeenCalledOnce()
})

test('no answer is none, as for every call', async () => {
  stub('a.b.c')
  begin('a.b.c', Promise.reject(new TypeError('Failed to fetch')))
  await expect(transmit(profile.me, {})).rejects.toMatchObject({ status: 0 })
})

const script = readFileSync(new URL('../../public/early.js', import.meta.url), 'utf8')
const now = Date.parse('2026-11-23T09:00:00Z')
const tokenFor = (seconds: number) => {
  const claims = { exp: now / 1000 + seconds, name: '\u00ff\u00ff\u00ff>?>?' }
  return `h.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_')}.s`
}
const token = tokenFor(600)
const member = { tenantPlatformSlug: 'acme', tenantAccessToken: token }

/** Runs early.js as a document of this address does. Returns what it asked. */
function openDocument(pathname: string, stored: Record<string, string> | Error) {
  vi.useFakeTimers({ now })
  const getItem = (key: string) => {
    if (stored instanceof Error) throw stored
    return stored[key] ?? null
  }
  const asked = vi.fn((_address: string, _init: { headers: Record<string, string> }) =>
    Promise.resolve(Response.json(named('Early'))),
  )
  vi.stubGlobal('location', { pathname })
  vi.stubGlobal('localStorage', { getItem, setItem() {}, removeItem() {} })
  vi.stubGlobal('fetch', asked)
  vi.stubGlobal('addEventListener', vi.fn())
  runInThisContext(script)
  return asked
}

const ofOperator = [address, `${address}/preferences`]
const ofMember = ['/api/v1/tenant/acme/me', '/api/v1/tenant/acme/me/permissions']

test.each([
  ['/dashboard', { accessToken: token }, ofOperator],
  ['/dashboard/platforms', { accessToken: token, ...member }, ofOperator],
  ['/acme/app/orders', member, ofMember],
])('the document of %s asks who is signed in', (pathname, stored, expected) => {
  const asked = openDocument(pathname, stored)
  const headers = { authorization: `Bearer ${token}` }
  expect(asked.mock.calls).toEqual(
    expected.map((one) => [one, expect.objectContaining({ headers })]),
  )
  expect(expected.map((one) => takeEarly(one, token))).toEqual(
    asked.mock.results.map(({ value }) => value as unknown),
  )
})

test.each<[string, string, Record<string, string> | Error]>([
  ['nobody is signed in', '/dashboard', {}],
  ['only a member is signed in', '/dashboard', member],
  ['nobody is signed in to the workspace', '/acme/app', { accessToken: token }],
  ['the session is of another workspace', '/other/app', member],
  ['the token is about to expire', '/dashboard', { accessToken: tokenFor(14) }],
  [
    'the token has expired by the clock of the server',
    '/dashboard',
    { accessToken: tokenFor(60), 'stowage.clock': '60000' },
  ],
  ['the token is unreadable', '/dashboard', { accessToken: 'x' }],
  ['storage is blocked', '/dashboard', new Error('SecurityError')],
])('the document asks nothing if %s', (_, pathname, stored) => {
  expect(openDocument(pathname, stored)).not.toHaveBeenCalled()
  expect(globalThis.earlyReads).toBeUndefined()
})

test('the application uses the answer of the document instead of asking', async () => {
  const asked = openDocument('/dashboard', { accessToken: token })
  expect(await transmit(profile.me, {})).toEqual(named('Early'))
  expect(asked).toHaveBeenCalledTimes(2)
})

test('an answer that nobody has used after ten seconds is forgotten', async () => {
  const asked = openDocument('/dashboard', { accessToken: token })
  vi.advanceTimersByTime(10_000)
  await transmit(profile.me, {})
  expect(asked).toHaveBeenCalledTimes(3)
})
