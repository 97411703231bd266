import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbedded, type Embedded } from '../../src/database/embedded.ts'
import { identityOf, isAlive } from '../../src/database/process-identity.ts'
import { prepareData } from '../cluster.ts'

const smallServer = join(import.meta.dirname, 'small-server.ts')
const isRoot = process.getuid?.() === 0

let dataDir: string
let running: Embedded[]
let children: ChildProcess[]

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'stowage-crash-'))
  running = []
  children = []
})

afterEach(async () => {
  for (const child of children) {
    if (child.kill('SIGKILL')) await once(child, 'exit')
  }
  for (const server of running) await server.stop()
  // Also clears away what the killed ones left outside the directory.
  if (children.length > 0) await (await start()).stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(said: string[] = [], leaving?: AbortSignal): Promise<Embedded> {
  const say = (message: string) => void said.push(message)
  const log = { info: say, warn: say, error: say }
  const server = await startEmbedded({ dataDir, log, ...(leaving && { leaving }) })
  running.push(server)
  return server
}

/** Another process with a server of its own on the same directory. */
function startChild(): { child: ChildProcess; lines: string[]; errors: string[] } {
  const child = spawn(process.execPath, [smallServer, dataDir], { stdio: 'pipe' })
  children.push(child)
  const [lines, errors]: [string[], string[]] = [[], []]
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  createInterface(child.stderr).on('line', (line) => errors.push(line))
  return { child, lines, errors }
}

async function until(holds: () => boolean, what: string): Promise<void> {
  for (const deadline = Date.now() + 20_000; !holds(); await sleep(10)) {
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`)
  }
}

async function ask<T extends pg.QueryResultRow>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

test('starts durable and private, stops cleanly and restarts with its data', async () => {
  const first = await start()
  expect(
    await ask(
      first.appUrl,
      `select current_user::text as login, current_setting('fsync') as fsync,
         current_setting('listen_addresses') as tcp, current_setting('data_checksums') as checksums,
         current_setting('server_version_num')::int / 10000 as version,
         (select datlocale from pg_database where datname = current_database()) as locale`,
    ),
  ).toEqual([
    { login: 'stowage_app', fsync: 'on', tcp: '', checksums: 'on', version: 18, locale: 'C.UTF-8' },
  ])
  await ask(first.ownerUrl, 'create table kept as select 7 as n')
  const socketDir = new URL(first.appUrl).searchParams.get('host') ?? ''
  await first.stop()
  expect(isAlive(first.pid())).toBe(false)
  expect(existsSync(socketDir)).toBe(false)
  expect(readdirSync(join(dataDir, 'running'))).toEqual([])

  const second = await start()
  expect(await ask(second.ownerUrl, 'select n from kept')).toEqual([{ n: 7 }])
})

test('creates the sealer’s login in a directory of an older release', async () => {
  prepareData(dataDir)
  const first = await start()
  const who = 'select current_user::text as login'
  expect(await ask(first.sealerUrl, who)).toEqual([{ login: 'stowage_sealer' }])
  await first.stop()
  const file = join(dataDir, 'postgres-credentials.json')
  const { sealer: _, ...older } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  writeFileSync(file, JSON.stringify(older))

  const second = await start()
  expect(await ask(second.sealerUrl, who)).toEqual([{ login: 'stowage_sealer' }])
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject(older)
})

test('keeps PostgreSQL running on Ctrl-C in the server’s terminal', async () => {
  prepareData(dataDir)
  const groupOf = (pid: number) =>
    spawnSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
  const server = await start()
  expect(groupOf(server.pid())).toMatch(/^\d+$/)
  expect(groupOf(server.pid())).not.toBe(groupOf(process.pid))
})

test('refuses connections without the password', async () => {
  prepareData(dataDir)
  const server = await start()
  const guess = server.appUrl.replace(/:[0-9a-f]{48}@/, ':guess@')
  await expect(ask(guess, 'select 1')).rejects.toThrow('password authentication failed')
})

test('refuses a second server on the directory, in this process and in another', async () => {
  prepareData(dataDir)
  const { child, lines } = startChild()
  await until(() => lines.length > 1, 'the child is ready')
  await expect(start()).rejects.toThrow(
    `DATA_DIR: another server (process ${child.pid}) is already running on ${dataDir}.`,
  )
  child.kill('SIGKILL')
  await once(child, 'exit')

  await start()
  await expect(start()).rejects.toThrow(`(process ${process.pid}) is already running`)
  const second = startChild()
  expect(await once(second.child, 'exit')).toEqual([1, null])
  expect(second.errors.join()).toContain(
    `(process ${process.pid}) is already running on ${dataDir}`,
  )
})

test('lets one of several servers win that start concurrently', async () => {
  const rivals = [startChild(), startChild(), startChild()]
  await until(
    () => rivals.every(({ child, lines }) => child.exitCode !== null || lines.length > 1),
    'each has won or given up',
  )
  expect(rivals.map(({ child }) => child.exitCode).sort()).toEqual([1, 1, null])
})

test('loses no acknowledged write when killed under load', async () => {
  prepareData(dataDir)
  const { child, lines } = startChild()
  await until(() => lines.length > 300, 'rows are written')
  const postmaster = Number(lines[0]?.split(' ')[1])
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isAlive(postmaster)).toBe(true)

  const said: string[] = []
  const server = await start(said)
  expect(isAlive(postmaster)).toBe(false)
  expect(said.join()).toContain(`process ${postmaster}`)
  const kept = await ask<{ number: string }>(server.ownerUrl, 'select number from notes')
  const numbers = new Set(kept.map((row) => row.number))
  // The last line may have been cut off by the kill.
  expect(lines.slice(1, -1).filter((number) => !numbers.has(number))).toEqual([])
})

test('recovers when killed together with its PostgreSQL', async () => {
  prepareData(dataDir)
  const { child, lines } = startChild()
  await until(() => lines.length > 100, 'rows are written')
  process.kill(Number(lines[0]?.split(' ')[1]), 'SIGKILL')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const server = await start()
  const kept = await ask<{ number: string }>(server.ownerUrl, 'select number from notes')
  const numbers = new Set(kept.map((row) => row.number))
  expect(lines.slice(1, -1).filter((number) => !numbers.has(number))).toEqual([])
})

test('repeats a first start that was killed', async () => {
  const { child } = startChild()
  await until(
    () => readdirSync(dataDir).some((name) => name.startsWith('postgres-new-')),
    'the database is being made',
  )
  child.kill('SIGKILL')
  await once(child, 'exit')
  const server = await start()
  expect(await ask(server.appUrl, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('removes partial files of a killed first start', async () => {
  const left = join(dataDir, 'postgres-new-left')
  mkdirSync(left)
  writeFileSync(join(left, 'PG_VERSION'), '18')
  await start()
  expect(existsSync(left)).toBe(false)
})

test('ignores process ids of dead processes that other programs have now', async () => {
  prepareData(dataDir)
  await (await start()).stop()
  const bystander = spawn('sleep', ['60'])
  children.push(bystander)
  // The shape PostgreSQL leaves behind: process, directory, start, port, socket directory, ….
  const stale = [bystander.pid, '/proc/self/cwd', 1, 5432, '/tmp/stowage-none', '', '', 'ready']
  writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), stale.join('\n'))
  writeFileSync(join(dataDir, 'running', `${bystander.pid}-1.00000000`), '')

  const server = await start()
  expect(await ask(server.appUrl, 'select 1 as n')).toEqual([{ n: 1 }])
  expect(bystander.pid && identityOf(bystander.pid)).toBeTruthy()
})

test('restarts a dead PostgreSQL under the same URL', async () => {
  prepareData(dataDir)
  const said: string[] = []
  const server = await start(said)
  await ask(server.ownerUrl, 'create table kept as select 7 as n')
  const died = server.pid()
  process.kill(died, 'SIGKILL')
  await until(() => said.includes('PostgreSQL is back'), 'it is back')
  expect(server.pid()).not.toBe(died)
  expect(await ask(server.ownerUrl, 'select n from kept')).toEqual([{ n: 7 }])
})

test('restarts a PostgreSQL stopped by someone else despite open connections', async () => {
  prepareData(dataDir)
  const said: string[] = []
  const server = await start(said)
  const open = new pg.Client({ connectionString: server.ownerUrl })
  open.on('error', () => {})
  await open.connect()
  const stopped = server.pid()
  process.kill(stopped, 'SIGTERM')
  await until(() => said.includes('PostgreSQL is back'), 'it is back')
  expect(said).toContain('PostgreSQL was told to stop, but not by Stowage; restarting it')
  expect(server.pid()).not.toBe(stopped)
  expect(await ask(server.ownerUrl, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('does not restart PostgreSQL while the server is stopping', async () => {
  prepareData(dataDir)
  const said: string[] = []
  const leaving = new AbortController()
  const server = await start(said, leaving.signal)
  leaving.abort()
  const stopped = server.pid()
  process.kill(stopped, 'SIGTERM')
  await until(() => !isAlive(stopped), 'it has ended')
  // Longer than the pause before a restart.
  await sleep(300)
  expect(server.pid()).toBe(stopped)
  expect(said.join()).not.toMatch(/starting it again|restarting it|is back/)
})

test.runIf(isRoot)('keeps its files in a directory that only root can read', async () => {
  rmSync(dataDir, { recursive: true })
  dataDir = mkdtempSync(join(homedir(), 'stowage-closed-'))
  const { child, lines } = startChild()
  await until(() => lines.length > 10, 'rows are written')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const server = await start()
  const counted = await ask<{ n: number }>(server.ownerUrl, 'select count(*)::int as n from notes')
  expect(counted[0]?.n).toBeGreaterThanOrEqual(9)
})
