import { Readable } from 'node:stream'
import { slugPattern } from '@stowage/contract/slugs'
import { file, type FileReply, type Input, type Reply, type Route } from '@stowage/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { PlatformKey } from '../cells/cells.ts'
import { awaitCopies } from '../cells/operations.ts'
import { contextAt, type Context } from '../context.ts'
import type { Db, Tx } from '../database/connect.ts'
import { fromSnapshot, inTransaction, isMoved } from '../database/transactions.ts'
import { fail, notFound } from '../errors.ts'
import type { Admission } from './admission.ts'
import type { Actor, ActorOf, ApiKey, TenantMember } from './actor.ts'
import { requireRights, scopeOf } from './authorization.ts'
import { fileReads, readCsv, requireJson } from './csv-body.ts'
import { findActor, isWarehousePermission, type ActorLookup, type Params } from './find-actor.ts'
import { once } from './idempotency.ts'
import type { Limits, RateLimiter } from './limits.ts'
import { checkQuery, isUnsafe, parse, parseBody, replyToRejected } from './parse.ts'
import { noteFor, originOf } from './quota.ts'
import { checkReply, finishedReply, serializerOf } from './reply.ts'
import { requireMemberStepUp, requireStepUp } from './step-up.ts'

/** The argument of every handler. */
export type Call<R extends Route = Route> = Context & {
  readonly actor: ActorOf<R['allow']>
  /**
   * Fails with `permission_denied` and an audit entry if the input needs a permission the caller lacks. `needed` says
   * for each conditional right of the route whether this input needs it; an undeclared one does not compile.
   */
  readonly requireRights: (
    needed: Record<R['conditionalRights'][number]['permission'], boolean>,
  ) => Promise<void>
  /** Runs `work` in a read-only transaction in the actor's scope. */
  readonly read: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** Runs `work` after `write` has failed, to find the cause. Keeps no reply for replays. */
  readonly explain: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Whose share of downloads and drawings this is. */
  readonly sharesAs: string
  /** Streams what `work` yields from one read-only snapshot in the actor's scope. */
  readonly readSnapshot: <T>(work: (db: Db) => AsyncIterable<T>) => AsyncGenerator<T>
  /** Runs `work` in the single transaction of this request. Retried on serialization failures. */
  readonly write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /**
   * Like `write`, with a transaction that `open` opens in the database where the work belongs. A reply of an earlier
   * attempt may be in any database.
   */
  readonly writeBy: <T>(
    open: (work: (tx: Tx) => Promise<T>) => Promise<T>,
    work: (tx: Tx) => Promise<T>,
  ) => Promise<T>
  readonly headers: FastifyRequest['headers']
  /** Rate limits with keys that only the handler knows. */
  readonly limits: Limits
  /** Answers 428 like `stepUp`, for routes that need a confirmed session only in some cases. */
  readonly confirm: () => Promise<void>
}

export type Handlers<Routes extends Record<string, Route>> = {
  [K in keyof Routes]: (
    call: Call<Routes[K]>,
    input: Input<Routes[K]>,
  ) => Promise<Reply<Routes[K]> | AsCsv<Routes[K]>>
}
/** A list with a CSV export may reply with a file. */
type AsCsv<R extends Route> = Input<R>['query'] extends { format: 'json' | 'csv' }
  ? FileReply
  : never

const uuid = z.uuid()
/** 10 MiB of image are 14 MB in base64. */
const uploadLimit = 15 * 1024 * 1024
/** A thousand document lines. */
const documentLimit = 1024 * 1024
/** Milliseconds a client of a snapshot may pause, because it keeps a database connection. */
const slowReader = 60_000
const parameterNames = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')

/** Checks a request passes before its handler. */
export type Gate = { lookup: ActorLookup; limits: RateLimiter; admission: Admission }

type Handle = (call: unknown, input: unknown) => Promise<unknown>

