import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

const rules = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: [
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'If-Match',
    'X-Device-Token',
  ],
  exposedHeaders: [
    'Retry-After',
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
    'Date',
    'Content-Disposition',
    'X-Request-Id',
    'X-Export-Truncated',
    'Idempotent-Replayed',
  ],
  maxAge: 600,
  // A request that is no preflight is nobody's mistake, and would be answered in the library's words.
  strictPreflight: false,
}

/**
 * Lets the pages of `CORS_ORIGINS` read answers, refusals included, so it comes before all that may
 * refuse. Any other origin is told nothing and refused nothing: there is no cookie to ride on.
 */
export async function answerOrigins(app: FastifyInstance, { corsOrigins }: Config) {
  if (corsOrigins.length === 0) return
  await app.register(cors, {
    ...rules,
    origin: (origin, answer) => answer(null, origin !== undefined && corsOrigins.includes(origin)),
  })
  // A picture says what else it varies by, in the place of this.
  app.addHook('onSend', async (_request, reply) => {
    const vary = String(reply.getHeader('vary') ?? '')
    if (!/\borigin\b/i.test(vary)) reply.header('vary', vary ? `${vary}, Origin` : 'Origin')
  })
}
