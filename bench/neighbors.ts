import { randomUUID } from 'node:crypto'
import { post } from './accounts.ts'
import type { Stream } from './load.ts'
import { requestsOf, type Site } from './posting.ts'
import { load } from './processes.ts'
import { atMost, type Section } from './report.ts'
import { alternate, median, ms } from './rounds.ts'

const rounds = 2
const busyClients = 100
/** How many times its calm p95 a workspace may wait because of another one. */
const mostTimes = 3
const ordersEach = 60
const labelledEach = 200
const importedRows = 500

/** A workspace with what is read and written in it. */
export type Neighbor = { site: Site; items: readonly string[]; orders: readonly string[] }

/** Adds stock, and orders of three lines. */
export async function furnish(
  port: number,
  opened: { site: Site; items: readonly string[] },
): Promise<Neighbor> {
  const { site, items } = opened
  const base = `/api/v1/tenant/${site.slug}`
  const lines = items.map((variantId) => ({
    variantId,
    qty: '1000000',
    locationId: site.bin,
    unitCost: '1.00',
  }))
  const receipt = { warehouseId: site.warehouse, complete: true, lines }
  await post(port, `${base}/receiving/receipts`, receipt, site.token)
  const orders: string[] = []
  for (let i = 0; i < ordersEach; i += 1) {
    const made = await post(port, `${base}/orders`, orderOf(items, i), site.token)
    orders.push((made as { order: { id: string } }).order.id)
  }
  return { site, items, orders }
}

const orderOf = (items: readonly string[], from: number) => ({
  lines: [0, 1, 2].map((i) => ({ variantId: items[(from + i) % items.length], qty: '1' })),
  confirm: {},
})

const bearer = ({ token }: Site) => ({ authorization: `Bearer ${token}` })

/** Returns the request streams of the calm workspace, each of one person at a time. */
function ownOf({ site, items, orders }: Neighbor): Stream[] {
  const at = `/api/v1/tenant/${site.slug}`
  const usual = { connections: 1, pauseMs: 40, isTurning: true, path: '' }
  const reading = (paths: string[]) => ({
    ...usual,
    method: 'GET' as const,
    requests: paths.map((path) => ({ path: at + path, headers: bearer(site) })),
  })
  return [
    { name: 'lists', ...reading(['/orders?limit=50', '/stock/levels', '/catalog/products']) },
    { name: 'details', ...reading(orders.map((id) => `/orders/${id}`)) },
    { name: 'search', ...reading(['/search?q=BENCH-1', '/search?q=100', '/search?q=Bench']) },
    {
      name: 'moves',
      ...usual,
      method: 'POST',
      path: `${at}/receiving/receipts`,
      requests: requestsOf('receipt', site, items),
    },
  ]
}

type Load = Pick<Stream, 'method' | 'path' | 'requests'>