export function mount<Routes extends Record<string, Route>>(
  app: FastifyInstance,
  context: Context,
  { lookup, limits, admission }: Gate,
  routes: Routes,
  handlers: Handlers<Routes>,
) {
  for (const [name, route] of Object.entries(routes)) {
    // The type of `handlers` checks each handler against its route.
    const handle = handlers[name] as unknown as Handle
    const parameters = parameterNames(route.path)
    const finished = finishedReply(route)
    // What integrations call. Elsewhere, links in mails, images and older clients bring more than is read.
    const isStrict = isWarehousePermission(route.allow)
    const declared = Object.keys((route.query as z.ZodObject).shape)

    app.route({
      method: route.method,
      url: `/api/v1${route.path}`,
      ...(isStrict && { bodyLimit: documentLimit }),
      ...(route.upload && { bodyLimit: uploadLimit }),
      config: { separators: route.separators, upload: route.upload },
      async handler(request, reply) {
        const params = request.params as Params
        const leave = await admission.enter(route, request)
        try {
          return await inCell(context, params, (local) => answerIn(local, request, reply))
        } finally {
          leave()
        }
      },
    })

    async function answerIn(context: Context, request: FastifyRequest, reply: FastifyReply) {
      const params = request.params as Params
      const origin = originOf(request, context)
      for (const parameter of parameters) {
        const given = params[parameter] ?? ''
        if (isUnsafe(given) || (parameter.endsWith('Id') && !uuid.safeParse(given).success))
          notFound()
      }

      const actor = await findActor(context, lookup, route, params, request, origin)
      const caller = { actor, note: noteFor(request) }
      if (actor.sessionId)
        await limits.countCall('GLOBAL_SESSION', actor.sessionId, caller.note, () => actor)
      if (actor.type === 'api_key')
        await limits.countCall('API_KEY', actor.id, caller.note, () => actor)
      checkQuery(declared, request.query as Params, isStrict)
      const query = parse(route.query, request.query)
      const answer = async (body: unknown, content = body) => {
        const input = { params, query, body }
        const call = callOf(context, lookup, limits.of(caller), actor, { request, reply }, route, {
          ...input,
          content,
        })
        if (route.stepUp) await call.confirm()
        const result =
          replyToRejected(body) ??
          (await limits.attempt(route.limits, caller, () => handle(call, input)))
        // Operators see their own change on the next page, which is read from copies.
        if (actor.type === 'operator' && actor.platform && route.method !== 'GET')
          await awaitCopies(context, context).catch(() => {})
        if (route.reply === file || isCsv(query))
          return sendFile(request, reply, result as FileReply)
        // The client sends it back, so it is not shown less than it wrote.
        if (context.replica && route.method !== 'GET')
          reply.header('written-at', String(Date.now()))
        return send(context, route, finished, reply, result)
      }
      if (!route.csv)
        return answer(parseBody(route.body, requireJson(request).body ?? {}, isStrict))
      const leave = await fileReads.enter(sharesAs(actor))
      try {
        const { bytes, digest } = await readCsv(request)
        return await answer(bytes, digest)
      } finally {
        leave()
      }
    }
  }
}

const sharesAs = ({ platform, id }: Actor) => platform?.id ?? id ?? ''

/** The platform a request is about, as its path names it. */
function keyOf({ platformId, slug, name }: Params): PlatformKey | undefined {
  if (uuid.safeParse(platformId).success) return { platformId: platformId ?? '' }
  const path = (slug ?? name ?? '').toLowerCase()
  return slugPattern.test(path) ? { slug: path } : undefined
}

/**
 * Runs `work` with the database of the platform. If that database no longer has it, because it was moved a moment ago,
 * asks again where it is.
 */
async function inCell<T>(
  context: Context,
  params: Params,
  work: (local: Context) => Promise<T>,
): Promise<T> {
  const key = context.cells.isOne ? undefined : keyOf(params)
  if (!key) return work(context)
  try {
    return await work(await contextAt(context, key))
  } catch (error) {
    if (!isMoved(error)) throw error
    context.cells.forget(key)
    return work(await contextAt(context, key))
  }
}

const isCsv = (query: unknown) => (query as { format?: unknown }).format === 'csv'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Answers 405 for other methods on a known path, and OPTIONS with the allowed ones. One route does it for nearly all
 * paths, because one for each would take longer to add than everything else.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  api: Record<string, Record<string, Record<string, Route>>>,
) {
  const routes = Object.values(api).flatMap((nouns) =>
    Object.values(nouns).flatMap(Object.values<Route>),
  )
  const paths = [...Map.groupBy(routes, ({ path }) => path)]
    .map(([path, those]) => ({
      url: `/api/v1${path}`,
      parts: `/api/v1${path}`.split('/'),
      allowed: those.map(({ method }): string => method),
    }))
    .sort((a, b) => parameterNames(a.url).length - parameterNames(b.url).length)
  const handler = (request: FastifyRequest, reply: FastifyReply) => {
    const parts = request.url.replace(/\?.*$/, '').split('/')
    const { allowed } = paths.find((path) => covers(path.parts, parts)) ?? notFound()
    // The router knows the path and refused it, because a parameter is too long.
    if (allowed.includes(request.method) || parts.some(isTooLong)) notFound()
    reply.header('allow', allowed.join(', '))
    if (request.method !== 'OPTIONS') fail('method_not_allowed')
    return reply.code(204).send()
  }
  app.route({ method: methods, url: '/api/v1/*', handler })
  // Otherwise the parameter of another path would take them, such as an order's id `batch`.
  for (const { url, parts, allowed } of paths)
    if (paths.some((path) => path.url !== url && covers(path.parts, parts)))
      app.route({ method: methods.filter((one) => !allowed.includes(one)), url, handler })
}

