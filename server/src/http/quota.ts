import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { nobody, type Origin } from './actor.ts'
import type { Standing } from './global-count.ts'
import { addressOf, type RateLimiter } from './limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The standing with the tightest counted limit. */
    standing: Standing | undefined
  }
}

const isCall = (url: string) => /^\/api(\/|\?|$)/i.test(url)

/** Returns the origin of a request, with the time used for all of it. */
export const originOf = (request: FastifyRequest, { clock }: Pick<Context, 'clock'>): Origin => ({
  ip: request.ip,
  // Truncated to the length of the columns.
  userAgent: request.headers['user-agent']?.slice(0, 512) ?? null,
  requestId: request.id,
  at: clock.now(),
})

/** Keeps the tightest limit of a request for its headers. */
export const noteFor = (request: FastifyRequest) => (standing: Standing) => {
  const { standing: tightest } = request
  if (!tightest || standing.remaining < tightest.remaining) request.standing = standing
}

/**
 * Counts every API call by address before anything else, and adds the standing with the tightest
 * limit to each reply.
 */
export function countCalls(app: FastifyInstance, context: Context, limits: RateLimiter) {
  app.decorateRequest('standing', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isCall(request.url)) return done()
    const actor = () => ({ ...nobody, ...originOf(request, context), platform: null })
    const key = addressOf(request.ip)
    const refused = limits.countCall('GLOBAL_IP', key, noteFor(request), actor)
    if (refused) void refused.catch(done)
    else done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { standing } = request
    if (standing)
      reply.headers({
        'ratelimit-limit': standing.limit,
        'ratelimit-remaining': standing.remaining,
        'ratelimit-reset': Math.ceil(standing.resetMs / 1000),
      })
    done()
  })
  app.addHook('onClose', () => limits.close())
}
