import { createHmac } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { openTurnsByKey } from '../concurrency/turns.ts'

// Imported, it would hand out its WebSocket too, which loads a second HTTP client of several MB.
const http = process.getBuiltinModule('node:http')
const https = process.getBuiltinModule('node:https')

/*
 * Requests to addresses that customers choose. They must not reach what only this server can reach, so each
 * resolved address is checked, and the connection is made to the checked address.
 */

/** Host names, addresses and ranges that may be reached though they are not public, also without TLS. */
export type Allowed = readonly string[]

const resolveMillis = 5_000
/**
 * A lookup occupies one of the threads that also hash passwords, for as long as a name server is silent. So few run at
 * a time, and one for each customer.
 */
const lookups = openTurnsByKey({ total: 2, each: 1, waiting: 50 }, resolveMillis)
/** Bytes of a response body that are kept. */
const headBytes = 2_048

const refusedTarget = 'This address is not public'

function isInRange(address: string, range: string): boolean {
  const ip = ipaddr.process(address)
  const [host = '', bits] = range.split('/')
  if (!ipaddr.isValid(host)) return false
  const start = ipaddr.parse(host)
  const isV4 = start.kind() === 'ipv4'
  return ip.kind() === start.kind() && ip.match(start, Number(bits ?? (isV4 ? 32 : 128)))
}

/** Addresses that embed an IPv4 address or are not assigned have ranges of their own, so one is public. */
function isPublic(address: string): boolean {
  const ip = ipaddr.process(address)
  if (ip.range() !== 'unicast') return false
  // Global unicast addresses are in 2000::/3. The rest of IPv6 is reserved.
  return ip.kind() === 'ipv4' || isInRange(address, '2000::/3')
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

function mayReach(url: URL, address: string, allowed: Allowed): boolean {
  if (allowed.includes(hostOf(url)) || allowed.some((range) => isInRange(address, range)))
    return true
  return url.protocol === 'https:' && isPublic(address)
}

/**
 * Returns why this address cannot be a target, as a sentence, or undefined. Resolves its host name for `by`, so call it
 * outside of transactions.
 */
export async function explainTarget(
  text: string,
  allowed: Allowed,
  by: string,
): Promise<string | undefined> {
  const url = new URL(text)
  const found = await addressesOf(hostOf(url), by).catch(() => [])
  if (found.length === 0) return 'This host name can’t be found'
  const refused = found.find(({ address }) => !mayReach(url, address, allowed))
  if (!refused) return undefined
  return isPublic(refused.address) ? 'Use an address that starts with https://' : refusedTarget
}

/** Lookups under way. Several requests to one host share one. */
const resolving = new Map<string, Promise<LookupAddress[]>>()

/** Resolves a host name, within five seconds. `by` is whose request it is. */
async function addressesOf(host: string, by: string): Promise<LookupAddress[]> {
  if (isIP(host)) return [{ address: host, family: isIP(host) }]
  const key = `${by} ${host}`
  const found = resolving.get(key) ?? resolveInTurn(host, by)
  resolving.set(key, found)
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The name server is silent')), resolveMillis)
  try {
    return await Promise.race([found, late])
  } finally {
    clearTimeout(timer)
    if (resolving.get(key) === found) resolving.delete(key)
  }
}

/** Keeps its turn as long as it occupies a thread, also when nobody waits for it any more. */
async function resolveInTurn(host: string, by: string): Promise<LookupAddress[]> {
  const leave = await lookups.enter(by)
  return lookup(host, { all: true }).finally(leave)
}

/** Connects to the addresses it has checked, so a name cannot resolve to another one in between. */
const checkedLookup =
  (url: URL, allowed: Allowed, by: string): LookupFunction =>
  (host, options, callback) => {
    const give = (found: LookupAddress[]) => {
      const [first] = found
      if (!first) return callback(new Error('not found'), '')
      if (found.some(({ address }) => !mayReach(url, address, allowed)))
        return callback(new Error(refusedTarget), '')
      return options.all ? callback(null, found) : callback(null, first.address, first.family)
    }
    addressesOf(host, by).then(give, (error: Error) => callback(error, ''))
  }

/** Result of a request: the HTTP status, or why there was none. */
export type Exchange = {
  status: number | null
  failure: string | null
  /** The beginning of the response body. */
  head: string | null
  tookMs: number
}

type Request = {
  url: string
  headers: Record<string, string>
  body: string
  timeoutMs: number
  allowed: Allowed
  /** Whose request it is. */
  by: string
  /** Ends the request early. */
  signal?: AbortSignal | undefined
}

/**
 * Posts `body` and returns what came of it. Never throws, and whatever the peer does, returns within `timeoutMs`, which
 * is for the whole exchange. Redirects are not followed, and only the first 2 KB of the response are read.
 */
export async function post({ url: text, timeoutMs, signal, ...rest }: Request) {
  const began = performance.now()
  const finish = (outcome: Omit<Exchange, 'tookMs'>): Exchange => ({
    ...outcome,
    tookMs: Math.round(performance.now() - began),
  })
  const url = new URL(text)
  const host = hostOf(url)
  // Node does not look up what is an address already.
  if (isIP(host) && !mayReach(url, host, rest.allowed))
    return finish({ status: null, failure: refusedTarget, head: null })
  const late = AbortSignal.timeout(timeoutMs)
  const ends = signal ? AbortSignal.any([late, signal]) : late
  try {
    return finish(await exchange(url, { ...rest, signal: ends }))
  } catch (error) {
    const failure = late.aborted
      ? `No answer within ${timeoutMs / 1000} seconds`
      : signal?.aborted
        ? interrupted
        : failureOf(error)
    return finish({ status: null, failure, head: null })
  }
}

async function exchange(
  url: URL,
  {
    headers,
    body,
    allowed,
    by,
    signal,
  }: Omit<Request, 'url' | 'timeoutMs' | 'signal'> & {
    signal: AbortSignal
  },
): Promise<Omit<Exchange, 'tookMs'>> {
  const { request } = url.protocol === 'https:' ? https : http
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = request(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // A kept connection would skip the check of its address.
    agent: false,
    lookup: checkedLookup(url, allowed, by),
    signal,
  })
  sent.on('response', resolve).on('error', reject)
  // Unheard, it would end the request without a response or an error. Heard, the connection is ours to end.
  sent.on('upgrade', (response, socket) => {
    socket.destroy()
    resolve(response)
  })
  // Of every other end. Errors and responses are earlier.
  sent.on('close', () => reject(new Error('The connection was closed')))
  sent.end(body)
  const response = await promise
  const status = response.statusCode ?? 0
  if (status === switching)
    return { status, failure: 'The receiver switched protocols instead of answering', head: null }
  const head = await readHead(response)
  sent.destroy()
  const isRedirect = status >= 300 && status < 400
  return { status, failure: isRedirect ? 'Redirects are not followed' : null, head }
}

