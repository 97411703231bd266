import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Route } from '@stowage/contract/route'
import { expect, test } from 'vitest'

/*
 * A control that sends a write is disabled for whoever lacks the right, and says why. Steps and forms of records ask by
 * themselves. A write that a file sends on its own needs a right that its noun asks about.
 */

const src = path.join(import.meta.dirname, '..')
const contract = path.join(src, '..', '..', 'contract', 'src')

const withoutControl = [
  // Scans that were made without a connection are sent later, by nobody's hand.
  'floor/outbox: pack.perform',
  'floor/outbox: pick.perform',
]

/** A scanned code is looked up by a POST, which changes nothing. */
const isRead = ({ method, path: address }: Route) =>
  method === 'GET' || address === '/tenant/:slug/scan'

const isGuarded = ({ path: address, allow }: Route) =>
  address !== undefined && !['public', 'operator', 'member'].includes(allow)

/** A route that a file names, by its right, with the text before its name. */
type Mention = { right: string; isWrite: boolean; before: string }

/** Returns the mentions of routes with a right in the files of a folder. */
async function mentionsIn(files: readonly string[]): Promise<Mention[]> {
  const sources = files.filter((file) => !file.includes('.test.'))
  const texts = sources.map((file) => readFileSync(path.join(src, file), 'utf8'))
  return (await Promise.all(texts.map(mentionsOf))).flat()
}

async function mentionsOf(text: string): Promise<Mention[]> {
  const imports = text.matchAll(/import (?:type )?\{([^}]*)\} from '@stowage\/contract\/([^']+)'/g)
  const found = await Promise.all(
    [...imports].map(async ([, names = '', file]) => {
      const module = (await import(path.join(contract, `${file}.ts`))) as Record<string, object>
      return names.split(',').flatMap((name) => {
        const [exported = '', local = exported] = name.trim().replace('type ', '').split(' as ')
        return Object.entries((module[exported] ?? {}) as Record<string, Route>)
          .filter(([, route]) => route instanceof Object && isGuarded(route))
          .flatMap(([key, route]) =>
            [...text.matchAll(new RegExp(String.raw`\b${local}\.${key}\b`, 'g'))].map(
              ({ index }) => ({
                right: route.allow,
                isWrite: !isRead(route),
                before: text.slice(0, index).slice(-40),
              }),
            ),
          )
      })
    }),
  )
  return found.flat()
}

const folders = Object.entries(
  Object.groupBy(
    globSync('{platforms,workspace,warehouse,orders,floor}/*/*.{ts,tsx}', { cwd: src }),
    (file) => path.dirname(file),
  ),
)

const isSent = /(useAction|call|send)\(\s*$/
const isAsked =
  /(\bwhy\(|\b(whyNot|mayUse)\([\w.]+,\s*|whyTo<typeof |(route|archive|restore|undo): )\s*$/

test.each(folders)('the rights of what %s sends are asked about', async (folder, files = []) => {
  const writes = (await mentionsIn(files)).filter(({ isWrite }) => isWrite)
  const rightsOf = (pattern: RegExp) =>
    new Set(writes.flatMap(({ right, before }) => (pattern.test(before) ? right : [])))
  const asked = rightsOf(isAsked)
  const missing = [...rightsOf(isSent)].filter((right) => !asked.has(right))
  const named = missing.map((right) => `${folder}: ${right}`)
  expect(named.filter((one) => !withoutControl.includes(one))).toEqual([])
})

const nounFolders = folders.filter(([, files = []]) =>
  files.some((file) => /[/\\]noun\.ts$/.test(file)),
)

test.each(nounFolders)(
  'the way to the pages of %s needs a right that they read with',
  async (folder, files = []) => {
    const declared = readFileSync(path.join(src, folder, 'noun.ts'), 'utf8')
    const needed = [...declared.matchAll(/needs: '([\w.]+)'/g)].map(([, right]) => right)
    const reads = (await mentionsIn(files)).filter(({ isWrite }) => !isWrite)
    const rights = reads.map(({ right }) => right)
    expect(needed.filter((right = '') => !rights.includes(right))).toEqual([])
  },
)
