import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { refusal, setupApp, type TestApp } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { isSignedWith, startReceiver, status } from '../../../test/receiver.ts'
import { runJob } from '../../../test/run-job.ts'
import { newWarehouse, type Site } from '../../../test/warehouse.ts'
import { deliverWebhooks, forgetDeliveries } from './jobs.ts'
import { relayEvents } from './relay-events.ts'
import { sendDue } from './send-due.ts'

const { create, remove, rotateSecret, update } = api.workspace.webhooks
const { get, list, replay, test: sendTest } = api.workspace.deliveries
const app = await setupApp({ WEBHOOK_ALLOW: '127.0.0.0/8', WEBHOOK_TIMEOUT: '1s' })

const hour = 3_600_000

type Hooked = Awaited<ReturnType<typeof newHook>>

async function newHook(url: string, types: string[] = ['customer.*'], of: TestApp = app) {
  const site = await newWarehouse(of)
  const { status: answered, body } = await of.call(create, { ...by(site), body: { url, types } })
  if (answered !== 201) throw new Error(JSON.stringify(body))
  return hooked(site, body.webhook.id, body.secret)
}
const by = ({ params, token }: Pick<Site, 'params' | 'token'>) => ({ params, token })
const hooked = (site: Site, webhookId: string, secret: string) => ({
  ...site,
  secret,
  at: { ...by(site), params: { ...site.params, webhookId } },
  target: { platformId: site.platform.id, webhookId },
})

/** The owner signs in again, because a session does not last as long as some tests. */
async function signedIn(hook: Hooked): Promise<Hooked> {
  const { params, owner, at } = hook
  const answer = await app.call(api.platforms.tenantSessions.login, { params, body: owner })
  const token = answer.body.tokens.accessToken
  return { ...hook, token, at: { ...at, token } }
}

/** A customer is a subject with few events of its own. */
async function newCustomer(site: Pick<Site, 'params' | 'token'>, of: TestApp = app) {
  const body = { code: randomUUID().slice(0, 8), name: 'Ada' }
  const answer = await of.call(api.orders.customers.create, { ...by(site), body })
  return answer.body.customer
}
async function renamed(
  site: Pick<Site, 'params' | 'token'>,
  customer: { id: string; version: number },
) {
  const params = { ...site.params, customerId: customer.id }
  const body = { version: customer.version, name: randomUUID() }
  const answer = await app.call(api.orders.customers.update, { ...by(site), params, body })
  return answer.body.customer
}

/** Does what the relay and the queue do until nothing is due. */
async function deliver({ target }: Hooked, of: TestApp = app) {
  await relayEvents(of.context)
  while ((await sendDue(of.context, target)) > 0);
}

const stateOf = async ({ at }: Hooked, delivery: string) => {
  const { body } = await app.call(get, { ...at, params: { ...at.params, delivery } })
  return body
}
const listed = async ({ at }: Hooked, query: Record<string, string> = {}) =>
  (await app.call(list, { ...at, query })).body.items

