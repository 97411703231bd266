import { afterEach, expect, test, vi } from 'vitest'
import { profile } from '@stowage/contract/identity/profile'
import { transmit } from '../transport.ts'
import { takeBegun } from './begun.ts'

const address = '/api/v1/auth/me'
const begin = (token: string | null, answer: Promise<Response>) => {
  answer.catch(() => {})
  globalThis.begun = new Map([[address, { token, answer }]])
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
  globalThis.begun = undefined
  vi.unstubAllGlobals()
})

test('an answer that is on its way is taken once, by the same person', async () => {
  const answer = Promise.resolve(Response.json({}))
  begin('a.b.c', answer)
  expect(takeBegun('/api/v1/platforms/mine', 'a.b.c')).toBeUndefined()
  expect(takeBegun(address, 'a.b.c')).toBe(answer)
  expect(takeBegun(address, 'a.b.c')).toBeUndefined()
  begin('a.b.c', answer)
  expect(takeBegun(address, 'd.e.f')).toBeUndefined()
  expect(takeBegun(address, 'a.b.c')).toBeUndefined()
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
