import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../server/src/database/embedded.ts'
import { endAll, startService } from './processes.ts'
import type { Section } from './report.ts'

const quiet = { info() {}, warn: console.warn, error: console.error }
/** Gone when the bench has ended. */
export const dataDir = mkdtempSync(path.join(tmpdir(), 'stowage-bench-'))
const settings = {
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  PUBLIC_URL: 'http://localhost',
  APP_SECRET: 'only for the bench, which forgets everything it has written',
  LOG_LEVEL: 'warn',
  // All load comes from one address; counting it is part of the work.
  LIMIT_GLOBAL_IP: '9999999/1m',
  LIMIT_GLOBAL_SESSION: '9999999/1m',
  LIMIT_LOGS: '9999999/1m',
}
const opened = new AsyncDisposableStack()

/** The product as `npm start` runs it, on the database of `env` or on its own. */
export const startServer = (env = {}) =>
  startService('server/src/main.ts', '/readyz', { ...settings, ...env })

/** A database that this process keeps for the servers it starts; one in `keptAt` stays for another run. */
export async function startDatabase(keptAt = dataDir) {
  const database = await startEmbedded({ dataDir: keptAt, log: quiet })
  opened.defer(() => database.stop())
  return database
}

export const say = (text: string) => process.stdout.write(`${text}\n`)

/** Says beforehand when the figures will be worth nothing. */
export function warnAboutLoad() {
  const [busy = 0] = loadavg()
  if (busy > cpus().length / 2)
    say(`The machine is busy (load ${busy.toFixed(1)}): believe none of these figures.`)
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

/** Runs a bench to its end; the process ends with 1 when a limit was not kept. */
export function runBench(bench: () => Promise<Section[]>) {
  process.once('SIGINT', () => leave(130))
  process.once('SIGTERM', () => leave(143))
  bench().then(
    (sections) => {
      const figures = sections.flatMap((section) => section.figures)
      leave(figures.every(({ limit }) => limit?.isKept !== false) ? 0 : 1)
    },
    (error: unknown) => {
      // What fails because we are leaving is no news.
      if (!leaving) console.error(error)
      leave(1)
    },
  )
}
