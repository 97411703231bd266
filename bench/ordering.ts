import { post } from './accounts.ts'
import { drawer, stockUp, withClient } from './goods.ts'
import type { Site } from './posting.ts'
import { load, type Service } from './processes.ts'
import { atLeast, atMost, type Section } from './report.ts'
import { alternate, median, ms, rate } from './rounds.ts'

const rounds = 3
/** Warms up, because the first thousand requests of a kind are slower. */
const warmupRounds = 2
const draws = 2_000
const linesPerOrder = 3
const leastShare = 0.5
/** Units of the item that more clients want than there are. */
const scarce = 200
const hotClients = 32

type Servers = { server: Service; bare: Service }
type Urls = { DATABASE_URL: string; DATABASE_OWNER_URL: string }

/** Compares orders of three lines with a bare server that does the same transaction. */
export async function compareOrders(
  servers: Servers,
  urls: Urls,
  site: Site,
  items: readonly string[],
  clients: number,
  roundMs: number,
): Promise<Section> {
  const draw = drawer(items, clients)
  const asked = Array.from({ length: draws }, () => draw(linesPerOrder))
  return {
    title: `POST /orders, three lines, confirmed at once, ${clients} connections, over 10,000 items`,
    figures: await compare(servers, urls, site, asked, clients, roundMs),
  }
}

/** The same for one item, and for one without stock, of which there is then too little. */
export async function compareHotItem(
  servers: Servers,
  urls: Urls,
  site: Site,
  [hot, rare]: readonly [string, string],
  roundMs: number,
): Promise<Section> {
  const figures = await compare(servers, urls, site, [[hot]], hotClients, roundMs)
  const { sold, refused } = await sellOut(servers.server, urls, site, rare)
  const differences = await withClient(urls.DATABASE_OWNER_URL, async (client) => {
    const { rowCount } = await client.query('select from stock.verify($1)', [site.platform])
    return rowCount ?? 0
  })
  figures.push(
    {
      what: `Of an item with ${scarce} units, orders confirmed (${refused} refused)`,
      measured: String(sold),
      limit: { text: `exactly ${scarce}`, isKept: sold === scarce },
    },
    {
      what: 'Differences in the books afterwards',
      measured: String(differences),
      limit: atMost(differences, 0),
    },
  )
  return { title: `POST /orders, one line, ${hotClients} connections, for one item`, figures }
}

async function compare(
  { server, bare }: Servers,
  urls: Urls,
  site: Site,
  asked: readonly string[][],
  clients: number,
  roundMs: number,
): Promise<Section['figures']> {
  await post(server.port, pathOf(site), orderOf(asked[0] ?? []), site.token)
  const channel = await withClient(urls.DATABASE_OWNER_URL, async (client) => {
    const { rows } = await client.query<{ id: string; actor: string }>(
      `select channel_id as id, created_by as actor from tenant.orders where platform_id = $1 limit 1`,
      [site.platform],
    )
    return rows[0]
  })
  const { platform, warehouse } = site
  const ours = asked.map((items) => ({
    status: 201,
    headers: { authorization: `Bearer ${site.token}`, 'idempotency-key': '{fresh}' },
    body: JSON.stringify(orderOf(items)),
  }))
  const theirs = asked.map((items) => ({
    status: 201,
    headers: {},
    body: JSON.stringify({
      platform,
      warehouse,
      channel: channel?.id,
      actor: channel?.actor,
      items,
    }),
  }))
  const measure =
    (port: number, path: string, requests: typeof ours | typeof theirs) =>
    async (more = 1) => {
      const stream = {
        name: 'order',
        method: 'POST' as const,
        path,
        requests,
        connections: clients,
      }
      const streams = [{ ...stream, pauseMs: 0, isTurning: true }]
      const { order } = await load({ port, warmupMs: 500, measureMs: roundMs * more, streams })
      if (!order) throw new Error('The load generator lost a stream.')
      return order
    }
  const product = measure(server.port, pathOf(site), ours)
  const written = measure(bare.port, '/written/order', theirs)
  for (const side of [product, written]) await side(warmupRounds)
  const pairs = await alternate(rounds, product, written)
  const share = median(pairs.map(([a, b]) => a.perSecond / b.perSecond))
  return [
    { what: 'Stowage, orders', measured: rate(median(pairs.map(([a]) => a.perSecond))) },
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
  ]
}

/** Lets all clients order one unit each of an item until there is none left. */
async function sellOut({ port }: Service, urls: Urls, site: Site, variantId: string) {
  await stockUp(urls.DATABASE_URL, site, [variantId], scarce)
  let sold = 0
  let refused = 0
  const buy = async () => {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}${pathOf(site)}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${site.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(orderOf([variantId])),
      })
      const text = await answer.text()
      if (answer.status === 201) sold += 1
      else if (answer.status === 409) refused += 1
      else throw new Error(`An order was answered ${answer.status}: ${text}`)
      if (answer.status !== 201) return
    }
  }
  await Promise.all(Array.from({ length: hotClients }, buy))
  return { sold, refused }
}

const pathOf = ({ slug }: Site) => `/api/v1/tenant/${slug}/orders`

const orderOf = (items: readonly string[]) => ({
  confirm: { mode: 'strict' },
  lines: items.map((variantId) => ({ variantId, qty: '1', unitPrice: '9.90' })),
})
