import { audit } from '@stowage/contract/platforms/audit'
import { directory } from '@stowage/contract/platforms/directory'
import { passkeys } from '@stowage/contract/identity/passkeys'
import { sessions } from '@stowage/contract/identity/sessions'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fingerprint } from './refresh.ts'
import { addressOf, ApiError, readReply } from './transport.ts'

describe('the address of a call', () => {
  it('holds encoded parameters and only the filters that say something', () => {
    expect(addressOf(directory.resolve, { params: { slug: 'a/b c' } })).toBe(
      '/api/v1/platforms/resolve/a%2Fb%20c',
    )
    expect(
      addressOf(audit.list, {
        query: { limit: '25', offset: '0', action: '', actorEmail: undefined },
      }),
    ).toBe('/api/v1/logs?limit=25&offset=0')
  })
})

describe('a failure', () => {
  it('says the message, else the error, else nothing', () => {
    expect(new ApiError(422, { message: 'Too common', error: 'x' }).message).toBe('Too common')
    expect(new ApiError(422, { error: 'password_too_common' }).message).toBe('password_too_common')
    expect(new ApiError(422, { message: 'Too common', error: {}, details: {} }).message).toBe(
      'Too common',
    )
    expect(new ApiError(500, '<html>').message).toBe('')
    expect(new ApiError(0).message).toBe('')
  })

  it('says how long to wait', () => {
    const headers = new Headers({ 'retry-after': '30' })
    expect(new ApiError(429, {}, headers).retryAfter).toBe(30)
    expect(new ApiError(429, {}).retryAfter).toBeUndefined()
  })

  it('keeps what its code adds', () => {
    expect(new ApiError(409, { code: 'version_conflict', currentVersion: 3 }).body).toMatchObject({
      currentVersion: 3,
    })
  })
})

describe('a reply', () => {
  const passkey = {
    id: '0198c0de-0000-7000-8000-000000000001',
    createdAt: '2026-11-23T09:00:00.000Z',
    name: '',
    lastUsedAt: null,
    backedUp: false,
  }
  const logged = () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => error.mockRestore())
    return error
  }
  const failureOf = (read: () => unknown) => {
    try {
      return read()
    } catch (error) {
      return error
    }
  }

  it('has the shape the contract says', () => {
    expect(readReply(directory.mine, 200, { platforms: [] })).toEqual({ platforms: [] })
  })

  it.each([
    ['no list', directory.mine, { platforms: null }],
    ['a list of something else', directory.mine, { platforms: [{ id: 'x' }] }],
    ['nothing', directory.mine, null],
    ['a sign-in without tokens', sessions.login, { user: {} }],
    ['a refresh without a token', sessions.refresh, { tokens: { refreshToken: 'x' }, user: {} }],
    ['passkeys that are none', passkeys.list, { passkeys: 'none' }],
  ])('fails for %s', (_, route, body) => {
    logged()
    const failure = failureOf(() => readReply(route, 200, body))
    expect(failure).toBeInstanceOf(ApiError)
    // Every screen has its own words for an answer that says nothing.
    expect(failure).toMatchObject({ status: 200, message: '' })
  })

  it('is written to the console once for each route', () => {
    const error = logged()
    for (const body of [{ passkeys: 1 }, { passkeys: 2 }])
      failureOf(() => readReply(passkeys.rename, 200, body))
    expect(error).toHaveBeenCalledTimes(1)
    expect(error.mock.calls[0]?.[0]).toBe(
      'The reply to PATCH /auth/passkey/:passkeyId has a wrong shape.',
    )
  })

  it.each(['watch', 'constructor', null, undefined])(
    'has an unknown device where its type is %s',
    (deviceType) => {
      const { passkeys: list } = readReply(passkeys.list, 200, {
        passkeys: [{ ...passkey, deviceType }],
      })
      expect(list).toEqual([{ ...passkey, deviceType: 'unknown' }])
    },
  )
})

it('tells one refresh token from another', () => {
  expect(fingerprint('v1.aaaa')).toBe(fingerprint('v1.aaaa'))
  expect(fingerprint('v1.aaaa')).not.toBe(fingerprint('v1.aaab'))
})
