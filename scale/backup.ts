// A backup of the large example, made while clients receive goods and order, and restored into a directory of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeAccounts } from '../bench/accounts.ts'
import { openSite } from '../bench/posting.ts'
import { reachEmbedded } from '../server/src/database/embedded-access.ts'
import { startProduct } from '../server/test/product.ts'
import { startClients } from './clients.ts'
import { say } from './debian.ts'
import { makePlace } from './machines.ts'
import { command, loadExample, requireStored, settings, stockUp, worksOf } from './site.ts'

const port = 3050
const clients = 4

export async function testBackup(): Promise<string> {
  await using opened = new AsyncDisposableStack()
  const place = makePlace(opened)
  const envOf = (directory: string) => ({
    ...settings,
    DATA_DIR: path.join(place, directory),
    PORT: String(port),
  })
  const product = await startProduct(envOf('live'))
  opened.defer(() => product.stop())
  const [account] = await makeAccounts(port, 1)
  if (!account) throw new Error('There is no account.')
  say('Loading the large example')
  await loadExample(port, account, 'large')
  const { site, items } = await openSite(port, account, 'scale-backup', 200)
  await stockUp(port, site, items)
  const workspace = `${product.url}/api/v1/tenant/${site.slug}`
  const load = await startClients(workspace, account, worksOf(site, items, clients))
  await sleep(5_000)
  const before = load.acknowledged()
  load.longest()
  const backup = await run(envOf('live'), 'backup', path.join(place, 'backup'))
  const [after, longest] = [load.done(), load.longest()]
  const { faults } = await load.stop()
  if (faults.length > 0) throw new Error(faults.join('\n'))
  if (after === before.size) throw new Error('Nothing was written meanwhile.')
  await product.end()

  const restored = await run(envOf('restored'), 'restore', path.join(place, 'backup'))
  const copy = await startProduct(envOf('restored'))
  opened.defer(() => copy.stop())
  await requireStored(reachEmbedded(envOf('restored').DATA_DIR).ownerUrl, site, before)
  return (
    `Backup in ${backup.seconds} s while ${after - before.size} documents were made (longest wait ${longest} ms), restored ` +
    `and checked in ${restored.seconds} s; it has all ${before.size} documents from before.`
  )
}

/** Runs a command, and returns how many seconds it took. */
async function run(env: Record<string, string>, ...args: string[]) {
  const begin = performance.now()
  const child = spawn(process.execPath, [command, ...args], {
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}.`)
  return { seconds: Math.round((performance.now() - begin) / 1_000) }
}
