import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startProxy } from '../../test/proxy.ts'
import { openBench, type Bench } from '../../test/worker.ts'
import { defineJob, enqueue, type Job } from './queue.ts'

let bench: Bench
beforeAll(async () => void (bench = await openBench()))
afterAll(() => bench.close())

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
  await bench.owner.query('delete from pgboss.job; delete from pgboss.schedule')
  bench.lines.length = 0
})

async function work(jobs: readonly Job[], changes?: Parameters<Bench['work']>[1]) {
  const { stop } = await bench.work(jobs, changes)
  stops.push(stop)
  return stop
}

/** A job that notes each run; `fails` says which of its attempts throw. */
function noted(
  name: Job['name'] = 'deliver-mail',
  fails: (attempt: number) => boolean = () => false,
) {
  const runs: string[] = []
  const job = defineJob({
    name,
    payload: z.object({ word: z.string() }),
    key: ({ word }) => word,
    options: { retryLimit: 3, retryDelay: 3_600, retryBackoff: true },
    async run(_call, { word }) {
      runs.push(word)
      if (fails(runs.length)) throw new Error('not this time')
    },
  })
  return { job, runs }
}

const waitFor = (what: () => boolean) =>
  expect.poll(what, { timeout: 60_000, interval: 20 }).toBe(true)

test('runs a job after its transaction commits and never after a rollback', async () => {
  const { job, runs } = noted()
  await work([job])
  await bench.write((tx) => enqueue(tx, job, { word: 'kept' }))
  await expect(
    bench.write(async (tx) => {
      await enqueue(tx, job, { word: 'undone' })
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  await bench.write((tx) => enqueue(tx, job, { word: 'last' }))

  await waitFor(() => runs.includes('last'))
  expect(runs).toEqual(['kept', 'last'])
})

test('retries a failed job and logs the error without its payload', async () => {
  const { job, runs } = noted('deliver-mail', (attempt) => attempt === 1)
  await work([job])
  await bench.write((tx) => enqueue(tx, job, { word: 'confidential' }))

  await waitFor(() => bench.lines.some((line) => line.includes('job failed')))
  await sleep(700)
  expect(runs).toHaveLength(1)
  await bench.hurry()
  await waitFor(() => runs.length === 2)
  const failed = bench.lines.filter((line) => line.includes('job failed'))
  expect(failed).toHaveLength(1)
  expect(JSON.parse(failed[0] ?? '')).toMatchObject({ job: 'deliver-mail', attempt: 1 })
  expect(failed[0]).not.toContain('confidential')
})

test('refuses an invalid payload without running the job', async () => {
  const { job, runs } = noted()
  await work([job])
  await bench.write((tx) => enqueue(tx, { ...job, key: () => 'odd' }, { word: 7 as never }))

  await waitFor(() => bench.lines.some((line) => line.includes('job failed')))
  expect(runs).toEqual([])
})

test('keeps one waiting job per key on a keyed queue', async () => {
  const { job, runs } = noted()
  await bench.write((tx) => enqueue(tx, job, { word: 'a' }, { word: 'a' }, { word: 'b' }))
  await bench.write((tx) => enqueue(tx, job, { word: 'a' }))
  await work([job])

  await waitFor(() => runs.length >= 2)
  await sleep(1_200)
  expect(runs.toSorted()).toEqual(['a', 'b'])
})

test('runs several jobs concurrently if the job allows it', async () => {
  let running = 0
  let most = 0
  const job = defineJob({
    name: 'deliver-mail',
    payload: z.object({ word: z.string() }),
    key: ({ word }) => word,
    concurrency: 3,
    options: {},
    async run() {
      most = Math.max(most, ++running)
      await sleep(100)
      running--
    },
  })
  await bench.write((tx) => enqueue(tx, job, ...['a', 'b', 'c', 'd'].map((word) => ({ word }))))
  await work([job])

  await waitFor(() => most === 3 && running === 0)
})

test('asks once for all queues together what is due', async () => {
  const names = [
    'deliver-mail',
    'follow-address',
    'run-import',
    'load-demo',
    'verify-books',
  ] as const
  const all = names.map((name) => noted(name))
  await work(all.map(({ job }) => job))
  const commits = async () => {
    const { rows } = await bench.owner.query<{ commits: string }>(
      `select xact_commit as commits from pg_stat_database where datname = current_database()`,
    )
    return Number(rows[0]?.commits)
  }
  // The workers ask for themselves when they start.
  await sleep(1_500)
  const before = await commits()
  await sleep(4_000)
  expect((await commits()) - before).toBeLessThan(25)
  for (const { job } of all) await bench.write((tx) => enqueue(tx, job, { word: 'due' }))
  await waitFor(() => all.every(({ runs }) => runs.length === 1))
})

test('waits for the running job when stopped', async () => {
  let state = 'waiting'
  const job = defineJob({
    name: 'deliver-mail',
    payload: z.object({}),
    options: {},
    async run() {
      state = 'running'
      await sleep(1_000)
      state = 'done'
    },
  })
  await bench.write((tx) => enqueue(tx, job, {}))
  const stop = await work([job])
  await waitFor(() => state === 'running')
  await stop()

  expect(state).toBe('done')
  const { rows } = await bench.owner.query('select state from pgboss.job where name = $1', [
    'deliver-mail',
  ])
  expect(rows).toEqual([{ state: 'completed' }])
})

test('retries the job of a lost worker by its heartbeat', async () => {
  const { job } = noted()
  await bench.write((tx) => enqueue(tx, job, { word: 'alive' }))
  const { rows } = await bench.owner.query('select heartbeat_seconds from pgboss.job')
  expect(rows).toEqual([{ heartbeat_seconds: 60 }])
})

test('runs a scheduled job at startup and removes one no longer scheduled', async () => {
  let runs = 0
  const job = defineJob({
    name: 'sweep-outbox',
    payload: z.object({}),
    options: {},
    run: async () => void runs++,
  })
  const stop = await work([job], { schedule: { 'sweep-outbox': '0 3 * * *' } })
  await waitFor(() => runs === 1)
  await stop()
  const kept = () => bench.owner.query('select name, cron from pgboss.schedule')
  expect((await kept()).rows).toEqual([{ name: 'sweep-outbox', cron: '0 3 * * *' }])

  await work([job], { schedule: {} })
  expect((await kept()).rows).toEqual([])
})

test('waits for a lost database and logs one line each way', async () => {
  const proxy = await startProxy(bench.appUrl)
  stops.push(proxy.close)
  const { job, runs } = noted()
  const stop = await work([job], { url: proxy.url })
  await bench.write((tx) => enqueue(tx, job, { word: 'before' }))
  await waitFor(() => runs.length === 1)

  await proxy.cut()
  await bench.write((tx) => enqueue(tx, job, { word: 'meanwhile' }))
  await sleep(2_500)
  expect(runs).toEqual(['before'])
  await proxy.restore()

  await waitFor(() => runs.length === 2)
  await stop()
  const loud = bench.lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 30)
  expect(loud.map(({ msg }) => msg)).toEqual([
    'The job queue cannot reach the database; jobs wait until it is back',
    'The job queue has the database back',
  ])
})

test('stops while the database is unavailable', async () => {
  const proxy = await startProxy(bench.appUrl)
  stops.push(proxy.close)
  const stop = await work([noted().job], { url: proxy.url })
  await proxy.cut()

  const begun = performance.now()
  await stop()
  expect(performance.now() - begun).toBeLessThan(5_000)
})
