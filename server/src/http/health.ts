import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Context } from '../context.ts'
import { findShares } from '../database/connect.ts'
import { findUnreadiness } from '../database/migrate.ts'
import { fail } from '../errors.ts'
import { countOutbox } from '../mail/outbox.ts'

const readyWithinMs = 2_000
const away = 'The database does not answer'

/** Adds `/healthz`, which checks only the process, and `/readyz`, which checks the database. */
export function answerHealth(app: FastifyInstance, { db, log }: Pick<Context, 'db' | 'log'>) {
  let lastLogged: string | undefined
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    const late = new Promise<never>((_, reject) =>
      setTimeout(
        () => reject(new Error('the database did not answer in time')),
        readyWithinMs,
      ).unref(),
    )
    const found = await Promise.race([findUnreadiness(db), late]).catch(() => away)
    // Checked every second, logged once.
    if (found && found !== away && found !== lastLogged) log.error(found)
    lastLogged = found
    if (found) fail('unavailable', { retryAfter: 5 })
    return { status: 'ready' }
  })
}

/** Further gauges of this process. */
export type Gauges = {
  /** Age in seconds of the oldest unsealed audit event. */
  sealLag?: () => Promise<number>
}

/**
 * Returns metrics as Prometheus text. Labels contain route patterns and statuses, never URLs or
 * ids.
 */
export function measure(
  app: FastifyInstance,
  { db, replica, hasher, images }: Context,
  { sealLag }: Gauges,
) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  const refusals = new Counter({
    name: 'rate_limited_total',
    help: 'Requests answered 429 by the limit that was reached',
    labelNames: ['limit'],
    registers: [registry],
  })
  new Gauge({
    name: 'hash_queue_waiting',
    help: 'Password hashes waiting for a free thread',
    registers: [registry],
    collect() {
      this.set(hasher.load.waiting)
    },
  })
  new Gauge({
    name: 'image_queue_waiting',
    help: 'Pictures waiting for a free decoder',
    registers: [registry],
    collect() {
      this.set(images.load.waiting)
    },
  })
  new Gauge({
    name: 'database_turns',
    help: 'Transactions of platforms and accounts that run, wait for a turn, or were refused one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { running = 0, waiting = 0, refused = 0 } = findShares(db) ?? {}
      this.set({ state: 'running' }, running)
      this.set({ state: 'waiting' }, waiting)
      this.set({ state: 'refused' }, refused)
    },
  })
  if (replica)
    new Gauge({
      name: 'database_replica_lag_seconds',
      help: 'How far the read replica is behind; NaN while it is not known',
      registers: [registry],
      collect() {
        this.set(replica.lagSeconds() ?? Number.NaN)
      },
    })
  new Gauge({
    name: 'outbox_mails',
    help: 'Mails in the outbox by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      // During a database outage the other metrics are still reported.
      const counts = await countOutbox(db).catch((): Record<string, number> => ({}))
      for (const [state, count] of Object.entries(counts)) this.set({ state }, count)
    },
  })
  if (sealLag)
    new Gauge({
      name: 'audit_seal_lag_seconds',
      help: 'Age of the oldest event of the audit log that waits to be sealed',
      registers: [registry],
      async collect() {
        this.set(await sealLag().catch(() => Number.NaN))
      },
    })
  return { registry, countRefusal: (limit: string) => refusals.inc({ limit }) }
}

/**
 * Serves `/metrics` on a loopback listener at `metricsPort`, or on the main port with
 * `metricsToken`. Without either setting it does not exist. Sends them to OpenTelemetry too, if configured.
 */
export async function serveMetrics(
  app: FastifyInstance,
  registry: Registry,
  config: Context['config'],
) {
  const { metricsToken, metricsPort } = config
  if (config.sendsMetrics) {
    const { exportMetrics } = await import('../telemetry/metrics.ts')
    const stop = exportMetrics(registry, config.metricIntervalMs)
    app.addHook('onClose', stop)
  }
  if (metricsToken)
    app.get('/metrics', async (request, reply) => {
      if (!mayScrape(request.headers.authorization, metricsToken)) fail('unauthorized')
      return reply.type(registry.contentType).send(await registry.metrics())
    })
  if (!metricsPort) return
  // A static import would also load its web client, several megabytes.
  const { createServer } = await import('node:http')
  const listener = createServer((_request, response) => {
    response.setHeader('content-type', registry.contentType)
    registry.metrics().then(
      (text) => response.end(text),
      () => response.writeHead(500).end(),
    )
  })
  app.addHook('onListen', async () => {
    await new Promise<void>((listening, reject) => {
      listener.once('error', reject)
      listener.listen(metricsPort, '127.0.0.1', listening)
    })
  })
  app.addHook('onClose', async () => void listener.close())
}

const mayScrape = (authorization: string | undefined, token: string) =>
  timingSafeEqual(sha256(authorization ?? ''), sha256(`Bearer ${token}`))

const sha256 = (text: string) => createHash('sha256').update(text).digest()
