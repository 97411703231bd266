import { connect } from 'node:net'
import { api } from '@stowage/contract'
import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { setupApp } from '../app.ts'
import { hashesDuring } from '../timing.ts'

const { accounts } = api.identity
const { directory } = api.platforms
const app = await setupApp()
const alice = await app.newOperator()
await app.newPlatform(alice)
await app.newPlatform(await app.newOperator())
await app.http.listen({ port: 0, host: '127.0.0.1' })
const port = (app.http.server.address() as { port: number }).port

const signedIn = () => ({ authorization: `Bearer ${alice.token}` })

/** One request; every answer is an answer, in our own form and without a word of the machine room. */
async function ask(options: InjectOptions) {
  const answer = await app.http.inject(options)
  expect(answer.statusCode).toBeLessThan(500)
  expect(answer.body).not.toMatch(/FST_|syntax error|at .*\.(ts|js):\d|select |insert /i)
  if (answer.statusCode >= 400) expect(answer.json<{ message: string }>().message).toMatch(/\S/)
  return answer
}

const login = (payload: string | Buffer | undefined, type = 'application/json') =>
  ask({
    method: 'POST',
    url: '/api/v1/auth/login',
    ...(payload !== undefined && { payload }),
    headers: type ? { 'content-type': type } : {},
  })

describe('J01', () => {
  test.each(["' OR '1'='1", "'; drop table identity.accounts--", '\\', '%', '_'])(
    'J01 %s is a text like any other',
    async (text) => {
      const value = encodeURIComponent(text)
      const get = (url: string) => ask({ url: `/api/v1${url}`, headers: signedIn() })
      const check = await get(`/platforms/check-name?name=${value}`)
      expect([200, 400]).toContain(check.statusCode)
      const byAction = await get(`/logs?action=${value}`)
      if (byAction.statusCode === 200)
        expect(byAction.json()).toEqual({ logs: [], total: 0, capped: false })
      expect((await get(`/logs?actorEmail=${value}`)).json()).toEqual({
        logs: [],
        total: 0,
        capped: false,
      })
      expect((await get(`/logs?platformId=${value}`)).json()).toEqual({
        logs: [],
        total: 0,
        capped: false,
      })
      expect((await get(`/platforms/resolve/${value}`)).statusCode).toBe(404)
      expect((await get(`/platforms/${value}`)).statusCode).toBe(404)
      const session = { method: 'DELETE', url: `/api/v1/auth/sessions/${value}` } as const
      expect((await ask({ ...session, headers: signedIn() })).statusCode).toBe(404)
      const mine = await get('/platforms/mine')
      expect(mine.json<{ platforms: unknown[] }>().platforms).toHaveLength(1)
    },
  )
})

describe('J03', () => {
  test.each([
    ['broken JSON', '{bad'],
    ['null', 'null'],
    ['an array', '[]'],
    ['a string', '"x"'],
    ['a number', '1'],
    ['a byte order mark', '\uFEFF{}'],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['nothing', undefined],
  ])('J03 %s is refused as sign-in', async (_, payload) => {
    expect((await login(payload)).statusCode).toBe(400)
  })

  test('J03 an empty body is accepted where nothing is required', async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await ask({ method: 'POST', url: '/api/v1/auth/logout', headers })
    expect(answer.statusCode).toBe(200)
  })
})

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  '',
])('J05 a body of type %j is refused unread', async (type) => {
  const { email, password } = alice
  expect((await login(JSON.stringify({ email, password }), type)).statusCode).toBe(415)
})

describe('J07', () => {
  test.each([
    ['a hundred thousand brackets', `{"email":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['brackets that fit', `{"email":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
    ['10 000 keys', `{${Array.from({ length: 10_000 }, (_, i) => `"k${i}":1`).join(',')}}`],
    ['a key of 1 MB', `{"${'k'.repeat(1_048_576)}":1}`],
  ])('J07 %s are refused early', async (_, payload) => {
    const send = async () => expect([400, 413]).toContain((await login(payload)).statusCode)
    const halfASecond = 20
    expect(await hashesDuring(halfASecond, send)).toBeLessThan(halfASecond)
  })
})

describe('J09', () => {
  test('J09 the last of two equal keys counts', async () => {
    const { email, password } = alice
    const twice = (first: string, last: string) =>
      login(`{"email":"${first}","email":"${last}","password":"${password}"}`)
    expect((await twice('nobody@example.com', email)).statusCode).toBe(200)
    expect((await twice(email, 'nobody@example.com')).statusCode).toBe(401)
  })

  test.each(['/platforms/check-name?name=a&name=b', '/logs?limit[]=1', '/logs?limit=1&limit=2'])(
    'J09 %s is refused',
    async (url) => {
      const answer = await ask({ url: `/api/v1${url}`, headers: signedIn() })
      expect(answer.statusCode).toBe(400)
    },
  )
})

describe('J11', () => {
  const combining = `e${'\u0301'.repeat(10_000)}`
  test.each([
    ['a bidi override', 'Acme\u202e', [400]],
    ['an isolate', 'Acme\u2066', [400]],
    ['a lone surrogate', 'Acme\ud800', [400]],
    ['ten thousand accents', combining, [400]],
    ['a zero-width space', 'Ac\u200bme', [200, 201, 400, 422]],
  ])('J11 a name with %s is refused or normalized', async (_, name, expected) => {
    const answers = [
      await app.call(directory.create, { token: alice.token, body: { name } }),
      await app.call(accounts.register, {
        body: { firstName: name, lastName: 'B', email: 'j11@example.com', password: 'long enough' },
      }),
    ]
    for (const { status, body } of answers) {
      expect(expected).toContain(status)
      expect(JSON.stringify(body)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    }
  })
})

/** Sends bytes over a connection and returns the reply until the server closes it. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(10_000, () => socket.destroy(new Error(`still open after: ${text}`)))
    socket.on('data', (chunk) => (text += String(chunk)))
    // A server that has answered need not read on.
    socket.on('error', (error) => (text ? resolve(text) : reject(error)))
    socket.on('close', () => resolve(text))
  })
}
const requestOf = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, 'Connection: close', '', ''].join('\r\n')

describe('malformed requests', () => {
  test.each([
    ['a header of 64 KB', requestOf('/healthz', `X-Long: ${'x'.repeat(65_536)}`)],
    [
      '500 headers',
      requestOf('/healthz', ...Array.from({ length: 500 }, (_, i) => `X-${i}: ${'x'.repeat(64)}`)),
    ],
    ['an address of 20 KB', requestOf(`/api/v1/${'x'.repeat(20_480)}`)],
  ])('J13 with %s are refused and the server continues', async (_, bytes) => {
    expect(await raw(bytes)).toMatch(/^HTTP\/1\.1 4(31|14) /)
    expect(await raw(requestOf('/healthz'))).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('J15 with two lengths are refused and the connection is closed', async () => {
    const smuggled = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const answer = await raw(
      [
        'POST /api/v1/auth/logout HTTP/1.1',
        'Host: localhost',
        'Content-Type: application/json',
        'Content-Length: 4',
        'Transfer-Encoding: chunked',
        '',
        `0\r\n\r\n${smuggled}`,
      ].join('\r\n'),
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
  })
})
