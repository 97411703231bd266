import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A file or a line that a noun has or lacks; `isOptional` where only some nouns need it. */
export type Item = { what: string; where: string; isThere: boolean; isOptional: boolean }

const groups = ['platforms', 'workspace', 'warehouse', 'orders']

/** Returns the group of a noun by its folder in the server, web or contract; undefined for no noun at all. */
const groupOf = (root: string, noun: string) =>
  groups.find((group) =>
    [
      `server/src/${group}/${noun}`,
      `web/src/${group}/${noun}`,
      `contract/src/${group}/${noun}.ts`,
    ].some((file) => existsSync(path.join(root, file))),
  )

/** Returns the singular of the name of a noun: 'boxes' as 'box'. */
export const singularOf = (noun: string) =>
  noun
    .replace(/ies$/, 'y')
    .replace(/(ss|x|z|ch|sh)es$/, '$1')
    .replace(/s$/, '')

/**
 * Lists everything that a noun with a page and an API has, and whether this one has it. One that has nothing yet is called
 * by its group, too: `orders/carriers`. Throws for an unknown noun.
 */
export function inspectNoun(root: string, name: string): Item[] {
  const [noun = '', group = groupOf(root, noun)] = name.split('/').toReversed()
  if (!group)
    throw new Error(
      `Nothing is called ${noun} in ${groups.join(', ')}. Name the group of a new one: orders/${noun}`,
    )
  const textOf = (file: string) => {
    const found = path.join(root, file)
    return existsSync(found) ? readFileSync(found, 'utf8') : ''
  }
  const file = (what: string, where: string, isOptional = false): Item => ({
    what,
    where,
    isThere: globSync(where, { cwd: root }).length > 0,
    isOptional,
  })
  const line = (what: string, where: string, text: string | RegExp, isOptional = false): Item => ({
    what,
    where,
    isThere: textOf(where).search(text) >= 0,
    isOptional,
  })
  const here = `${group}/${noun}`
  const one = singularOf(noun)
  const [contract, server, web] = [`contract/src/${here}`, `server/src/${here}`, `web/src/${here}`]
  const record = textOf(`${contract}-noun.ts`)
  const part = (name: string) => record.includes(`export const ${name} `)
  const tables = [...textOf(`${server}/queries.ts`).matchAll(/tenant\.(\w+)/g)].map(
    ([, name = '']) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
  )
  return [
    file('routes in the contract', `${contract}.ts`),
    line('its routes in the API', 'contract/src/index.ts', `./${here}.ts`),
    file('what it declares', `${contract}-noun.ts`),
    line('its declarations in the list', 'contract/src/nouns.ts', `./${here}-noun.ts`),
    ...['rights', 'events', 'things', 'audit'].map((name): Item => ({
      what: name,
      where: `${contract}-noun.ts`,
      isThere: part(name),
      isOptional: true,
    })),
    file('the columns of its file', `contract/src/${group}/${one}-import.ts`, true),
    file('its import', `${server}/import.ts`, true),
    ...(existsSync(path.join(root, `${server}/import.ts`))
      ? [line('its file in the list', 'contract/src/import-kinds.ts', new RegExp(`\\b${noun}:`))]
      : []),
    file('handlers', `${server}/*routes.ts`),
    line('its handlers in the application', 'server/src/app.ts', `./${here}/`),
    file('SQL', `${server}/*queries.ts`),
    ...[...new Set(tables)].map((table) =>
      line(`the table ${table}`, 'server/src/database/tables.ts', `'tenant.${table}'`),
    ),
    line('its columns can be arranged', 'contract/src/platforms/table-settings.ts', noun, true),
    file('tests', `${server}/*.test.ts`),
    /types: record\b|\.\.\.record\b/.test(record)
      ? line('a sample', 'server/test/samples.ts', new RegExp(`\\b[wo]\\.${noun}\\b`))
      : line('two rows', 'server/test/invalid-input/known.ts', new RegExp(`\\b${noun}\\b`), true),
    ...(part('things')
      ? [line('its things in the search', 'server/src/nouns.ts', `./${here}/`)]
      : []),
    file('what the web knows of it', `${web}/noun.ts`),
    line(
      'the noun in the list of the web',
      'web/src/workspace/nouns.ts',
      `${here.replace('workspace/', './')}/noun.ts`,
    ),
    file('its page', `${web}/*Page.tsx`),
    file('words', `${web}/words.ts`, true),
    {
      what: 'a journey',
      where: 'e2e/workspace',
      isThere: globSync('e2e/**/*.spec.ts', { cwd: root }).some((spec) =>
        new RegExp(`\\b${noun.replaceAll('-', '[ -]?')}\\b`, 'i').test(textOf(spec)),
      ),
      isOptional: false,
    },
  ]
}

if (import.meta.main) {
  const [noun = ''] = process.argv.slice(2)
  const items = inspectNoun(path.resolve(import.meta.dirname, '..', '..'), noun)
  for (const { what, where, isThere, isOptional } of items)
    console.log(`${isThere ? 'has  ' : isOptional ? '     ' : 'LACKS'} ${what.padEnd(32)} ${where}`)
  process.exitCode = items.some(({ isThere, isOptional }) => !isThere && !isOptional) ? 1 : 0
}
