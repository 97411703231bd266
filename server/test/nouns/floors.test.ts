import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'

/*
 * A group has two floors: tables (SQL, rules, lines, replies) and, above it, verbs. The tables floor never imports the
 * verbs floor, and on each floor the nouns form no circle. The web has one floor. Types count as well; what is loaded
 * later may know who loads it.
 */

const root = path.resolve(import.meta.dirname, '..', '..', '..')
const serverGroups = ['identity', 'platforms', 'workspace', 'warehouse', 'orders']
const webGroups = ['identity', 'platforms', 'workspace', 'warehouse', 'orders', 'floor']

/** An import of one file by another, from the group on: `packing/queries.ts`. */
type Import = { from: string; to: string }
const nounOf = (file: string) => path.dirname(file)
const isOfTables = (file: string) => /(^|[-/])(queries|rules)\.ts$|\/(lines|reply)\.ts$/.test(file)
const named = ({ from, to }: Import) => `${from} → ${to}`

/** Returns all relative imports of the files that match a pattern, as paths below `cwd`. */
const importsOf = (pattern: string, cwd: string): Import[] =>
  globSync(pattern, { cwd, exclude: ['**/*.test.*'] }).flatMap((from) => {
    const imported = readFileSync(path.join(cwd, from), 'utf8').matchAll(/ from '(\.[^']+)'/g)
    return Array.from(imported, ([, to = '']) => ({ from, to: path.join(path.dirname(from), to) }))
  })

/** Returns all imports among the nouns of a group. Files beside their folders are of none. */
function importsIn(group: string, noun = '*'): Import[] {
  const isOfNoun = noun === '*' ? /^\w[^/]*\/./ : /^demo\//
  const imports = importsOf(`${noun}/**/*.{ts,tsx}`, path.join(root, group))
  return imports.filter(({ to }) => isOfNoun.test(to))
}

/** Returns the imports between nouns from whose target another way leads back. */
function inCircles(imports: readonly Import[]): Import[] {
  const between = imports.filter(({ from, to }) => nounOf(from) !== nounOf(to))
  const next = Map.groupBy(between, ({ from }) => nounOf(from))
  const reach = (noun: string, seen = new Set<string>()): Set<string> => {
    for (const to of new Set(next.get(noun)?.map((one) => nounOf(one.to))))
      if (!seen.has(to)) reach(to, seen.add(to))
    return seen
  }
  return between.filter(({ from, to }) => reach(nounOf(to)).has(nounOf(from)))
}

const groups = [
  ...serverGroups.map(
    (group) => [`server/src/${group}`, importsIn(`server/src/${group}`)] as const,
  ),
  // The example data is one noun.
  ['server/src/demo', importsIn('server/src', 'demo')] as const,
]
const floors = [
  ...groups.flatMap(([group, imports]) =>
    [true, false].map((tables) => ({
      floor: `${group} ${tables ? 'tables' : 'verbs'}`,
      imports: imports.filter(
        ({ from, to }) => isOfTables(from) === tables && isOfTables(to) === tables,
      ),
    })),
  ),
  ...webGroups.map((group) => ({
    floor: `web/src/${group}`,
    imports: importsIn(`web/src/${group}`),
  })),
]

test.each(groups)('the tables floor of %s imports none of its verbs floor', (_, imports) => {
  expect(imports.length).toBeGreaterThan(10)
  const upward = imports.filter(({ from, to }) => isOfTables(from) && !isOfTables(to))
  expect(upward.map(named)).toEqual([])
})

/** Groups whose tables floor others may not pass by. Files of the workspace's engines are free. */
const guarded = ['identity', 'platforms', 'warehouse', 'orders']
test.each(serverGroups)('the tables floor of %s imports no verbs of other groups', (group) => {
  const upward = importsOf(`${group}/*/**/*.ts`, path.join(root, 'server/src'))
    .filter(({ from, to }) => isOfTables(from) && !isOfTables(to))
    .filter(({ to }) => guarded.some((other) => other !== group && to.startsWith(`${other}/`)))
  expect(upward.map(named)).toEqual([])
})

test.each(floors)('the nouns of $floor form no circle', ({ imports }) => {
  expect(inCircles(imports).map(named)).toEqual([])
})

type Boundaries = { forbidden: { name: string; from: { pathNot?: string[] } }[] }

test('a file of the workspace is only excepted while it asks a noun of a later group', () => {
  const config = createRequire(import.meta.url)(
    path.join(root, '.dependency-cruiser.cjs'),
  ) as Boundaries
  const rule = config.forbidden.find(({ name }) => name === 'web-workspace-knows-no-later-contract')
  const excepted = Array.from(
    rule?.from.pathNot?.join(' ').matchAll(/\^(web\/src\/workspace\/[^ ]+)\$/g) ?? [],
    ([, file = '']) => path.join(root, file),
  )
  expect(excepted.length).toBeGreaterThan(0)
  const needless = excepted.filter(
    (file) => !/ from '@stowage\/contract\/(warehouse|orders)\//.test(readFileSync(file, 'utf8')),
  )
  expect(needless).toEqual([])
})
