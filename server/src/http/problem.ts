import { errors, type ErrorCode, type Problem } from '@stowage/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codeOfConstraint } from '../database/constraints.ts'
import { isUnavailable } from '../database/transactions.ts'
import { Failure } from '../errors.ts'

/** Seconds a caller should wait when something we depend on is away. */
const retryAfterOutage = 5

/** What Fastify itself refuses, in our words; its own sentences never leave the process. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported_media_type',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_ASYNC_CONSTRAINT: 'not_found',
}

/** The one place where a refusal, a lost database or a bug becomes a body. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error: Error & { code?: string }, request, reply) => {
    const failure = asFailure(error)
    if (failure.status === 500)
      request.log.error({ err: error, requestId: request.id }, 'unhandled error')
    else if (failure.status === 503)
      request.log.warn({ err: error, requestId: request.id }, 'dependency unavailable')
    return sendFailure(failure, request, reply)
  })
}

function asFailure(error: Error & { code?: string }): Failure {
  if (error instanceof Failure) return error
  const constraint = codeOfConstraint(error)
  if (constraint) return new Failure(constraint, {})
  if (isUnavailable(error)) return new Failure('unavailable', { retryAfter: retryAfterOutage })
  const code = error.code && frameworkCodes[error.code]
  return new Failure(code || 'internal_error', {})
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

/** A body for the moments when there is no request yet to speak of. */
export const bareProblem = (code: ErrorCode, requestId: string): Problem => ({
  message: errors[code].message,
  error: code,
  code,
  details: [],
  requestId,
})
