import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { api } from './index.ts'
import type { Noun } from './noun.ts'
import { events, nouns, rights, things } from './nouns.ts'
import type { Route } from './route.ts'

const load = async (pattern: string) =>
  Promise.all(
    globSync(pattern, { cwd: import.meta.dirname, exclude: ['**/*.test.ts'] }).map(
      async (file) => ({
        file,
        exported: (await import(join(import.meta.dirname, file))) as Record<string, unknown>,
      }),
    ),
  )

const declared = await load('*/*-noun.ts')

test.each(declared)('what $file declares is in nouns.ts', ({ exported }) => {
  const noun = exported as Noun
  expect(Object.values<Noun>(nouns)).toContain(noun)
  const lists: Record<string, readonly unknown[]> = { things, rights, events, audit: [noun.audit] }
  for (const [part, value] of Object.entries(noun)) expect(lists[part], part).toContain(value)
})

const isRoute = (one: unknown): one is Route =>
  typeof one === 'object' && one !== null && 'method' in one && 'path' in one

test('every route of the contract is in the API', async () => {
  const known = new Set(
    Object.values(api)
      .flatMap((group) => Object.values(group))
      .flatMap((noun) => Object.values<unknown>(noun)),
  )
  const all = (await load('*/*.ts')).flatMap(({ file, exported }) =>
    Object.values(exported).flatMap((one) =>
      typeof one === 'object' && one !== null
        ? Object.entries(one)
            .filter(([, route]) => isRoute(route))
            .map(([name, route]) => ({ name: `${file} ${name}`, route: route as unknown }))
        : [],
    ),
  )
  expect(all.length).toBeGreaterThan(200)
  expect(all.filter(({ route }) => !known.has(route)).map(({ name }) => name)).toEqual([])
})