/** Reads the beginning. The status has decided by then, so a body that breaks off is kept as it is. */
async function readHead(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= headBytes) break
    }
  } catch {
    // See above.
  }
  const text = Buffer.concat(chunks).subarray(0, headBytes).toString()
  // PostgreSQL stores no zero bytes.
  return text.replaceAll('\0', '')
}

const switching = 101

/** Failure of a request that ended because this server stopped. */
export const interrupted = 'The server stopped during this attempt'

const failures: Readonly<Record<string, string>> = {
  ENOTFOUND: 'This host name can’t be found',
  EAI_AGAIN: 'This host name can’t be found',
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed without an answer',
  ETIMEDOUT: 'No connection could be made',
  EHOSTUNREACH: 'No connection could be made',
  ENETUNREACH: 'No connection could be made',
  CERT_HAS_EXPIRED: 'The certificate has expired',
}

function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The request failed'
  const code = 'code' in error ? String(error.code) : ''
  if (error.message === refusedTarget) return refusedTarget
  return failures[code] ?? `The request failed${code ? ` (${code})` : ''}`
}

/**
 * Returns the headers of a request that is signed as Standard Webhooks describes: the id, the time in seconds
 * and one HMAC-SHA-256 of `id.time.body` for each key.
 */
export function signedHeaders(
  keys: readonly Uint8Array[],
  id: string,
  at: Date,
  body: string,
): Record<string, string> {
  const time = String(Math.floor(at.getTime() / 1000))
  const signatures = keys.map((key) =>
    createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64'),
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
  }
}
