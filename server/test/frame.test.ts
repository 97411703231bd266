import { connect } from 'node:net'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { setupApp, startApp } from './app.ts'
import { routes } from './routes.ts'
const app = await setupApp({ METRICS_TOKEN: 'a token for the scraper' })
await app.http.listen({ port: 0, host: '127.0.0.1' })

const inject = (options: InjectOptions | string) => app.http.inject(options)

/** The envelope of a refusal, checked; gives the code. */
function refusal(answer: LightMyRequestResponse) {
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  const body: Record<string, unknown> = answer.json()
  expect(body['message']).toEqual(expect.stringMatching(/\S/))
  expect(body['error']).toBe(body['code'])
  expect(body['details']).toBeInstanceOf(Array)
  expect(body['requestId']).toBe(answer.headers['x-request-id'])
  expect(answer.body).not.toMatch(/FST_|Fastify|at .*\.(ts|js):\d|select |insert /)
  return { status: answer.statusCode, code: body['code'] }
}

describe('unknown paths', () => {
  test.each([
    ['GET', '/api/v1/x'],
    ['GET', '/api'],
    ['POST', '/api/v1/auth/login/'],
    ['GET', '/API/v1/auth/me'],
    ['GET', '/api/v1/platforms/%E0%A4%A'],
    ['DELETE', '/logs'],
    ['GET', '/missing.js'],
  ])('J17 %s %s returns a JSON 404', async (method, url) => {
    expect(refusal(await inject({ method: method as 'GET', url }))).toEqual({
      status: 404,
      code: 'not_found',
    })
  })

  test.each(['PUT', 'DELETE', 'PATCH'])(
    '%s of a known path is refused by method',
    async (method) => {
      const answer = await inject({ method: method as 'PUT', url: '/api/v1/auth/login' })
      expect(refusal(answer)).toEqual({ status: 405, code: 'method_not_allowed' })
      expect(answer.headers['allow']).toContain('POST')
    },
  )

  test.each(['GET', 'PATCH', 'DELETE'])(
    '%s of a parameter that is too long is a 404',
    async (method) => {
      for (const { route } of routes.filter(({ route: { path } }) => path.includes('/:'))) {
        const url = `/api/v1${route.path.replaceAll(/:\w+/g, 'x'.repeat(201))}`
        const answer = await inject({ method: method as 'GET', url })
        expect([url, ...Object.values(refusal(answer))]).toEqual([url, 404, 'not_found'])
      }
    },
  )

  test('every path names its methods', async () => {
    for (const [path, those] of Map.groupBy(routes, ({ route }) => route.path)) {
      const allowed = those.map(({ route }) => route.method)
      const url = `/api/v1${path.replaceAll(/:\w+/g, 'x')}`
      // The one that a path with an id instead of the last word is most likely to have.
      for (const method of (['PATCH', 'GET', 'DELETE'] as const).filter(
        (one) => !allowed.includes(one),
      )) {
        const answer = await inject({ method, url })
        expect([url, answer.statusCode, answer.headers['allow']]).toEqual([
          url,
          405,
          allowed.join(', '),
        ])
      }
      expect((await inject({ method: 'OPTIONS', url })).statusCode).toBe(204)
    }
  })
})

describe('bodies', () => {
  const login = (payload: string | Buffer, type: string | undefined = 'application/json') =>
    inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload,
      headers: type ? { 'content-type': type } : {},
    })

  test.each(['{bad', 'null', '[]', '"x"', '1'])('%s is refused', async (payload) => {
    expect(refusal(await login(payload))).toEqual({ status: 400, code: 'malformed_json' })
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    '%s is refused unread',
    async (type) => {
      expect(refusal(await login('a=b', type))).toEqual({
        status: 415,
        code: 'unsupported_media_type',
      })
    },
  )

  test('an empty JSON body is an empty object', async () => {
    const answer = await inject({
      method: 'POST',
      url: '/api/v1/auth/logout',
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.statusCode).toBe(200)
  })

  test('more than 64 KiB is refused', async () => {
    expect(refusal(await login(JSON.stringify({ email: 'x'.repeat(70_000) })))).toEqual({
      status: 413,
      code: 'payload_too_large',
    })
  })

  test('every invalid field is named', async () => {
    const answer = await inject({
      method: 'POST',
      url: '/api/v1/auth/register',
      payload: { firstName: '', lastName: 'B', email: 'nobody', password: 'short' },
    })
    expect(refusal(answer).status).toBe(400)
    const paths = answer.json<{ details: { path: string }[] }>().details.map((d) => d.path)
    expect(paths).toEqual(['firstName', 'email', 'password'])
  })
})

