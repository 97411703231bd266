import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { open } from './connection.ts'
import { drawer, withClient } from './goods.ts'
import { createBatch } from './order-batches.ts'
import type { Site } from './posting.ts'
import type { Service } from './processes.ts'
import { atLeast, atMost, type Section } from './report.ts'
import { median, ms, rate } from './rounds.ts'

const connections = 8
const rounds = 3
/** Requests of one round. What is picked or shipped once is not picked again, so each is new. */
const perRound = 240
const linesPerOrder = 3
const perBatch = 200
const leastShare = 0.5
const pickersAtOnce = 50
/** Picks of each picker in one round. */
const picksEach = 6
const betweenScansMs = 2_000
const mostScanMs = 50

type Servers = { server: Service; bare: Service }
type BenchRequest = { path: string; body: object; status: number }
/** A request of the product, and the same one of the bare server. */
type Both = { product: BenchRequest; bare: BenchRequest }

type Task = Record<
  'order' | 'fulfillment' | 'task' | 'bucket' | 'stage' | 'variant' | 'allocation' | 'actor',
  string
>
type Packed = Record<'order' | 'fulfillment' | 'actor', string> & {
  lines: { allocation: string; bucket: string; qty: string }[]
}

/** Compares picks and shipments of orders of three lines with a bare server that writes the same rows. */
export async function compareFulfilling(
  servers: Servers,
  ownerUrl: string,
  site: Site,
  items: readonly string[],
): Promise<Section[]> {
  const { server } = servers
  // A round of each side, and one to warm up.
  const measured = 2 * (rounds + 1) * perRound
  const pickers = 2 * (rounds + 1) * pickersAtOnce * picksEach
  const orders = (measured + pickers) / linesPerOrder + measured
  await releaseOrders(server.port, site, drawer(items, 11), orders)
  const tasks = await readRows<Task>(ownerUrl, site, tasksText)
  const pickSection = await compare(
    'Picks',
    servers,
    site,
    tasks.slice(0, measured).map((task) => pickOf(site, task)),
  )
  const pickerSection = await comparePickers(
    servers,
    site,
    tasks.slice(measured, measured + pickers).map((task) => pickOf(site, task)),
  )
  // The bare server leaves its fulfillments half done: others are shipped.
  const rest = tasks.slice(measured + pickers)
  await sendAll(
    server.port,
    site,
    rest.map((task) => pickOf(site, task).product),
  )
  const fulfillments = [...new Set(rest.map(({ fulfillment }) => fulfillment))]
  await sendAll(server.port, site, fulfillments.map(packOf))
  const packed = await readRows<Packed>(ownerUrl, site, packedText)
  const shipSection = await compare(
    'Shipments',
    servers,
    site,
    packed.map((one) => shipOf(site, one)),
  )
  return [pickSection, pickerSection, shipSection]
}

/** Compares how long pickers wait for the answer to a scan, while all of them walk and scan at their pace. */
async function comparePickers(
  { server, bare }: Servers,
  site: Site,
  requests: readonly Both[],
): Promise<Section> {
  let next = 0
  const take = () => requests.slice(next, (next += pickersAtOnce * picksEach))
  const pairs: [Sent, Sent][] = []
  for (let round = 0; round <= rounds; round++) {
    const ours = take().map(({ product }) => product)
    const theirs = take().map((each) => each.bare)
    const pair: [Sent, Sent] = [
      await sendAll(server.port, site, ours, pickersAtOnce, betweenScansMs),
      await sendAll(bare.port, undefined, theirs, pickersAtOnce, betweenScansMs),
    ]
    if (round > 0) pairs.push(pair)
  }
  const p95 = median(pairs.map(([a]) => a.p95))
  return {
    title: `${pickersAtOnce} pickers at once, each with a scan every ${betweenScansMs / 1000} s`,
    figures: [
      {
        what: 'Stowage, scan to answer, p95',
        measured: ms(p95),
        limit: atMost(p95, mostScanMs, ' ms'),
      },
      { what: 'Bare server, p95', measured: ms(median(pairs.map(([, b]) => b.p95))) },
      {
        what: 'Stowage, p95 by that',
        measured: median(pairs.map(([a, b]) => a.p95 / b.p95)).toFixed(2),
      },
    ],
  }
}

async function releaseOrders(
  port: number,
  site: Site,
  draw: (count: number) => string[],
  count: number,
) {
  for (let made = 0; made < count; made += perBatch) {
    const orders = Array.from({ length: perBatch }, () => ({
      confirm: { mode: 'strict' },
      lines: draw(linesPerOrder).map((variantId) => ({ variantId, qty: '1', unitPrice: '9.90' })),
    }))
    const ids = await createBatch(port, site, orders)
    const release = { mode: 'all_or_nothing', items: ids.map((id) => ({ id })) }
    await sendAll(port, site, [{ path: 'orders/batch/release', body: release, status: 200 }])
  }
}

async function readRows<Row>(ownerUrl: string, { platform }: Site, text: string): Promise<Row[]> {
  return withClient(
    ownerUrl,
    async (client) => (await client.query(text, [platform])).rows as Row[],
  )
}

const tasksText = `
  select f.order_id as "order", f.fulfillment_id as fulfillment, t.pick_task_id as task,
    a.bucket_id::text as bucket, w.stage_location_id as stage, l.variant_id as variant,
    t.allocation_id::text as allocation, f.created_by as actor
  from tenant.pick_tasks t
  join tenant.fulfillment_lines l using (platform_id, fulfillment_id, line_no)
  join tenant.fulfillments f using (platform_id, fulfillment_id)
  join tenant.warehouses w using (platform_id, warehouse_id)
  join tenant.allocations a using (platform_id, allocation_id)
  where t.platform_id = $1 and t.state = 'ready'
  order by t.fulfillment_id, t.line_no`

