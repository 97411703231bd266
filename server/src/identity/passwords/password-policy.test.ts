import { createHash, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@stowage/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { runJob } from '../../../test/run-job.ts'
import { isBreached } from './is-breached.ts'
import { isCommonPassword } from './is-common-password.ts'
import { mailPasswordReset } from './jobs.ts'

const good = 'a sentence nobody guesses'
type Answer = readonly [status: number, code: unknown]

/** A person, and the four ways to set a password: they give the status and the code. */
async function newDoors(app: TestApp) {
  const ada = await app.newOperator({ password: good })
  const platform = await app.newPlatform(ada)
  const codeOf = async (answer: Promise<{ status: number; body: object }>): Promise<Answer> => {
    const { status, body } = await answer
    return [status, 'code' in body ? body.code : undefined]
  }
  const register = (password: string, email = `${randomUUID()}@example.com`) =>
    codeOf(
      app.call(api.identity.accounts.register, {
        body: { firstName: 'Ada', lastName: 'Alba', email, password },
      }),
    )
  const change = (newPassword: string) =>
    codeOf(
      app.call(api.identity.passwords.change, {
        token: ada.token,
        body: { currentPassword: good, newPassword },
      }),
    )
  const createMember = (password: string, email = `${randomUUID()}@example.com`) =>
    codeOf(
      app.call(api.platforms.members.create, {
        token: ada.token,
        params: { platformId: platform.id },
        body: { firstName: 'M', lastName: 'M', email, password },
      }),
    )
  async function newLink() {
    const at = app.clock.now().toISOString()
    const origin = { ip: '127.0.0.1', userAgent: null, requestId: randomUUID(), at }
    await runJob(app, mailPasswordReset, { emailKey: ada.email, origin })
    return app.mailedToken(ada.email, 'reset-password')
  }
  const reset = (token: string, password: string) =>
    codeOf(app.call(api.identity.passwords.reset, { body: { token, password } }))
  return { ada, platform, register, change, createMember, newLink, reset }
}

const tooCommon = [422, 'password_too_common'] as const

async function within(env: Record<string, string>, work: (app: TestApp) => Promise<void>) {
  const app = await startApp(env)
  try {
    await work(app)
  } finally {
    await app.close()
  }
}

test('N15 refuses the most common passwords at registration, reset and change', () =>
  within({}, async (app) => {
    const { register, change, createMember, newLink, reset } = await newDoors(app)
    const token = await newLink()
    for (const password of ['password', '123456', 'qwerty', 'PassWord']) {
      expect(await register(password)).toEqual(tooCommon)
      expect(await change(password)).toEqual(tooCommon)
      expect(await createMember(password)).toEqual(tooCommon)
      expect(await reset(token, password)).toEqual(tooCommon)
    }
    // Common, but not among the first hundred.
    expect(await register('14111984')).toEqual([201, undefined])
    // The link was not used up by what was refused.
    expect(await reset(token, 'something of my own')).toEqual([200, undefined])
  }))

test('N15 accepts them with PASSWORD_BLOCKLIST=off', () =>
  within({ PASSWORD_BLOCKLIST: 'off' }, async (app) => {
    const { register, change, newLink, reset } = await newDoors(app)
    for (const password of ['password', '123456', 'qwerty'])
      expect(await register(password)).toEqual([201, undefined])
    expect(await change('123456')).toEqual([200, undefined])
    expect(await reset(await newLink(), 'qwerty')).toEqual([200, undefined])
  }))

test('top10k also refuses ten thousand passwords and the user’s own data', () =>
  within({ PASSWORD_BLOCKLIST: 'top10k' }, async (app) => {
    const { ada, platform, register, change, createMember, newLink, reset } = await newDoors(app)
    expect(await register('14111984')).toEqual(tooCommon)
    expect(await register('Trustno1')).toEqual(tooCommon)
    expect(await register('STOWAGE')).toEqual(tooCommon)
    const email = `Ada.Lovelace.${randomUUID().slice(0, 8)}@example.com`
    const [localPart = ''] = email.split('@')
    for (const own of [email, localPart.toLowerCase(), email.toUpperCase()])
      expect(await register(own, email)).toEqual(tooCommon)
    expect(await register(`${localPart}!`, email)).toEqual([201, undefined])
    expect(await createMember(platform.slug)).toEqual(tooCommon)
    expect(await change(ada.email)).toEqual(tooCommon)
    expect(await reset(await newLink(), ada.email)).toEqual(tooCommon)
  }))

test('the list contains ten thousand valid passwords and no comment lines', () => {
  expect(isCommonPassword('14111984', 'top10k')).toBe(true)
  expect(isCommonPassword('14111984', 'top100')).toBe(false)
  expect(isCommonPassword('# Copyright (c) 2021 @zxcvbn-ts', 'top10k')).toBe(false)
  expect(isCommonPassword('#', 'top10k')).toBe(false)
  expect(isCommonPassword('', 'top10k')).toBe(false)
  expect(isCommonPassword(good, 'top10k')).toBe(false)
})

describe('with PASSWORD_HIBP=on', () => {
  const breached = 'known from a breach'
  const padded = 'only ever padding'
  const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
  const asked: { url: string; padding: unknown }[] = []
  let mode: 'answer' | 'hang' | 'fail' | 'redirect' = 'answer'
  let server: Server
  let HIBP_URL: string
  beforeAll(async () => {
    server = createServer((request, reply) => {
      asked.push({ url: request.url ?? '', padding: request.headers['add-padding'] })
      if (mode === 'hang') return
      if (mode === 'fail') return void reply.writeHead(503).end('busy')
      if (mode === 'redirect') return void reply.writeHead(302, { location: '/elsewhere' }).end()
      const lines = [`${'0'.repeat(35)}:3`, `${sha1(padded).slice(5)}:0`]
      if (request.url?.endsWith(sha1(breached).slice(0, 5)))
        lines.push(`${sha1(breached).slice(5)}:42`)
      reply.end(lines.join('\r\n'))
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    HIBP_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })

  test('refuses breached passwords everywhere and sends only five digits', () =>
    within({ PASSWORD_HIBP: 'on', HIBP_URL }, async (app) => {
      const { register, change, createMember, newLink, reset } = await newDoors(app)
      const refused = [422, 'password_breached']
      asked.length = 0
      expect(await register(breached)).toEqual(refused)
      expect(asked).toEqual([{ url: `/range/${sha1(breached).slice(0, 5)}`, padding: 'true' }])
      expect(await change(breached)).toEqual(refused)
      expect(await createMember(breached)).toEqual(refused)
      const token = await newLink()
      expect(await reset(token, breached)).toEqual(refused)
      expect(await reset(token, 'something of my own')).toEqual([200, undefined])
      expect(await register(padded)).toEqual([201, undefined])
      asked.length = 0
      // What the list refuses is nobody else's business.
      expect(await register('password')).toEqual(tooCommon)
      expect(asked).toEqual([])
    }))

  test('accepts passwords if the service is slow, broken or gone, and logs it once', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    for (const how of ['hang', 'fail', 'redirect'] as const) {
      mode = how
      const answer = await Promise.race([isBreached({ log }, breached, HIBP_URL), sleep(5_000)])
      expect([how, answer]).toEqual([how, false])
    }
    expect(await isBreached({ log }, breached, 'http://127.0.0.1:1')).toBe(false)
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toContain(breached)
    expect(lines[0]).not.toContain(sha1(breached).slice(0, 5))
    mode = 'answer'
    expect(await isBreached({ log }, breached, HIBP_URL)).toBe(true)
  })
})
