import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import type { TestApp } from '../app.ts'
import { forAllTests } from '../for-all-tests.ts'
import type { Owner } from '../owner.ts'
import type { JobWorker } from '../worker-for.ts'

const { forgot, reset } = api.identity.passwords
const { register, verifyEmail } = api.identity.accounts
const { login } = api.identity.sessions
const { tenantPasswords, tenantSessions } = api.platforms
const concurrency = 16

let app: TestApp
let owner: Owner
let worker: JobWorker
forAllTests(async (opened) => {
  ;({ app, owner } = opened)
  worker = await opened.startWorker()
})

test('one of sixteen uses of a reset link succeeds', async () => {
  const { email, user } = await app.newOperator()
  await app.call(forgot, { body: { email } })
  await worker.settle()
  const token = await app.mailedToken(email, 'reset-password')
  const passwords = Array.from({ length: concurrency }, (_, i) => `chosen password ${i}`)
  const answers = await Promise.all(
    passwords.map((password) => app.call(reset, { body: { token, password } })),
  )
  const winners = passwords.filter((_, i) => answers[i]?.status === 200)
  expect(winners).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(concurrency - 1)
  for (const password of passwords) {
    // So the wrong ones need not wait for one another.
    app.clock.advance(15 * 60_000)
    const { status } = await app.call(login, { body: { email, password } })
    expect([password, status]).toEqual([password, password === winners[0] ? 200 : 401])
  }
  const events = await owner.eventsOf(user.id)
  expect(events.filter((event) => event === 'PASSWORD_RESET success')).toHaveLength(1)
})

test('sixteen requests mail a member one reset link, of which one use succeeds', async () => {
  const operator = await app.newOperator()
  const platform = await app.newPlatform(operator)
  const { email } = await app.newMember(operator, platform)
  const params = { slug: platform.slug }
  const ask = () => app.call(tenantPasswords.forgot, { params, body: { email } })
  const asked = await Promise.all(Array.from({ length: concurrency }, ask))
  expect(asked.map(({ status }) => status)).toEqual(Array(concurrency).fill(200))
  await worker.settle()
  const links = (await app.mailsTo(email)).flatMap(
    ({ text }) => /\?reset=([\w-]{43})$/m.exec(text)?.[1] ?? [],
  )
  expect(links).toHaveLength(1)
  const [token] = links
  const passwords = Array.from({ length: concurrency }, (_, i) => `chosen password ${i}`)
  const answers = await Promise.all(
    passwords.map((password) =>
      app.call(tenantPasswords.reset, { params, body: { token, password } }),
    ),
  )
  const winners = passwords.filter((_, i) => answers[i]?.status === 200)
  expect(winners).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(concurrency - 1)
  const [password] = winners
  const signedIn = await app.call(tenantSessions.login, { params, body: { email, password } })
  expect(signedIn.status).toBe(200)
})

test('sixteen registrations of one address create one account', async () => {
  const email = `${randomUUID()}@example.com`
  const forms = Array.from({ length: concurrency }, (_, i) => ({
    firstName: `Ada ${i}`,
    lastName: 'Alba',
    email: i % 2 ? email : email.toUpperCase(),
    password: `chosen password ${i}`,
  }))
  const answers = await Promise.all(forms.map((body) => app.call(register, { body })))
  expect(answers.map(({ status }) => status)).toEqual(Array(concurrency).fill(201))
  const accounts = await owner.rowsOf('select id from identity.accounts where email_key = $1', [
    email,
  ])
  expect(accounts).toHaveLength(1)
  const tokens = await owner.rowsOf('select from identity.mail_tokens where account_id = $1', [
    (accounts[0] as { id: string }).id,
  ])
  expect(tokens).toHaveLength(5)
  const signIns: number[] = []
  for (const { password } of forms) {
    app.clock.advance(15 * 60_000)
    signIns.push((await app.call(login, { body: { email, password } })).status)
  }
  expect(signIns.filter((status) => status === 200)).toHaveLength(1)
})

test('sixteen registrations of a verified address mail its owner once', async () => {
  const { email } = await app.newOperator()
  const before = (await app.mailsTo(email)).length
  const body = { firstName: 'M', lastName: 'M', email, password: 'mallory words' }
  await Promise.all(Array.from({ length: concurrency }, () => app.call(register, { body })))
  expect(await app.mailsTo(email)).toHaveLength(before + 1)
})

test('one of two links for an address takes effect completely', async () => {
  for (let round = 0; round < 5; round++) {
    const email = `${randomUUID()}@example.com`
    const passwords = ['first words', 'second words']
    const links: string[] = []
    for (const password of passwords) {
      const body = { firstName: password, lastName: 'Alba', email, password }
      await app.call(register, { body })
      links.push(await app.mailedToken(email, 'verify-email'))
    }
    const answers = await Promise.all(
      links.map((token) => app.call(verifyEmail, { body: { token } })),
    )
    const winners = passwords.filter((_, i) => answers[i]?.status === 200)
    expect(winners).toHaveLength(1)
    const good: string[] = []
    for (const password of passwords) {
      const { status, body } = await app.call(login, { body: { email, password } })
      if (status === 200) good.push(body.user.firstName)
    }
    expect(good).toEqual(winners)
  }
})
