import type { Params, Reply, Route } from '@stowage/contract/route'
import { problem, type Detail } from '@stowage/contract/problem'
import { z } from 'zod'
import { correctClock } from './clock.ts'
import { parseLeniently } from './lenient-replies.ts'
import { takeEarly } from './early.ts'
import { endOperatorSession, endTenantSession } from './leaving.ts'
import { operatorTokens, tenantTokens } from './session.ts'

const text = z.string().optional().catch(undefined)

/** The body of a refusal, each part by itself: one that cannot be read does not hide the others. */
const readable = z.looseObject({
  message: text,
  error: text,
  code: text,
  requestId: text,
  details: problem.shape.details.optional().catch(undefined),
})

/**
 * A call that did not succeed. `message` is the server's sentence, or empty when it said nothing;
 * `status` is 0 when no answer arrived at all.
 */
export class ApiError extends Error {
  readonly status: number
  /** The machine code of the contract's error table, or empty. */
  readonly code: string
  readonly details: readonly Detail[]
  readonly requestId: string | undefined
  /** Seconds to wait before the next attempt. */
  readonly retryAfter: number | undefined
  /** The body as sent, for the members a code adds. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: unknown = {}, headers = new Headers()) {
    const problem = readable.safeParse(body).data ?? {}
    super(problem.message || problem.error || '')
    this.status = status
    this.code = problem.code ?? ''
    this.details = problem.details ?? []
    this.requestId = problem.requestId
    this.body = problem
    const seconds = Number(headers.get('retry-after') ?? '')
    this.retryAfter = seconds > 0 ? seconds : undefined
  }
}

type OptionalInput<Key extends string, Schema extends z.ZodType> =
  Record<never, never> extends z.input<Schema>
    ? { [K in Key]?: z.input<Schema> }
    : { [K in Key]: z.input<Schema> }

/** Input of a call: the path parameters, query and body of its route. */
export type CallOf<R extends Route> = (keyof Params<R['path']> extends never
  ? { params?: undefined }
  : { params: Params<R['path']> }) &
  OptionalInput<'query', R['query']> &
  OptionalInput<'body', R['body']>

/** The same for code that serves every route. */
type Loose = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

type Extras = {
  headers?: Record<string, string>
  signal?: AbortSignal
  /** The answer may arrive after the page is gone. */
  keepalive?: boolean
  /** Milliseconds; longer than usual only for uploads. */
  patience?: number
  /** Success is the very status the route promises; every other answer is none. */
  exact?: boolean
}

const usualPatience = 15_000

const isTenant = (url: string) => url.includes('/tenant/')

/** The address of a call below /api/v1, with its parameters encoded and empty values left out. */
export function addressOf(route: Route, { params = {}, query = {} }: Loose): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) =>
      value === undefined || value === null || value === '' ? [] : [[key, String(value)]],
    ),
  ).toString()
  return `/api/v1${path}${search && `?${search}`}`
}

/**
 * One request. Throws ApiError for every answer outside 2xx, for none, and for a wrong shape. A 401 or 403 ends the
 * session whose kind the answer's address tells, and leaves a page that needs one.
 */
export async function transmit<R extends Route>(
  route: R,
  call: CallOf<R>,
  { patience = usualPatience, exact = false, ...extras }: Extras = {},
): Promise<Reply<R>> {
  const response = await reach(route, call, AbortSignal.timeout(patience), extras)
  if (exact && response.status !== route.status) throw new ApiError(response.status)
  let body: unknown
  try {
    const text = await response.text()
    body = text === '' ? {} : JSON.parse(text)
  } catch (error) {
    // Cut off on its way, as by leaving the page: half an answer is none.
    if (extras.signal?.aborted) throw error
    throw new ApiError(0)
  }
  return readReply(route, response.status, body)
}

const misread = new Set<Route>()

/**
 * Returns the reply as the contract says, without members it does not name. A word that an enumeration of the contract
 * does not have is kept as it is: a later release has more of them. So is an id that is no UUID, and a time in another
 * form is read: the specification names no form. Throws ApiError without a message for any other shape, so no page
 * has to expect one.
 */
export function readReply<R extends Route>(route: R, status: number, body: unknown): Reply<R> {
  const { data, error } = parseLeniently(route.reply, body)
  if (!error) return data as Reply<R>
  if (!misread.has(route)) {
    misread.add(route)
    const name = `${route.method} ${route.path}`
    console.error(`The reply to ${name} has a wrong shape.`, error.issues)
  }
  throw new ApiError(status)
}

/** When the server says this page last wrote. Sent back, so a read replica shows what was written. */
let writtenAt: string | undefined

/** The same for an answer that is no JSON: what has arrived of it is up to the caller. */
export async function reach<R extends Route>(
  route: R,
  call: CallOf<R>,
  deadline: AbortSignal,
  {
    headers = {},
    signal,
    keepalive = false,
  }: Pick<Extras, 'headers' | 'signal' | 'keepalive'> = {},
): Promise<Response> {
  const loose = call as Loose
  const tokens = isTenant(route.path) ? tenantTokens : operatorTokens
  const token = route.allow === 'public' ? null : tokens().accessToken
  const address = addressOf(route, loose)
  const early = route.method === 'GET' ? takeEarly(address, token) : undefined
  // An early one was sent by the page itself, at some time since it began.
  const sentAt = early ? performance.timeOrigin : Date.now()
  let response: Response
  try {
    response = await (early ??
      fetch(address, {
        method: route.method,
        headers: {
          ...(route.method !== 'GET' && {
            'content-type': route.csv ? 'text/csv' : 'application/json',
          }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...(writtenAt && route.method === 'GET' && { 'written-at': writtenAt }),
          ...headers,
        },
        ...(route.method !== 'GET' && {
          body: route.csv ? (loose.body as BodyInit) : JSON.stringify(loose.body ?? {}),
        }),
        keepalive,
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      }))
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0)
  }
  correctClock(response.headers.get('date'), sentAt)
  writtenAt = response.headers.get('written-at') ?? writtenAt
  if (response.ok) return response
  const body: unknown = await response.json().catch(() => ({}))
  if (response.status === 401 || response.status === 403) {
    // A late answer to an older session must not end the one that began since.
    if (token === null || token === tokens().accessToken) refused(response.url)
  }
  throw new ApiError(response.status, body, response.headers)
}

function refused(url: string) {
  if (isTenant(url)) endTenantSession('unauthorized')
  else endOperatorSession('unauthorized')
}
