import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { singularOf } from '../../scripts/noun.ts'

/*
 * The files of a noun have the names everybody knows, or that of a verb they export. A rule is tested beside it, and
 * the contract and the web have the nouns of the server.
 */

const root = path.resolve(import.meta.dirname, '..', '..', '..')
const server = path.join(root, 'server/src')
const groups = ['identity', 'platforms', 'workspace', 'warehouse', 'orders']
const folders = globSync(`{${groups.join(',')}}/*/`, { cwd: server })

/** What nouns of a workspace are built from; the example data is generated. Their files have names of their own. */
const engines = ['documents', 'events', 'imports', 'print', 'records'].map(
  (engine) => `workspace/${engine}`,
)

const fixed =
  /^(queries|rules|lines|reply|routes|commands|jobs|import|export|print|seed|.+-queries|.+-rules|import-.+)$/

/** Wrap a library under the name of what it does. */
const wrappers = ['identity/passkeys/ceremony.ts', 'identity/two-factor/totp.ts']

/** Checks whether a file exports the function it is named by, alone or with what it is done to: `cancel`, `cancelOrder`. */
function exportsItsVerb(file: string): boolean {
  const verb = path
    .basename(file, '.ts')
    .replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  const named = new RegExp(
    `^export (async )?(function\\*?|const) ${verb}(?!Of\\b)([A-Z]\\w*)?\\b`,
    'm',
  )
  return named.test(readFileSync(path.join(server, file), 'utf8'))
}

test('a file of a noun is named by its kind, or by a verb it exports', () => {
  const nouns = folders.filter((folder) => !engines.includes(path.normalize(folder)))
  expect(nouns.length).toBeGreaterThan(40)
  const files = nouns.flatMap((folder) =>
    globSync(`${folder}/*.ts`, { cwd: server, exclude: ['**/*.test.ts'] }),
  )
  const free = files
    .filter((file) => !fixed.test(path.basename(file, '.ts')) && !exportsItsVerb(file))
    .map((file) => path.normalize(file))
  expect(free.toSorted()).toEqual(wrappers)
})

test('a verb of more than 80 lines has a file of its own', () => {
  const commands = globSync('**/commands.ts', { cwd: server })
  expect(commands.length).toBeGreaterThan(25)
  const long = commands.flatMap((file) => {
    const text = readFileSync(path.join(server, file), 'utf8')
    return [...text.matchAll(/^(?:export )?(?:async )?(?:function\*?|const) (\w+)[^]*?^[})]+$/gm)]
      .filter(([whole]) => whole.split('\n').length > 80)
      .map(([, name]) => `${file}: ${name}`)
  })
  expect(long).toEqual([])
})

/** The most of a noun, tests not counted. */
const most = { files: 20, lines: 2_000 }

/** Nouns that are bigger, in hundreds of lines. The numbers may only shrink. */
const bigger: Record<string, { files: number; hundreds: number }> = {
  'workspace/imports': { files: 23, hundreds: 30 },
  'warehouse/products': { files: 28, hundreds: 36 },
  'warehouse/stock': { files: 22, hundreds: 38 },
  'orders/orders': { files: 31, hundreds: 46 },
  'orders/picking': { files: 19, hundreds: 22 },
}

test('a noun is small, or smaller than it was', () => {
  const sizes = folders.map((folder) => {
    const files = globSync(`${folder}/*.ts`, { cwd: server, exclude: ['**/*.test.ts'] })
    const lines = files.map(
      (file) => readFileSync(path.join(server, file), 'utf8').split('\n').length - 1,
    )
    return {
      noun: path.normalize(folder),
      files: files.length,
      lines: lines.reduce((sum, count) => sum + count, 0),
    }
  })
  const tooBig = sizes.filter(({ files, lines }) => files > most.files || lines > most.lines)
  const found = tooBig.map(({ noun, files, lines }) => [
    noun,
    { files, hundreds: Math.ceil(lines / 100) },
  ])
  expect(Object.fromEntries(found)).toEqual(bigger)
})

