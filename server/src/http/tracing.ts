import type { FastifyInstance, FastifyRequest } from 'fastify'
import { beginSpan, isTracing, within, type Span } from '../telemetry/spans.ts'

/** Measures each request under its route pattern. Addresses contain ids and paths of platforms, so they are left out. */
export function traceRequests(app: FastifyInstance) {
  if (!isTracing()) return
  const spans = new WeakMap<FastifyRequest, Span>()
  const runWithin = (request: FastifyRequest, done: () => void) => {
    const span = spans.get(request)
    if (span) within(span, done)
    else done()
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers } = request
    const route = request.routeOptions.url ?? 'unknown'
    const attributes = { 'http.request.method': method, 'http.route': route }
    const parent = headers['traceparent']
    const from = typeof parent === 'string' ? parent : undefined
    const span = beginSpan('server', `${method} ${route}`, attributes, from)
    if (span) spans.set(request, span)
    runWithin(request, done)
  })
  // Reading the body leaves the context.
  app.addHook('preValidation', (request, _reply, done) => runWithin(request, done))
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = spans.get(request)
    span?.set({ 'http.response.status_code': statusCode })
    span?.end(statusCode >= 500 ? { code: String(statusCode) } : undefined)
  })
}
