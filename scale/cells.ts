// Two servers behind nginx on a primary with a streaming standby, and a second cell. Clients work in a workspace of each
// cell for a minute, in which one server is killed and replaced, the standby stops and returns, and a workspace moves.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeAccounts } from '../bench/accounts.ts'
import { withClient } from '../bench/goods.ts'
import { openSite } from '../bench/posting.ts'
import { preparePostgres, unprivilegedAccount } from '../server/src/database/postgres-binaries.ts'
import { startExternalPostgres } from '../server/test/external-postgres.ts'
import { freePort, startProduct } from '../server/test/product.ts'
import { startClients } from './clients.ts'
import { must, needPackages, say } from './debian.ts'
import { makePlace, until } from './machines.ts'
import { ports, startProxy } from './proxy.ts'
import { command, requireStored, settings, stockUp, stowage, verifyBoth, worksOf } from './site.ts'

const clients = 4
const longestPauseMs = 3_000
const seconds = 60

const replicating = {
  wal_level: 'logical',
  // The standby is copied without the log of the time.
  wal_keep_size: '1GB',
}

export async function testCells(): Promise<string> {
  needPackages('nginx-light')
  await using opened = new AsyncDisposableStack()
  const place = makePlace(opened)
  const bin = path.join(preparePostgres(place), 'bin')
  const start = async () => {
    const server = await startExternalPostgres(bin, replicating)
    opened.defer(() => server.stop())
    await withClient(server.url, (client) =>
      client.query(`create role stowage_web login password 'external'`),
    )
    return server
  }
  const [first, second] = [await start(), await start()]
  const served = (url: string) => url.replace('admin:', 'stowage_web:')
  const standby = await makeStandby(bin, first, place, opened)
  const env = {
    ...settings,
    DATA_DIR: path.join(place, 'command'),
    DATABASE_URL: served(first.url),
    DATABASE_OWNER_URL: first.url,
    DATABASE_ADMIN_URL: first.url,
    DATABASE_READ_URL: served(standby.url),
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const startServer = (port: number) =>
    startProduct({ ...env, DATA_DIR: path.join(place, `server-${port}`), PORT: String(port) })
  let one = await startServer(ports.servers[0])
  const other = await startServer(ports.servers[1])
  opened.defer(async () => {
    await Promise.all([one.stop(), other.stop()])
  })
  await startProxy(place, opened)

  const [account] = await makeAccounts(ports.proxy, 1)
  if (!account) throw new Error('There is no account.')
  const stays = await openSite(ports.proxy, account, 'scale-first', 200)
  const cell = {
    CELL_DATABASE_URL: served(second.url),
    CELL_DATABASE_OWNER_URL: second.url,
    CELL_DATABASE_ADMIN_URL: second.url,
  }
  say(stowage({ ...env, ...cell }, 'cell', 'add', 'second'))
  await until('The servers use the cell', 20, () => isReady('second'))
  // The cell with the fewest platforms gets the next one.
  const there = await openSite(ports.proxy, account, 'scale-second', 200)
  const moves = await openSite(ports.proxy, account, 'scale-moves', 200)
  const sites = [stays, there, moves]
  for (const { site, items } of sites) await stockUp(ports.proxy, site, items)
  const whereIs = async (platform: string) =>
    withClient(first.url, async (client) => {
      const { rows } = await client.query<{ cell: string }>(
        `select cell from directory.platforms where platform_id = $1 and state = 'live'`,
        [platform],
      )
      return rows[0]?.cell ?? 'main'
    })
  const places = await Promise.all(sites.map(({ site }) => whereIs(site.platform)))
  if (new Set(places).size < 2) throw new Error('All workspaces are in one cell.')
  const target = places[2] === 'main' ? 'second' : 'main'

  const loads = await Promise.all(
    sites.map(({ site, items }) =>
      startClients(
        `http://127.0.0.1:${ports.proxy}/api/v1/tenant/${site.slug}`,
        account,
        worksOf(site, items, clients),
        { isBehindProxy: true },
      ),
    ),
  )
  const end = Date.now() + seconds * 1_000
  await sleep(8_000)
  say('Killing a server')
  await one.kill()
  await sleep(4_000)
  one = await startServer(ports.servers[0])
  say('Stopping the standby')
  await standby.stop()
  await sleep(5_000)
  standby.start()
  for (const load of loads) load.longest()
  say(`Moving a workspace to ${target}`)
  const move = spawn(process.execPath, [command, 'cell', 'move', moves.site.slug, target], {
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  const [code] = (await once(move, 'exit')) as [number]
  if (code !== 0) throw new Error('The move failed.')
  // What waited is answered.
  await sleep(2_000)
  const pauses = loads.map((load) => load.longest())
  await sleep(Math.max(5_000, end - Date.now()))
  const done = await Promise.all(loads.map((load) => load.stop()))

  const faults = done.flatMap((each) => each.faults)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  for (const [i, { site }] of sites.entries()) {
    const at = (await whereIs(site.platform)) === 'main' ? first.url : second.url
    await requireStored(at, site, done[i]?.keys ?? new Set())
  }
  if ((await whereIs(moves.site.platform)) !== target) throw new Error('It was not moved.')
  say(verifyBoth(env))
  if (Math.max(...pauses) > longestPauseMs)
    throw new Error(`A client waited ${Math.max(...pauses)} ms while a workspace moved.`)
  const keys = done.reduce((sum, each) => sum + each.keys.size, 0)
  const waits = done.reduce((sum, each) => sum + each.waits, 0)
  return (
    `${keys} documents acknowledged, none lost, none twice; ${waits} asked for again; longest waits while a ` +
    `workspace moved: ${pauses.join(', ')} ms (the last is the one that moved).`
  )
}

/** Checks whether both servers use the cell. Returns undefined if not. */
async function isReady(cell: string) {
  const answers = await Promise.all(
    ports.servers.map((port) => fetch(`http://127.0.0.1:${port}/readyz/${cell}`)),
  )
  return answers.every(({ ok }) => ok) || undefined
}

/** A standby of a running server, made of a copy of its files. It stops and starts. */
async function makeStandby(
  bin: string,
  primary: { url: string; cluster: string },
  place: string,
  opened: AsyncDisposableStack,
) {
  const data = path.join(place, 'standby')
  const port = await freePort()
  await withClient(primary.url, async (client) => {
    await client.query(`select pg_backup_start('standby', fast => true)`)
    cpSync(primary.cluster, data, { recursive: true, preserveTimestamps: true })
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(wait_for_archive => false)',
    )
    rmSync(path.join(data, 'postmaster.pid'), { force: true })
    for (const file of readdirSync(path.join(data, 'pg_wal')))
      rmSync(path.join(data, 'pg_wal', file), { recursive: true })
    writeFileSync(path.join(data, 'backup_label'), rows[0]?.label ?? '')
    writeFileSync(path.join(data, 'standby.signal'), '')
  })
  const account = unprivilegedAccount()
  if (account) must(spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, data]))
  const args = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: place,
    primary_conninfo: primary.url.replace('/stowage', '/postgres'),
    wal_level: 'logical',
  }
  const run = () =>
    spawn(
      path.join(bin, 'postgres'),
      [
        '-D',
        data,
        '-p',
        String(port),
        ...Object.entries(args).flatMap(([n, v]) => ['-c', `${n}=${v}`]),
      ],
      { ...account, cwd: place, stdio: 'ignore' },
    )
  let running = run()
  const stop = async () => {
    if (running.exitCode !== null) return
    running.kill('SIGQUIT')
    await once(running, 'exit')
  }
  opened.defer(stop)
  return {
    url: primary.url.replace(/:\d+\/stowage/, `:${port}/stowage`),
    stop,
    start: () => void (running = run()),
  }
}
