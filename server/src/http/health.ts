import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { controlCell } from '../cells/cells.ts'
import type { Context } from '../context.ts'
import { findShares, type Db } from '../database/connect.ts'
import { findUnreadiness } from '../database/migrate.ts'
import { fail, notFound } from '../errors.ts'
import { countOutbox } from '../mail/outbox.ts'

const readyWithinMs = 2_000
const away = 'The database does not answer'

/**
 * Adds `/healthz`, which checks only the process, `/readyz`, which checks the control database and names the cells
 * that are down, and `/readyz/:cell`, which checks one of them.
 */
export function answerHealth(
  app: FastifyInstance,
  { control, cells, log }: Pick<Context, 'control' | 'cells' | 'log'>,
) {
  const lastLogged = new Map<string, string>()

  async function isReady(name: string, db: Db): Promise<boolean> {
    const late = new Promise<never>((_, reject) =>
      setTimeout(
        () => reject(new Error('the database did not answer in time')),
        readyWithinMs,
      ).unref(),
    )
    const found = await Promise.race([findUnreadiness(db), late]).catch(() => away)
    // Checked every second, logged once.
    if (found && found !== away && found !== lastLogged.get(name)) log.error({ cell: name }, found)
    lastLogged.set(name, found ?? '')
    return found === undefined
  }

  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    const others = cells.states()
    const [isMainReady, ...states] = await Promise.all([
      isReady(controlCell, control),
      ...others.map(async ({ name, db }) => [
        name,
        (await isReady(name, db)) ? 'ready' : 'unavailable',
      ]),
    ])
    if (!isMainReady) fail('unavailable', { retryAfter: 5 })
    return { status: 'ready', ...(states.length > 0 && { cells: Object.fromEntries(states) }) }
  })
  app.get<{ Params: { cell: string } }>('/readyz/:cell', async ({ params }) => {
    const all = [{ name: controlCell, db: control }, ...cells.states()]
    const cell = all.find(({ name }) => name === params.cell) ?? notFound()
    if (!(await isReady(cell.name, cell.db))) fail('unavailable', { retryAfter: 5 })
    return { status: 'ready' }
  })
}

/** Further gauges of this process, by the name of the cell. */
export type Gauges = {
  /** Age in seconds of the oldest unsealed audit event. */
  sealLags?: ReadonlyMap<string, () => Promise<number>>
}

/**
 * Returns metrics as Prometheus text. Labels contain route patterns and statuses, never URLs or
 * ids.
 */
export function measure(
  app: FastifyInstance,
  { control, cells, replica, hasher, images }: Context,
  { sealLags }: Gauges,
) {
  const databases = () => [{ name: controlCell, db: control }, ...cells.ready()]
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
    labelNames: ['cell', 'state'],
    registers: [registry],
    collect() {
      for (const { name: cell, db } of databases()) {
        const { running = 0, waiting = 0, refused = 0 } = findShares(db) ?? {}
        this.set({ cell, state: 'running' }, running)
        this.set({ cell, state: 'waiting' }, waiting)
        this.set({ cell, state: 'refused' }, refused)
      }
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
    labelNames: ['cell', 'state'],
    registers: [registry],
    async collect() {
      const note = async ({ name: cell, db }: { name: string; db: Db }) => {
        // During a database outage the other metrics are still reported.
        const counts = await countOutbox(db).catch((): Record<string, number> => ({}))
        for (const [state, count] of Object.entries(counts)) this.set({ cell, state }, count)
      }
      await Promise.all(databases().map(note))
    },
  })
  if (sealLags)
    new Gauge({
      name: 'audit_seal_lag_seconds',
      help: 'Age of the oldest event of the audit log that waits to be sealed',
      labelNames: ['cell'],
      registers: [registry],
      async collect() {
        const note = async ([cell, lag]: [string, () => Promise<number>]) =>
          this.set({ cell }, await lag().catch(() => Number.NaN))
        await Promise.all([...sealLags].map(note))
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
