import { file, get } from '@stowage/contract/route'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '../../test/routes.ts'
import { checkReply, finishedReply, serializerOf } from './reply.ts'

const written = async (schema: z.ZodType, value: unknown): Promise<unknown> =>
  JSON.parse((await serializerOf(schema))(value))

const circle = z.object({ kind: z.literal('circle'), radius: z.number() })
const square = z.object({ kind: z.literal('square'), side: z.string().nullable() })

const kinds: [string, z.ZodType, unknown][] = [
  ['nullable text', z.object({ a: z.string().min(1).nullable() }), { a: null }],
  ['nullable time', z.object({ a: z.iso.datetime().nullable() }), { a: null }],
  ['nullable word', z.object({ a: z.enum(['x', 'y']).nullable() }), { a: null }],
  ['nullable literal', z.object({ a: z.literal('x').nullable() }), { a: null }],
  ['nullable object', z.object({ a: z.object({ b: z.int() }).nullable() }), { a: null }],
  ['nullable list', z.object({ a: z.array(z.int()).nullable() }), { a: null }],
  ['nullable union', z.object({ a: z.union([circle, square]).nullable() }), { a: null }],
  ['optional', z.object({ a: z.string().optional(), b: z.int() }), { b: 1 }],
  ['nullish', z.object({ a: z.string().nullish() }), {}],
  ['record', z.record(z.string(), z.int()), { 'a b': 1, ü: 2 }],
  ['record of objects', z.record(z.string(), z.object({ a: z.int() })), { x: { a: 1 } }],
  ['record of anything', z.record(z.string(), z.unknown()), { a: [1, { b: null }], c: 'd' }],
  ['open object', z.looseObject({ a: z.int() }), { a: 1, b: { c: 2 } }],
  ['tuple', z.object({ a: z.tuple([z.string(), z.int()]) }), { a: ['x', 1] }],
  ['discriminated', z.discriminatedUnion('kind', [circle, square]), { kind: 'square', side: null }],
  ['union', z.array(z.union([circle, square])), [{ kind: 'circle', radius: 1.5 }]],
  ['text or list', z.union([z.literal('all'), z.array(z.string())]), ['a']],
  [
    'transform',
    z.object({
      a: z
        .string()
        .transform((a) => a)
        .pipe(z.string().max(1)),
    }),
    { a: 'x' },
  ],
  ['refined', z.object({ a: z.string().refine((a) => a === 'x') }), { a: 'x' }],
  ['text to escape', z.object({ a: z.string() }), { a: '"\\\n\u2028 東京 🎉' }],
  ['numbers', z.object({ a: z.number(), b: z.int() }), { a: -0.25, b: 9_007_199_254_740_991 }],
]

test.each(kinds)('writes %s', async (_name, schema, value) => {
  expect(await written(schema, value)).toEqual(value)
})

test('leaves out what the schema does not name, at every depth and in every member of a union', async () => {
  const schema = z.object({ list: z.array(z.union([circle, square])), at: circle.nullable() })
  const [one, two] = [
    { kind: 'circle', radius: 1, phone: 'secret' },
    { kind: 'square', side: 'x', phone: 'secret' },
  ]
  expect(await written(schema, { list: [one, two], at: one, street: 'secret' })).toEqual({
    list: [
      { kind: 'circle', radius: 1 },
      { kind: 'square', side: 'x' },
    ],
    at: { kind: 'circle', radius: 1 },
  })
})

/** Stands for any route. */
const route = get('/things', { summary: 'Things', allow: 'public', reply: z.object({}) })

test.each([
  ['a member it does not name', { a: [{ b: 1, phone: '1' }] }, 'a.0.phone'],
  ['a default it would add', { a: [{}] }, 'a.0.b'],
])('refuses %s', (_name, value, path) => {
  const schema = z.object({ a: z.array(z.object({ b: z.int().default(0) })) })
  expect(() => checkReply(route, schema, value)).toThrow(path)
})

test('accepts members that are undefined', () => {
  checkReply(route, z.object({ a: z.string().optional() }), { a: undefined, b: undefined })
})

const json = routes.filter(({ route }) => route.reply !== file)

describe('every reply of the contract', () => {
  test.each(json)('$name', async ({ route }) => {
    for (const schema of [finishedReply(route), ...(route.accepted ? [route.accepted] : [])]) {
      const described = z.toJSONSchema(schema, { io: 'output', target: 'draft-7' }) as Described
      for (const variant of [0, 1, 2, 3, 5, 8, 13, 21, 27]) {
        const value = sample(described, variant)
        const named = withoutUnnamed(value)
        expect(await written(schema, named)).toEqual(named)
        expect(JSON.stringify(await written(schema, value))).not.toContain(unnamed)
      }
    }
  })
})

type Described = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Described[]
  oneOf?: Described[]
  items?: Described | Described[]
  properties?: Record<string, Described>
  additionalProperties?: Described | boolean
}

/** Returns a value of a schema: of a union the alternative `variant`, with an unnamed member in each closed object. */
function sample(schema: Described, variant: number): unknown {
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return sample(alternatives[variant % alternatives.length] ?? {}, variant)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[variant % schema.enum.length]
  const { items } = schema
  switch (schema.type) {
    case 'string':
      return `text "${variant}"`
    case 'integer':
      return variant
    case 'number':
      return variant / 4
    case 'boolean':
      return variant % 2 === 0
    case 'array':
      return Array.isArray(items)
        ? items.map((item) => sample(item, variant))
        : [sample(items ?? {}, variant), sample(items ?? {}, variant + 1)]
    case 'object':
      return {
        ...Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, one]) => [
            name,
            sample(one, variant),
          ]),
        ),
        ...(typeof schema.additionalProperties === 'object'
          ? { more: sample(schema.additionalProperties, variant) }
          : { [unnamed]: 'secret' }),
      }
    case undefined:
    default:
      return null
  }
}
const unnamed = 'not in the contract'

const withoutUnnamed = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, member: unknown) => (name === unnamed ? undefined : member)),
  )
