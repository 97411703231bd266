import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import type { Owner } from '../../../test/owner.ts'
import { forgetLanes } from './jobs.ts'
import { inTransaction } from '../../database/transactions.ts'
import { maxConcurrentHashes, maxWaitingHashes } from '../../crypto/hashing.ts'

const minute = 60_000
const wrong = 'not the password'

let app: TestApp
let owner: Owner
forAllTests((opened) => ({ app, owner } = opened))

type Headers = Record<string, string>
type Answer = { status: number; body: Record<string, unknown>; headers: Record<string, unknown> }
type Door = {
  email: string
  password: string
  locked: string
  page: string
  signIn(email: string, password: string, headers?: Headers): Promise<Answer>
}

async function operatorDoor(): Promise<Door> {
  const { email, password } = await app.newOperator()
  return {
    email,
    password,
    locked: 'USER_LOGIN_LOCKED',
    page: '/forgot-password',
    signIn: (address, typed, headers = {}) =>
      app.call(api.identity.sessions.login, {
        body: { email: address, password: typed },
        headers,
      }),
  }
}

async function memberDoor(): Promise<Door> {
  const alice = await app.newOperator()
  const platform = await app.newPlatform(alice)
  const { email, password } = await app.newMember(alice, platform)
  return {
    email,
    password,
    locked: 'TENANT_LOGIN_LOCKED',
    page: `/${platform.slug}`,
    signIn: (address, typed, headers = {}) =>
      app.call(api.platforms.tenantSessions.login, {
        params: { slug: platform.slug },
        body: { email: address, password: typed },
        headers,
      }),
  }
}

const shape = ({ status, body, headers }: Answer) => ({
  status,
  body: { ...body, requestId: undefined },
  retryAfter: headers['retry-after'],
})

/** Wrong passwords until the tenth, waiting as told; the answers of those that were looked at. */
async function failTen({ signIn }: Door, email: string): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let i = 0; i < 10; i++) {
    answers.push(await signIn(email, wrong))
    if (i >= 4 && i < 9) app.clock.advance(2 ** (i - 4) * 1000)
  }
  return answers
}

const eventsAbout = async (email: string, action: string) =>
  owner.rowsOf<{ metadata: unknown; outcome: string }>(
    `select metadata, outcome from audit.audit_log where actor_email = $1 and action = $2
     order by created_at, id`,
    [email, action],
  )