const packedText = `
  select f.order_id as "order", f.fulfillment_id as fulfillment, f.created_by as actor,
    jsonb_agg(jsonb_build_object('allocation', a.allocation_id::text, 'bucket', a.bucket_id::text,
      'qty', a.qty::text) order by l.line_no) as lines
  from tenant.fulfillments f
  join tenant.fulfillment_lines l using (platform_id, fulfillment_id)
  join tenant.allocations a using (platform_id, reservation_id)
  where f.platform_id = $1 and f.state = 'packed' and a.state = 'picked'
  group by f.platform_id, f.fulfillment_id
  order by f.fulfillment_id`

const moveOf = ({ warehouse }: Site, kind: string, actor: string) => ({
  kind,
  warehouseId: warehouse,
  sourceType: kind === 'pick' ? 'fulfillment' : 'shipment',
  actorType: 'member',
  actorId: actor,
})

function pickOf(site: Site, { bucket, stage, variant, allocation, ...task }: Task): Both {
  const line = {
    lineNo: 1,
    qty: '1',
    fromBucket: bucket,
    variantId: variant,
    toLocation: stage,
    allocationId: allocation,
    claim: 'carry',
  }
  const move = moveOf(site, 'pick', task.actor)
  const { platform, warehouse } = site
  return {
    product: { path: `picking/tasks/${task.task}/confirm`, body: { qty: '1' }, status: 200 },
    bare: {
      path: 'pick',
      body: { platform, warehouse, ...task, move, lines: [line] },
      status: 200,
    },
  }
}

const packOf = (fulfillment: string): BenchRequest => ({
  path: `packing/fulfillments/${fulfillment}/pack-all`,
  body: {},
  status: 200,
})

function shipOf(site: Site, { lines, ...packed }: Packed): Both {
  const posted = lines.map(({ allocation, bucket, qty }, i) => ({
    lineNo: i + 1,
    qty,
    party: 'customer',
    fromBucket: bucket,
    allocationId: allocation,
    claim: 'consume',
  }))
  const move = moveOf(site, 'ship', packed.actor)
  const { platform, warehouse } = site
  const body = { fulfillmentId: packed.fulfillment, carrier: 'Post' }
  return {
    product: { path: 'shipping/shipments', body, status: 201 },
    bare: {
      path: 'ship',
      body: { platform, warehouse, ...packed, move, lines: posted },
      status: 201,
    },
  }
}

/** Sends new requests to both sides alternately. */
async function compare(
  what: string,
  { server, bare }: Servers,
  site: Site,
  requests: readonly Both[],
): Promise<Section> {
  let next = 0
  const take = () => requests.slice(next, (next += perRound))
  const ours = () =>
    sendAll(
      server.port,
      site,
      take().map(({ product }) => product),
    )
  const theirs = () =>
    sendAll(
      bare.port,
      undefined,
      take().map((each) => each.bare),
    )
  const pairs: [Sent, Sent][] = []
  for (let round = 0; round <= rounds; round++) {
    const pair: [Sent, Sent] = [await ours(), await theirs()]
    if (round > 0) pairs.push(pair)
  }
  const share = median(pairs.map(([a, b]) => a.perSecond / b.perSecond))
  return {
    title: `${what} of orders of three lines, ${connections} connections`,
    figures: [
      {
        what: `Stowage, ${what.toLowerCase()}`,
        measured: rate(median(pairs.map(([a]) => a.perSecond))),
      },
      { what: 'Stowage, p95', measured: ms(median(pairs.map(([a]) => a.p95))) },
      {
        what: 'Bare server, with the same rows written',
        measured: rate(median(pairs.map(([, b]) => b.perSecond))),
      },
      {
        what: 'Stowage, share of the bare server’s',
        measured: share.toFixed(2),
        limit: atLeast(share, leastShare),
      },
    ],
  }
}

type Sent = { perSecond: number; p95: number }

/** Sends each request once, over all connections, each of which pauses between two. `site` is whose product is asked. */
async function sendAll(
  port: number,
  site: Site | undefined,
  asked: readonly BenchRequest[],
  clients = connections,
  pauseMs = 0,
): Promise<Sent> {
  const rest = asked.values()
  const times: number[] = []
  const from = performance.now()
  await Promise.all(
    Array.from({ length: Math.min(clients, asked.length) }, async (_, i) => {
      const connection = await open(port)
      // They do not all begin with the same step.
      if (pauseMs > 0) await sleep((pauseMs * i) / clients)
      for (const each of rest) {
        const begun = performance.now()
        const { status, body } = await connection.ask(textOf(site, each))
        times.push(performance.now() - begun)
        if (status !== each.status) throw new Error(`${each.path} was answered ${status}: ${body}`)
        if (pauseMs > 0) await sleep(pauseMs)
      }
      connection.close()
    }),
  )
  times.sort((a, b) => a - b)
  return {
    perSecond: asked.length / ((performance.now() - from) / 1000),
    p95: times[Math.floor(times.length * 0.95)] ?? Number.NaN,
  }
}

/** Returns a request as it is sent. `site` is whose product is asked. */
export function textOf(
  site: Site | undefined,
  { path, body }: Pick<BenchRequest, 'path' | 'body'>,
): string {
  const text = JSON.stringify(body)
  const target = site ? `/api/v1/tenant/${site.slug}/${path}` : `/written/${path}`
  const own = site
    ? `authorization: Bearer ${site.token}\r\nidempotency-key: ${randomUUID()}\r\n`
    : ''
  const head = `POST ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${own}`
  return `${head}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}
