import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { deliverWebhooks } from '../../src/workspace/webhooks/jobs.ts'
import { relayEvents } from '../../src/workspace/webhooks/relay-events.ts'
import { sendDue } from '../../src/workspace/webhooks/send-due.ts'
import { setupApp, startApp, type TestApp } from '../app.ts'
import { arrange } from '../arrange.ts'
import { startReceiver, status } from '../receiver.ts'
import { runJob } from '../run-job.ts'
import { newWarehouse } from '../warehouse.ts'
import { startWorkerFor } from '../worker-for.ts'
import { concurrently } from './concurrently.ts'

const settings = { WEBHOOK_ALLOW: '127.0.0.0/8' }
/** The machine may be busy with other tests. */
const patient = { timeout: 60_000, interval: 50 }
const app = await setupApp(settings)
const second = (): Promise<TestApp> => startApp(settings, undefined, { before: app.database })

/** A workspace whose events of customers are sent to each of these addresses. */
async function newHook(urls: string | readonly string[], of = app) {
  const site = await newWarehouse(of)
  const { params, token } = site
  let webhookId = ''
  for (const url of [urls].flat()) {
    const body = { url, types: ['customer.*'] }
    const made = await of.call(api.workspace.webhooks.create, { params, token, body })
    webhookId = made.body.webhook.id
  }
  const newCustomer = () =>
    of.call(api.orders.customers.create, {
      params,
      token,
      body: { code: randomUUID().slice(0, 8), name: 'Ada' },
    })
  const at = { token, params: { ...params, webhookId } }
  return { ...site, at, target: { platformId: site.platform.id, webhookId }, newCustomer }
}

/** Attempts of all deliveries: the number, status and failure of each, newest first. */
async function attemptsOf({ at }: Awaited<ReturnType<typeof newHook>>) {
  const { list, get } = api.workspace.deliveries
  const { items } = (await app.call(list, at)).body
  const found = items.map(async ({ id }) => {
    const { body } = await app.call(get, { ...at, params: { ...at.params, delivery: id } })
    return body.attempts.map(({ number, status: code, failure }) => [number, code, failure])
  })
  return (await Promise.all(found)).flat()
}

test('two processes make each delivery once, and none is left', async () => {
  const receiver = await startReceiver((_, response) => void setTimeout(() => response.end(), 20))
  const hook = await newHook(receiver.url)
  const other = await second()
  try {
    const processes = [app, other]
    const writing = concurrently(20, () => hook.newCustomer())
    for (let round = 0; round < 3; round++)
      await concurrently(4, async (i) => {
        const { context } = processes[i % 2] ?? app
        await relayEvents(context)
        await sendDue(context, hook.target)
      })
    await writing
    await relayEvents(app.context)
    while ((await sendDue(app.context, hook.target)) > 0);
  } finally {
    await other.close()
  }
  const told = receiver.received.map(({ body }) => body.eventId)
  expect(told).toHaveLength(20)
  expect(new Set(told).size).toBe(20)
})

test('a delivery whose process is lost during the request is made by another one', async () => {
  const receiver = await startReceiver(() => {})
  const hook = await newHook(receiver.url)
  await hook.newCustomer()
  const lost = await second()
  await relayEvents(lost.context)
  const sending = sendDue(lost.context, hook.target).catch((error: unknown) => error)
  await expect.poll(() => receiver.received.length, patient).toBe(1)
  await lost.close()
  expect(await sending).toBeInstanceOf(Error)

  receiver.state.answer = status(200)
  expect(await sendDue(app.context, hook.target)).toBe(0)
  app.clock.advance(41_000)
  expect(await sendDue(app.context, hook.target)).toBe(1)
  const [first, again] = receiver.received
  expect(again?.body).toEqual(first?.body)
  expect(await attemptsOf(hook)).toEqual([
    [2, 200, null],
    [1, null, 'The server stopped during this attempt'],
  ])
})

