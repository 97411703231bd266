import { setTimeout as sleep } from 'node:timers/promises'
import { fromKysely, PgBoss, type Job as Fetched, type JobResult, type SendOptions } from 'pg-boss'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { connect, type Tx } from '../database/connect.ts'
import {
  inTransaction,
  isMoved,
  isMoving,
  type TransactionScope,
} from '../database/transactions.ts'
import { inSpan } from '../telemetry/spans.ts'
import { messageOf, watchOutage } from './outage.ts'
import { listDueQueues } from './queries.ts'
import { queues, type QueueName } from './queues.ts'

// One statement asks for all queues what is due. A worker that asks by itself does so seldom: some twenty
// of them would keep an idle server busy.
const lookMillis = 500
const pollSeconds = 15
const connections = 3
const stopWithinMs = 10_000
// The results of a job are in the tables it changed.
const keptSeconds = 86_400
// A worker reports twice in this time. Jobs of a killed worker are then retried, whatever their
// limit.
const heartbeatSeconds = 60
// How long a job waits for its platform, while that is on its way to another database.
const moveWithinMs = 60_000
const moveLookMs = 500

/** Cron expressions of the scheduled jobs. */
type Schedule = Partial<Record<QueueName, string>>

const fixedSchedule: Schedule = Object.fromEntries(
  Object.entries(queues).flatMap(([name, { schedule }]) => (schedule ? [[name, schedule]] : [])),
)

/** The context of a running job. */
type JobCall = Context & {
  /** Runs `work` in one transaction. A scope without a platform sees no tenant rows. */
  readonly write: <T>(work: (tx: Tx) => Promise<T>, scope?: TransactionScope) => Promise<T>
  /** Aborted when the job exceeds its time or the process ends. */
  readonly signal: AbortSignal
}

/** A job: a name, a payload and one command. */
export type Job<Payload extends object = object> = {
  readonly name: QueueName
  readonly payload: z.ZodType<Payload>
  /** Identifies a job on a keyed queue. Without it the queue holds one job. */
  key?(payload: Payload): string
  /** Jobs of this kind that one process takes together; the slowest delays the next ones. Default: 1. */
  readonly concurrency?: number
  /** How many take jobs of this kind side by side in one process, so a slow one delays no other. Default: 1. */
  readonly lanes?: number
  /** Whose job it is. Of each, `mostPerGroup` jobs run at the same time in all processes. */
  group?(payload: Payload): string
  readonly mostPerGroup?: number
  /** In seconds. A job that exceeds `expireInSeconds` is retried. */
  readonly options: Pick<
    SendOptions,
    'retryLimit' | 'retryDelay' | 'retryBackoff' | 'retryDelayMax' | 'expireInSeconds'
  >
  /** Runs at least once, so it must be safe to repeat. Throwing causes a retry. */
  run(call: JobCall, payload: Payload): Promise<void>
}

/** A job for callers that only enqueue it. */
export type Announcement<Payload extends object = object> = Omit<Job<Payload>, 'run'>

/** For scheduled cleanup jobs. Their next run does what a failed one left. */
export const sweep = { retryLimit: 2, retryDelay: 60 } as const

/** Returns the job, type-checked. */
export const defineJob = <Payload extends object>(job: Job<Payload>): Job<Payload> => job

/** Declares a job that a group to the right implements. */
export const announceJob = <Payload extends object>(
  job: Announcement<Payload>,
): Announcement<Payload> => job

/**
 * Enqueues jobs in the caller's transaction: they run after the commit and never after a rollback.
 * On a keyed queue, a job whose key already waits or runs is not added.
 */
export async function enqueue<Payload extends object>(
  tx: Tx,
  job: Announcement<Payload>,
  ...payloads: readonly Payload[]
): Promise<void> {
  if (payloads.length === 0) return
  // The queue's columns must keep their names, so the case plugin is off.
  const db = fromKysely(tx.withoutPlugins())
  const rows = payloads.map((payload) => ({ ...sendOptions(job, payload), data: payload }))
  await new PgBoss({ db, migrate: false }).insert(job.name, rows, { db })
}

/**
 * Runs `jobs` in this process until `stop`, which waits up to ten seconds. Slower jobs are retried
 * by the next worker. `url` logs in as the serving role with separate connections, so busy requests
 * do not delay mail. A lost database is retried. Rejects if the database is unavailable at the
 * start.
 */
