import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSmtp, type Smtp } from '../../test/smtp.ts'
import { openBench, type Bench } from '../../test/worker.ts'
import { deliverMail, sweepOutbox } from './deliver.ts'
import { countOutbox } from './outbox.ts'
import { sendMail, type Mail } from './send.ts'

const token = 'TOKEN-that-only-the-mailbox-may-see-1234567'
const minute = 60_000
let bench: Bench
let smtp: Smtp
let worker: { stop(): Promise<void> } | undefined

beforeAll(async () => void (bench = await openBench()))
afterAll(() => bench.close())
beforeEach(async () => void (smtp = await startSmtp()))
afterEach(async () => {
  await worker?.stop()
  worker = undefined
  await smtp.stop()
  // The mail server quoting the message is the one way a token could get there.
  expect(bench.lines.join('')).not.toContain(token)
  const { rows } = await bench.owner.query(
    `select (select coalesce(jsonb_agg(to_jsonb(o)), '[]') from ops.outbox o)::text
       || (select coalesce(jsonb_agg(to_jsonb(j)), '[]') from pgboss.job j)::text as kept`,
  )
  expect(rows[0].kept).not.toContain(token)
  await bench.owner.query('delete from ops.outbox; delete from pgboss.job')
  bench.lines.length = 0
})

async function startWorker() {
  worker = await bench.work([deliverMail, sweepOutbox], {
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'Stowage <no-reply@stowage.example>' },
    schedule: { 'sweep-outbox': '*/5 * * * *' },
  })
}

const verification = (to: string, notAfter?: Date): Mail => ({
  to,
  template: 'verify-email',
  data: { link: `https://stowage.example/verify-email?token=${token}` },
  notAfter,
})

const send = (mail: Mail) => bench.write((tx) => sendMail(tx, bench.context, mail))
const inMinutes = (count: number) => new Date(bench.context.clock.now().getTime() + count * minute)

/** The only row of the outbox. */
async function row() {
  const { rows } = await bench.owner.query('select * from ops.outbox')
  expect(rows).toHaveLength(1)
  return rows[0] as {
    id: string
    state: string
    content: Buffer | null
    attempts: number
    last_error: string | null
    sent_at: Date | null
  }
}
const stateIs = (state: string) =>
  expect.poll(async () => (await row()).state, { timeout: 60_000, interval: 20 }).toBe(state)
const attemptsAre = (attempts: number) =>
  expect
    .poll(
      async () => {
        const found = await row()
        return found.last_error === null ? 0 : found.attempts
      },
      { timeout: 60_000, interval: 20 },
    )
    .toBe(attempts)

test('sends both forms of a mail and then erases its content', async () => {
  await startWorker()
  await send(verification('ada@example.com', inMinutes(1_440)))

  const mail = await smtp.waitFor(({ recipients }) => recipients.includes('ada@example.com'))
  expect(mail.subject).toBe('Confirm your email address')
  expect(mail.from).toMatchObject({ name: 'Stowage', address: 'no-reply@stowage.example' })
  expect(mail.to).toEqual([{ name: '', address: 'ada@example.com' }])
  expect(mail.text).toContain(`https://stowage.example/verify-email?token=${token}`)
  expect(mail.html).toContain(`href="https://stowage.example/verify-email?token=${token}"`)
  expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  await stateIs('sent')
  const { id, content, attempts, sent_at } = await row()
  expect({ content, attempts }).toEqual({ content: null, attempts: 1 })
  expect(sent_at).toBeInstanceOf(Date)
  expect(mail.messageId).toBe(`<${id}@stowage.example>`)
})

test('does not send a mail after a rollback', async () => {
  await startWorker()
  await bench
    .write(async (tx) => {
      await sendMail(tx, bench.context, verification('undone@example.com'))
      throw new Error('undone')
    })
    .catch(() => {})
  await send(verification('done@example.com'))

  await smtp.waitFor(({ recipients }) => recipients.includes('done@example.com'))
  expect(smtp.received).toHaveLength(1)
})

