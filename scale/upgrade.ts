// Starts the archive of the last release, and the newest code beside it on the same database: the old server works on the
// newest schema until it is ended. Then starts the newest code on a data directory of the old release.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeAccounts } from '../bench/accounts.ts'
import { openSite } from '../bench/posting.ts'
import { startExternalPostgres, systemPostgres } from '../server/test/external-postgres.ts'
import { git, lastRelease } from '../server/test/last-release.ts'
import { startProduct } from '../server/test/product.ts'
import { startClients } from './clients.ts'
import { must, needPackages, say } from './debian.ts'
import { makePlace } from './machines.ts'
import { loadExample, requireStored, settings, stockUp, verifyBoth, worksOf } from './site.ts'

const repository = path.resolve(import.meta.dirname, '..')
const ports = { old: 3030, new: 3031 }
const clients = 4

export async function testUpgrade({ from }: { from?: string | undefined }): Promise<string> {
  needPackages('postgresql-15', 'git')
  await using opened = new AsyncDisposableStack()
  const commit = from ?? lastRelease()
  say(`Building the archive of ${commit}`)
  const archive = buildArchive(commit, opened)
  const place = makePlace(opened)
  const beside = await runBeside(archive, place, opened)
  say('Starting the newest code on a data directory of the old release')
  await takeOver(archive, place)
  const schemas = [archive, repository].map(countMigrations)
  return (
    `From ${commit} (schema ${schemas[0]}) to this tree (schema ${schemas[1]}): ${beside} documents of both servers on one ` +
    'database, none lost; the data directory was taken over.'
  )
}

const countMigrations = (root: string) =>
  readdirSync(path.join(root, 'server/src/database/migrations')).filter((file) =>
    file.endsWith('.sql'),
  ).length

/** Builds the archive of a commit as that commit does it, and returns where it is unpacked. */
function buildArchive(commit: string, opened: AsyncDisposableStack): string {
  const place = mkdtempSync('/tmp/stowage-release-')
  opened.defer(() => rmSync(place, { recursive: true, force: true }))
  const [source, unpacked] = [path.join(place, 'source'), path.join(place, 'unpacked')]
  for (const folder of [source, unpacked]) mkdirSync(folder)
  const packed = path.join(place, 'source.tar')
  git('archive', '--output', packed, commit)
  must(spawnSync('tar', ['-xf', packed, '-C', source]))
  const script = path.join(source, 'scripts/release.mjs')
  const built = must(spawnSync(process.execPath, [script], { cwd: source, encoding: 'utf8' }))
  const archive = built.trim().split('\n').at(-1) ?? ''
  must(spawnSync('tar', ['-xzf', archive, '-C', unpacked]))
  return path.join(unpacked, path.basename(archive, '.tar.gz'))
}

/** Runs both releases on one database and returns how many documents were made. */
async function runBeside(archive: string, place: string, opened: AsyncDisposableStack) {
  const postgres = await startExternalPostgres(systemPostgres()[0] ?? '')
  opened.defer(() => postgres.stop())
  const envOf = (port: number) => ({
    ...settings,
    DATA_DIR: path.join(place, `server-${port}`),
    PORT: String(port),
    // The owner, who may do everything. Each server serves in a role of its own.
    DATABASE_URL: `${postgres.url}?options=-c%20role%3Dstowage_app`,
    DATABASE_OWNER_URL: postgres.url,
  })
  const old = await startProduct(envOf(ports.old), archive)
  opened.defer(() => old.stop())
  const { account, site, items } = await arrange(ports.old)
  const workspaceOf = (port: number) => `http://127.0.0.1:${port}/api/v1/tenant/${site.slug}`
  const works = worksOf(site, items, clients)
  const onOld = await startClients(workspaceOf(ports.old), account, works)
  await sleep(3_000)
  say('Starting the newest code beside it')
  const next = await startProduct(envOf(ports.new))
  opened.defer(() => next.stop())
  const onNew = await startClients(workspaceOf(ports.new), account, works)
  await sleep(10_000)
  if (!(await fetch(`${old.url}/readyz`)).ok) throw new Error('The old server is not ready.')
  const first = await onOld.stop()
  await old.stop()
  await sleep(3_000)
  const second = await onNew.stop()
  const faults = [...first.faults, ...second.faults]
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const keys = new Set([...first.keys, ...second.keys])
  await requireStored(postgres.url, site, keys)
  say(verifyBoth(envOf(ports.new)))
  return keys.size
}

async function arrange(port: number) {
  const [account] = await makeAccounts(port, 1)
  if (!account) throw new Error('There is no account.')
  const { site, items } = await openSite(port, account, 'scale-upgrade', 200)
  await stockUp(port, site, items)
  return { account, site, items }
}

/** The old release makes the example and ends; the newest code goes on with its data. */
async function takeOver(archive: string, place: string) {
  const dataDir = path.join(place, 'data')
  mkdirSync(dataDir)
  const env = { ...settings, DATA_DIR: dataDir, PORT: String(ports.old) }
  const old = await startProduct(env, archive)
  const { account, site, items } = await arrange(ports.old)
  await loadExample(ports.old, account, 'small')
  await old.end()
  const next = await startProduct(env)
  try {
    const load = await startClients(
      `${next.url}/api/v1/tenant/${site.slug}`,
      account,
      worksOf(site, items, clients),
    )
    await sleep(3_000)
    const { keys, faults } = await load.stop()
    if (faults.length > 0 || keys.size === 0) throw new Error(faults.join('\n'))
    say(verifyBoth(env))
  } finally {
    await next.stop()
  }
}
