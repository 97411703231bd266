import { newId } from '../server/src/database/ids.ts'
import { openPlatform, post, type Account } from './accounts.ts'
import type { Stream } from './load.ts'
import { load, type Service } from './processes.ts'
import { atLeast, type Section } from './report.ts'
import { median, ms, rate, alternate } from './rounds.ts'

const rounds = 5
// Warms up, because the first thousand requests of a kind are slower.
const warmupRounds = 3
const connections = 32
const mostPerProduct = 200
/** Minimum share of the bare server's postings per second. */
const leastShare = 0.5

export type Site = { slug: string; token: string; platform: string; warehouse: string; bin: string }

/** Creates a platform with a warehouse and items over the API, whose warehouses are at this address. */
export async function openSite(
  port: number,
  account: Account,
  name: string,
  variants: number,
  warehouses = 'warehouses',
) {
  const { id: platform, slug, token } = await openPlatform(port, account, name)
  const ask = <T>(path: string, body: object) =>
    post(port, `/api/v1/tenant/${slug}/${path}`, body, token) as Promise<T>
  const opened = await ask<{ warehouse: { id: string }; locations: { id: string }[] }>(warehouses, {
    code: 'MAIN',
    name: 'Main',
  })
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
    slug,
    token,
    platform,
    warehouse: opened.warehouse.id,
    bin: opened.locations[0]?.id ?? '',
  }
  return { site, items }
}

/** A document of one line: its request, and the arguments of its function. */
type Posting = {
  path: string
  body: (site: Site, variantId: string) => object
  move: object
  line: object
}
type Document = 'receipt' | 'adjustment'

const postings: Record<Document, Posting> = {
  receipt: {
    path: 'receiving/receipts',
    body: ({ warehouse, bin }, variantId) => ({
      warehouseId: warehouse,
      complete: true,
      lines: [{ variantId, qty: '1', locationId: bin, unitCost: '1.00' }],
    }),
    move: { kind: 'receive', sourceType: 'receipt' },
    line: { party: 'supplier', unitCostMicros: '1000000' },
  },
  adjustment: {
    path: 'stock/adjustments',
    body: ({ warehouse, bin }, variantId) => ({
      warehouseId: warehouse,
      reasonCode: 'found',
      post: true,
      lines: [{ variantId, mode: 'delta', qty: '1', locationId: bin }],
    }),
    move: { kind: 'adjust', sourceType: 'adjustment', reasonCode: 'found' },
    line: { party: 'found' },
  },
}

const moveOf = ({ move }: Posting, { warehouse }: Site) => ({
  ...move,
  warehouseId: warehouse,
  sourceId: newId(),
  actorType: 'member',
  actorId: newId(),
})
const linesOf = ({ line }: Posting, { bin }: Site, variantId: string) => [
  { lineNo: 1, qty: '1', variantId, toLocation: bin, ...line },
]

/** Requests that post a document of one line each. */
export const requestsOf = (document: Document, site: Site, items: readonly string[]) =>
  items.map((variantId) => ({
    status: 201,
    headers: { authorization: `Bearer ${site.token}`, 'idempotency-key': '{fresh}' },
    body: JSON.stringify(postings[document].body(site, variantId)),
  }))

/** Compares concurrent documents of one line with a bare server that does the same transaction. */
export async function comparePosting(
  document: Document,
  title: string,
  servers: { server: Service; bare: Service },
  site: Site,
  items: readonly string[],
  roundMs: number,
): Promise<Section> {
  const measure =
    (port: number, path: string, requests: Stream['requests']) =>
    async (more = 1) => {
      const stream = { name: 'post', method: 'POST' as const, path, requests, connections }
      const streams = [{ ...stream, pauseMs: 0, isTurning: true }]
      const results = await load({ port, warmupMs: 1_000, measureMs: roundMs * more, streams })
      if (!results['post']) throw new Error('The load generator lost a stream.')
      return results['post']
    }
  const posting = postings[document]
  const ours = requestsOf(document, site, items)
  const theirs = items.map((variantId) => ({
    status: 201,
    headers: {},
    body: JSON.stringify({
      platform: site.platform,
      move: moveOf(posting, site),
      lines: linesOf(posting, site, variantId),
    }),
  }))
  const { server, bare } = servers
  const product = measure(server.port, `/api/v1/tenant/${site.slug}/${posting.path}`, ours)
  const written = measure(bare.port, '/written/post', theirs)
  for (const side of [product, written]) await side(warmupRounds)
  const pairs = await alternate(rounds, product, written)
  const share = median(pairs.map(([a, b]) => a.perSecond / b.perSecond))
  return {
    title: `POST /${posting.path}, ${connections} connections, ${title}`,
    figures: [
      { what: `Stowage, ${document}s`, measured: rate(median(pairs.map(([a]) => a.perSecond))) },
      { what: 'Stowage, p95', measured: ms(median(pairs.map(([a]) => a.p95))) },
      {
        what: 'Bare server, with the same rows written',
        measured: rate(median(pairs.map(([, b]) => b.perSecond))),
      },
      {
        what: `Stowage, share of the bare server’s ${document}s with the same rows written`,
        measured: share.toFixed(2),
        limit: atLeast(share, leastShare),
      },
    ],
  }
}
