import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { Route } from '@stowage/contract/route'
import { expect, test } from 'vitest'
import { setupApp } from '../app.ts'
import { arrange } from '../arrange.ts'
const app = await setupApp({ PUBLIC_URL: 'https://stowage.example' })
const alice = await app.newOperator()

test('H01 every API reply has the headers that mark it as data', async () => {
  const headers = { authorization: `Bearer ${alice.token}` }
  const json = { 'content-type': 'application/json' }
  const url = '/api/v1/auth/login'
  const answers = [
    await app.http.inject({ url: '/api/v1/auth/me', headers }),
    await app.http.inject({ url: '/api/v1/auth/me' }),
    await app.http.inject({ url: '/api/v1/nothing' }),
    await app.http.inject({ url: '/api/v1/platforms/%E0%A4%A' }),
    await app.http.inject({ method: 'PUT', url }),
    await app.http.inject({ method: 'POST', url, payload: '{bad', headers: json }),
    await app.http.inject({
      method: 'POST',
      url,
      payload: 'x',
      headers: { 'content-type': 'a/b' },
    }),
    await app.http.inject({ method: 'POST', url, payload: { a: 'x'.repeat(70_000) } }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([
    200, 401, 404, 404, 405, 400, 415, 413,
  ])
  for (const answer of answers) {
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    for (const name of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-origin'])
      expect(answer.headers).not.toHaveProperty(name)
  }
})

const mutating = Object.values(api)
  .flatMap((nouns) => Object.values(nouns))
  .flatMap((noun) => Object.values<Route>(noun))
  .filter(({ method }) => method !== 'GET')

test('H03 a form of another site changes nothing', async () => {
  const platform = await app.newPlatform(alice)
  const tables = ['identity.accounts', 'identity.sessions', 'tenant.platforms', 'tenant.members']
  const rows = () =>
    Promise.all(
      [...tables, 'audit.audit_log', 'ops.outbox'].map((table) =>
        arrange(app, `select md5(string_agg(t::text, '' order by t::text)) from ${table} t`),
      ),
    )
  const before = await rows()
  for (const { method, path } of mutating) {
    const url = path.replace(/:(\w+)/g, (_, name: string) =>
      name === 'slug' ? platform.slug : name === 'platformId' ? platform.id : randomUUID(),
    )
    const answer = await app.http.inject({
      method,
      url: `/api/v1${url}`,
      payload: JSON.stringify({ email: alice.email, password: alice.password, x: '=' }),
      headers: { 'content-type': 'text/plain', origin: 'https://evil.test' },
    })
    expect([path, [401, 415]]).toEqual([path, expect.arrayContaining([answer.statusCode])])
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  }
  expect(await rows()).toEqual(before)
})

test('H09 a name with markup is sent as data, never as a page', async () => {
  const name = '<b onclick=alert(1)>"Acme"</title>'
  const { id, slug } = await app.newPlatform(alice, name)
  const urls = [`/api/v1/platforms/resolve/${slug}`, `/api/v1/platforms/${id}`]
  for (const url of urls) {
    const answer = await app.http.inject({
      url,
      headers: { authorization: `Bearer ${alice.token}`, accept: 'text/html' },
    })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.json<{ platform: { name: string } }>().platform.name).toBe(name)
  }
  const pages = [`/${slug}`, `/${slug}/app`, '/dashboard', `/${encodeURIComponent(name)}`]
  for (const url of pages)
    expect((await app.http.inject({ url, headers: { accept: 'text/html' } })).body).not.toContain(
      'onclick',
    )
  const member = { email: `${randomUUID()}@example.com`, password: 'member password' }
  await app.call(api.platforms.members.create, {
    token: alice.token,
    params: { platformId: id },
    body: member,
  })
  const [mail] = await app.mailsTo(member.email)
  expect(mail?.html).toBeTruthy()
  expect(mail?.html).not.toContain('<b onclick')
})
