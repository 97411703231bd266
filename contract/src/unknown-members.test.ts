import { expect, test } from 'vitest'
import { z } from 'zod'
import { unknownMembers } from './unknown-members.ts'

const circle = z.object({ kind: z.literal('circle'), radius: z.number() })
const square = z.object({ kind: z.literal('square'), side: z.number().optional() })

const cases: [string, z.ZodType, unknown, string[]][] = [
  ['a member', z.object({ a: z.string() }), { a: 'x', b: 1 }, ['b']],
  ['none', z.object({ a: z.string().optional() }), {}, []],
  [
    'one of a list',
    z.object({ a: z.array(circle) }),
    { a: [{ kind: 'circle', radus: 1 }] },
    ['a.0.radus'],
  ],
  [
    'one in a default',
    z.object({ a: circle.partial().nullable().default(null) }),
    { a: { b: 1 } },
    ['a.b'],
  ],
  [
    'one before a pipe',
    z
      .object({ a: z.string() })
      .transform((a) => a)
      .pipe(z.any()),
    { b: 1 },
    ['b'],
  ],
  ['one of a record', z.record(z.string(), circle.partial()), { x: { r: 1 } }, ['x.r']],
  [
    'one of the union member that is meant',
    z.union([circle, square]),
    { kind: 'square', radius: 1 },
    ['radius'],
  ],
  [
    'one that another union member has',
    z.discriminatedUnion('kind', [circle, square]),
    { kind: 'square', side: 1 },
    [],
  ],
  ['none of an open object', z.looseObject({ a: z.string() }), { b: 1 }, []],
  ['one that objects inherit', z.object({ a: z.string() }), { toString: 1 }, ['toString']],
]

test.each(cases)('finds %s', (_name, schema, value, paths) => {
  expect(unknownMembers(schema, value).map((path) => path.join('.'))).toEqual(paths)
})