describe('a delivery', () => {
  test('tells of an event, signed with the secret', async () => {
    const receiver = await startReceiver()
    const hook = await newHook(receiver.url)
    const customer = await newCustomer(hook)
    await renamed(hook, customer)
    await deliver(hook)

    const [first, second] = receiver.received
    expect(receiver.types()).toEqual(['customer.created', 'customer.updated'])
    expect(first?.body).toEqual({
      eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      feedSeq: expect.stringMatching(/^\d+$/),
      type: 'customer.created',
      occurredAt: expect.stringMatching(/Z$/),
      subject: { type: 'customer', id: customer.id, version: 1 },
      data: { code: customer.code, warehouseId: null },
      previous: null,
    })
    expect(second?.body.previous).toMatchObject({ eventId: first?.body.eventId, version: 1 })
    expect(first?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': first?.body.eventId,
    })
    for (const each of receiver.received) expect(isSignedWith(hook.secret, each)).toBe(true)
    const state = await stateOf(hook, first?.body.feedSeq ?? '')
    expect(state).toMatchObject({
      delivery: { state: 'delivered', attempts: 1, status: 200, nextAt: null },
      body: first?.body,
      attempts: [{ number: 1, status: 200, failure: null, responseHead: '' }],
    })
  })

  test('is made of events that a webhook asks for, and of no other workspace', async () => {
    const receiver = await startReceiver()
    const hook = await newHook(receiver.url, ['customer.updated'])
    const [one, other] = [await newCustomer(hook), await newHook(receiver.url, ['*'])]
    await renamed(hook, one)
    await deliver(hook)
    await deliver(other)
    expect(receiver.types()).toEqual(['customer.updated'])
    await newCustomer(other)
    await deliver(other)
    expect(receiver.types()).toEqual(['customer.updated', 'customer.created'])
    expect(
      refusal(
        await app.call(list, {
          ...other.at,
          params: { ...other.params, webhookId: hook.at.params.webhookId },
        }),
      ),
    ).toEqual([404, 'not_found'])
  })

  test('is repeated with the same eventId until it is answered with success', async () => {
    const receiver = await startReceiver(
      (_, response, all) => void response.writeHead(all.length < 3 ? 500 : 200).end('busy'),
    )
    const hook = await newHook(receiver.url)
    await newCustomer(hook)
    await deliver(hook)
    for (let tries = 0; tries < 2; tries++) {
      await deliver(hook)
      expect(receiver.received).toHaveLength(tries + 1)
      app.clock.advance(40_000)
      await deliver(hook)
    }
    expect(receiver.received).toHaveLength(3)
    expect(new Set(receiver.received.map(({ body }) => body.eventId)).size).toBe(1)
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1)
    const [delivery] = await listed(hook)
    const { attempts } = await stateOf(hook, delivery?.id ?? '')
    expect(attempts.map((each) => [each.number, each.status, each.failure])).toEqual([
      [3, 200, null],
      [2, 500, 'The receiver answered 500'],
      [1, 500, 'The receiver answered 500'],
    ])
    expect(attempts[1]?.responseHead).toBe('busy')
  })

  test('waits for the earlier one of its subject, and for no other', async () => {
    const refused = new Set<string>()
    const receiver = await startReceiver(
      ({ body }, response) =>
        void response.writeHead(refused.has(body.subject.id) ? 503 : 200).end(),
    )
    const hook = await newHook(receiver.url)
    const [one, other] = [await newCustomer(hook), await newCustomer(hook)]
    refused.add(one.id)
    await deliver(hook)
    await renamed(hook, one)
    await renamed(hook, other)
    await deliver(hook)
    const told = (id: string) =>
      receiver.received.filter(({ body }) => body.subject.id === id).map(({ body }) => body.type)
    expect(told(one.id)).toEqual(['customer.created'])
    expect(told(other.id)).toEqual(['customer.created', 'customer.updated'])
    expect((await listed(hook, { state: 'pending' })).map(({ nextAt }) => nextAt)).toEqual([null])
    refused.clear()
    app.clock.advance(60_000)
    await deliver(hook)
    expect(told(one.id)).toEqual(['customer.created', 'customer.created', 'customer.updated'])
  })

  test('is given up after 12 attempts, which people are told once a day, and can be replayed', async () => {
    const receiver = await startReceiver(status(500))
    let hook = await newHook(receiver.url)
    const admin = await app.newMember(hook.owner, hook.platform, { role: 'admin' })
    const [one] = [await newCustomer(hook), await newCustomer(hook)]
    await renamed(hook, one)
    await deliver(hook)
    for (let attempt = 1; attempt < 12; attempt++) {
      app.clock.advance(11 * hour)
      await deliver(hook)
    }
    hook = await signedIn(hook)
    const dead = await listed(hook, { state: 'dead' })
    expect(dead.map(({ attempts, failure }) => [attempts, failure])).toEqual([
      [12, 'The receiver answered 500'],
      [12, 'The receiver answered 500'],
    ])
    // The next one of the subject had to wait, and is tried now.
    expect((await listed(hook, { state: 'retrying' })).map(({ attempts }) => attempts)).toEqual([1])
    for (const { email } of [hook.owner, admin]) {
      const mails = await app.mailsTo(email)
      const about = mails.filter(({ subject }) => subject === 'A webhook could not be delivered')
      expect(about).toHaveLength(1)
      expect(about[0]?.text).toContain(`/app/settings/webhooks/${hook.at.params.webhookId}`)
    }
    const events = (await eventsOf(app, hook.platform.id)).map(({ action }) => action)
    expect(events.filter((action) => action === 'WEBHOOK_DEAD')).toHaveLength(1)
    const feed = await app.call(api.workspace.events.list, by(hook))
    expect(feed.body.items.filter(({ type }) => type === 'webhook.dead')).toHaveLength(1)

    receiver.state.answer = status(204)
    const delivery = dead[0]?.id ?? ''
    const again = { ...hook.at, params: { ...hook.at.params, delivery } }
    expect((await app.call(replay, again)).body.delivery).toMatchObject({ state: 'pending' })
    expect(refusal(await app.call(replay, again))).toEqual([409, 'invalid_transition'])
    await deliver(hook)
    const { delivery: after, attempts } = await stateOf(hook, delivery)
    expect(after).toMatchObject({ state: 'delivered', attempts: 13, eventId: dead[0]?.eventId })
    expect(attempts[0]).toMatchObject({ number: 13, status: 204 })
  })

  test('fails on a redirect, a hanging receiver and one that is down', async () => {
    const elsewhere = await startReceiver()
    const receiver = await startReceiver(status(302, { location: elsewhere.url }))
    const hook = await newHook(receiver.url)
    const failure = async () => {
      await newCustomer(hook)
      await deliver(hook)
      const [latest] = await listed(hook)
      return [latest?.status, latest?.failure]
    }
    expect(await failure()).toEqual([302, 'Redirects are not followed'])
    expect(elsewhere.received).toEqual([])
    receiver.state.answer = () => {}
    expect(await failure()).toEqual([null, 'No answer within 1 seconds'])
    receiver.state.answer = (_, response) => void response.socket?.destroy()
    expect(await failure()).toEqual([null, 'The connection was closed without an answer'])
    await receiver.close()
    expect(await failure()).toEqual([null, 'The connection was refused'])
  })

  test('keeps 2 KB of the response, without secrets and zero bytes', async () => {
    const receiver = await startReceiver()
    const hook = await newHook(receiver.url)
    receiver.state.answer = status(200, {}, `\0${hook.secret} ${'x'.repeat(100_000)}`)
    await newCustomer(hook)
    await deliver(hook)
    const [delivery] = await listed(hook)
    const [attempt] = (await stateOf(hook, delivery?.id ?? '')).attempts
    expect(attempt?.responseHead).toMatch(/^whsec_… x+$/)
    expect(attempt?.responseHead?.length).toBeLessThan(2_100)
  })

  test('is not made while the webhook is paused, and not at all after it was removed', async () => {
    const receiver = await startReceiver()
    const hook = await newHook(receiver.url)
    await app.call(update, { ...hook.at, body: { state: 'paused' } })
    expect(refusal(await app.call(sendTest, hook.at))).toEqual([409, 'webhook_paused'])
    await newCustomer(hook)
    await deliver(hook)
    expect(receiver.received).toEqual([])
    await app.call(update, { ...hook.at, body: { state: 'active' } })
    await deliver(hook)
    expect(receiver.types()).toEqual(['customer.created'])
    await newCustomer(hook)
    await app.call(remove, hook.at)
    await deliver(hook)
    expect(receiver.received).toHaveLength(1)
  })

  test('is signed with both secrets until the end of the overlap', async () => {
    const receiver = await startReceiver()
    let hook = await newHook(receiver.url)
    const rotated = await app.call(rotateSecret, { ...hook.at, body: { overlapHours: 1 } })
    const { secret } = rotated.body
    const signers = async () => {
      await newCustomer(hook)
      await deliver(hook)
      const last = receiver.received.at(-1)
      return [hook.secret, secret].map((each) => last && isSignedWith(each, last))
    }
    expect(await signers()).toEqual([true, true])
    app.clock.advance(hour)
    hook = await signedIn(hook)
    expect(await signers()).toEqual([false, true])
  })
})

