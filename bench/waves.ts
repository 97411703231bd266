import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { post } from './accounts.ts'
import { drawer, withClient } from './goods.ts'
import type { Site } from './posting.ts'
import { load, type Service } from './processes.ts'
import { atMost, type Section } from './report.ts'
import { ms } from './rounds.ts'

const orders = 1_000
const lines = 2_500
const ordersPerBatch = 200
/** Different items of these orders, and in how many locations each is. */
const kinds = 1_000
const locationsOfItem = 100
const bins = 500
/** As many as a move has lines for. */
const itemsPerMove = 10
/** Others confirm orders for the same items meanwhile. */
const others = 8
const othersMs = 12_000
const mostSeconds = 5
const mostWaitSeconds = 1

type Urls = { DATABASE_URL: string }
type Wave = { id: string; version: number; results: Record<string, number>; lines: number }

/** Measures the release of a wave, and how long it keeps others waiting who order the same items. */
export async function measureWave(
  { port }: Service,
  { DATABASE_URL }: Urls,
  site: Site,
  all: readonly string[],
): Promise<Section> {
  const items = all.slice(0, kinds)
  await spread(DATABASE_URL, port, site, items)
  const tag = `wave ${randomUUID().slice(0, 8)}`
  await order(port, site, items, tag)
  const call = <T>(path: string, body: object) =>
    post(port, `/api/v1/tenant/${site.slug}/${path}`, body, site.token) as Promise<T>
  const { wave } = await call<{ wave: Wave }>('picking/waves', {
    warehouseId: site.warehouse,
    filter: { tag },
    maxOrders: orders,
  })
  const requests = items.map((variantId) => ({
    status: 201,
    headers: { authorization: `Bearer ${site.token}`, 'idempotency-key': '{fresh}' },
    body: JSON.stringify({ lines: [{ variantId, qty: '1' }], confirm: { mode: 'strict' } }),
  }))
  const path = `/api/v1/tenant/${site.slug}/orders`
  const stream = { name: 'others', method: 'POST' as const, path, requests, connections: others }
  const streams = [{ ...stream, pauseMs: 50, isTurning: true }]
  const calm = await load({ port, warmupMs: 500, measureMs: othersMs / 3, streams })
  let tookMs = 0
  let done: Wave = wave
  const [busy] = await Promise.all([
    load({ port, warmupMs: 500, measureMs: othersMs, streams }),
    (async () => {
      // The others have begun by then.
      await sleep(2_000)
      const from = performance.now()
      await call(`picking/waves/${wave.id}/release`, { version: wave.version })
      do {
        await sleep(50)
        done = await read(port, site, wave.id)
      } while ((done.results['pending'] ?? 0) > 0)
      tookMs = performance.now() - from
    })(),
  ])
  const slowest = (busy['others']?.slowest ?? Number.NaN) / 1000
  const missing = orders - (done.results['released'] ?? 0)
  return {
    title: `A wave of ${orders.toLocaleString('en')} orders with ${lines.toLocaleString('en')} lines, ${(kinds * locationsOfItem).toLocaleString('en')} stock lines`,
    figures: [
      {
        what: 'From the request until the last order is released',
        measured: ms(tookMs),
        limit: atMost(tookMs / 1000, mostSeconds, ' s'),
      },
      { what: 'Orders not released', measured: String(missing), limit: atMost(missing, 0) },
      { what: 'Lines to pick', measured: String(done.lines) },
      {
        what: `${others} others who order the same items, slowest answer before`,
        measured: ms(calm['others']?.slowest ?? Number.NaN),
      },
      {
        what: 'Slowest answer to 8 others meanwhile',
        measured: ms(slowest * 1000),
        limit: atMost(slowest, mostWaitSeconds, ' s'),
      },
    ],
  }
}

async function read(port: number, { slug, token }: Site, waveId: string): Promise<Wave> {
  const answer = await fetch(
    `http://127.0.0.1:${port}/api/v1/tenant/${slug}/picking/waves/${waveId}`,
    { headers: { authorization: `Bearer ${token}` } },
  )
  return ((await answer.json()) as { wave: Wave }).wave
}

/** Makes bins and receives each item into several of them. */
async function spread(url: string, port: number, site: Site, items: readonly string[]) {
  await post(
    port,
    `/api/v1/tenant/${site.slug}/locations/generate`,
    { warehouseId: site.warehouse, pattern: `W-{001..${bins}}` },
    site.token,
  )
  await withClient(url, async (client) => {
    await client.query(`select set_config('app.platform_id', $1, false)`, [site.platform])
    const { rows } = await client.query<{ id: string }>(
      `select location_id as id from tenant.locations
       where platform_id = $1 and warehouse_id = $2 and code like 'W-%' order by code`,
      [site.platform, site.warehouse],
    )
    const move = {
      kind: 'receive',
      warehouseId: site.warehouse,
      sourceType: 'test',
      actorType: 'system',
    }
    for (let from = 0; from < items.length; from += itemsPerMove) {
      const received = items.slice(from, from + itemsPerMove).flatMap((variantId, i) =>
        Array.from({ length: locationsOfItem }, (_, n) => ({
          lineNo: i * locationsOfItem + n + 1,
          qty: '200',
          party: 'supplier',
          variantId,
          toLocation: rows[(from + i + n * 97) % rows.length]?.id,
          unitCostMicros: '1000000',
        })),
      )
      await client.query('select stock.post($1, $2::jsonb, $3::jsonb)', [
        site.platform,
        JSON.stringify(move),
        JSON.stringify(received),
      ])
    }
  })
}

/** Orders of two and three lines, confirmed. */
async function order(port: number, site: Site, items: readonly string[], tag: string) {
  const draw = drawer(items, 7)
  const path = `/api/v1/tenant/${site.slug}/orders/batch`
  for (let from = 0; from < orders; from += ordersPerBatch) {
    const batch = Array.from({ length: ordersPerBatch }, (_, i) => ({
      tags: [tag],
      confirm: { mode: 'strict' },
      lines: draw(2 + (i % 2)).map((variantId) => ({ variantId, qty: '2' })),
    }))
    const { applied } = (await post(
      port,
      path,
      { mode: 'all_or_nothing', items: batch },
      site.token,
    )) as { applied: number }
    if (applied !== batch.length) throw new Error('The orders of the wave were not accepted.')
  }
}
