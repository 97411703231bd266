// Two servers on one database behind nginx, with the configuration of `deploy`. While clients receive goods
// and order, one server is killed and replaced, and then the other is ended as an upgrade ends it.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeAccounts } from '../bench/accounts.ts'
import { openSite } from '../bench/posting.ts'
import { startEmbedded } from '../server/src/database/embedded.ts'
import { startProduct } from '../server/test/product.ts'
import { startClients } from './clients.ts'
import { needPackages, say } from './debian.ts'
import { ports, startProxy } from './proxy.ts'
import { requireStored, settings, stockUp, worksOf } from './site.ts'

const clients = 8
const longestPauseMs = 3_000

export async function testServers(): Promise<string> {
  needPackages('nginx-light')
  const place = mkdtempSync('/tmp/stowage-servers-')
  await using opened = new AsyncDisposableStack()
  opened.defer(() => rmSync(place, { recursive: true, force: true }))
  const log = { info() {}, warn: console.warn, error: console.error }
  const database = await startEmbedded({ dataDir: path.join(place, 'data'), log })
  opened.defer(() => database.stop())
  const start = (port: number) =>
    startProduct({
      ...settings,
      DATA_DIR: path.join(place, `server-${port}-${randomUUID()}`),
      PORT: String(port),
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      TRUSTED_PROXIES: '127.0.0.1',
    })
  let [first, second] = [await start(ports.servers[0]), await start(ports.servers[1])]
  opened.defer(async () => {
    await Promise.all([first.stop(), second.stop()])
  })
  await startProxy(place, opened)
  const [account] = await makeAccounts(ports.proxy, 1)
  if (!account) throw new Error('There is no account.')
  const { site, items } = await openSite(ports.proxy, account, 'scale-servers', 200)
  await stockUp(ports.proxy, site, items)

  const workspace = `http://127.0.0.1:${ports.proxy}/api/v1/tenant/${site.slug}`
  const load = await startClients(workspace, account, worksOf(site, items, clients), {
    isBehindProxy: true,
  })
  await sleep(5_000)
  say('Killing a server')
  await first.kill()
  await sleep(5_000)
  first = await start(ports.servers[0])
  await sleep(3_000)
  say('Ending the other one for an upgrade')
  const upgraded = second.stop()
  await sleep(4_000)
  await upgraded
  second = await start(ports.servers[1])
  await sleep(3_000)
  const { keys, longest, waits, faults } = await load.stop()

  if (faults.length > 0) throw new Error(faults.join('\n'))
  await requireStored(database.ownerUrl, site, keys)
  if (longest > longestPauseMs) throw new Error(`A client waited ${longest} ms for its answer.`)
  return `${keys.size} documents acknowledged, none lost, none twice; ${waits} asked for again; longest pause ${longest} ms.`
}
