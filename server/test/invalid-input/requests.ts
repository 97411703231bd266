import { randomUUID } from 'node:crypto'
import type { Route } from '@stowage/contract/route'
import type { InjectOptions } from 'fastify'
import { malformedBody, malformedCsv, schemaOf } from './bodies.ts'
import type { Random } from './random.ts'
import { escapes, forgeCursor, texts } from './values.ts'

/** Who asks, and what there is to be asked about. */
export type Known = {
  /** Real values of parameters, by name. */
  params: Readonly<Record<string, string>>
  ids: readonly string[]
  /** Real places in lists, by the path of the list. */
  cursors: ReadonlyMap<string, readonly string[]>
  tokens: { operator: string; member: string }
}

/** A request for this route with something wrong in its address, its query, its headers or its body. */
export function malformedRequest(random: Random, route: Route, known: Known): InjectOptions {
  const isTenant = route.path.startsWith('/tenant/')
  const token = isTenant ? known.tokens.member : known.tokens.operator
  const hasBody = route.method !== 'GET'
  return {
    method: route.method,
    url: `/api/v1${pathOf(random, route, known)}${queryOf(random, route, known)}`,
    headers: {
      ...(route.allow !== 'public' && { authorization: `Bearer ${token}` }),
      ...(hasBody && { 'content-type': route.csv ? 'text/csv' : 'application/json' }),
      ...(route.idempotent && {
        'idempotency-key': random.chance(0.9) ? randomUUID() : random.pick(['', 'x', '"', '\t a']),
      }),
      // A stream would go on and on.
      ...(route.path.endsWith('/stream') && { 'last-event-id': random.pick(['x', '-1', '1e9']) }),
    },
    ...(hasBody && {
      payload: route.csv ? malformedCsv(random) : malformedBody(random, route, known.ids),
    }),
  }
}

function pathOf(random: Random, route: Route, { params, ids }: Known): string {
  return route.path.replace(/:(\w+)/g, (_, name: string) => {
    const real = params[name] ?? (name.endsWith('Id') ? random.pick(ids) : 'x')
    if (random.chance(0.85)) return encodeURIComponent(real)
    return malformedPiece(random)
  })
}

const malformedPiece = (random: Random) =>
  random.chance(0.3) ? random.pick(escapes) : encode(random.pick(texts))

/** Lone surrogates stay what they are: bytes that are no UTF-8. */
const encode = (text: string) =>
  text.isWellFormed() ? encodeURIComponent(text) : text.replace(/[\ud800-\udfff]/g, '%ED%A0%80')

/** Returns the query parameters that a list requires. */
export function requiredQuery({ query }: Route, { warehouseId = '' }: Known['params']) {
  const { required = [], properties = {} } = schemaOf(query)
  const now = new Date().toISOString()
  const today = now.slice(0, 10)
  const values: Record<string, string> = {
    warehouse: warehouseId,
    at: now,
    from: today,
    to: today,
    kind: 'products',
  }
  return Object.fromEntries(
    required.map((name) => [name, values[name] ?? String(properties[name]?.enum?.[0] ?? 'A-01')]),
  )
}

function queryOf(random: Random, route: Route, { cursors, ids, params }: Known): string {
  const { properties = {} } = schemaOf(route.query)
  const query = new Map(
    Object.entries(requiredQuery(route, params)).map(([name, text]) => [name, encode(text)]),
  )
  if ('cursor' in properties && random.chance(0.6)) {
    const { cursor, sort } = forgeCursor(random, cursors.get(route.path) ?? [])
    query.set(random.chance(0.9) || !('across' in properties) ? 'cursor' : 'across', cursor)
    if (sort && random.chance(0.95)) query.set('sort', encode(sort))
  } else {
    const names = Object.keys(properties)
    for (let wrongs = names.length && random.below(3); wrongs > 0; wrongs--) {
      const name = random.pick(names)
      const { enum: words } = properties[name] ?? {}
      if (words && random.chance(0.5)) query.set(name, encode(String(random.pick(words))))
      else query.set(name, random.chance(0.2) ? random.pick(ids) : malformedPiece(random))
      if (random.chance(0.05)) query.set(`${name}[]`, '1')
    }
  }
  const parts = [...query].map(([name, text]) => `${name}=${text}`)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}
