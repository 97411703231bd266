import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addCell } from '../server/src/cells/add.ts'
import { deriveSecrets } from '../server/src/crypto/secrets.ts'
import { makeAccounts } from './accounts.ts'
import { withClient } from './goods.ts'
import { openSite, requestsOf, type Site } from './posting.ts'
import { load } from './processes.ts'
import { atLeast, atMost, type Section } from './report.ts'
import { alternate, median, ms, rate } from './rounds.ts'
import { appSecret, dataDir, startDatabase, startServer } from './stage.ts'

const rounds = 5
const connections = 8
/** Share of the postings of the control database that a cell must reach, in the same server of databases. */
const leastShare = 0.95
/** Milliseconds that a request may take longer because there are cells. */
const mostMs = 0.2

type Opened = { site: Site; items: readonly string[] }

/** Compares a platform in the control database with one in a second cell, and both with a time without cells. */
export async function compareCells(roundMs: number): Promise<Section> {
  const database = await startDatabase(path.join(dataDir, 'cells'), { wal_level: 'logical' })
  const other = (url: string) => url.replace('/stowage?', '/second?')
  await withClient(database.ownerUrl, (client) => client.query('create database second'))
  const server = await startServer({
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    REQUIRE_VERIFIED_EMAIL: 'off',
  })
  const [account] = await makeAccounts(server.port, 1)
  if (!account) throw new Error('There is no account.')
  const first = await openSite(server.port, account, 'bench-first-cell', 1_000)
  const post =
    ({ site, items }: Opened) =>
    () =>
      measure(server.port, roundMs, {
        method: 'POST',
        path: `/api/v1/tenant/${site.slug}/receiving/receipts`,
        requests: requestsOf('receipt', site, items),
        connections,
      })
  const read =
    ({ site }: Opened) =>
    () =>
      measure(server.port, roundMs, {
        method: 'GET',
        path: `/api/v1/tenant/${site.slug}/me`,
        requests: [{ headers: { authorization: `Bearer ${site.token}` } }],
        connections: 1,
      })
  await post(first)()
  const alone = await alternate(rounds, post(first), read(first))

  await addCell({
    name: 'second',
    urls: {
      url: other(database.appUrl),
      ownerUrl: other(database.ownerUrl),
      adminUrl: other(database.ownerUrl),
    },
    controlUrl: database.ownerUrl,
    secrets: deriveSecrets(appSecret),
    at: new Date(),
  })
  while (!(await fetch(`http://127.0.0.1:${server.port}/readyz/second`)).ok) await sleep(200)
  const second = await openSite(server.port, account, 'bench-second-cell', 1_000)
  await post(second)()
  const posts = await alternate(rounds, post(first), post(second))
  const reads = await alternate(rounds, read(first), read(second))
  await server.stop()

  const share = median(posts.map(([here, there]) => there.perSecond / here.perSecond))
  const longer =
    median(reads.map(([, there]) => there.p50)) - median(alone.map(([, before]) => before.p50))
  return {
    title: `Receipts in a second cell, ${connections} connections`,
    figures: [
      {
        what: 'In the control database, no other cell',
        measured: rate(median(alone.map(([before]) => before.perSecond))),
      },
      {
        what: 'In the control database beside a cell',
        measured: rate(median(posts.map(([here]) => here.perSecond))),
      },
      {
        what: 'In the cell',
        measured: rate(median(posts.map(([, there]) => there.perSecond))),
      },
      {
        what: 'The cell, share of the control database',
        measured: share.toFixed(2),
        limit: atLeast(share, leastShare),
      },
      {
        what: 'GET /tenant/{slug}/me without cells, p50',
        measured: ms(median(alone.map(([, before]) => before.p50))),
      },
      {
        what: 'GET /tenant/{slug}/me in a cell, longer by',
        measured: ms(longer),
        limit: atMost(longer, mostMs, ' ms'),
      },
    ],
  }
}

type Stream = Omit<Parameters<typeof load>[0]['streams'][number], 'name' | 'pauseMs'>

async function measure(port: number, measureMs: number, asked: Stream) {
  const streams = [{ name: 'asked', pauseMs: 0, isTurning: true, ...asked }]
  const { asked: result } = await load({ port, warmupMs: 1_000, measureMs, streams })
  if (!result) throw new Error('The load generator lost a stream.')
  return result
}
