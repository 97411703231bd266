import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../server/src/database/embedded.ts'
import { startExternalPostgres } from '../server/test/external-postgres.ts'
import { endAll, startService } from './processes.ts'
import type { Section } from './report.ts'

const quiet = { info() {}, warn: console.warn, error: console.error }
/** Deleted when the bench ends. */
export const dataDir = mkdtempSync(path.join(tmpdir(), 'stowage-bench-'))
export const appSecret = 'only for the bench, which forgets everything it has written'
const settings = {
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  PUBLIC_URL: 'http://localhost',
  APP_SECRET: appSecret,
  LOG_LEVEL: 'warn',
  // All load comes from one address. Counting it is part of the work.
  LIMIT_GLOBAL_IP: '9999999/1m',
  LIMIT_GLOBAL_SESSION: '9999999/1m',
  LIMIT_LOGS: '9999999/1m',
}
const opened = new AsyncDisposableStack()

/** Starts the product as `npm start` does, on the database of `env` or an embedded one. */
export const startServer = (env = {}) =>
  startService('server/src/main.ts', '/readyz', { ...settings, ...env })

/** Starts a database for several servers. With `keptAt` its data is kept for later runs. */
export async function startDatabase(keptAt = dataDir, ofPostgres: Record<string, string> = {}) {
  const database = await startEmbedded({ dataDir: keptAt, log: quiet, settings: ofPostgres })
  opened.defer(() => database.stop())
  return database
}

/** Starts an external PostgreSQL with the programs in `bin` and its own defaults. It keeps what it commits. */
export async function startExternal(bin: string) {
  const { url, stop } = await startExternalPostgres(bin, { fsync: 'on' })
  opened.defer(stop)
  return { appUrl: url, ownerUrl: url }
}

export const say = (text: string) => process.stdout.write(`${text}\n`)

/** Warns if the machine is too busy for useful results. */
export function warnAboutLoad() {
  const [busy = 0] = loadavg()
  if (busy > cpus().length / 2)
    say(`The machine is busy (load ${busy.toFixed(1)}): believe none of these figures.`)
}

let leaving: Promise<void> | undefined

/** Stops everything, the database last, and exits. */
function leave(code: number) {
  leaving ??= endAll()
    .then(() => opened.disposeAsync())
    .finally(() => {
      rmSync(dataDir, { recursive: true, force: true })
      process.exit(code)
    })
}

/** Runs a bench. Exits with 1 if a limit was missed. */
export function runBench(bench: () => Promise<Section[]>) {
  process.once('SIGINT', () => leave(130))
  process.once('SIGTERM', () => leave(143))
  bench().then(
    (sections) => {
      const figures = sections.flatMap((section) => section.figures)
      leave(figures.every(({ limit }) => limit?.isKept !== false) ? 0 : 1)
    },
    (error: unknown) => {
      // Errors during shutdown are expected.
      if (!leaving) console.error(error)
      leave(1)
    },
  )
}
