import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from './index.ts'
import type { Route } from './route.ts'

const routes = Object.entries(api).flatMap(([group, nouns]) =>
  Object.entries(nouns).flatMap(([noun, actions]) =>
    Object.entries(actions).map(([action, route]) => ({
      name: `${group}.${noun}.${action}`,
      route: route as Route,
    })),
  ),
)

/** Returns the members of a schema of objects, also within a union or a pipe. */
function membersOf(schema: z.ZodType): [string, z.ZodType][] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>)
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((one) => membersOf(one as z.ZodType))
  if (schema instanceof z.ZodPipe) return membersOf(schema.in as z.ZodType)
  return []
}

describe('absent means unchanged', () => {
  const changes = routes.flatMap(({ name, route }) => {
    if (['PATCH', 'PUT'].includes(route.method)) return [{ name, members: membersOf(route.body) }]
    if (!name.endsWith('updateBatch')) return []
    const items = membersOf(route.body).find(([member]) => member === 'items')?.[1]
    return [{ name, members: membersOf((items as z.ZodArray<z.ZodType>).element) }]
  })
  test.each(changes)('$name makes no value of nothing', ({ members }) => {
    const made = members.filter(([, one]) => one.safeParse(undefined).data !== undefined)
    expect(members).not.toEqual([])
    expect(made.map(([name]) => name)).toEqual([])
  })
})

describe('search text', () => {
  const lists = routes.flatMap(({ name, route }) =>
    membersOf(route.query).flatMap(([member, q]) => (member === 'q' ? [{ name, q }] : [])),
  )
  test.each(lists)('$name trims it', ({ q }) => {
    expect(q.parse(' B10\t')).toBe('B10')
    expect(q.parse('  ') || undefined).toBe(undefined)
  })
})
