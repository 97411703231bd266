import { expect, test } from 'vitest'
import { z } from 'zod'
import { idList } from './id-lists.ts'
import { api } from './index.ts'

type Json = { [name: string]: unknown }
type Route = { path: string; method: string; body?: z.ZodType; query?: z.ZodType }

const isRoute = (value: object): value is Route => 'path' in value && 'method' in value
const routesOf = (value: object): Route[] =>
  isRoute(value)
    ? [value]
    : Object.values(value).flatMap((part: unknown) =>
        part !== null && typeof part === 'object' ? routesOf(part) : [],
      )

/** The paths of lists of ids in a schema that may name one twice. */
function doublesIn(schema: unknown, path: string): string[] {
  if (schema === null || typeof schema !== 'object') return []
  const { type, items, uniqueItems } = schema as Json & { items?: Json }
  const isOpen = type === 'array' && items?.['format'] === 'uuid' && uniqueItems !== true
  return [
    ...(isOpen ? [path] : []),
    ...Object.entries(schema).flatMap(([name, part]) => doublesIn(part, `${path}/${name}`)),
  ]
}

test('lists of ids name each once, whatever is sent', () => {
  const [a, b] = [crypto.randomUUID(), crypto.randomUUID()]
  expect(idList({ max: [5, ''] }).parse([a, b.toUpperCase(), a.toUpperCase(), b])).toEqual([a, b])
  const open = routesOf(api).flatMap(({ method, path, body }) => {
    const schema = body && z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
    return doublesIn(schema, `${method} ${path}`)
  })
  // A label is printed as often as its record is named.
  expect(open.filter((path) => !path.includes('/labels'))).toEqual([])
})
