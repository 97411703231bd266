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
    'Written-At',
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
    'Written-At',
  ],
  maxAge: 600,
  // Otherwise the library would answer an incomplete preflight with its own message.
  strictPreflight: false,
}

/**
 * Allows the pages of `CORS_ORIGINS` to read replies, including refusals, so it runs before
 * anything that can refuse. Other origins get no headers and are not refused, because there is no
 * cookie they could use.
 */
export async function answerOrigins(app: FastifyInstance, { corsOrigins }: Config) {
  if (corsOrigins.length === 0) return
  await app.register(cors, {
    ...rules,
    origin: (origin, answer) => answer(null, origin !== undefined && corsOrigins.includes(origin)),
  })
  // An image reply sets its own Vary header instead.
  app.addHook('onSend', async (_request, reply) => {
    const vary = String(reply.getHeader('vary') ?? '')
    if (!/\borigin\b/i.test(vary)) reply.header('vary', vary ? `${vary}, Origin` : 'Origin')
  })
}
