import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@stowage/contract'
import type { Route } from '@stowage/contract/route'
import { newApiKey } from './api-keys.ts'
import type { Answer, TestApp } from './app.ts'
import { as } from './fixtures.ts'
import type { Site } from './warehouse.ts'

const pauseMs = 50

/**
 * Clients that work on a platform until `stop`: they receive, order, sign in, refresh sessions, read and follow the
 * events. A write that is refused for the moment is sent again with its key until it is accepted.
 */
export async function startTraffic(app: TestApp, site: Site, sku: string) {
  const { params } = site
  const key = await newApiKey(app, site.owner, site.platform)
  const done = { receipts: 0, orders: 0, signIns: 0, refreshes: 0, reads: 0 }
  const refused = { writes: 0, reads: 0 }
  /** Answers that no client should get. */
  const wrong: string[] = []
  const events: string[] = []
  let isStopping = false
  let after = '0'

  async function until<R extends Route>(
    route: R,
    options: Parameters<typeof app.call<R>>[1],
    kind: keyof typeof refused = 'writes',
  ) {
    const idempotencyKey = { 'idempotency-key': randomUUID() }
    for (;;) {
      const answer = await app.call(route, { ...options, headers: idempotencyKey })
      if (answer.status < 300) return answer
      // A sign-in that was refused for the moment counts as an attempt, and too many of them are slowed down.
      if (![503, 429].includes(answer.status) || !answer.headers['retry-after']) {
        wrong.push(`${route.path}: ${answer.status} ${JSON.stringify(answer.body)}`)
        return answer
      }
      refused[kind] += 1
      await sleep(pauseMs)
    }
  }

  async function receive() {
    const lines = [{ location: 'A-01', sku, qty: '1', unitCost: '1.00' }]
    const body = { warehouseId: site.warehouse.id, complete: true, lines }
    await until(api.warehouse.receiving.create, { ...as(site), body })
    done.receipts += 1
  }
  async function order() {
    const body = { lines: [{ sku, qty: '1' }] as never, confirm: { mode: 'strict' as const } }
    await until(api.orders.orders.create, { ...as(site), body })
    done.orders += 1
  }
  async function signIn() {
    const { email, password } = site.owner
    const { body } = await until(api.platforms.tenantSessions.login, {
      params,
      body: { email, password },
    })
    done.signIns += 1
    const token = body.tokens?.accessToken
    await until(api.platforms.tenantSessions.me, { params, token }, 'reads')
  }
  let session: Answer<{ tokens: { refreshToken: string; accessToken: string } }> | undefined
  async function refresh() {
    const { email, password } = site.owner
    session ??= await until(api.platforms.tenantSessions.login, {
      params,
      body: { email, password },
    })
    const { refreshToken } = session.body.tokens
    session = await until(api.platforms.tenantSessions.refresh, { params, body: { refreshToken } })
    done.refreshes += 1
  }
  async function read() {
    await until(api.warehouse.receiving.receipts, { params, token: key }, 'reads')
    done.reads += 1
  }
  async function follow() {
    const query = { after, limit: '100' }
    const { body } = await until(api.workspace.events.list, { ...as(site), query }, 'reads')
    events.push(...body.items.map(({ eventId }) => eventId))
    after = body.next
  }

  const repeat = async (work: () => Promise<void>, pause = 0) => {
    while (!isStopping) {
      await work()
      await sleep(pause)
    }
  }
  const running = [
    repeat(receive, 10),
    repeat(receive, 10),
    repeat(order, 20),
    repeat(signIn, 400),
    repeat(refresh, 50),
    repeat(read, 20),
    repeat(follow, 50),
  ]
  return {
    done,
    refused,
    wrong,
    events,
    /** Lets every client finish what it has begun. */
    async stop(): Promise<void> {
      isStopping = true
      await Promise.all(running)
    },
    /** Reads what is left of the feed of events. */
    async catchUp(): Promise<void> {
      for (let before = ''; before !== after;) {
        before = after
        await follow()
      }
    },
  }
}
