import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Service } from './processes.ts'
import type { World } from './reading-data.ts'
import type { Section } from './report.ts'

type Run = { kind: string; ok: boolean; rows: string; tookMs: number; at: string }
/** Polling interval of checks that run as a job. */
const patienceMs = 1_000
const mostSeconds = 180

/** Measures the integrity check of a whole platform, and of one day of changes. */
export async function measureChecks(
  ownerUrl: string,
  server: Service,
  world: World,
): Promise<Section> {
  const full = await check(server, world, 'full')
  await age(ownerUrl, world)
  const incremental = await check(server, world, 'incremental')
  const figureOf = (what: string, { tookMs, rows, ok }: Run) => ({
    what: `${what}, ${Number(rows).toLocaleString('en')} rows`,
    measured: `${(tookMs / 1000).toFixed(1)} s`,
    ...(!ok && { limit: { text: 'no differences', isKept: false } }),
  })
  return {
    title: `Checks of the books, a ledger of ${world.rows.toLocaleString('en')} rows`,
    figures: [figureOf('Everything', full), figureOf('What was recorded in a day', incremental)],
  }
}

async function check({ port }: Service, { slug, token }: World, kind: string): Promise<Run> {
  const url = `http://127.0.0.1:${port}/api/v1/tenant/${slug}/stock/verify`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = async <T>(init: RequestInit): Promise<T> => {
    const answer = await fetch(url, { ...init, headers: { ...headers, ...init.headers } })
    if (!answer.ok) throw new Error(`The check answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const newest = async () => (await ask<{ runs: Run[] }>({})).runs[0]
  const before = await newest()
  const asked = {
    method: 'POST',
    body: JSON.stringify({ kind }),
    headers: { 'idempotency-key': randomUUID() },
  }
  const answer = await ask<Run | { running: true }>(asked)
  if (!('running' in answer)) return answer
  for (let waited = 0; waited < mostSeconds; waited += 1) {
    await sleep(patienceMs)
    const run = await newest()
    if (run && run.at !== before?.at) return run
  }
  throw new Error(`The ${kind} check is not done after ${mostSeconds} s.`)
}

/** Dates the last check to a day before the last movement. */
async function age(ownerUrl: string, { platform }: World) {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(
    `update tenant.verify_runs set started_at = (
       select max(recorded_at) - interval '1 day' from tenant.stock_moves where platform_id = $1)
     where platform_id = $1`,
    [platform],
  )
  await client.end()
}