test('a test event is sent to the webhook that was asked for only', async () => {
  const receiver = await startReceiver()
  const hook = await newHook(receiver.url, ['receipt.completed'])
  const everything = { url: receiver.url, types: ['*'] }
  await app.call(create, { ...by(hook), body: everything })
  const { body } = await app.call(sendTest, hook.at)
  expect(body.delivery).toMatchObject({ type: 'webhook.test', state: 'pending' })
  await relayEvents(app.context)
  await runJob(app, deliverWebhooks, hook.target)
  await relayEvents(app.context)
  expect(receiver.types()).toEqual(['webhook.test'])
})

test('deliveries are listed page by page and forgotten after 30 days', async () => {
  const receiver = await startReceiver()
  let hook = await newHook(receiver.url)
  for (let made = 0; made < 3; made++) await newCustomer(hook)
  await deliver(hook)
  const first = await app.call(list, { ...hook.at, query: { limit: '2' } })
  expect(first.body.total).toBe(3)
  const second = await app.call(list, {
    ...hook.at,
    query: { limit: '2', cursor: first.body.next ?? '' },
  })
  expect(second.body.items).toHaveLength(1)
  app.clock.advance(29 * 24 * hour)
  hook = await signedIn(hook)
  await newCustomer(hook)
  await deliver(hook)
  app.clock.advance(25 * hour)
  await runJob(app, forgetDeliveries, {})
  hook = await signedIn(hook)
  expect(await listed(hook)).toHaveLength(1)
  const rows = await arrange(app, `select from tenant.webhook_attempts where platform_id = $1`, [
    hook.platform.id,
  ])
  expect(rows).toHaveLength(1)
})