test('delays only mail while the mail server is down', async () => {
  const { port } = smtp
  await smtp.stop()
  await startWorker()
  const begun = performance.now()
  await send(verification('later@example.com'))
  expect(performance.now() - begun).toBeLessThan(2_000)
  await attemptsAre(1)
  expect((await row()).last_error).toContain('ECONNREFUSED')

  smtp = await startSmtp(port)
  await expect.poll(async () => (await bench.hurry()).rowCount, { timeout: 60_000 }).toBe(1)
  await smtp.waitFor(({ recipients }) => recipients.includes('later@example.com'))
  await stateIs('sent')
  expect(await row()).toMatchObject({ attempts: 2, last_error: null })
  expect(smtp.received).toHaveLength(1)
})

test('fails a mail after eight refusals and does not store the server’s message', async () => {
  smtp.refuse(550, `5.7.1 your message contains ${token}`)
  await startWorker()
  await send(verification('refused@example.com'))
  for (let attempt = 1; attempt < 8; attempt++) {
    await attemptsAre(attempt)
    await expect
      .poll(async () => (await bench.hurry()).rowCount, { timeout: 60_000, interval: 20 })
      .toBe(1)
  }
  await stateIs('failed')
  expect(await row()).toMatchObject({ attempts: 8, last_error: 'EMESSAGE 550 5.7.1 after DATA' })
  expect(bench.lines.filter((line) => line.includes('Gave up on a mail'))).toHaveLength(1)
  expect(await countOutbox(bench.context.db)).toEqual({
    pending: 0,
    sent: 0,
    failed: 1,
    expired: 0,
  })
})

test('doubles the delay after each failure from half a minute', async () => {
  smtp.refuse(451)
  await startWorker()
  await send(verification('greylisted@example.com'))
  for (const least of [30, 60, 120]) {
    const waits = async () => {
      const { rows } = await bench.owner.query(
        `select extract(epoch from start_after - now())::float as seconds from pgboss.job
         where name = 'deliver-mail' and state = 'retry' and start_after > now()`,
      )
      return rows[0]?.seconds as number | undefined
    }
    await expect.poll(waits, { timeout: 60_000, interval: 20 }).toBeGreaterThan(least - 5)
    expect(await waits()).toBeLessThanOrEqual(least * 2)
    await bench.hurry()
  }
})

test('does not send a mail with an expired link', async () => {
  await send(verification('late@example.com', inMinutes(30)))
  bench.advance(31 * minute)
  await startWorker()
  await stateIs('expired')
  expect((await row()).content).toBeNull()
  expect(smtp.received).toEqual([])
})

test('keeps mail readable without SMTP_URL and sends it when configured', async () => {
  const first = await bench.work([deliverMail, sweepOutbox])
  await send(verification('patient@example.com', inMinutes(60)))
  const jobs = () => bench.owner.query(`select state from pgboss.job where name = 'deliver-mail'`)
  await expect
    .poll(async () => (await jobs()).rows, { timeout: 60_000 })
    .toEqual([{ state: 'completed' }])
  expect(await row()).toMatchObject({ state: 'pending', attempts: 0 })
  expect((await row()).content).not.toBeNull()
  await first.stop()

  await startWorker()
  await smtp.waitFor(({ recipients }) => recipients.includes('patient@example.com'))
  await stateIs('sent')
})

test('fails a mail sealed under another APP_SECRET without retries', async () => {
  await send(verification('unreadable@example.com'))
  await bench.owner.query(`update ops.outbox set content = decode('00112233', 'hex')`)
  await startWorker()
  await stateIs('failed')
  expect(await row()).toMatchObject({
    attempts: 1,
    last_error: 'not readable with this APP_SECRET',
  })
})

test('deletes finished mails after a month and keeps pending ones', async () => {
  await send(verification('old@example.com'))
  await send(verification('older@example.com'))
  await bench.owner.query(
    `update ops.outbox set created_at = created_at - interval '40 days',
       state = case when id = (select max(id::text)::uuid from ops.outbox) then 'failed' else state end`,
  )
  // The one that waits is not sent meanwhile.
  smtp.refuse(451)
  await startWorker()
  await expect
    .poll(async () => countOutbox(bench.context.db), { timeout: 60_000 })
    .toMatchObject({ failed: 0, pending: 1 })
})

test.each([
  'two@example.com, three@example.com',
  'Eve <eve@example.com>',
  'a@example.com\r\nBcc: b@example.com',
  'nobody',
  'a@b@example.com',
])('refuses the address %j', async (to) => {
  await expect(send(verification(to))).rejects.toThrow(TypeError)
})
