import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAlive } from '../../src/database/process-identity.ts'
import { prepareData } from '../cluster.ts'
import { freePort } from '../product.ts'

const root = resolve(import.meta.dirname, '../../..')

let dataDir: string
let children: ChildProcess[]

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'stowage-process-'))
  children = []
})

afterEach(async () => {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) {
      await once(child, 'exit')
    }
  }
  rmSync(dataDir, { recursive: true, force: true })
})

/** The server as a process; `out` and `err` grow with what it says. */
function start(env: Record<string, string>, args = ['server/src/main.ts']) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'error', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, as a terminal gives to what is started in it.
    detached: true,
  })
  children.push(child)
  const said = { child, out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()))
  return said
}

async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; !(await holds()); await sleep(25)) {
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`)
  }
}

const isReady = (said: { out: string }) =>
  until(() => said.out.includes('Press Ctrl-C'), 'it is ready')
const postmaster = () => {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0
}

test('prints configuration errors one per line and starts nothing', async () => {
  const said = start({ PORT: 'many', SESSION_IDLE: 'soon', NODE_ENV: 'production' })
  expect(await once(said.child, 'close')).toEqual([1, null])
  expect(said.err.trim().split('\n')).toEqual([
    'PORT: must be a whole number',
    'SESSION_IDLE: must be a number and a unit, such as 30m, 12h or 7d',
    'APP_SECRET: must be set in production',
    'PUBLIC_URL: must be set in production',
  ])
  expect(said.out).toBe('')
  expect(readdirSync(dataDir)).toEqual([])
})

test('reports a used port in one line before starting anything', async () => {
  const taken = createServer()
  const port = await freePort()
  await new Promise<void>((listening) => taken.listen(port, '127.0.0.1', listening))
  const said = start({ PORT: String(port) })
  expect(await once(said.child, 'close')).toEqual([1, null])
  expect(said.err).toBe(
    `PORT: ${port} is already in use. Stop the process that uses it or choose another port.\n`,
  )
  expect(readdirSync(dataDir)).toEqual([])
  await new Promise((closed) => taken.close(closed))
})

test('prints its URL, and stops once and cleanly however often it is told to', async () => {
  const port = await freePort()
  const said = start({ PORT: String(port) })
  await isReady(said)
  const announced = [
    `Stowage is ready at http://localhost:${port}`,
    `Mail is not sent. Read it at http://localhost:${port}/dev/mailbox`,
    'Press Ctrl-C to stop',
  ]
  expect(said.out.trim().split('\n')).toEqual(announced)
  const database = postmaster()
  const second = start({ PORT: String(await freePort()) })
  expect(await once(second.child, 'close')).toEqual([1, null])
  expect(second.err).toMatch(
    /^DATA_DIR: another server \(process \d+\) is already running on .*\n$/,
  )

  // Ctrl-C reaches the whole group, and the starting script passes it on as well.
  const group = -(said.child.pid ?? 0)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGINT'] as const) process.kill(group, signal)
  expect(await once(said.child, 'close')).toEqual([0, null])
  expect(said.out.trim().split('\n')).toEqual(announced)
  expect(isAlive(database)).toBe(false)
  expect(readdirSync(join(dataDir, 'running'))).toEqual([])
})

test('survives a full disk for its log', async () => {
  prepareData(dataDir)
  const port = await freePort()
  const full = openSync('/dev/full', 'w')
  const env = { NODE_ENV: 'test', LOG_LEVEL: 'trace', DATA_DIR: dataDir, PORT: String(port) }
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', full, full],
  })
  closeSync(full)
  children.push(child)
  const readyz = () =>
    fetch(`http://localhost:${port}/readyz`).then(
      ({ status }) => status,
      () => child.exitCode,
    )
  await until(async () => (await readyz()) !== null, 'it answers or has ended')
  expect(await readyz()).toBe(200)
})

test.each(['file', 'file/below'])(
  'reports an unwritable DATA_DIR in one line: %s',
  async (name) => {
    const place = join(dataDir, name)
    writeFileSync(join(dataDir, 'file'), '')
    const said = start({ PORT: String(await freePort()), DATA_DIR: place })
    expect(await once(said.child, 'close')).toEqual([1, null])
    expect(said.err).toMatch(
      /^DATA_DIR: Stowage cannot write to .*file.* \((EEXIST|ENOTDIR)\)\. .*\n$/,
    )
    expect(said.err).toContain(place)
  },
)

test('refuses a database used with another APP_SECRET', async () => {
  prepareData(dataDir)
  const first = start({ PORT: String(await freePort()) })
  await isReady(first)
  first.child.kill('SIGTERM')
  await once(first.child, 'close')

  const said = start({ PORT: String(await freePort()), APP_SECRET: 'another secret '.repeat(3) })
  expect(await once(said.child, 'close')).toEqual([1, null])
  expect(said.err).toBe('APP_SECRET: this is not the secret this database was used with\n')
})

test('leaves nothing running when stopped during startup', async () => {
  const said = start({ PORT: String(await freePort()) })
  await until(() => postmaster() > 0, 'the database is starting')
  const database = postmaster()
  said.child.kill('SIGINT')
  expect(await once(said.child, 'close')).toEqual([0, null])
  expect(isAlive(database)).toBe(false)
})

test('ends when its start script is killed', async () => {
  prepareData(dataDir)
  const script = `
    const { run, exitWith } = await import('./scripts/processes.mjs')
    exitWith(run(process.execPath, ['server/src/main.ts'], { hearsOurEnd: true }))`
  const said = start({ PORT: String(await freePort()) }, ['--input-type=module', '-e', script])
  await isReady(said)
  const database = postmaster()
  said.child.kill('SIGKILL')
  await until(() => !isAlive(database), 'the database has been stopped')
  await until(() => readdirSync(join(dataDir, 'running')).length === 0, 'the server has ended')
})

test('survives a database crash under load and serves again', async () => {
  prepareData(dataDir)
  const port = await freePort()
  const said = start({ PORT: String(port), LOG_LEVEL: 'silent' })
  await isReady(said)
  const ask = () =>
    fetch(`http://localhost:${port}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    )
  let isAsking = true
  const load = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (isAsking) await ask()
    }),
  )
  process.kill(postmaster(), 'SIGKILL')
  await until(async () => (await ask()) === 503, 'the loss is noticed')
  await until(async () => (await ask()) === 200, 'the database is back')
  isAsking = false
  await load
  expect(said.child.exitCode).toBeNull()
})