test('a job that is stopped saves its attempts', async () => {
  const receiver = await startReceiver(() => {})
  const hook = await newHook(receiver.url)
  await concurrently(3, () => hook.newCustomer())
  await relayEvents(app.context)
  const stopping = new AbortController()
  const { signal } = stopping
  const sending = sendDue({ ...app.context, signal }, hook.target)
  await expect.poll(() => receiver.received.length, patient).toBe(3)
  stopping.abort()
  expect(await sending).toBe(3)
  expect(await attemptsOf(hook)).toEqual(
    Array.from({ length: 3 }, () => [1, null, 'The server stopped during this attempt']),
  )
})

test('a delivery whose every attempt is lost is given up', async () => {
  const receiver = await startReceiver(() => {})
  const hook = await newHook(receiver.url)
  await hook.newCustomer()
  await relayEvents(app.context)
  await arrange(
    app,
    `update tenant.webhook_deliveries set attempts = 12 where webhook_id = '${hook.target.webhookId}'`,
  )
  expect(await sendDue(app.context, hook.target)).toBe(1)
  expect(receiver.received).toEqual([])
  const [delivery] = (await app.call(api.workspace.deliveries.list, hook.at)).body.items
  expect(delivery?.state).toBe('dead')
})

test('no transaction is open during a request, and requests have a bound', async () => {
  const held: (() => void)[] = []
  const receiver = await startReceiver((_, response) => void held.push(() => response.end()))
  const hook = await newHook(receiver.url)
  await concurrently(25, () => hook.newCustomer())
  await relayEvents(app.context)
  const sending = sendDue(app.context, hook.target)
  await expect.poll(() => held.length, patient).toBe(20)
  const open = await arrange(
    app,
    `select from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`,
  )
  expect(open).toEqual([])
  for (const answer of held) answer()
  expect(await sending).toBe(20)
  expect(receiver.received).toHaveLength(20)
})

test('the relay and the queue deliver what was committed', async () => {
  const receiver = await startReceiver()
  const hook = await newHook(receiver.url)
  const worker = await startWorkerFor(app)
  try {
    await concurrently(25, () => hook.newCustomer())
    await expect
      .poll(async () => {
        await relayEvents(app.context)
        return receiver.received.length
      }, patient)
      .toBe(25)
    await worker.settle()
  } finally {
    await worker.stop()
  }
  await runJob(app, deliverWebhooks, hook.target)
  expect(receiver.received).toHaveLength(25)
})

test('receivers that do not answer delay no other workspace, and each subject stays in order', async () => {
  const patience = { WEBHOOK_TIMEOUT: '5m', ...settings }
  const served = await startApp(patience)
  const worker = await startWorkerFor(served)
  const held: (() => void)[] = []
  try {
    const slow = await startReceiver((_, response) => void held.push(() => response.end()))
    const quick = await startReceiver()
    const many = Array.from({ length: 12 }, (_, i) => `${slow.url}/${i}`)
    const other = await newHook(quick.url, served)
    for (let i = 0; i < 3; i++) await (await newHook(many, served)).newCustomer()
    const delivered = (count: number, { received }: typeof quick) =>
      expect
        .poll(async () => {
          await relayEvents(served.context)
          return received.length
        }, patient)
        .toBeGreaterThanOrEqual(count)
    // As many as three workspaces may keep waiting. Lanes that look at once may take one more, never all twenty.
    await delivered(12, slow)
    const { id } = (await other.newCustomer()).body.customer
    await delivered(1, quick)
    const { params, token } = other
    for (let version = 1; version <= 5; version++)
      await served.call(api.orders.customers.update, {
        params: { ...params, customerId: id },
        token,
        body: { version, name: `Ada ${version}` },
      })
    await delivered(6, quick)
    // All of it while the slow ones were still waited for.
    expect(slow.state.open).toBe(slow.received.length)
    expect(slow.state.open).toBeLessThan(20)
    const versions = quick.received.map(({ body }) => body.subject.version)
    expect(versions).toEqual([1, 2, 3, 4, 5, 6])
  } finally {
    for (const answer of held) answer()
    await worker.stop()
    await served.close()
  }
})
