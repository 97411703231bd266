// A server whose sessions are shared by PgBouncer in transaction mode, with the configuration of `deploy`: clients sign in,
// receive goods and order, lists are read, events are heard and jobs run. The same load without it is the comparison.
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeAccounts, type Account } from '../bench/accounts.ts'
import { withClient } from '../bench/goods.ts'
import { openSite, type Site } from '../bench/posting.ts'
import { startExternalPostgres, systemPostgres } from '../server/test/external-postgres.ts'
import { startProduct } from '../server/test/product.ts'
import { startClients } from './clients.ts'
import { needPackages, say } from './debian.ts'
import { fillExample, makePlace, startProgram, until, writeOwn } from './machines.ts'
import { requireStored, settings, stockUp, verifyBoth, worksOf } from './site.ts'

const port = 3020
const clients = 8
const seconds = 15
const password = 'external'

export async function testPgBouncer(): Promise<string> {
  needPackages('postgresql-15', 'pgbouncer')
  await using opened = new AsyncDisposableStack()
  const place = makePlace(opened)
  const postgres = await startExternalPostgres(systemPostgres()[0] ?? '')
  opened.defer(() => postgres.stop())
  const { port: postgresPort } = new URL(postgres.url)
  await withClient(postgres.url, prepareLogin)
  const example = fillExample('pgbouncer.ini', {
    'port=5432': `port=${postgresPort}`,
    '/etc/pgbouncer/userlist.txt': writeOwn(
      path.join(place, 'userlist.txt'),
      `"stowage_web" "${password}"\n`,
    ),
  })
  const bouncer = startProgram(place, 'pgbouncer', 'pgbouncer', [
    writeOwn(path.join(place, 'pgbouncer.ini'), example),
  ])
  opened.defer(() => bouncer.stop('SIGINT'))
  await sleep(1_000)

  const envOf = (through: string) => ({
    ...settings,
    DATA_DIR: path.join(place, `server-${through.length}`),
    PORT: String(port),
    DATABASE_URL: `postgresql://stowage_web:${password}@127.0.0.1:${through}`,
    DATABASE_OWNER_URL: postgres.url,
  })
  const pooled = await startProduct(envOf('6432/stowage?prepare=off'))
  opened.defer(() => pooled.stop())
  const [account] = await makeAccounts(port, 1)
  if (!account) throw new Error('There is no account.')
  const { site, items } = await openSite(port, account, 'scale-pooled', 200)
  await stockUp(port, site, items)
  const shared = await measure(postgres.url, account, site, items)
  await readAndHear(site)
  await until('A job', 30, () => findDoneJob(postgres.url))
  say(verifyBoth(envOf('6432/stowage?prepare=off')))
  await pooled.stop()

  const direct = await startProduct(envOf(`${postgresPort}/stowage`))
  opened.defer(() => direct.stop())
  const alone = await measure(postgres.url, account, site, items)
  return (
    `Through PgBouncer ${shared.toFixed(0)} documents a second, without it ${alone.toFixed(0)}: ` +
    `${(shared / alone).toFixed(2)} of it. Nothing was lost, jobs ran, events were heard.`
  )
}

/** Creates the login with the settings that Stowage makes in its own sessions. */
async function prepareLogin(client: { query(text: string): Promise<unknown> }) {
  await client.query('create role stowage_app')
  await client.query(`create role stowage_web login password '${password}' in role stowage_app`)
  await client.query('alter role stowage_web set role = stowage_app')
  await client.query(`alter role stowage_web set statement_timeout = '10s'`)
  await client.query(`alter role stowage_web set lock_timeout = '3s'`)
  await client.query(`alter role stowage_web set idle_in_transaction_session_timeout = '10s'`)
  await client.query('alter role stowage_web set jit = off')
}

/** Returns the documents a second, after a while to warm up. */
async function measure(ownerUrl: string, account: Account, site: Site, items: readonly string[]) {
  const workspace = `http://127.0.0.1:${port}/api/v1/tenant/${site.slug}`
  const load = await startClients(workspace, account, worksOf(site, items, clients))
  await sleep(5_000)
  const before = load.done()
  await sleep(seconds * 1_000)
  const perSecond = (load.done() - before) / seconds
  const { keys, faults, waits } = await load.stop()
  if (faults.length > 0 || waits > 0)
    throw new Error([...faults, `${waits} answers 503`].join('\n'))
  await requireStored(ownerUrl, site, keys)
  return perSecond
}

async function readAndHear({ slug, token }: Site) {
  const workspace = `http://127.0.0.1:${port}/api/v1/tenant/${slug}`
  const headers = { authorization: `Bearer ${token}`, 'last-event-id': '0' }
  for (const page of ['orders', 'stock/ledger', 'home', 'receiving/receipts?format=csv']) {
    const { ok, status } = await fetch(`${workspace}/${page}`, { headers })
    if (!ok) throw new Error(`${page} answered ${status}.`)
  }
  const stream = await fetch(`${workspace}/events/stream`, {
    headers,
    signal: AbortSignal.timeout(20_000),
  })
  const reader = stream.body?.getReader()
  for (;;) {
    const part = await reader?.read()
    if (!part || part.done) throw new Error(`The stream of events ended: ${stream.status}`)
    if (Buffer.from(part.value).toString().includes('data:')) break
  }
  await reader?.cancel()
}

const findDoneJob = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select name from pgboss.job where state = 'completed' limit 1`,
    )
    return rows[0]
  })
