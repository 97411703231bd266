import type { Account } from './accounts.ts'
import { load, residentMb, type Service } from './processes.ts'
import { atLeast, atMost, type Section } from './report.ts'
import { rareAction } from './log-seed.ts'
import { median, ms, alternate } from './rounds.ts'

const rounds = 3
const connections = 2
/** People pause between pages. */
const pauseMs = 10
/** Maximum milliseconds of the 95th percentile above the bare read. */
const mostAbove = 25
const leastRows = 20_000
/** Maximum memory growth in MB during the second half of a file. */
const mostGrowth = 30

export type Reader = { who: string; account: Account }

/** Compares pages of the log with a bare read of the same rows by key. */
export async function comparePages(
  server: Service,
  bare: Service,
  readers: readonly Reader[],
  roundMs: number,
): Promise<Section> {
  const filters = {
    'first page': '',
    'one action': `action=${rareAction}`,
    'actions that begin alike': 'action=member_*',
    'a part of an address': 'actorEmail=person-7@',
  }
  const figures: Section['figures'] = []
  for (const { who, account } of readers)
    for (const [what, filter] of Object.entries(filters)) {
      const path = `/api/v1/logs?${filter}`
      const headers = { authorization: `Bearer ${account.accessToken}` }
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${who}, ${what}: ${answer.status} ${text}`)
      const { logs } = JSON.parse(text) as { logs: { _id: string }[] }
      const ids = logs.map(({ _id }) => _id).join(',')
      const measure =
        ({ port }: Service, at: string) =>
        async () => {
          const stream = { name: 'page', method: 'GET' as const, path: at, connections, pauseMs }
          const streams = [{ ...stream, requests: [{ headers }] }]
          const { page } = await load({ port, warmupMs: 500, measureMs: roundMs, streams })
          return page?.p95 ?? Number.NaN
        }
      const pairs = await alternate(
        rounds,
        measure(server, path),
        measure(bare, `/api/v1/logs?ids=${ids}`),
      )
      const above = median(pairs.map(([ours, theirs]) => ours - theirs))
      const ours = ms(median(pairs.map(([a]) => a)))
      const theirs = ms(median(pairs.map(([, b]) => b)))
      figures.push({
        what: `${who}, ${what}: p95 above the bare ${theirs}`,
        measured: `${ms(above)} (${ours})`,
        limit: atMost(above, mostAbove, ' ms'),
      })
    }
  return { title: `GET /logs, ${connections} connections`, figures }
}

/** Measures a full export of one reader and the server's memory during it. */
export async function measureExport(server: Service, { who, account }: Reader): Promise<Section> {
  const before = residentMb(server.pid)
  const from = performance.now()
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/v1/logs/export`, {
    headers: { authorization: `Bearer ${account.accessToken}` },
  })
  if (!answer.ok || !answer.body) throw new Error(`the export answered ${answer.status}`)
  const samples: number[] = []
  const sampler = setInterval(() => samples.push(residentMb(server.pid)), 200)
  let bytes = 0
  let lines = 0
  for await (const piece of answer.body) {
    bytes += piece.length
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines += 1
  }
  clearInterval(sampler)
  const seconds = (performance.now() - from) / 1000
  const rows = lines - 1
  const half = Math.ceil(samples.length / 2)
  const [first, second] = [Math.max(...samples.slice(0, half)), Math.max(...samples.slice(half))]
  const speed = rows / seconds
  return {
    title: `GET /logs/export of ${rows} events, ${(bytes / 1e6).toFixed(0)} MB`,
    figures: [
      {
        what: `${who}, events per second`,
        measured: `${speed.toFixed(0)} /s`,
        limit: atLeast(Math.floor(speed), leastRows, ' /s'),
      },
      { what: 'Resident memory of the server before', measured: `${before.toFixed(0)} MB` },
      { what: 'The most of it in the first half of the file', measured: `${first.toFixed(0)} MB` },
      {
        what: 'Memory of the second half above the first',
        measured: `${(second - first).toFixed(0)} MB`,
        limit: atMost(Math.round(second - first), mostGrowth, ' MB'),
      },
    ],
  }
}