export async function startQueue(
  context: Context,
  url: string,
  jobs: readonly Job[],
  schedule: Schedule = fixedSchedule,
): Promise<{ stop(): Promise<void> }> {
  const outage = watchOutage(context.log, { who: 'job queue', what: 'jobs' })
  const { pool } = connect(url, { max: connections, applicationName: 'stowage jobs' })
  const db = {
    async executeSql(text: string, values?: unknown[]) {
      try {
        const result = await pool.query(text, values)
        outage.over()
        return result
      } catch (error) {
        outage.note(error)
        throw error
      }
    },
  }
  // The serving role cannot create or rebuild the owner's tables.
  const boss = new PgBoss({ db, migrate: false, reindex: false })
  boss.on('error', outage.report)
  boss.on('warning', ({ message }) => context.log.warn(`Job queue: ${message}`))
  const leaving = new AbortController()
  let looking: Promise<void> | undefined
  let stopping: Promise<void> | undefined
  const stop = (graceful: boolean) => {
    leaving.abort()
    return (stopping ??= boss
      .stop({ graceful, timeout: stopWithinMs })
      .then(() => looking)
      .then(() => pool.end()))
  }
  try {
    await boss.start()
    await follow(boss, jobs, schedule)
    const workers = new Map<string, string[]>()
    for (const job of jobs) workers.set(job.name, await work(boss, context, job))
    const wake = async () => {
      for (const name of await listDueQueues(db.executeSql, [...workers.keys()]))
        for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker)
    }
    looking = repeat(() => wake().catch(outage.report), leaving.signal)
  } catch (error) {
    await stop(false)
    throw error
  }
  return { stop: () => stop(true) }
}

/** Returns the queue options of one job. */
const sendOptions = <Payload extends object>(job: Announcement<Payload>, payload: Payload) => ({
  ...job.options,
  deleteAfterSeconds: keptSeconds,
  heartbeatSeconds,
  ...(job.key && { singletonKey: job.key(payload) }),
  ...(job.group && { group: { id: job.group(payload) } }),
})

/** Replaces the stored schedule with ours and runs each scheduled job once now. */
async function follow(boss: PgBoss, jobs: readonly Job[], schedule: Schedule): Promise<void> {
  for (const { name } of await boss.getSchedules())
    if (!Object.hasOwn(schedule, name)) await boss.unschedule(name)
  for (const job of jobs) {
    const cron = schedule[job.name]
    if (!cron) continue
    await boss.schedule(job.name, cron, {}, sendOptions(job, {}))
    await boss.send(job.name, {}, sendOptions(job, {}))
  }
}

/** Runs `look` again and again with a pause before each, until the signal. */
async function repeat(look: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(lookMillis, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    await look()
  }
}

/** Starts the workers of a job, one for each lane, and returns their ids. */
async function work(boss: PgBoss, context: Context, job: Job): Promise<string[]> {
  const settings = {
    pollingIntervalSeconds: pollSeconds,
    batchSize: job.concurrency ?? 1,
    burstWhenBatchFull: true,
    perJobResults: true,
    ...(job.mostPerGroup && { groupConcurrency: job.mostPerGroup }),
  } as const
  const workers: string[] = []
  for (let lane = 0; lane < (job.lanes ?? 1); lane++)
    workers.push(
      await boss.work<object, JobResult[], typeof settings>(job.name, settings, (fetched) =>
        Promise.all(fetched.map((one) => runOne(context, job, one))),
      ),
    )
  return workers
}

/** The platform a job is about: it names it, or goes on with what somebody began there. */
function platformOf(data: object): string | undefined {
  const { platformId, worker } = data as {
    platformId?: unknown
    worker?: { platform?: { id?: unknown } }
  }
  const id = platformId ?? worker?.platform?.id
  return typeof id === 'string' ? id : undefined
}

/** Enqueues a job in the database its platform was moved to. Returns false if it names no platform. */
async function forward(context: Context, job: Job, data: object): Promise<boolean> {
  const platformId = platformOf(data)
  if (platformId === undefined) return false
  context.cells.forget({ platformId })
  const { db } = await context.cells.find({ platformId })
  if (db === context.db) return false
  await inTransaction(db, {}, (tx) => enqueue(tx, job, job.payload.parse(data)))
  return true
}

/** Runs a job of a platform, again if that is being moved: a pause of seconds must not use up its attempts. */
async function afterMove(data: object, signal: AbortSignal, run: () => Promise<void>) {
  const until = performance.now() + moveWithinMs
  for (;;) {
    try {
      return await run()
    } catch (error) {
      const isWaiting = isMoving(error) && platformOf(data) && performance.now() < until
      if (!isWaiting) throw error
      await sleep(moveLookMs, undefined, { signal }).catch(() => {
        throw error
      })
    }
  }
}

async function runOne(context: Context, job: Job, fetched: Fetched): Promise<JobResult> {
  const { id, data, retryCount, signal } = fetched
  const write: JobCall['write'] = (work, scope = {}) => inTransaction(context.db, scope, work)
  try {
    const attempt = { 'job.name': job.name, 'job.attempt': retryCount + 1 }
    await inSpan('consumer', `job ${job.name}`, attempt, () =>
      afterMove(data, signal, () =>
        job.run({ ...context, signal, write }, job.payload.parse(data)),
      ),
    )
    return { id, status: 'completed' }
  } catch (error) {
    if (isMoved(error) && (await forward(context, job, data))) return { id, status: 'completed' }
    // Never log the payload, which may contain personal data.
    context.log.warn(
      { err: error, job: job.name, jobId: id, attempt: retryCount + 1 },
      'job failed',
    )
    return { id, status: 'failed', output: { message: messageOf(error) } }
  }
}
