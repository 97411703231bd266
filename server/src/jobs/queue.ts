import { fromKysely, PgBoss, type Job as Fetched, type JobResult, type SendOptions } from 'pg-boss'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { connect, type Tx } from '../database/connect.ts'
import { inTransaction, type Scope } from '../database/transactions.ts'
import type { QueueName } from './names.ts'
import { messageOf, watchOutage } from './outage.ts'
import { schedule as fixedSchedule, type Schedule } from './schedule.ts'

const pollSeconds = 0.5
// What runs by the clock need not be looked for twice a second, by a query for each kind.
const clockSeconds = 15
const connections = 3
const stopWithinMs = 10_000
// What a finished job was about is in the tables it changed.
const keptSeconds = 86_400
// A worker says twice in this time that it is there; what one that was killed had begun is then tried
// again, however long it was allowed to run.
const heartbeatSeconds = 60

/** What a running job is given. */
type JobCall = Context & {
  /** Runs `work` in one transaction; a scope without a platform sees no tenant rows. */
  readonly write: <T>(work: (tx: Tx) => Promise<T>, scope?: Scope) => Promise<T>
  /** Aborted when the job has run too long or the process ends. */
  readonly signal: AbortSignal
}

/** A promise to do something soon: a name, what it needs to know, and one command. */
export type Job<Payload extends object = object> = {
  readonly name: QueueName
  readonly payload: z.ZodType<Payload>
  /** On a keyed queue, what tells two jobs apart; without it the queue holds one job only. */
  key?(payload: Payload): string
  /** Jobs of this kind that one process runs at once, 1 unless said. */
  readonly atOnce?: number
  /** Seconds throughout; a job that runs longer than `expireInSeconds` is tried again. */
  readonly options: Pick<
    SendOptions,
    'retryLimit' | 'retryDelay' | 'retryBackoff' | 'retryDelayMax' | 'expireInSeconds'
  >
  /** Runs at least once, so it must bear running twice. Throwing asks for another attempt. */
  run(call: JobCall, payload: Payload): Promise<void>
}

/** A job as those see it who ask for it. */
export type Announcement<Payload extends object = object> = Omit<Job<Payload>, 'run'>

/** For jobs that clear away by the clock: what one run leaves, the next one takes. */
export const sweep = { retryLimit: 2, retryDelay: 60 } as const

/** Checks the shape and returns it; a job is data. */
export const defineJob = <Payload extends object>(job: Job<Payload>): Job<Payload> => job

/** For a group that asks for work which only a group to its right can do, and defines from this. */
export const announceJob = <Payload extends object>(
  job: Announcement<Payload>,
): Announcement<Payload> => job

/**
 * Hands jobs to the queue in the caller's transaction: they run once it has committed and never
 * when it rolls back. On a keyed queue a job that already waits or runs is enough.
 */
export async function enqueue<Payload extends object>(
  tx: Tx,
  job: Announcement<Payload>,
  ...payloads: readonly Payload[]
): Promise<void> {
  if (payloads.length === 0) return
  // The queue's own columns must arrive under the names it gave them.
  const db = fromKysely(tx.withoutPlugins())
  const rows = payloads.map((payload) => ({ ...sendOptions(job, payload), data: payload }))
  await new PgBoss({ db, migrate: false }).insert(job.name, rows, { db })
}

/**
 * Runs `jobs` in this process until `stop`, which waits up to ten seconds for what is running;
 * anything slower is tried again by the next worker. `url` logs in as the serving role: the queue
 * has connections of its own, so that a rush of requests does not hold up the mail. A database
 * that goes away is waited for. Rejects when it is away already.
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
  // The tables belong to the owner, who made them; this role could neither make nor rebuild them.
  const boss = new PgBoss({ db, migrate: false, reindex: false })
  boss.on('error', outage.report)
  boss.on('warning', ({ message }) => context.log.warn(`Job queue: ${message}`))
  let stopping: Promise<void> | undefined
  const stop = (graceful: boolean) =>
    (stopping ??= boss.stop({ graceful, timeout: stopWithinMs }).then(() => pool.end()))
  try {
    await boss.start()
    await follow(boss, jobs, schedule)
    for (const job of jobs)
      await work(boss, context, job, schedule[job.name] ? clockSeconds : pollSeconds)
  } catch (error) {
    await stop(false)
    throw error
  }
  return { stop: () => stop(true) }
}

/** The options the queue keeps beside one job. */
const sendOptions = <Payload extends object>(job: Announcement<Payload>, payload: Payload) => ({
  ...job.options,
  deleteAfterSeconds: keptSeconds,
  heartbeatSeconds,
  ...(job.key && { singletonKey: job.key(payload) }),
})

/** Makes the kept schedule equal to ours, and lets each of its jobs run once now. */
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

async function work(
  boss: PgBoss,
  context: Context,
  job: Job,
  pollingIntervalSeconds: number,
): Promise<void> {
  const settings = {
    pollingIntervalSeconds,
    batchSize: job.atOnce ?? 1,
    burstWhenBatchFull: true,
    perJobResults: true,
  } as const
  await boss.work<object, JobResult[], typeof settings>(job.name, settings, (fetched) =>
    Promise.all(fetched.map((one) => runOne(context, job, one))),
  )
}

async function runOne(context: Context, job: Job, fetched: Fetched): Promise<JobResult> {
  const { id, data, retryCount, signal } = fetched
  const write: JobCall['write'] = (work, scope = {}) => inTransaction(context.db, scope, work)
  try {
    await job.run({ ...context, signal, write }, job.payload.parse(data))
    return { id, status: 'completed' }
  } catch (error) {
    // Never the payload: it may name a person.
    context.log.warn(
      { err: error, job: job.name, jobId: id, attempt: retryCount + 1 },
      'job failed',
    )
    return { id, status: 'failed', output: { message: messageOf(error) } }
  }
}
