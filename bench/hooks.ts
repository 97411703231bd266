import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { post } from './accounts.ts'
import type { Site } from './posting.ts'
import { load, type Service } from './processes.ts'
import { atLeast, atMost, type Section } from './report.ts'
import { alternate, median, ms } from './rounds.ts'

const rounds = 2
/** How long the receiver takes to answer. */
const receiverMs = 200
const leastPerMinute = 1_000
/** Maximum p95 of the postings relative to those without a webhook. */
const mostTimes = 1.2
/** Enough receipts for a p95. */
const leastMs = 8_000
/** Two dozen receipts a second, each with one delivery, which begins up to two seconds later. */
const connections = 12
const pauseMs = 480

/** Measures what deliveries to a slow receiver cost those who receive goods. */
export async function measureWebhooks(
  { port }: Service,
  site: Site,
  items: readonly string[],
  roundMs: number,
): Promise<Section> {
  const { slug, token, warehouse, bin } = site
  const base = `/api/v1/tenant/${slug}`
  const requests = items.map((variantId) => ({
    status: 201,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': '{fresh}' },
    body: JSON.stringify({
      warehouseId: warehouse,
      complete: true,
      lines: [{ variantId, qty: '1', locationId: bin, unitCost: '1.00' }],
    }),
  }))
  const measureMs = Math.max(roundMs, leastMs)
  const receive = async () => {
    const path = `${base}/receiving/receipts`
    const stream = { name: 'receipts', method: 'POST' as const, path, requests, connections }
    const streams = [{ ...stream, pauseMs, isTurning: true }]
    const { receipts } = await load({ port, warmupMs: 2_000, measureMs, streams })
    return receipts?.p95 ?? Number.NaN
  }
  await using receiver = await openReceiver()
  const withWebhook = async () => {
    const created = await post(
      port,
      `${base}/settings/webhooks`,
      { url: `http://127.0.0.1:${receiver.port}/`, types: ['receipt.completed'] },
      token,
    )
    const { webhook } = created as { webhook: { id: string } }
    const before = receiver.received()
    const p95 = await receive()
    const perMinute = ((receiver.received() - before) / (measureMs + 2_000)) * 60_000
    await remove(port, `${base}/settings/webhooks/${webhook.id}`, token)
    return { p95, perMinute }
  }
  await receive()
  const pairs = await alternate(rounds, receive, withWebhook)
  const times = median(pairs.map(([calm, { p95 }]) => p95 / calm))
  const perMinute = median(pairs.map(([, busy]) => busy.perMinute))
  return {
    title: `Deliveries to a receiver that takes ${receiverMs} ms, while goods are received`,
    figures: [
      {
        what: 'Deliveries per minute',
        measured: perMinute.toFixed(0),
        limit: atLeast(perMinute, leastPerMinute),
      },
      { what: 'Receipts without a webhook, p95', measured: ms(median(pairs.map(([p95]) => p95))) },
      {
        what: 'Receipts with a webhook, p95 by that without',
        measured: `${times.toFixed(2)} (${ms(median(pairs.map(([, { p95 }]) => p95)))})`,
        limit: atMost(times, mostTimes),
      },
    ],
  }
}

/** Opens a server that answers every request with success after `receiverMs`, and counts them. */
async function openReceiver() {
  let received = 0
  // Each delivery has a connection of its own.
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      setTimeout(() => {
        received += 1
        socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n')
      }, receiverMs)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    received: () => received,
    [Symbol.asyncDispose]: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}

async function remove(port: number, path: string, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'DELETE', headers })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
}
