import { lookup } from 'node:dns/promises'
import type { EventEmitter } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { cellJobs, jobs } from './jobs.ts'
import { controlCell, openCells, type CellUrls } from './cells/cells.ts'
import { followCells } from './cells/follow.ts'
import { keptSecret, readConfig, type Config } from './config.ts'
import { contextOf, type Context } from './context.ts'
import { openDatabase, openReplica } from './database/open.ts'
import { withRole } from './database/login.ts'
import { openHasher } from './crypto/hashing.ts'
import { openLimits } from './http/limits.ts'
import { openImages } from './images/images.ts'
import { renewKeys, signingKey } from './identity/signing-keys/commands.ts'
import { startQueue } from './jobs/queue.ts'
import { startSealer } from './platforms/audit/seal-waiting.ts'
import { deriveSecrets } from './crypto/secrets.ts'
import { startAnnouncing } from './warehouse/stock-views/announce.ts'
import { startRelay } from './workspace/webhooks/relay-events.ts'
import { StartRefused } from './errors.ts'

// Longer than any request takes while the database answers.
const closeMillis = 10_000
const mostUnwrittenBytes = 1_000_000

const opened = new AsyncDisposableStack()
const leaving = new AbortController()
let left: Promise<void> | undefined

/** Closes all resources in reverse order and ends the process. A second call does nothing. */
function leave(code: number): void {
  leaving.abort()
  left ??= Promise.race([started.catch(() => {}), sleep(5_000)])
    .then(() => Promise.race([opened.disposeAsync(), sleep(4 * closeMillis)]))
    .catch((error: unknown) => void process.stderr.write(`${String(error)}\n`))
    .finally(() => process.exit(code))
}

const started = start()
started.catch((error: unknown) => {
  if (error instanceof StartRefused) process.stderr.write(`${error.message}\n`)
  else console.error(error)
  leave(1)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => leave(0))
// Set only when a start script supervises this process. It is gone, so nothing else would stop us.
process.on('disconnect', () => leave(0))

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino(
    {
      level: config.logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
    },
    logDestination(),
  )
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal(error, 'unexpected failure, stopping')
      leave(1)
    })
  }
  await requireFreePort(config)
  if (config.sendsTraces) {
    const { startTracing } = await import('./telemetry/otel.ts')
    opened.defer(startTracing())
  }
  const database = await openDatabase(config, log, opened, leaving.signal)
  const secrets = deriveSecrets(
    config.appSecret ?? keptSecret(config.dataDir),
    config.appSecretPrevious,
  )
  const replica = openReplica(config, database.db, log)
  opened.defer(() => replica?.close())
  const images = openImages(log)
  opened.defer(() => images.close())
  const cells = openCells({ db: database.db, replica }, { config, secrets, log })
  opened.defer(() => cells.close())
  const context: Context = {
    config,
    db: database.db,
    control: database.db,
    cells,
    replica,
    clock: { now: () => new Date(Date.now() + config.clockOffsetSeconds * 1000) },
    log,
    secrets,
    hasher: openHasher({ config, secrets }),
    images,
  }
  // Detects a wrong APP_SECRET at the start instead of at the first sign-in.
  await signingKey(context)
  await renewKeys(context)
  const worksHere = config.worker === 'on'
  // Stopped after requests and jobs, because it seals their last events.
  const sealer = worksHere ? startSealer(context, database.sealerUrl) : undefined
  opened.defer(() => sealer?.stop())
  const limits = await openLimits(context, database.pool)
  const sealLags = new Map<string, () => Promise<number>>(
    sealer && [[controlCell, sealer.lag] as const],
  )
  const app = await buildApp(context, limits, worksHere ? { sealLags } : {})
  if (worksHere) {
    const queue = await startQueue(context, database.url, jobs)
    opened.defer(() => queue.stop())
    const relay = startRelay(context)
    opened.defer(() => relay.stop())
    const announcing = startAnnouncing(context)
    opened.defer(() => announcing.stop())
  }
  const followed = followCells(context.cells, log, async (cell) => {
    if (!worksHere) return
    const workers = opened.use(await startWorkers(contextOf(context, cell), cell.urls))
    sealLags.set(cell.name, workers.sealLag)
  })
  opened.defer(() => followed.stop())
  opened.defer(async () => {
    await Promise.race([app.close(), sleep(closeMillis)])
  })
  await app.listen({ port: config.port, host: config.host })
  const bound = app.server.address()
  announce(config, typeof bound === 'object' && bound ? bound.port : config.port)
  // Again when the first jobs are done, because what a first collection frees is only returned by the next.
  for (const millis of [500, 3_000]) setTimeout(dropStartGarbage, millis).unref()
}

/** Starts what works in the background for the platforms of a cell. */
async function startWorkers(context: Context, { url, ownerUrl }: CellUrls) {
  const sealer = startSealer(context, withRole(ownerUrl, 'stowage_sealer'))
  const queue = await startQueue(context, withRole(url, 'stowage_app'), cellJobs)
  const relay = startRelay(context)
  const announcing = startAnnouncing(context)
  return {
    sealLag: sealer.lag,
    async [Symbol.asyncDispose]() {
      await Promise.all([queue.stop(), relay.stop(), announcing.stop()])
      await sealer.stop()
    },
  }
}

/**
 * Logs to standard output. Lines that cannot be written, for example on a full disk, are buffered
 * and then dropped.
 */
function logDestination() {
  const destination = pino.destination({ dest: 1, sync: true, maxLength: mostUnwrittenBytes })
  // An unhandled error of any of these would end the process.
  const streams: EventEmitter[] = [destination, process.stdout, process.stderr]
  for (const stream of streams) stream.on('error', () => {})
  return destination
}

/** Loading the program leaves about 20 MB of garbage, which an idle V8 would keep for hours. */
function dropStartGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect({ type: 'major', flavor: 'last-resort' })
}

/** Checked first, because a port in use is the most common reason for a failed start. */
async function requireFreePort({ port, host }: Config): Promise<void> {
  const addresses = await lookup(host, { all: true }).catch(() => {
    throw new StartRefused(`HOST: cannot resolve ${host}`)
  })
  for (const { address } of addresses) {
    const probe = createServer()
    const code = await new Promise<string | undefined>((tried) => {
      probe.once('error', (error: NodeJS.ErrnoException) => tried(error.code))
      probe.listen({ port, host: address }, () => tried(undefined))
    })
    await new Promise((closed) => probe.close(closed))
    if (code === 'EADDRINUSE') {
      throw new StartRefused(
        `PORT: ${port} is already in use. Stop the process that uses it or choose another port.`,
      )
    }
    if (code === 'EACCES')
      throw new StartRefused(
        `PORT: this user is not allowed to listen on ${port}. Choose another port.`,
      )
  }
}

function announce(config: Config, port: number): void {
  const here = `http://localhost:${port}`
  const reached = config.publicUrl === here ? '' : ` (${config.publicUrl})`
  const mail = config.smtpUrl
    ? `Mail is sent through ${new URL(config.smtpUrl).host}`
    : config.nodeEnv === 'production'
      ? 'SMTP_URL is not set. Mail is queued until you set it.'
      : `Mail is not sent. Read it at ${here}/dev/mailbox`
  process.stdout.write(`\nStowage is ready at ${here}${reached}\n${mail}\nPress Ctrl-C to stop\n\n`)
}
