import { api } from '@stowage/contract'
import { afterEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../app.ts'
import { hashTime } from '../timing.ts'

const { login } = api.identity.sessions
const { checkName } = api.platforms.directory

let app: TestApp | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
})
const start = async (env: Record<string, string> = {}) => (app = await startApp(env))

/** A 429 as people and programs are promised it. */
function expectLimited(answer: { status: number; body: Record<string, unknown>; headers: object }) {
  expect(answer.status).toBe(429)
  expect(answer.headers).toMatchObject({
    'retry-after': expect.stringMatching(/^[1-9]\d*$/),
    'content-type': 'application/json; charset=utf-8',
  })
  expect(answer.body).toMatchObject({ code: 'rate_limited', retryAfter: expect.any(Number) })
  expect(answer.body['message']).toMatch(/^Too many attempts\. Try again in \d+ \w+\.$/)
}

test('R01 eleven wrong passwords are refused without naming anyone', async () => {
  const app = await start()
  const { email } = await app.newOperator()
  const attempt = () => app.call(login, { body: { email, password: 'wrong' } })
  // At once: the waits between them would be over on a slow machine.
  const answers = await Promise.all(Array.from({ length: 12 }, attempt))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  const refused = answers.filter(({ status }) => status !== 401)
  for (const answer of refused) {
    expectLimited(answer)
    expect(JSON.stringify([answer.body, answer.headers])).not.toContain(email)
  }
})

test('R03 a limit by address holds whatever address the client claims', async () => {
  const app = await start({ LIMIT_LOGIN_IP_FAIL: '4/15m' })
  const answers = []
  for (let n = 0; n < 6; n++) {
    const ip = `203.0.113.${n}`
    const headers = {
      'x-forwarded-for': `${ip}, 198.51.100.${n}`,
      'x-real-ip': ip,
      forwarded: `for=${ip}`,
    }
    const body = { email: `nobody-${n}@example.com`, password: 'wrong' }
    answers.push(await app.call(login, { body, headers }))
  }
  expect(answers.slice(0, 4).map(({ status }) => status)).toEqual([401, 401, 401, 401])
  for (const answer of answers.slice(4)) expectLimited(answer)
})

test('R07 two hundred name checks a minute are refused without a sign-out', async () => {
  const app = await start({ LIMITS_PROFILE: 'default' })
  const { token } = await app.newOperator()
  const check = () => app.call(checkName, { token, query: { name: 'Acme' } })
  const answers = await Promise.all(Array.from({ length: 200 }, check))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(120)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(80)
  for (const answer of refused) expectLimited(answer)
  expect((await app.call(api.identity.profile.me, { token })).status).toBe(200)
})

test('R09 three hundred concurrent sign-ins are answered and the process stays healthy', async () => {
  // Hashes at their real price: a queue must form and overflow.
  const app = await start({ ARGON2_MEMORY_KIB: '19456', ARGON2_TIME: '2', LOG_LEVEL: 'fatal' })
  const { email, password } = await app.newOperator()
  const aHash = await hashTime()
  let isOver = false
  const signIns = Promise.all(
    Array.from({ length: 300 }, (_, n) => {
      const known = { email, password: n % 2 ? password : 'wrong' }
      const body = n % 3 ? { email: `nobody-${n}@example.com`, password } : known
      return app.call(login, { body })
    }),
  ).finally(() => (isOver = true))
  const waits: number[] = []
  while (!isOver) {
    const asked = performance.now()
    expect((await app.http.inject('/healthz')).statusCode).toBe(200)
    waits.push(performance.now() - asked)
    await new Promise((resume) => setTimeout(resume, 20))
  }
  const answers = await signIns
  for (const { status } of answers) expect([200, 401, 429, 503]).toContain(status)
  for (const { status, headers } of answers)
    if (status === 429 || status === 503) expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
  // It answered others all the while, and not only when the crowd was gone.
  expect(waits.length).toBeGreaterThan(3)
  // A second for the slowest but one of twenty, on a machine as busy as this one is.
  const p95 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? Infinity
  expect(p95).toBeLessThan(40 * aHash)
  expect((await app.http.inject('/readyz')).statusCode).toBe(200)
}, 90_000)