/** What only one file of a noun holds, by the text that tells. Engines make handlers and queues for others. */
const places = [
  { file: 'routes.ts', holds: 'handlers of routes', text: /\bHandlers</, atLeast: 40 },
  { file: 'jobs.ts', holds: 'jobs', text: /\bdefineJob[<(]/, atLeast: 15 },
] as const

test.each(places)('$holds are in $file of their noun', ({ file, text, atLeast }) => {
  const files = globSync(`{${groups.join(',')},demo}/**/*.ts`, {
    cwd: server,
    exclude: ['**/*.test.ts', '**/handlers.ts'],
  }).filter((one) => text.test(readFileSync(path.join(server, one), 'utf8')))
  expect(files.length).toBeGreaterThanOrEqual(atLeast)
  expect(files.filter((one) => path.basename(one) !== file)).toEqual([])
})

test('rules are tested beside them', () => {
  const rules = globSync('**/*rules.ts', { cwd: server })
  expect(rules.length).toBeGreaterThan(40)
  const untested = rules.filter(
    (file) => !existsSync(path.join(server, file.replace(/\.ts$/, '.test.ts'))),
  )
  expect(untested).toEqual([])
})

/** Files of the contract that all nouns of their group use. */
const ofGroup = ['warehouse/fields', 'warehouse/pick-policies', 'warehouse/quantities']

test('a file of the contract is of a noun of the server', () => {
  const files = globSync(`{${groups.join(',')}}/*.ts`, {
    cwd: path.join(root, 'contract/src'),
    exclude: ['**/*.test.ts'],
  }).map((file) => file.replace(/\.ts$/, ''))
  const isOfNoun = (file: string) => {
    const [group = '', name = ''] = file.split('/')
    return folders.some((folder) => {
      const noun = path.basename(folder)
      return (
        path.dirname(path.normalize(folder)) === group &&
        [noun, singularOf(noun)].some((word) => name === word || name.startsWith(`${word}-`))
      )
    })
  }
  expect(files.length).toBeGreaterThan(80)
  expect(files.filter((file) => !isOfNoun(file)).toSorted()).toEqual(ofGroup)
})

test('a noun with routes has a file of its name in the contract', () => {
  const routes = globSync(`{${groups.join(',')}}/*/routes.ts`, { cwd: server })
  expect(routes.length).toBeGreaterThan(40)
  const undeclared = routes
    .map((file) => path.dirname(file))
    .filter((noun) => !existsSync(path.join(root, 'contract/src', `${noun}.ts`)))
  expect(undeclared).toEqual([])
})

/** Nouns whose routes have another key: those of print are what it prints. */
const keyOf: Record<string, string> = { 'workspace/print': 'labels' }

test('a key of the api is of its group, and every noun with routes has one', () => {
  const text = readFileSync(path.join(root, 'contract/src/index.ts'), 'utf8')
  const imported = [...text.matchAll(/^import \{ ([^}]+) \} from '\.\/(\w+)\//gm)].flatMap(
    ([, names = '', group = '']) =>
      names.split(', ').map((name) => `${group}.${name.replace(/ as .*/, '')}`),
  )
  const keys = groups.flatMap((group) =>
    Object.keys(api[group as keyof typeof api]).map((key) => `${group}.${key}`),
  )
  expect(keys.filter((key) => !imported.includes(key))).toEqual([])
  const nouns = globSync(`{${groups.join(',')}}/*/routes.ts`, { cwd: server }).map((file) =>
    path.dirname(file),
  )
  const without = nouns.filter((noun) => {
    const [group = '', folder = ''] = noun.split('/')
    const key = keyOf[noun] ?? folder.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
    return !keys.includes(`${group}.${key}`)
  })
  expect(without).toEqual([])
})

test('the tree in docs/architecture.md names every folder, and none that is gone', () => {
  const text = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')
  const tree = /^server\/src\/\n([^`]+)/m.exec(text)?.[1] ?? ''
  const named = [...tree.matchAll(/(?<= )[\w-]+(?=\/)/g)].map(([name]) => name)
  const all = [...globSync('*/', { cwd: server }), ...folders]
  expect(named.toSorted()).toEqual(all.map((folder) => path.basename(folder)).toSorted())
})

/** Folders of the web with another name than a noun of the server, each with its reason. */
const ofWeb: Record<string, string> = {
  'orders/papers': 'prints documents of several nouns',
  'warehouse/help': 'is a page without data',
  'warehouse/labels': 'prints labels of several nouns',
  'workspace/notifications': 'is a page without data',
  'workspace/refusals': 'explains the refusals of every noun',
  'workspace/scan': 'reads scanners and cameras',
  'workspace/steps': 'shows what can be done with the records of every noun',
  'workspace/team': 'is a page without data',
}

test('a folder of the web is a noun of the server, or says why not', () => {
  const shown = globSync(`{${groups.join(',')}}/*/`, { cwd: path.join(root, 'web/src') })
  expect(shown.length).toBeGreaterThan(40)
  const nouns = new Set(folders.map((folder) => path.normalize(folder)))
  const others = shown
    .map((folder) => path.normalize(folder))
    .filter((folder) => !nouns.has(folder))
  expect(others.toSorted()).toEqual(Object.keys(ofWeb))
})

const withRoutes = globSync(`{${groups.join(',')}}/*/routes.ts`, { cwd: server }).map((file) =>
  path.dirname(file),
)

/** Nouns with routes and without a folder in the web, each with the folder that shows it. */
const shownIn: Record<string, string> = {
  'platforms/logos': 'platforms/directory',
  'warehouse/categories': 'warehouse/products',
  'warehouse/integrity': 'warehouse/settings',
  'warehouse/reservations': 'warehouse/products',
  'workspace/events': 'orders/orders',
  'workspace/print': 'warehouse/labels',
  'workspace/search': 'workspace/scan',
}

test('a noun with routes has a folder in the web, or another shows it', () => {
  const web = path.join(root, 'web/src')
  const without = withRoutes.filter((noun) => !existsSync(path.join(web, noun)))
  expect(without.toSorted()).toEqual(Object.keys(shownIn))
  expect(Object.values(shownIn).filter((folder) => !existsSync(path.join(web, folder)))).toEqual([])
})

/** The journey of a noun whose name no journey begins with: it is named by what people do. */
const journeyOf: Record<string, string> = {
  'identity/profile': 'identity/settings',
  'orders/batches': 'workspace/waves',
  'orders/channels': 'workspace/order-lists',
  'orders/customers': 'workspace/orders',
  'orders/shipping': 'workspace/packing',
  'platforms/directory': 'platforms/manage',
  'platforms/logos': 'platforms/manage',
  'platforms/members': 'platforms/users',
  'platforms/table-settings': 'workspace/lists',
  'platforms/tenant-passwords': 'workspace/own-account',
  'platforms/tenant-sessions': 'workspace/own-account',
  'warehouse/adjustments': 'workspace/adjust',
  'warehouse/categories': 'workspace/catalog',
  'warehouse/integrity': 'workspace/verification',
  'warehouse/products': 'workspace/catalog',
  'warehouse/receiving': 'workspace/receive',
  'warehouse/reservations': 'workspace/backorders',
  'warehouse/stock': 'workspace/move',
  'warehouse/stock-views': 'workspace/grid',
  'workspace/events': 'workspace/backorders',
  'workspace/print': 'workspace/labels',
  'workspace/search': 'workspace/scan',
}

test('a noun with routes has a journey that begins with its name, or one that is named', () => {
  const journeys = globSync('*/*.spec.ts', { cwd: path.join(root, 'e2e') }).map((file) =>
    file.replace('.spec.ts', ''),
  )
  const begins = (noun: string) =>
    [path.basename(noun), singularOf(path.basename(noun))].some((word) =>
      journeys.some((journey) => path.basename(journey).startsWith(word)),
    )
  const without = withRoutes.filter((noun) => !begins(noun))
  expect(without.toSorted()).toEqual(Object.keys(journeyOf))
  expect(Object.values(journeyOf).filter((journey) => !journeys.includes(journey))).toEqual([])
})