describe('queries', () => {
  test.each(['name=a&name=b', 'name[]=a', 'name[x]=a', 'name=a%00b'])(
    '%s is refused',
    async (query) => {
      const { token } = await app.newOperator()
      const answer = await inject({
        method: 'GET',
        url: `/api/v1/platforms/check-name?${query}`,
        headers: { authorization: `Bearer ${token}` },
      })
      expect(refusal(answer)).toEqual({ status: 400, code: 'validation_failed' })
    },
  )
})

describe('the authorization header', () => {
  test('is refused if sent twice', async () => {
    const { token } = await app.newOperator()
    const { port } = app.http.server.address() as { port: number }
    const lines = [
      'GET /api/v1/auth/me HTTP/1.1',
      'Host: localhost',
      'Connection: close',
      `Authorization: Bearer ${token}`,
    ]
    expect(await raw(port, lines)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await raw(port, [...lines, `Authorization: Bearer ${token}`])).toMatch(
      /^HTTP\/1\.1 401 /,
    )
  })
})

describe('operations endpoints', () => {
  test('report health and readiness', async () => {
    expect((await inject('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await inject('/readyz')).json()).toEqual({ status: 'ready' })
  })

  test('show metrics by route pattern with the token only', async () => {
    expect(refusal(await inject('/metrics')).status).toBe(401)
    const answer = await inject({
      url: '/metrics',
      headers: { authorization: 'Bearer a token for the scraper' },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toMatch(
      /http_request_duration_seconds_count\{.*route="\/api\/v1\/auth\/me"/,
    )
    expect(answer.body).toMatch(/outbox_mails\{cell="main",state="pending"\} \d/)
  })

  test('describe the API', async () => {
    const document = (await inject('/api/v1/openapi.json')).json<{
      openapi: string
      paths: Record<string, Record<string, { operationId: string }>>
    }>()
    expect(document.openapi).toBe('3.1.0')
    expect(document.paths['/auth/login']?.['post']?.operationId).toBe('identity.sessions.login')
    const page = await inject('/api/docs')
    expect(page.statusCode).toBe(200)
    for (const [, file] of page.body.matchAll(/(?:src|href)="(\/api\/[^"]+)"/g))
      expect((await inject(file ?? '')).statusCode).toBe(200)
  })

  test('return 404 where the API reference is disabled', async () => {
    const quiet = await startApp({ API_DOCS: 'off' })
    try {
      for (const url of ['/api/docs', '/api/docs/swagger-ui.css', '/api/v1/openapi.json'])
        expect((await quiet.http.inject(url)).statusCode).toBe(404)
    } finally {
      await quiet.close()
    }
  })

  test('document CSV lists and replies with 202', async () => {
    type Reply = { content: Record<string, { schema: { properties?: object } }> }
    const { paths } = (await inject('/api/v1/openapi.json')).json<{
      paths: Record<string, Record<string, { responses: Record<string, Reply> }>>
    }>()
    const responsesOf = (method: string, path: string) =>
      paths[`/tenant/{slug}${path}`]?.[method]?.responses
    const list = responsesOf('get', '/stock/ledger')?.['200']?.content ?? {}
    expect(Object.keys(list)).toEqual(['application/json', 'text/csv'])
    const noFile = responsesOf('get', '/stock/verify')?.['200']?.content ?? {}
    expect(Object.keys(noFile)).toEqual(['application/json'])
    const check = responsesOf('post', '/stock/verify')
    const json = (status: string) => check?.[status]?.content['application/json']?.schema
    expect(json('202')?.properties).toHaveProperty('running')
    expect(JSON.stringify(json('200'))).not.toContain('running')
    expect(responsesOf('post', '/demo')).toHaveProperty('202')
  })

  test('publish only public keys', async () => {
    const { keys } = (await inject('/.well-known/jwks.json')).json<{
      keys: Record<string, unknown>[]
    }>()
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) {
      expect(key).toMatchObject({ use: 'sig', alg: 'EdDSA', kid: expect.any(String) })
      for (const secret of ['d', 'p', 'q', 'k']) expect(key).not.toHaveProperty(secret)
    }
  })
})

function raw(port: number, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
}
