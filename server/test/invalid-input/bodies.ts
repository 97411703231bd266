import type { Route } from '@stowage/contract/route'
import { z } from 'zod'
import type { Random } from './random.ts'
import { values } from './values.ts'

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  format?: string
  pattern?: string
  minimum?: number
}

const described = new Map<z.ZodType, Schema>()

/** Returns the JSON Schema of a query or a body of the contract. */
export function schemaOf(schema: z.ZodType): Schema {
  const known = described.get(schema)
  if (known) return known
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  described.set(schema, made)
  return made
}

const likely = ['1', '0.5', 'A-01', 'MAIN', 'Item', '2026-01-01', '2026-01-01T00:00:00Z', 'found']

/** A body as the contract describes it, with real ids where it wants ids. */
function plausible(random: Random, schema: Schema, ids: readonly string[]): unknown {
  const one = schema.anyOf ?? schema.oneOf
  if (one) return plausible(random, random.pick(one), ids)
  if (schema.allOf) return plausible(random, random.pick(schema.allOf), ids)
  if ('const' in schema) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  switch (String(schema.type)) {
    case 'object': {
      const { properties = {}, required = [] } = schema
      const present = Object.entries(properties).filter(
        ([name]) => required.includes(name) || random.chance(0.4),
      )
      return Object.fromEntries(
        present.map(([name, field]) => [name, plausible(random, field, ids)]),
      )
    }
    case 'array':
      return Array.from({ length: 1 + random.below(2) }, () =>
        plausible(random, schema.items ?? {}, ids),
      )
    case 'boolean':
      return random.chance(0.5)
    case 'integer':
    case 'number':
      return (schema.minimum ?? 0) + random.below(3)
    case 'null':
      return null
    default:
      return schema.format === 'uuid' ? random.pick(ids) : random.pick(likely)
  }
}

/** The same with the value at one place exchanged, anywhere inside. */
function spoil(random: Random, value: unknown): unknown {
  const inside = typeof value === 'object' && value !== null ? Object.keys(value) : []
  if (inside.length === 0 || random.chance(0.1)) return random.pick(values)
  const key = random.pick(inside)
  const copy = (
    Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }
  ) as Record<string, unknown>
  copy[key] = spoil(random, copy[key])
  return copy
}

const broken = ['{bad', '[]', '"x"', 'null', '{"a":1}x', '['.repeat(2_000), '{"__proto__":{}}']

/** The text of a body: nearly right, wrong in up to three places, or no JSON object at all. */
export function malformedBody(random: Random, route: Route, ids: readonly string[]): string {
  if (random.chance(0.03)) return random.pick(broken)
  let body = plausible(random, schemaOf(route.body), ids)
  for (let wrongs = random.below(4); wrongs > 0; wrongs--) body = spoil(random, body)
  return JSON.stringify(body) ?? ''
}

const cells = [
  'sku',
  'name',
  'qty',
  'A-01',
  '"',
  '""',
  '\0',
  '\ufeff',
  '=1+1',
  ' ',
  '1e9',
  '\ud800',
]
const between = [',', ';', '\t', '\n', '\r\n', '\r', '\n\n']

/** A file that is hardly one. */
export const malformedCsv = (random: Random): string =>
  Array.from({ length: random.below(40) }, () => random.pick(cells) + random.pick(between)).join('')
