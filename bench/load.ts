// The load generator, a separate process so it shares no event loop with the measured server. Its
// argument is a JSON file with a LoadPlan. Prints its LoadResults as one line of JSON.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { open } from './connection.ts'

interface Request {
  headers: Record<string, string>
  body?: string
  /** Overrides the path of the stream. */
  path?: string
  /** Expected status, 200 by default, and a text the reply must contain. */
  status?: number
  holds?: string
}

export interface Stream {
  name: string
  method: 'GET' | 'POST'
  path: string
  /** Connection n always sends request n modulo the number of requests. See `isTurning`. */
  requests: Request[]
  connections: number
  /**
   * Each connection sends all requests in turn, starting at its own. `{fresh}` is replaced each
   * time.
   */
  isTurning?: boolean
  /** Pause between a reply and the next request of the connection. 0 is a closed loop. */
  pauseMs: number
  /** Any status is expected. */
  mayBeRefused?: boolean
}

export interface LoadPlan {
  port: number
  warmupMs: number
  measureMs: number
  streams: Stream[]
}

export interface LoadResult {
  requests: number
  /** Number of unexpected replies by status. */
  refused: Record<string, number>
  perSecond: number
  /** Milliseconds. */
  p50: number
  p95: number
  slowest: number
}

export type LoadResults = Record<string, LoadResult>

async function runStream(plan: LoadPlan, stream: Stream): Promise<LoadResult> {
  const begin = performance.now() + plan.warmupMs
  const end = begin + plan.measureMs
  const times: number[] = []
  const refused: Record<string, number> = {}
  const texts = stream.requests.map((request) => requestText(plan.port, stream, request))

  const loop = async (number: number) => {
    const connection = await open(plan.port)
    const { length } = texts
    const begun = Math.floor((number * length) / stream.connections)
    let turn = stream.isTurning ? begun : number
    // Connections with pauses start spread out.
    await sleep((stream.pauseMs * number) / stream.connections)
    for (;;) {
      const from = performance.now()
      if (from >= end) break
      const { status: expected = 200, holds = '' } = stream.requests[turn % length] ?? {}
      const text = texts[turn % length] ?? ''
      const { status, body } = await connection.ask(text.replaceAll('{fresh}', randomUUID()))
      if (stream.isTurning) turn += 1
      const to = performance.now()
      // Counts only requests within the measured time.
      if (from >= begin && to <= end) {
        times.push(to - from)
        if (!stream.mayBeRefused && (status !== expected || !body.includes(holds)))
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
    slowest: times.at(-1) ?? Number.NaN,
  }
}

function requestText(port: number, stream: Stream, asked: Request): string {
  const { headers: own, body = '', path = stream.path } = asked
  const length = Buffer.byteLength(body.replaceAll('{fresh}', randomUUID()))
  const headers = {
    host: `127.0.0.1:${port}`,
    ...(body && { 'content-type': 'application/json', 'content-length': String(length) }),
    ...own,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${stream.method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/** Returns a quantile of sorted values, NaN without values. */
const quantile = (sorted: number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN

const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as LoadPlan
const results = await Promise.all(
  plan.streams.map(async (stream) => [stream.name, await runStream(plan, stream)] as const),
)
process.stdout.write(`${JSON.stringify(Object.fromEntries(results))}\n`)
