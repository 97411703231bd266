// A server on three databases that Patroni runs behind HAProxy, with the configuration of `deploy`. While clients receive
// goods and order, the primary is killed with its Patroni again and again, and comes back as a standby.
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeAccounts, post } from '../bench/accounts.ts'
import { withClient } from '../bench/goods.ts'
import { openSite, type Site } from '../bench/posting.ts'
import { startProduct } from '../server/test/product.ts'
import { startClients } from './clients.ts'
import { needPackages, say } from './debian.ts'
import { makePlace, password, ports, startMachines, until } from './machines.ts'
import { requireStored, settings, stockUp, verifyBoth, worksOf } from './site.ts'

const port = 3010
const clients = 8
const longestPauseMs = 30_000
const at = (login: string, database: string, on = ports.write) =>
  `postgresql://${login}:${password}@127.0.0.1:${on}/${database}`

export async function testFailover({ kills }: { kills: number }): Promise<string> {
  needPackages('postgresql-15', 'patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'procps')
  await using opened = new AsyncDisposableStack()
  const place = makePlace(opened)
  say('Starting three databases')
  const machines = await startMachines(place, opened)
  await machines.whole(120)
  await makeDatabase()
  const env = {
    ...settings,
    DATA_DIR: path.join(place, 'server'),
    PORT: String(port),
    DATABASE_URL: at('stowage_web', 'stowage'),
    DATABASE_OWNER_URL: at('stowage_admin', 'stowage'),
    DATABASE_READ_URL: at('stowage_web', 'stowage', ports.read),
    // Sessions are renewed while there is no primary.
    ACCESS_TOKEN_TTL_SECONDS: '20',
  }
  const product = await startProduct(env)
  opened.defer(() => product.stop())
  const [account] = await makeAccounts(port, 1)
  if (!account) throw new Error('There is no account.')
  const { site, items } = await openSite(port, account, 'scale-failover', 200)
  await stockUp(port, site, items)

  const workspace = `${product.url}/api/v1/tenant/${site.slug}`
  await readOwnWrites(site, account.accessToken, await machines.asynchronous())
  const load = await startClients(workspace, account, worksOf(site, items, clients))
  const pauses: number[] = []
  for (let kill = 1; kill <= kills; kill++) {
    const primary = await machines.whole(120)
    await sleep(3_000)
    const writesAgain = load.watch()
    await machines.kill(primary)
    const pause = await until('A write of each client', 60, async () => writesAgain())
    pauses.push(pause)
    say(`${kill}. ${primary} killed, all clients write again after ${(pause / 1_000).toFixed(1)} s`)
    machines.start(primary)
  }
  await machines.whole(120)
  await sleep(3_000)
  const { keys, waits, renewals, faults } = await load.stop()
  if (faults.length > 0) throw new Error(faults.join('\n'))

  await requireStored(at('postgres', 'stowage'), site, keys)
  if (kills > 0 && waits === 0) throw new Error('No client was told to wait.')
  if (Math.max(...pauses) > longestPauseMs) throw new Error('Writers waited for more than 30 s.')
  if (!(await fetch(`${product.url}/readyz`)).ok) throw new Error('The server is not ready.')
  // A killed server forgets how many rows have changed, so none of them has been counted for the planner.
  await withClient(at('postgres', 'stowage'), (client) => client.query('analyze'))
  say(verifyBoth(env))
  return (
    `${keys.size} documents acknowledged over ${kills} kills, none lost, none twice; ${waits} answers 503; ` +
    `${renewals} sessions renewed, none ended; pauses of ${pauses.map((ms) => (ms / 1_000).toFixed(1)).join(', ')} s.`
  )
}

async function makeDatabase() {
  await withClient(at('postgres', 'postgres'), async (client) => {
    await client.query(`create role stowage_admin login createrole password '${password}'`)
    await client.query(`create role stowage_web login password '${password}'`)
    await client.query('create database stowage owner stowage_admin')
  })
}

/**
 * Reads what was just written by way of the read port, while one of the two standbys behind it shows nothing new.
 */
async function readOwnWrites({ slug, token }: Site, operator: string, standby: string) {
  const pauseReplay = (verb: 'pause' | 'resume') =>
    withClient(`postgresql://postgres:${password}@${standby}:5432/postgres`, (client) =>
      client.query(`select pg_wal_replay_${verb}()`),
    )
  await pauseReplay('pause')
  const name = 'Own write'
  const product = { name, variants: [{ sku: 'OWN-WRITE' }] }
  await post(port, `/api/v1/tenant/${slug}/catalog/products`, product, token)
  const headers = { authorization: `Bearer ${operator}`, 'written-at': String(Date.now()) }
  // From then on the standbys are asked.
  await sleep(2_500)
  const read = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/logs`, { headers })
    if (!answer.ok) throw new Error(`The audit list answered ${answer.status}.`)
    return (await answer.text()).includes(name)
  }
  const reads: boolean[] = []
  const end = Date.now() + 4_000
  // Several at a time, so on several connections.
  while (Date.now() < end) reads.push(...(await Promise.all([read(), read(), read(), read()])))
  await pauseReplay('resume')
  const without = reads.filter((isThere) => !isThere).length
  if (without > 0) throw new Error(`${without} of ${reads.length} lists lack what was written.`)
}
