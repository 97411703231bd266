import type { Route } from '@stowage/contract/route'
import type { Schema } from 'fast-json-stringify'
import { z } from 'zod'

type Serialize = (value: unknown) => string

const serializers = new WeakMap<z.ZodType, Serialize>()

/** Returns the reply schema without the one sent with 202. */
export const finishedReply = ({ reply, accepted }: Route): z.ZodType =>
  accepted && reply instanceof z.ZodUnion
    ? z.union(reply.options.filter((one) => one !== accepted))
    : reply

/**
 * Returns the function that writes values of a schema as JSON. It writes what the schema names and nothing else. Values
 * are not validated: text of a wrong form goes out as it is, and a missing member fails.
 */
export async function serializerOf(schema: z.ZodType): Promise<Serialize> {
  const made = serializers.get(schema) ?? (await compile(schema))
  serializers.set(schema, made)
  return made
}

/** The compiler is 7 MB and a route takes some milliseconds, so both wait for the first reply. */
async function compile(schema: z.ZodType): Promise<Serialize> {
  const { default: build } = await import('fast-json-stringify')
  // `z.toJSONSchema` knows more keywords than the type of the compiler.
  return build(schemaOf(schema) as Schema)
}

const schemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, {
    io: 'output',
    target: 'draft-7',
    override: ({ jsonSchema }) => loosen(jsonSchema),
  })

/**
 * Keywords that decide whether a value is valid, but not how it is written. Checking them would only cost
 * time.
 */
const validations = [
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maxItems',
  'maxLength',
  'maximum',
  'minItems',
  'minLength',
  'minimum',
  'multipleOf',
  'pattern',
  'propertyNames',
] as const

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Leaves of a schema what the serializer needs. */
function loosen(schema: JsonSchema) {
  const [one, none, ...others] = schema.anyOf ?? []
  const isNullable = none?.type === 'null' && others.length === 0
  if (one?.type && one.const === undefined && isNullable) {
    // The serializer would try each alternative with a validator, which takes ten times as long.
    delete schema.anyOf
    const words = one.enum && { enum: [...one.enum, null] }
    Object.assign(schema, one, words, { nullable: true })
  }
  if (schema.anyOf) schema.anyOf = mostFittingFirst(schema.anyOf)
  if (schema.oneOf) schema.oneOf = mostFittingFirst(schema.oneOf)
  for (const keyword of validations) Reflect.deleteProperty(schema, keyword)
  // An object without it has only the members that are named.
  if (schema.additionalProperties === false) delete schema.additionalProperties
}

/**
 * The serializer takes the first alternative that fits. Those that name all members of a value come first; then, for values
 * with unnamed members, the ones with most members, because others would leave some out.
 */
function mostFittingFirst(alternatives: readonly JsonSchema[]): JsonSchema[] {
  const loose = alternatives
    .flatMap((one) => one.anyOf ?? one.oneOf ?? [one])
    .toSorted((a, b) => richness(b) - richness(a))
  const exact = loose
    .filter((one) => one.properties && one.additionalProperties === undefined)
    .map((one) => ({ ...one, additionalProperties: false }))
  return exact.length > 1 ? [...exact, ...loose] : loose
}

const richness = ({ required = [], properties = {} }: JsonSchema) =>
  required.length * 100 + Object.keys(properties).length

/**
 * Fails where a reply is not what the schema says: a wrong value, or a member that the schema does not name or would
 * add. Takes as long as the request itself, so production does without.
 */
export function checkReply(route: Route, schema: z.ZodType, value: unknown) {
  const differences = unnamed(value, schema.parse(value))
  if (differences.length > 0)
    throw new Error(
      `${route.method} ${route.path} replied what its schema does not name: ${differences.join(', ')}`,
    )
}

/** Returns the paths where a value and what its schema made of it differ. */
function unnamed(value: unknown, parsed: unknown, path = ''): string[] {
  if (!isObject(value) || !isObject(parsed)) return Object.is(value, parsed) ? [] : [path]
  const names = new Set([...Object.keys(value), ...Object.keys(parsed)])
  return [...names].flatMap((name) =>
    unnamed(value[name], parsed[name], path ? `${path}.${name}` : name),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
