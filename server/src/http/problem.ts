import { blockers, type BlockedCode, type BlockerOf } from '@stowage/contract/blockers'
import { errors, type ErrorCode } from '@stowage/contract/errors'
import { imageTooLarge } from '@stowage/contract/fields'
import type { Problem } from '@stowage/contract/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { blockersOf, codeOfConstraint } from '../database/constraints.ts'
import { isUnavailable } from '../database/transactions.ts'
import { Failure } from '../errors.ts'
import { securityHeaders } from './headers.ts'
import { LimitReached } from './limits.ts'

/** Seconds until a caller should retry after an outage of a dependency. */
const retryAfterOutage = 5

/** Replaces Fastify's own errors, whose messages are never sent. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported_media_type',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_ASYNC_CONSTRAINT: 'not_found',
}

/**
 * Converts refusals, database outages and bugs into error replies. `onLimit` receives the name of a
 * reached rate limit.
 */
export function answerErrors(app: FastifyInstance, onLimit = (_name: string) => {}) {
  app.setErrorHandler((error: Error & { code?: string }, request, reply) => {
    if (isGone(error, request)) {
      request.log.debug('the caller went away before the request was read')
      return reply.code(clientClosedRequest).send()
    }
    const failure = pictureTooLarge(error, request) ?? asFailure(error)
    if (failure instanceof LimitReached) onLimit(failure.limit)
    if (failure.status === 500) request.log.error({ err: error }, 'unhandled error')
    else if (failure.status === 503 && !(error instanceof Failure))
      request.log.warn({ err: error }, 'dependency unavailable')
    return sendFailure(failure, request, reply)
  })
}

/** Never sent. Used for metrics. */
const clientClosedRequest = 499

/** Returns whether the connection broke while the request was being read. */
const isGone = (error: { code?: string }, { raw }: FastifyRequest) =>
  raw.destroyed && !raw.complete && error.code === 'ECONNRESET'

/**
 * Ends requests of clients that have hung up before anything is done for them. Their address is no longer known. Nothing
 * is logged, so nobody can fill the log by leaving.
 */
export function leaveGone(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.socket.remoteAddress === undefined) void reply.code(clientClosedRequest).send()
    else done()
  })
}

/**
 * Refuses new requests on open connections during shutdown, with the error envelope. Fastify closes
 * the connection afterwards.
 */
export function refuseWhileClosing(app: FastifyInstance) {
  let isClosing = false
  app.addHook('preClose', async () => void (isClosing = true))
  app.addHook('onRequest', async () => {
    if (isClosing) throw new Failure('unavailable', { retryAfter: retryAfterOutage })
  })
}

/** Returns the refusal of an oversized upload, with the message for its image. */
function pictureTooLarge({ code }: { code?: string }, { routeOptions }: FastifyRequest) {
  const { upload } = routeOptions.config
  if (!upload || code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return undefined
  return new Failure('payload_too_large', { message: imageTooLarge[upload] })
}

/**
 * Matches a function of the stock schema in PostgreSQL's context. Within its own schema the name is
 * unqualified.
 */
const stockFunction =
  /function (stock\.)?(post|reverse|lock|promise|allocate|unallocate|release|displace|give_back|unreserve)\(/

/** Returns the refusal for an error, `internal_error` for a bug. */
export function asFailure(error: Error & { code?: string; where?: string }): Failure {
  if (error instanceof Failure) return error
  const raised = refusalOfStock(error)
  if (raised) return raised
  const constraint = codeOfConstraint(error)
  if (constraint)
    return new Failure(
      constraint,
      'extra' in errors[constraint] ? { blockers: blockersOf(error) } : {},
    )
  // A lock of stock that others have can be had later. Elsewhere these codes are an outage.
  if (/^(55P03|40001)$/.test(error.code ?? '') && stockFunction.test(error.where ?? ''))
    return new Failure('lock_timeout', { retryAfter: 1 })
  // A sum that exceeds every column.
  if (error.code === '22003') return new Failure('amount_too_large', {})
  if (isUnavailable(error)) return new Failure('unavailable', { retryAfter: retryAfterOutage })
  const code = error.code && frameworkCodes[error.code]
  return new Failure(code || 'internal_error', {})
}

/**
 * Returns a refusal of a stock function. The error's message is the code, its detail the blockers.
 */
function refusalOfStock(error: Error & { code?: string; detail?: string }): Failure | undefined {
  const status = /^ST(\d{3})$/.exec(error.code ?? '')?.[1]
  if (!status) return undefined
  if (status === '404') return new Failure('not_found', {})
  if (!Object.hasOwn(errors, error.message)) return undefined
  const code = error.message as ErrorCode
  const found = blockersIn(code, error.detail)
  return new Failure(code, {
    ...(status === '503' && { retryAfter: 1 }),
    ...(found && { blockers: found }),
    ...(code === 'not_in_stock_then' && tooEarly(found as BlockerOf<'not_in_stock_then'>[])),
  })
}

/** The detail of a stock function where it is what the code declares. Others are for the caller in our code. */
function blockersIn(code: ErrorCode, detail = '[]') {
  if (!Object.hasOwn(blockers, code)) return undefined
  return z.array(blockers[code as BlockedCode]).safeParse(JSON.parse(detail)).data ?? []
}

/** Returns the earliest time at which all requested stock was available. */
function tooEarly(found: readonly BlockerOf<'not_in_stock_then'>[]) {
  const times = found.map(({ possibleFrom }) => possibleFrom)
  const message = `There was not enough stock at that time. Enter ${times.toSorted().at(-1)} or later.`
  return { message, details: [{ path: 'effectiveAt', message }] }
}

export function sendFailure(failure: Failure, request: FastifyRequest, reply: FastifyReply) {
  const retryAfter = failure.extra['retryAfter']
  if (typeof retryAfter === 'number') reply.header('retry-after', String(retryAfter))
  const body: Problem = {
    message: failure.message,
    error: failure.code,
    code: failure.code,
    details: [...failure.details],
    requestId: request.id,
    ...failure.extra,
  }
  return reply.code(failure.status).send(body)
}

/** Answers a path the router cannot parse. No hook runs for it, so headers are set here. */
export function answerUnroutable(request: FastifyRequest, reply: FastifyReply, config: Config) {
  reply.headers({ ...securityHeaders('/api', config), 'x-request-id': request.id })
  return sendFailure(new Failure('not_found', {}), request, reply)
}
