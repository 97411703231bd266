import type { InjectOptions } from 'fastify'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { setupApp, startApp } from './app.ts'
import { png, upload } from './pictures.ts'

const friend = 'https://apps.example.com'
const lookalikes = [
  'https://apps.example.com.evil.example',
  'https://evil.example?https://apps.example.com',
  'http://apps.example.com',
  'https://APPS.example.com',
  'https://apps.example.com:8443',
  'null',
]
const read = {
  'access-control-allow-origin': friend,
  'access-control-expose-headers':
    'Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Date, Content-Disposition, X-Request-Id, X-Export-Truncated, Idempotent-Replayed, Written-At',
  vary: 'Origin',
}
const app = await setupApp({
  CORS_ORIGINS: `${friend}, https://other.example`,
  LIMIT_LOGOUT_IP: '1/1m',
})

/** An answer's status and what it says to other origins. */
async function ask(options: InjectOptions, { http } = app) {
  const { statusCode, headers } = await http.inject(options)
  const said = Object.entries(headers).filter(([name]) => /^access-control-|^vary$/.test(name))
  return [statusCode, Object.fromEntries(said)] as const
}
const from = (origin: string, more = {}) => ({ headers: { origin, ...more } })
const login = { method: 'POST', url: '/api/v1/auth/login' } as const
const preflight = { method: 'OPTIONS', url: '/api/v1/auth/me' } as const
const asking = {
  'access-control-request-method': 'PATCH',
  'access-control-request-headers': 'authorization,x-anything',
}

describe('a configured origin', () => {
  test('can read replies and refusals of every kind', async () => {
    expect(await ask({ url: '/.well-known/jwks.json', ...from(friend) })).toEqual([200, read])
    expect(await ask({ ...login, payload: {}, ...from(friend) })).toEqual([400, read])
    expect(await ask({ url: '/api/v1/auth/me', ...from(friend) })).toEqual([401, read])
    expect(await ask({ url: '/api/v1/nothing', ...from(friend) })).toEqual([404, read])
    expect(await ask({ ...login, method: 'PUT', ...from(friend) })).toEqual([405, read])
    const logout = { method: 'POST', url: '/api/v1/auth/logout', ...from(friend) } as const
    expect(await ask(logout)).toEqual([200, read])
    expect(await ask(logout)).toEqual([429, read])
  })

  test('gets preflight replies without credentials', async () => {
    const answer = [
      204,
      {
        ...read,
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers':
          'Authorization, Content-Type, Idempotency-Key, If-Match, X-Device-Token, Written-At',
        'access-control-max-age': '600',
      },
    ]
    expect(await ask({ ...preflight, ...from(friend, asking) })).toEqual(answer)
    expect(await ask({ ...preflight, ...from('https://other.example', asking) })).toEqual([
      204,
      { ...(answer[1] as object), 'access-control-allow-origin': 'https://other.example' },
    ])
  })
})

describe('another origin', () => {
  test.each(lookalikes)('%s gets no headers and the usual reply', async (origin) => {
    const { email, password } = await app.newOperator()
    const payload = { email, password }
    expect(await ask({ ...login, payload, ...from(origin) })).toEqual([200, { vary: 'Origin' }])
    expect(await ask({ ...preflight, ...from(origin, asking) })).toEqual([204, { vary: 'Origin' }])
  })

  test('gets no headers without configured origins', async () => {
    const alone = await startApp()
    try {
      expect(await ask({ ...preflight, ...from(friend, asking) }, alone)).toEqual([204, {}])
      expect(await ask({ url: '/api/v1/auth/me', ...from(friend) }, alone)).toEqual([401, {}])
    } finally {
      await alone.close()
    }
  })
})

test('an image reply adds the origin to its own Vary header', async () => {
  const ada = await app.newOperator()
  const { body } = await app.call(api.identity.profile.saveAvatar, {
    token: ada.token,
    body: upload(await png()),
  })
  expect(await ask({ url: body.avatarUrl, ...from(friend) })).toEqual([
    200,
    { ...read, vary: 'Accept, Authorization, Origin' },
  ])
})

test('a header does not change a route', async () => {
  const headers = { 'x-http-method-override': 'DELETE', 'x-http-method': 'DELETE' }
  const { token } = await app.newOperator()
  const sessions = { url: '/api/v1/auth/sessions?scope=others', method: 'POST' } as const
  const bearer = { authorization: `Bearer ${token}` }
  expect((await ask({ ...sessions, headers: { ...bearer, ...headers } }))[0]).toBe(405)
})
