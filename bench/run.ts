// Measures the server beside the least that could do the same work, in one run on one machine.
// --write also renews its part of docs/performance.md; --seconds sets the length of a round.
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../server/src/database/embedded.ts'
import { makeAccounts } from './accounts.ts'
import { compareLogin } from './login.ts'
import { compareMe } from './me.ts'
import { buildWeb, endAll, residentMb, root, startService } from './processes.ts'
import { asText, atMost, writePart, type Section } from './report.ts'

const { values: flags } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '4' },
  },
})
const roundMs = Number(flags.seconds) * 1000
if (!(roundMs >= 200 && roundMs <= 60_000)) throw new Error('--seconds: from 0.2 to 60')

const quiet = { info() {}, warn: console.warn, error: console.error }
const dataDir = mkdtempSync(path.join(tmpdir(), 'stowage-bench-'))
const settings = {
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  PUBLIC_URL: 'http://localhost',
  APP_SECRET: 'only for the bench, which forgets everything it has written',
  LOG_LEVEL: 'warn',
  // All load comes from one address; counting it is part of the work.
  LIMIT_GLOBAL_IP: '9999999/1m',
  LIMIT_GLOBAL_SESSION: '9999999/1m',
}
const opened = new AsyncDisposableStack()
const startServer = (env = {}) =>
  startService('server/src/main.ts', '/readyz', { ...settings, ...env })

const say = (text: string) => process.stdout.write(`${text}\n`)

/** The way people start it: the server brings its own database. */
async function measureStart(): Promise<Section> {
  say('Starting and idling')
  const first = await startServer()
  await first.stop()
  const second = await startServer()
  await sleep(5_000)
  const resident = residentMb(second.pid)
  await second.stop()
  const seconds = second.readyAfterMs / 1000
  return {
    title: 'Start and idle',
    figures: [
      {
        what: 'First start, making the database',
        measured: `${(first.readyAfterMs / 1000).toFixed(2)} s`,
      },
      {
        what: 'Second start until ready',
        measured: `${seconds.toFixed(2)} s`,
        limit: atMost(seconds, 5, ' s'),
      },
      {
        what: 'Resident memory of the idle server process',
        measured: `${resident.toFixed(0)} MB`,
        limit: atMost(resident, 150, ' MB'),
      },
    ],
  }
}

/** Both servers on one database, which this process keeps for them. */
async function compare(): Promise<Section[]> {
  const database = await startEmbedded({ dataDir, log: quiet })
  opened.defer(() => database.stop())
  const urls = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl }
  const server = await startServer(urls)
  const bare = await startService('bench/bare-server.ts', '/ready', urls)
  const accounts = await makeAccounts(server.port, 8)
  say('Comparing GET /auth/me')
  const me = await compareMe(server, bare, accounts, roundMs)
  await bare.stop()
  say('Comparing POST /auth/login')
  const login = await compareLogin(server, accounts, database.ownerUrl, roundMs)
  await server.stop()
  return [me, login]
}

async function main(): Promise<number> {
  const [busy = 0] = loadavg()
  if (busy > cpus().length / 2)
    say(`The machine is busy (load ${busy.toFixed(1)}): believe none of these figures.`)
  // What people download must be there: its files are part of the start and of the memory.
  if (!buildWeb()) throw new Error('The web could not be built.')
  const sections = [await measureStart(), ...(await compare())]
  process.stdout.write(asText(sections))
  if (flags.write) {
    writePart(path.join(root, 'docs', 'performance.md'), 'Server', sections)
    say('\nWritten to docs/performance.md')
  }
  const figures = sections.flatMap((section) => section.figures)
  return figures.every(({ limit }) => limit?.isKept !== false) ? 0 : 1
}

let leaving: Promise<void> | undefined

/** Ends what was started, the database last, and then this process. */
function leave(code: number) {
  leaving ??= endAll()
    .then(() => opened.disposeAsync())
    .finally(() => {
      rmSync(dataDir, { recursive: true, force: true })
      process.exit(code)
    })
}

process.once('SIGINT', () => leave(130))
process.once('SIGTERM', () => leave(143))
main().then(leave, (error: unknown) => {
  // What fails because we are leaving is no news.
  if (!leaving) console.error(error)
  leave(1)
})
