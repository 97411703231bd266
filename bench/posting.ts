import { newId } from '../server/src/database/ids.ts'
import { openPlatform, post, type Account } from './accounts.ts'
import type { Stream } from './load.ts'
import { load, rawSql, type Service } from './processes.ts'
import { atLeast, type Section } from './report.ts'
import { median, ms, rate, takeTurns } from './rounds.ts'

const rounds = 3
const connections = 32
const variants = 1_000
const mostPerProduct = 200
/** Of the receipts a second of a server that only calls the function, how many the product must reach. */
const leastShare = 0.6

type Urls = { DATABASE_URL: string; DATABASE_OWNER_URL: string }
type Site = { slug: string; token: string; platform: string; warehouse: string; bin: string }

/** A workspace with a warehouse of its own and a thousand items, made through the front door. */
export async function openSite(port: number, account: Account) {
  const { id: platform, slug, token } = await openPlatform(port, account, 'bench-posting')
  const ask = <T>(path: string, body: object) =>
    post(port, `/api/v1/tenant/${slug}/${path}`, body, token) as Promise<T>
  const opened = await ask<{ warehouse: { id: string }; locations: { id: string }[] }>(
    'places/warehouses',
    { code: 'MAIN', name: 'Main' },
  )
  const items: string[] = []
  for (let from = 0; from < variants; from += mostPerProduct) {
    const skus = Array.from({ length: mostPerProduct }, (_, i) => ({ sku: `BENCH-${from + i}` }))
    const { product } = await ask<{ product: { variants: { id: string }[] } }>('catalog/products', {
      name: `Bench ${from}`,
      variants: skus,
    })
    items.push(...product.variants.map(({ id }) => id))
  }
  const site: Site = {
    ...{ slug, token, platform, warehouse: opened.warehouse.id },
    bin: opened.locations[0]?.id ?? '',
  }
  return { site, items }
}

const moveOf = ({ warehouse }: Site) => ({
  ...{ kind: 'receive', warehouseId: warehouse, sourceType: 'receipt', sourceId: newId() },
  ...{ actorType: 'member', actorId: newId() },
})
const linesOf = ({ bin }: Site, variantId: string) => [
  { lineNo: 1, qty: '1', party: 'supplier', variantId, toLocation: bin, unitCostMicros: '1000000' },
]

/** Receipts of one line by many people at once, beside a server that only calls the function. */
export async function comparePosting(
  title: string,
  servers: { server: Service; bare: Service },
  urls: Urls,
  site: Site,
  items: readonly string[],
  roundMs: number,
): Promise<Section> {
  const measure = (port: number, path: string, requests: Stream['requests']) => async () => {
    const stream = { name: 'post', method: 'POST' as const, path, requests, connections }
    const streams = [{ ...stream, pauseMs: 0, isTurning: true }]
    const results = await load({ port, warmupMs: 1_000, measureMs: roundMs, streams })
    if (!results['post']) throw new Error('The load generator lost a stream.')
    return results['post']
  }
  const ours = items.map((variantId) => ({
    status: 201,
    headers: { authorization: `Bearer ${site.token}`, 'idempotency-key': '{fresh}' },
    body: JSON.stringify({
      ...{ warehouseId: site.warehouse, complete: true },
      lines: [{ variantId, qty: '1', locationId: site.bin, unitCost: '1.00' }],
    }),
  }))
  const theirs = items.map((variantId) => ({
    status: 201,
    headers: {},
    body: JSON.stringify({
      ...{ platform: site.platform, move: moveOf(site), lines: linesOf(site, variantId) },
    }),
  }))
  const { server, bare } = servers
  const pairs = await takeTurns(
    rounds,
    measure(server.port, `/api/v1/tenant/${site.slug}/receiving/receipts`, ours),
    measure(bare.port, '/post', theirs),
  )
  const seconds = roundMs / 1000
  const sql = await rawSql({
    ...{ url: urls.DATABASE_URL, connections, seconds },
    statement: 'select stock.post($1, $2::jsonb, $3::jsonb)',
    parameters: items.map((variantId) => [
      ...[site.platform, JSON.stringify(moveOf(site)), JSON.stringify(linesOf(site, variantId))],
    ]),
  })
  const floor = await rawSql({
    ...{ url: urls.DATABASE_OWNER_URL, connections, seconds },
    statement: `update tenant.stock_levels set version = version + 1
      where platform_id = $1 and warehouse_id = $2 and variant_id = $3`,
    parameters: items.map((variantId) => [site.platform, site.warehouse, variantId]),
  })
  const share = median(pairs.map(([a, b]) => a.perSecond / b.perSecond))
  return {
    title: `POST /receiving/receipts, ${connections} connections, ${title}`,
    figures: [
      { what: 'Stowage, receipts', measured: rate(median(pairs.map(([a]) => a.perSecond))) },
      { what: 'Stowage, p95', measured: ms(median(pairs.map(([a]) => a.p95))) },
      {
        what: 'Bare server, the function alone',
        measured: rate(median(pairs.map(([, b]) => b.perSecond))),
      },
      { what: 'The function without a server', measured: rate(sql) },
      { what: 'An update of one row without a server', measured: rate(floor) },
      {
        what: 'Stowage, share of the bare server’s receipts',
        measured: share.toFixed(2),
        limit: atLeast(share, leastShare),
      },
    ],
  }
}
