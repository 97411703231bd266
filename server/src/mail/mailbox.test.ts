import fastify from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBench, type Bench } from '../../test/worker.ts'
import { readConfig } from '../config.ts'
import { answerErrors } from '../http/problem.ts'
import { deriveSecrets } from '../crypto/secrets.ts'
import { serveMailbox } from './mailbox.ts'
import { sendMail } from './send.ts'

let bench: Bench
beforeAll(async () => void (bench = await openBench()))
afterAll(() => bench.close())
afterEach(() => bench.owner.query('delete from ops.outbox; delete from pgboss.job'))

async function open(env: Record<string, string> = {}) {
  const context = { ...bench.context, config: readConfig({ NODE_ENV: 'development', ...env }) }
  const app = fastify({ trustProxy: context.config.trustedProxies })
  answerErrors(app)
  await app.register(serveMailbox, { context })
  return app
}

const send = (to: string, platformName = 'Acme') =>
  bench.write((tx) =>
    sendMail(tx, bench.context, {
      to,
      template: 'welcome-member',
      data: { firstName: 'Ada', platformName, link: `https://stowage.example/acme?a=1&b=2` },
    }),
  )

test('lists messages newest first, with links and by address', async () => {
  await send('first@example.com')
  await send('Second@example.com')
  const app = await open()
  const { messages } = (await app.inject('/dev/mailbox/messages')).json()
  expect(messages).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      to: 'Second@example.com',
      subject: 'Your access to “Acme”',
      text: expect.stringContaining('https://stowage.example/acme?a=1&b=2'),
      links: ['https://stowage.example/acme?a=1&b=2'],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    },
    expect.objectContaining({ to: 'first@example.com' }),
  ])
  const mine = (await app.inject('/dev/mailbox/messages?to=second@EXAMPLE.com')).json()
  expect(mine.messages.map(({ to }: { to: string }) => to)).toEqual(['Second@example.com'])
})

test('has working links, no script and no markup from a mail', async () => {
  await send('ada@example.com', '<script>alert(1)</script>')
  const app = await open()
  const { body, headers } = await app.inject('/dev/mailbox')
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['cache-control']).toBe('no-store')
  expect(body).toContain(
    '<a href="https://stowage.example/acme?a=1&amp;b=2">https://stowage.example/acme?a=1&amp;b=2</a>',
  )
  expect(body).toContain('&lt;script&gt;')
  expect(body).not.toMatch(/<script|<style| on\w+=/i)
})

test('shows an empty mailbox', async () => {
  const app = await open()
  expect((await app.inject('/dev/mailbox')).body).toContain('No mail yet.')
  expect((await app.inject('/dev/mailbox/messages')).json()).toEqual({ messages: [] })
})

test('leaves out a mail made under another secret', async () => {
  await bench.write((tx) =>
    sendMail(
      tx,
      { ...bench.context, secrets: deriveSecrets('another secret, also 32 bytes long') },
      { to: 'x@example.com', template: 'verify-email', data: { link: 'https://stowage.example' } },
    ),
  )
  await send('ada@example.com')
  const { messages } = (await (await open()).inject('/dev/mailbox/messages')).json()
  expect(messages).toHaveLength(1)
})

const secret = 'x'.repeat(32)
test.each([
  ['mail is really sent', { SMTP_URL: 'smtp://localhost:2525' }],
  [
    'in production',
    { NODE_ENV: 'production', APP_SECRET: secret, PUBLIC_URL: 'https://stowage.example' },
  ],
])('does not exist %s', async (_where, env) => {
  const app = await open(env)
  for (const url of ['/dev/mailbox', '/dev/mailbox/messages'])
    expect((await app.inject(url)).statusCode).toBe(404)
})

test.each([
  ['127.0.0.1', {}, 200],
  ['127.8.9.10', {}, 200],
  ['::1', {}, 200],
  ['::ffff:127.0.0.1', {}, 200],
  ['192.168.1.20', {}, 404],
  ['::ffff:192.168.1.20', {}, 404],
  ['fe80::1%eth0', {}, 404],
  ['192.168.1.20', { DEV_MAILBOX_ALLOW: '192.168.1.0/24' }, 200],
  ['127.0.0.1', { DEV_MAILBOX_ALLOW: '192.168.1.0/24' }, 404],
])('answers a client at %s with %j with %i', async (remoteAddress, env, status) => {
  const app = await open(env)
  for (const url of ['/dev/mailbox', '/dev/mailbox/messages'])
    expect((await app.inject({ url, remoteAddress })).statusCode).toBe(status)
})

test('refuses a remote client behind a local trusted proxy', async () => {
  const app = await open({ TRUSTED_PROXIES: '127.0.0.1' })
  const asked = (from: string) =>
    app.inject({
      url: '/dev/mailbox/messages',
      remoteAddress: '127.0.0.1',
      headers: { 'x-forwarded-for': from },
    })
  expect((await asked('203.0.113.9')).statusCode).toBe(404)
  expect((await asked('127.0.0.1')).statusCode).toBe(200)
})
