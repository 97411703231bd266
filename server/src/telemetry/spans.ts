import { AsyncLocalStorage } from 'node:async_hooks'

/** Values of a span never identify a person, a platform or a record. */
export type Attributes = Record<string, string | number>

export type SpanKind = 'server' | 'client' | 'consumer'

/** A span that has begun. */
export type Span = {
  set(attributes: Attributes): void
  /** With the error that ended it, if there was one. */
  end(error?: unknown): void
}

export type Tracer = {
  /** Begins a span below `parent`, which is a span of this process or a W3C `traceparent`. */
  begin(kind: SpanKind, name: string, attributes: Attributes, parent?: Span | string): Span
}

const current = new AsyncLocalStorage<Span>()
let tracer: Tracer | undefined

/** Sends spans to this tracer from now on. Without one, nothing is measured. */
export function traceWith(next: Tracer | undefined): void {
  tracer = next
}

/** Returns whether spans are traced. */
export const isTracing = (): boolean => tracer !== undefined

/** Begins a span, if spans are traced. Default parent: the current span. */
export const beginSpan = (
  kind: SpanKind,
  name: string,
  attributes: Attributes,
  parent: Span | string | undefined = current.getStore(),
): Span | undefined => tracer?.begin(kind, name, attributes, parent)

/** Runs `work` with the span as the current one. */
export const within = <T>(span: Span, work: () => T): T => current.run(span, work)

/** Runs `work` in a span of its own, if spans are traced. */
export async function inSpan<T>(
  kind: SpanKind,
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  const span = beginSpan(kind, name, attributes)
  if (!span) return work()
  return endWith(span, within(span, work))
}

/** Ends the span when the work does, and returns the work. */
export function endWith<T>(span: Span, work: Promise<T>): Promise<T> {
  work.then(
    () => span.end(),
    (error: unknown) => span.end(error),
  )
  return work
}

/** Returns the verb of a statement and its first table or function, such as `select tenant.orders`. */
export function nameStatement(text: string): string {
  const [verb = 'statement'] = /[a-z]+/i.exec(text) ?? []
  const table = /\b(?:from|into|update)\s+"?([a-z_]+)"?\."?([a-z_]+)"?/i.exec(text)
  const [, schema, name] = table ?? /\b([a-z_]+)\.([a-z_]+)\s*\(/.exec(text) ?? []
  return [verb.toLowerCase(), schema && `${schema}.${name}`].filter(Boolean).join(' ')
}
