// Compares orders on the embedded PostgreSQL and on the oldest one of the system, each with a server of its own, in
// alternating rounds. --write and --seconds as in the other benches.
import { systemPostgres } from '../server/test/external-postgres.ts'
import { makeAccounts } from './accounts.ts'
import { open } from './connection.ts'
import { readFlags } from './flags.ts'
import { fulfill, type Way } from './full-orders.ts'
import { drawer, stockUp, withClient } from './goods.ts'
import { openSite } from './posting.ts'
import { load } from './processes.ts'
import { asText, atLeast, writePart, type Section } from './report.ts'
import { alternate, median, rate } from './rounds.ts'
import { runBench, say, startDatabase, startExternal, startServer, warnAboutLoad } from './stage.ts'

const { isWritten, roundMs } = readFlags()
const clients = 8
const linesPerOrder = 3
const rounds = 7
/** Orders of each client that are taken from entry to shipment in a round. */
const fullEach = 8
const plenty = 1_000_000_000
/** Minimum share of the embedded database's orders. Runs on a busy machine differ by a tenth. */
const leastShare = 0.8

type Database = { appUrl: string; ownerUrl: string }

async function openSide({ appUrl, ownerUrl }: Database) {
  const urls = { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl }
  const { port } = await startServer({ ...urls, REQUIRE_VERIFIED_EMAIL: 'off' })
  const [account] = await makeAccounts(port, 1)
  if (!account) throw new Error('There is no account.')
  const { site, items } = await openSite(port, account, 'bench-versions', 10_000)
  await stockUp(appUrl, site, items, plenty)
  const draw = drawer(items, clients)
  const requests = Array.from({ length: 2_000 }, () => ({
    status: 201,
    headers: { authorization: `Bearer ${site.token}`, 'idempotency-key': '{fresh}' },
    body: JSON.stringify({
      confirm: { mode: 'strict' },
      lines: draw(linesPerOrder).map((variantId) => ({ variantId, qty: '1', unitPrice: '9.90' })),
    }),
  }))
  return {
    analyze: () => withClient(ownerUrl, (client) => client.query('analyze')),
    /** Returns orders created a second. */
    async create(): Promise<number> {
      const path = `/api/v1/tenant/${site.slug}/orders`
      const stream = { name: 'order', method: 'POST' as const, path, requests }
      const streams = [{ ...stream, connections: clients, pauseMs: 0, isTurning: true }]
      const { order } = await load({ port, warmupMs: 500, measureMs: roundMs, streams })
      if (!order) throw new Error('The load generator lost a stream.')
      return order.perSecond
    },
    /** Returns orders a second from entry to shipment. */
    async fulfill(way: Way): Promise<number> {
      const connections = await Promise.all(Array.from({ length: clients }, () => open(port)))
      const from = performance.now()
      await Promise.all(
        connections.map(async (connection) => {
          for (let i = 0; i < fullEach; i += 1)
            await fulfill(connection, site, draw(linesPerOrder), way)
        }),
      )
      const seconds = (performance.now() - from) / 1000
      for (const connection of connections) connection.close()
      return (clients * fullEach) / seconds
    },
  }
}

runBench(async () => {
  warnAboutLoad()
  const [bin] = systemPostgres()
  if (!bin) {
    say(
      'Skipped: this machine has no PostgreSQL but the embedded one (apt-get install postgresql-15).',
    )
    return []
  }
  const major = /\d+/.exec(bin)?.[0]
  say('Preparing 10,000 items with stock on both')
  const embedded = await openSide(await startDatabase())
  const external = await openSide(await startExternal(bin))
  type Side = typeof embedded
  const compare = async (
    title: string,
    measure: (side: Side) => Promise<number>,
  ): Promise<Section> => {
    say(title)
    for (const side of [embedded, external]) {
      await measure(side)
      // As autovacuum does within a minute: until then plans stay that were made while the tables were empty.
      await side.analyze()
    }
    const pairs = await alternate(
      rounds,
      () => measure(embedded),
      () => measure(external),
    )
    const share = median(pairs.map(([a, b]) => b / a))
    return {
      title,
      figures: [
        { what: 'Embedded PostgreSQL 18', measured: rate(median(pairs.map(([a]) => a))) },
        { what: `PostgreSQL ${major} of Debian`, measured: rate(median(pairs.map(([, b]) => b))) },
        {
          what: `${major} by 18`,
          measured: share.toFixed(2),
          limit: atLeast(share, leastShare),
        },
      ],
    }
  }
  const of = `of three lines, ${clients} clients`
  const sections = [
    await compare(`POST /orders ${of}`, (side) => side.create()),
    await compare(`From entry to shipment, a call for each step, ${of}`, (side) =>
      side.fulfill('stepwise'),
    ),
    await compare(`From entry to shipment, fulfilled in one call, ${of}`, (side) =>
      side.fulfill('at once'),
    ),
  ]
  process.stdout.write(asText(sections))
  if (isWritten) say(writePart('Versions', sections, { isWhole: true }))
  return sections
})
