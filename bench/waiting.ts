import { randomUUID } from 'node:crypto'
import { post } from './accounts.ts'
import { withClient } from './goods.ts'
import type { Site } from './posting.ts'
import { load, type Service } from './processes.ts'
import { atMost, type Section } from './report.ts'
import { ms } from './rounds.ts'

const claims = 1_000
/** Others post receipts of other items meanwhile. */
const others = 8
const othersMs = 4_000
const mostSeconds = 3

type Urls = { DATABASE_URL: string; DATABASE_OWNER_URL: string }

/** Measures a receipt that serves a thousand waiting claims, and how long it keeps others waiting. */
export async function measureWaiting(
  { port }: Service,
  urls: Urls,
  site: Site,
  awaited: string,
  items: readonly string[],
): Promise<Section> {
  await queueUp(urls, site, awaited)
  const path = `/api/v1/tenant/${site.slug}/receiving/receipts`
  const receiptOf = (variantId: string, qty: number) => ({
    warehouseId: site.warehouse,
    complete: true,
    lines: [{ variantId, qty: String(qty), locationId: site.bin, unitCost: '1.00' }],
  })
  const requests = items.map((variantId) => ({
    status: 201,
    headers: { authorization: `Bearer ${site.token}`, 'idempotency-key': '{fresh}' },
    body: JSON.stringify(receiptOf(variantId, 1)),
  }))
  const stream = { name: 'others', method: 'POST' as const, path, requests, connections: others }
  const measureMs = othersMs
  const streams = [{ ...stream, pauseMs: 0, isTurning: true }]
  const calm = await load({ port, warmupMs: 500, measureMs, streams })
  let tookMs = 0
  const [busy] = await Promise.all([
    load({ port, warmupMs: 500, measureMs, streams }),
    (async () => {
      // The others have begun by then.
      await new Promise((resolve) => setTimeout(resolve, othersMs / 2))
      const from = performance.now()
      await post(port, path, receiptOf(awaited, claims), site.token)
      tookMs = performance.now() - from
    })(),
  ])
  const waiting = await countWaiting(urls, site, awaited)
  const slowest = (busy['others']?.slowest ?? Number.NaN) / 1000
  return {
    title: `A receipt of an item that ${claims.toLocaleString('en')} claims wait for`,
    figures: [
      { what: 'The receipt, in one transaction', measured: ms(tookMs) },
      { what: 'Claims that still wait', measured: String(waiting), limit: atMost(waiting, 0) },
      {
        what: `${others} others who receive other items, slowest answer before`,
        measured: ms(calm['others']?.slowest ?? Number.NaN),
      },
      {
        what: 'Slowest answer to 8 others meanwhile',
        measured: ms(slowest * 1000),
        limit: atMost(slowest, mostSeconds, ' s'),
      },
    ],
  }
}

/** Lets the claims wait for an item without stock, one unit each. */
const queueUp = ({ DATABASE_URL }: Urls, { platform, warehouse, bin }: Site, variantId: string) =>
  withClient(DATABASE_URL, async (client) => {
    const lines = Array.from({ length: claims }, (_, index) => ({
      lineNo: index + 1,
      sourceType: 'manual',
      sourceId: randomUUID(),
      warehouseId: warehouse,
      variantId,
      qty: '1',
    }))
    // The lock creates the level, whose limit is then lifted.
    const side = { lineNo: 1, qty: '1', party: 'found', variantId, toLocation: bin }
    await client.query(`select stock.lock($1, '[]', $2::jsonb)`, [platform, JSON.stringify([side])])
    await client.query('select stock.set_limit($1, $2, null)', [platform, variantId])
    await client.query(`select stock.promise($1, $2::jsonb, 'backorder')`, [
      platform,
      JSON.stringify(lines),
    ])
  })

const countWaiting = ({ DATABASE_OWNER_URL }: Urls, { platform }: Site, variantId: string) =>
  withClient(DATABASE_OWNER_URL, async (client) => {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from tenant.reservations
       where platform_id = $1 and variant_id = $2 and backordered > 0`,
      [platform, variantId],
    )
    return Number(rows[0]?.count)
  })
