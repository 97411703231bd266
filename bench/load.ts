// The load generator, a process of its own so that it shares no event loop with what it measures:
// one argument, the file of a LoadPlan as JSON; one line on standard output, its LoadResults as JSON.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { open } from './connection.ts'

interface Request {
  headers: Record<string, string>
  body?: string
  /** Where it differs from the stream's. */
  path?: string
  /** What the answer must be, 200 unless said, and a text it must hold. */
  status?: number
  holds?: string
}

export interface Stream {
  name: string
  method: 'GET' | 'POST'
  path: string
  /** Connection number n always sends request number n, counted round. */
  requests: Request[]
  connections: number
  /** Rest between an answer and the next request of the same connection, 0 for a closed loop. */
  pauseMs: number
}

export interface LoadPlan {
  port: number
  warmupMs: number
  measureMs: number
  streams: Stream[]
}

export interface LoadResult {
  requests: number
  /** Answers other than the expected ones, by status. */
  refused: Record<string, number>
  perSecond: number
  /** Milliseconds. */
  p50: number
  p95: number
}

export type LoadResults = Record<string, LoadResult>

async function runStream(plan: LoadPlan, stream: Stream): Promise<LoadResult> {
  const begin = performance.now() + plan.warmupMs
  const end = begin + plan.measureMs
  const times: number[] = []
  const refused: Record<string, number> = {}

  const loop = async (number: number) => {
    const connection = await open(plan.port)
    const asked = stream.requests[number % stream.requests.length] ?? { headers: {} }
    const request = requestText(plan.port, stream, asked)
    const { status: expected = 200, holds = '' } = asked
    // People who rest between two pages do not all begin at once.
    await sleep((stream.pauseMs * number) / stream.connections)
    for (;;) {
      const from = performance.now()
      if (from >= end) break
      const { status, body } = await connection.ask(request)
      const to = performance.now()
      // What began in the warm-up or ended too late belongs to no measured second.
      if (from >= begin && to <= end) {
        times.push(to - from)
        if (status !== expected || !body.includes(holds))
          refused[status] = (refused[status] ?? 0) + 1
      }
      if (stream.pauseMs) await sleep(stream.pauseMs)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: stream.connections }, (_, number) => loop(number)))

  times.sort((a, b) => a - b)
  return {
    requests: times.length,
    refused,
    perSecond: times.length / (plan.measureMs / 1000),
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
  }
}

function requestText(port: number, stream: Stream, asked: Request): string {
  const { headers: own, body = '', path = stream.path } = asked
  const length = Buffer.byteLength(body)
  const headers = {
    host: `127.0.0.1:${port}`,
    ...own,
    ...(body && { 'content-type': 'application/json', 'content-length': String(length) }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${stream.method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/** Of sorted values; NaN when there are none. */
const quantile = (sorted: number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN

const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as LoadPlan
const results = await Promise.all(
  plan.streams.map(async (stream) => [stream.name, await runStream(plan, stream)] as const),
)
process.stdout.write(`${JSON.stringify(Object.fromEntries(results))}\n`)
