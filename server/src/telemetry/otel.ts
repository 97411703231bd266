import {
  ROOT_CONTEXT,
  SpanStatusCode,
  SpanKind,
  trace,
  type Span as Otel,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { describeProcess } from './resource.ts'
import { traceWith, type Span, type Tracer } from './spans.ts'

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

/**
 * Sends spans as the standard variables of OpenTelemetry say, which its packages read themselves. Returns what sends the
 * last ones and stops.
 */
export function startTracing(): () => Promise<void> {
  const provider = new BasicTracerProvider({
    resource: describeProcess(),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  traceWith(tracerOf(provider))
  return async () => {
    traceWith(undefined)
    await provider.shutdown()
  }
}

function tracerOf(provider: BasicTracerProvider): Tracer {
  const tracer = provider.getTracer('stowage')
  const spans = new WeakMap<Span, Otel>()
  const contextOf = (parent: Span | string | undefined) => {
    if (typeof parent === 'string') return remoteContext(parent)
    const own = parent && spans.get(parent)
    return own ? trace.setSpan(ROOT_CONTEXT, own) : ROOT_CONTEXT
  }
  return {
    begin(kind, name, attributes, parent) {
      const own = tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent))
      const span: Span = {
        set: (more) => void own.setAttributes(more),
        end(error) {
          if (error !== undefined) {
            // Only the kind of the error: its message may contain what somebody typed.
            own.setAttribute('error.type', typeOf(error))
            own.setStatus({ code: SpanStatusCode.ERROR })
          }
          own.end()
        },
      }
      spans.set(span, own)
      return span
    },
  }
}

/** The context of a W3C `traceparent`, a new one if it is not valid. */
function remoteContext(header: string) {
  const [, traceId, spanId, flags] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header) ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16)
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function typeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string') return code
  return error instanceof Error ? error.name : 'error'
}