/** Fails if the first request is answered otherwise, because refusals have a different speed. */
async function requireAnswer(port: number, { method, path, requests }: Load, expected: number) {
  const [{ headers = {}, body, path: own = path } = {}] = requests
  const answer = await fetch(`http://127.0.0.1:${port}${own}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
      ...(headers['idempotency-key'] !== undefined && { 'idempotency-key': randomUUID() }),
    },
    ...(body !== undefined && { body }),
  })
  if (answer.status !== expected)
    throw new Error(`${own} answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** Returns the loads that the busy workspace runs on all its connections, by name. */
async function loadsOf(port: number, busy: Neighbor): Promise<Record<string, Load>> {
  const { site, items, orders } = busy
  const at = `/api/v1/tenant/${site.slug}`
  const headers = bearer(site)
  const once = { ...headers, 'idempotency-key': '{fresh}' }
  const writing = (path: string, bodies: object[]): Load => ({
    method: 'POST',
    path: at + path,
    requests: bodies.map((body) => ({ headers: once, body: JSON.stringify(body) })),
  })
  const csv = (part: string) =>
    ['sku,name', ...Array.from({ length: importedRows }, (_, i) => `${part}-${i},Thing ${i}`)].join(
      '\n',
    )
  const kept: string[] = []
  for (let i = 0; i < 20; i += 1) {
    const path = `http://127.0.0.1:${port}${at}/imports?kind=products&fileName=bench.csv`
    const init = { method: 'POST', body: csv(`K${i}`), headers: { ...headers, ...asCsv } }
    const { import: job } = (await (await fetch(path, init)).json()) as { import: { id: string } }
    kept.push(job.id)
  }
  const upload = {
    path: `${at}/imports?kind=products&fileName=bench.csv`,
    headers: { ...once, ...asCsv },
    body: csv('{fresh}'),
  }
  return {
    moves: {
      method: 'POST',
      path: `${at}/receiving/receipts`,
      requests: requestsOf('receipt', site, items),
    },
    orders: writing(
      '/orders',
      items.map((_, i) => orderOf(items, i)),
    ),
    papers: {
      method: 'GET',
      path: `${at}/orders/papers?kind=confirmation&ids=${orders.slice(0, 50).join(',')}`,
      requests: [{ headers }],
    },
    labels: writing('/labels', [
      { template: 'product', ids: items.slice(0, labelledEach), format: 'pdf' },
    ]),
    exports: {
      method: 'GET',
      path: `${at}/stock/ledger?format=csv`,
      requests: [{ headers }],
    },
    imports: {
      method: 'POST',
      path: '',
      // A file is read in as often as one is checked.
      requests: kept.flatMap((id) => [
        upload,
        { path: `${at}/imports/${id}/validate`, headers, body: '{}' },
      ]),
    },
    'wrong sign-ins': {
      method: 'POST',
      path: `${at}/login`,
      requests: Array.from({ length: busyClients }, (_, i) => ({
        headers: {},
        body: JSON.stringify({ email: `nobody-${i}@example.test`, password: 'not it at all' }),
      })),
    },
  }
}

/** Expected status of loads that are not answered with 200. */
const answers: Record<string, number> = {
  moves: 201,
  orders: 201,
  imports: 201,
  'wrong sign-ins': 401,
}

const asCsv = { 'content-type': 'text/csv' }

/**
 * Measures the replies to one workspace, calm and while another one keeps 100 connections busy, for each kind of load.
 * `only` names one of them.
 */
export async function compareNeighbors(
  port: number,
  calm: Neighbor,
  busy: Neighbor,
  roundMs: number,
  only?: string,
): Promise<Section> {
  const own = ownOf(calm)
  const measure = (streams: Stream[]) => () =>
    load({ port, warmupMs: 1_000, measureMs: roundMs, streams })
  await measure(own)()
  const figures: Section['figures'] = []
  for (const [name, crowd] of Object.entries(await loadsOf(port, busy))) {
    if (only !== undefined && only !== name) continue
    await requireAnswer(port, crowd, answers[name] ?? 200)
    const stream = { name: 'crowd', ...crowd, connections: busyClients, pauseMs: 0 }
    const busyStream = { ...stream, isTurning: true, mayBeRefused: true }
    const pairs = await alternate(rounds, measure(own), measure([...own, busyStream]))
    const of = own.map(({ name: kind }) => {
      const before = median(pairs.map(([quiet]) => quiet[kind]?.p95 ?? Number.NaN))
      const during = median(pairs.map(([, loud]) => loud[kind]?.p95 ?? Number.NaN))
      return { kind, before, during, times: during / before }
    })
    const worst = Math.max(...of.map(({ times }) => times))
    const rate = median(pairs.map(([, loud]) => loud['crowd']?.perSecond ?? Number.NaN))
    figures.push({
      what: `${busyClients} × ${name} of the other, times the calm p95`,
      measured: of.map(({ kind, times }) => `${kind} ${times.toFixed(1)}`).join(', '),
      limit: atMost(worst, mostTimes),
    })
    figures.push({
      what: `The same as p95, calm and meanwhile; ${name} answered`,
      measured: `${of.map(({ before, during }) => `${ms(before)} → ${ms(during)}`).join(', ')}; ${rate.toFixed(0)} /s`,
    })
  }
  return { title: `A workspace beside one with ${busyClients} connections`, figures }
}