describe.each([
  ['an operator', operatorDoor],
  ['a member', memberDoor],
])('the lane of %s', (_, open) => {
  test('is delayed from the sixth attempt, pauses after the tenth, and resets', async () => {
    const door = await open()
    for (let i = 0; i < 5; i++) expect((await door.signIn(door.email, wrong)).status).toBe(401)
    const held = await door.signIn(door.email, door.password)
    expect(shape(held)).toMatchObject({
      status: 429,
      retryAfter: '1',
      body: {
        code: 'rate_limited',
        message: 'Too many attempts. Try again in 1 second.',
        retryAfter: 1,
      },
    })
    expect(JSON.stringify(held.body)).not.toContain(door.email)
    for (const seconds of [1, 2, 4, 8, 16]) {
      app.clock.advance(seconds * 1000)
      expect((await door.signIn(door.email, wrong)).status).toBe(401)
    }
    for (let i = 0; i < 3; i++) {
      const paused = await door.signIn(door.email, door.password)
      expect(paused.status).toBe(429)
      expect(paused.headers['retry-after']).toMatch(/^(900|89\d)$/)
      expect(paused.body['message']).toBe('Too many attempts. Try again in 15 minutes.')
    }
    expect(await eventsAbout(door.email, door.locked)).toEqual([
      { metadata: { seconds: 900 }, outcome: 'failure' },
    ])
    app.clock.advance(15 * minute)
    expect((await door.signIn(door.email, door.password)).status).toBe(200)
  })

  test('is the same for an address without an account', async () => {
    const door = await open()
    const unknown = `${randomUUID()}@example.com`
    const knownAnswers = await failTen(door, door.email)
    const unknownAnswers = await failTen(door, unknown)
    expect(unknownAnswers.map(shape)).toEqual(knownAnswers.map(shape))
    expect(knownAnswers.map(({ status }) => status)).toEqual(Array(10).fill(401))
    expect((await door.signIn(unknown, wrong)).status).toBe(429)
    expect(await eventsAbout(unknown, door.locked)).toHaveLength(1)
  })

  test('R03 does not depend on client headers or the spelling of the address', async () => {
    const door = await open()
    const answers: number[] = []
    for (let i = 0; i < 12; i++) {
      const ip = `203.0.113.${i}`
      const headers = { 'x-forwarded-for': ip, 'x-real-ip': ip, forwarded: `for=${ip}` }
      const email = i % 2 ? door.email.toUpperCase() : ` ${door.email}`
      const device = { 'x-device-token': `d1.${'a'.repeat(22)}.${'b'.repeat(42)}${i % 10}` }
      answers.push((await door.signIn(email, wrong, { ...headers, ...device })).status)
    }
    expect(answers.slice(0, 5)).toEqual(Array(5).fill(401))
    expect(answers.slice(5)).toEqual(Array(7).fill(429))
  })

  test('R05 differs from that of a device the owner has used', async () => {
    const door = await open()
    const { body } = await door.signIn(door.email, door.password)
    const known = { 'x-device-token': String(body['deviceToken']) }
    await failTen(door, door.email)
    expect((await door.signIn(door.email, door.password)).status).toBe(429)
    expect((await door.signIn(door.email, door.password, known)).status).toBe(200)
    // The owner's success does not let the strangers go on.
    expect((await door.signIn(door.email, wrong)).status).toBe(429)
    for (let i = 0; i < 5; i++)
      expect((await door.signIn(door.email, wrong, known)).status).toBe(401)
    expect((await door.signIn(door.email, door.password, known)).status).toBe(429)
  })

  test('is cleared by a success', async () => {
    const door = await open()
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 4; i++) expect((await door.signIn(door.email, wrong)).status).toBe(401)
      expect((await door.signIn(door.email, door.password)).status).toBe(200)
    }
  })

  test('checks at most five of twenty concurrent attempts', async () => {
    const door = await open()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => door.signIn(door.email, wrong)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(5).fill(401),
      ...Array<number>(15).fill(429),
    ])
  })

  test('pauses for an hour after a hundred failures and mails the owner once', async () => {
    const door = await open()
    for (let cycle = 0; cycle < 11; cycle++) {
      app.clock.advance(61 * minute)
      await failTen(door, door.email)
    }
    const held = await door.signIn(door.email, wrong)
    expect(held.headers['retry-after']).toMatch(/^(3600|359\d)$/)
    const seconds = (await eventsAbout(door.email, door.locked)).map(({ metadata }) => metadata)
    expect(seconds).toEqual(
      [...Array<number>(9).fill(900), 3600, 3600].map((each) => ({ seconds: each })),
    )
    const warnings = (await app.mailsTo(door.email)).filter(
      ({ subject }) => subject === 'Many failed attempts to sign in',
    )
    expect(warnings).toHaveLength(1)
    expect(warnings[0]?.text).toContain(door.page)
  })

  test('does not block while a clock that was set back catches up', async () => {
    const door = await open()
    await failTen(door, door.email)
    app.clock.advance(-24 * 60 * minute)
    try {
      expect((await door.signIn(door.email, door.password)).status).toBe(200)
    } finally {
      app.clock.advance(24 * 60 * minute)
    }
  })
})

test('differs for an operator and a member with the same address', async () => {
  const operator = await operatorDoor()
  const member = await memberDoor()
  await failTen(operator, member.email)
  expect((await member.signIn(member.email, member.password)).status).toBe(200)
})

test('ignores an attempt refused for overload', async () => {
  const { signIn } = await operatorDoor()
  const counted = () => owner.rowsOf('select 1 from identity.sign_in_lanes where failures > 0')
  const before = (await counted()).length
  const stop = keepHasherFull()
  for (let i = 0; i < 3; i++)
    expect((await signIn(`${randomUUID()}@example.com`, wrong)).status).toBe(503)
  expect(await counted()).toHaveLength(before)
  await stop()
  expect((await signIn(`${randomUUID()}@example.com`, wrong)).status).toBe(401)
  expect(await counted()).toHaveLength(before + 1)
})

/** Whoever leaves the queue joins it again in the same turn, so no request ever finds room. */
function keepHasherFull() {
  let isOver = false
  const { hasher } = app.context
  const stay = async () => {
    while (!isOver) await hasher.verify(undefined, wrong)
  }
  const all = Array.from({ length: maxConcurrentHashes + maxWaitingHashes }, stay)
  return async () => {
    isOver = true
    await Promise.all(all)
  }
}

test('contains no address and is deleted after a quiet week', async () => {
  const door = await operatorDoor()
  await door.signIn(door.email, wrong)
  const lanes = () => owner.rowsOf('select * from identity.sign_in_lanes')
  const count = (await lanes()).length
  expect(count).toBeGreaterThan(0)
  expect(JSON.stringify(await lanes())).not.toContain('@')
  const run = () =>
    forgetLanes.run(
      {
        ...app.context,
        write: (work, scope = {}) => inTransaction(app.db, scope, work),
        signal: AbortSignal.timeout(10_000),
      },
      {},
    )
  await run()
  expect((await lanes()).length).toBeGreaterThan(0)
  app.clock.advance(8 * 24 * 60 * minute)
  await run()
  expect(await lanes()).toEqual([])
})
