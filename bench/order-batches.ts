import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { drawer } from './goods.ts'
import type { Site } from './posting.ts'
import { residentMb, type Service } from './processes.ts'
import { atMost, type Section } from './report.ts'

const orders = 10_000
const ordersPerBatch = 200
/** How much the second half may need above the first. */
const mostMoreMb = 60

/** Measures 10,000 orders of two or three lines, 25,000 lines in all, confirmed in batches. */
export async function measureBatches(
  { port, pid }: Service,
  site: Site,
  items: readonly string[],
): Promise<Section> {
  const draw = drawer(items, 5)
  const orderOf = (number: number) => ({
    externalId: `BATCH-${number}`,
    confirm: { mode: 'strict' },
    lines: draw(2 + (number % 2)).map((variantId) => ({ variantId, qty: '1', unitPrice: '9.90' })),
  })
  const before = residentMb(pid)
  const most = { first: 0, second: 0 }
  let half: keyof typeof most = 'first'
  const watch = setInterval(() => (most[half] = Math.max(most[half], residentMb(pid))), 100)
  const from = performance.now()
  for (let number = 0; number < orders; number += ordersPerBatch) {
    if (number >= orders / 2) half = 'second'
    const batch = Array.from({ length: ordersPerBatch }, (_, index) => orderOf(number + index))
    await createBatch(port, site, batch)
  }
  const seconds = (performance.now() - from) / 1000
  await sleep(200)
  clearInterval(watch)
  const more = most.second - most.first
  return {
    title: `${orders.toLocaleString('en')} orders with 25,000 lines, in batches of ${ordersPerBatch}`,
    figures: [
      { what: 'Together', measured: `${seconds.toFixed(1)} s` },
      { what: 'Memory of the server before', measured: `${before.toFixed(0)} MB` },
      { what: 'The most of it in the first half', measured: `${most.first.toFixed(0)} MB` },
      {
        what: 'Memory of the second half above the first',
        measured: `${more.toFixed(0)} MB`,
        limit: atMost(more, mostMoreMb, ' MB'),
      },
    ],
  }
}

/** Creates orders in one request and returns their ids. */
export async function createBatch(port: number, { slug, token }: Site, items: object[]) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/tenant/${slug}/orders/batch`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ mode: 'all_or_nothing', items }),
  })
  const text = await answer.text()
  const { applied, results = [] } = (answer.ok ? JSON.parse(text) : {}) as {
    applied?: number
    results?: { id: string }[]
  }
  if (applied !== items.length) throw new Error(`A batch was answered ${answer.status}: ${text}`)
  return results.map(({ id }) => id)
}