/** The most characters of a parameter of a path. */
export const maxParamLength = 200

/** The router has decoded the path, so it is well-formed. */
const isTooLong = (part: string) => decodeURIComponent(part).length > maxParamLength

/** Returns whether a route's path, in parts, is that of these parts. */
const covers = (route: readonly string[], parts: readonly string[]) =>
  route.length === parts.length &&
  route.every((part, n) => part === parts[n] || (part.startsWith(':') && parts[n] !== ''))

function callOf(
  context: Context,
  lookup: ActorLookup,
  limits: Limits,
  actor: Actor,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  route: Route,
  { params, query, content }: { params: Params; query: unknown; content: unknown },
): Call {
  const scope = scopeOf(actor)
  const key = route.idempotent ? request.headers['idempotency-key'] : undefined
  const { slug: _, ...subject } = params
  // Identifies the subject by the platform's id, because its slug may change.
  const said = { subject, query, content }
  // Sign-in does not wait in the platform's share of connections.
  const isUrgent = route.allow === 'public'
  const inScope = <T>(work: (tx: Tx) => Promise<T>) =>
    inTransaction(context.db, scope, work, { isUrgent })
  const replica =
    route.mayLag || isCsv(query) ? context.replica?.reader(writtenAt(request)) : undefined
  const onRepeat = () => void reply.header('idempotent-replayed', 'true')
  const databases = () => [context.control, ...context.cells.ready().map(({ db }) => db)]
  return {
    ...context,
    // The route's type determines which of these the actor is.
    actor: actor as ActorOf<Route['allow']>,
    // Only routes of a workspace declare conditional rights.
    requireRights: (needed) =>
      requireRights(context, actor as TenantMember | ApiKey, route.conditionalRights, needed),
    headers: request.headers,
    sharesAs: sharesAs(actor),
    limits,
    confirm: async () => {
      if (actor.type === 'operator') await requireStepUp(context, actor, lookup.findProofMethods)
      if (actor.type === 'tenant_user')
        requireMemberStepUp(context, await lookup.findMemberProof(context, actor), actor.at)
    },
    read: (work) =>
      replica?.read(scope, work) ??
      inTransaction(context.db, scope, work, { readOnly: true, isUrgent }),
    explain: inScope,
    readSnapshot: (work) =>
      replica?.readSnapshot(scope, slowReader, work) ??
      fromSnapshot(context.db, scope, slowReader, work),
    write: key
      ? (work) =>
          once({ dbs: [context.db], open: inScope, onRepeat }, { actor, route, key, said }, work)
      : inScope,
    writeBy: (open, work) =>
      key
        ? once({ dbs: databases(), open, onRepeat }, { actor, route, key, said }, work)
        : open(work),
  }
}

/** Returns the time of the client's last write, as its reply said; undefined if the client did not send it. */
function writtenAt({ headers }: FastifyRequest): number | undefined {
  const said = headers['written-at']
  return typeof said === 'string' && /^\d{1,15}$/.test(said) ? Number(said) : undefined
}

/** Sends a file, or 304 if the client already has this version. */
function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, bytes, headers, signal }: FileReply,
) {
  reply.headers(headers)
  const had = request.headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? []
  const { etag } = headers
  if (etag && had.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag))
    return reply.code(304).send()
  // The stream ends its source when the client disconnects.
  const body =
    bytes instanceof Uint8Array
      ? bytes
      : Readable.from(bytes, { objectMode: false, ...(signal && { signal }) })
  return reply.type(contentType).send(body)
}

async function send(
  { config }: Context,
  route: Route,
  finished: z.ZodType,
  reply: FastifyReply,
  result: unknown,
): Promise<FastifyReply> {
  reply.headers(route.headers)
  if (route.status === 303) return reply.redirect((result as { location: string }).location, 303)
  const isAccepted = route.accepted?.safeParse(result).success
  const schema = (isAccepted && route.accepted) || finished
  if (config.checkReplies) checkReply(route, schema, result)
  return reply
    .code(isAccepted ? 202 : route.status)
    .type('application/json; charset=utf-8')
    .serializer(await serializerOf(schema))
    .send(result)
}
