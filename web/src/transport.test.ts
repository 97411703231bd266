import { audit } from '@stowage/contract/platforms/audit'
import { directory } from '@stowage/contract/platforms/directory'
import { describe, expect, it } from 'vitest'
import { fingerprint } from './refresh.ts'
import { addressOf, ApiError } from './transport.ts'

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

it('tells one refresh token from another', () => {
  expect(fingerprint('v1.aaaa')).toBe(fingerprint('v1.aaaa'))
  expect(fingerprint('v1.aaaa')).not.toBe(fingerprint('v1.aaab'))
})
