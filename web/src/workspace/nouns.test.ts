import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AnyRoute } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { nearestPage } from '@stowage/contract/nearest-page'
import { importKinds } from '@stowage/contract/import-kinds'
import { thingWords } from '@stowage/contract/scan-kinds'
import { floorPages } from '../floor/home/pages.tsx'
import { floor } from '../floor/home/noun.ts'
import type { Topics } from '../help/topics.ts'
import { topics as importTopics } from './imports/noun.ts'
import type { Command, Noun } from './noun.ts'
import { nounAt, nouns, nounsWithin } from './nouns.ts'
import { workspacePaths } from './paths.ts'

const src = join(import.meta.dirname, '..')
const all: readonly Noun[] = nouns

const folders = globSync('{workspace,warehouse,orders,inbound}/*/{*Page.tsx,routes.tsx,noun.ts}', {
  cwd: src,
}).map(dirname)

test.each([...new Set(folders)])('%s is in nouns.ts and has help for its pages', async (folder) => {
  const declared = (await import(join(src, folder, 'noun.ts'))) as Record<string, unknown>
  const noun = all.find((one) => Object.values(declared).includes(one))
  expect(noun).toBeDefined()
  const topics = declared['topics'] as Topics
  const described = Object.keys(topics)
  expect(noun?.pages).toEqual(expect.arrayContaining(described))
  const undescribed = noun?.pages.filter((page) => nearestPage(described, page) === undefined)
  expect(undescribed).toEqual([])
})

test('every file of the warehouse is in the folder of a noun', () => {
  expect(globSync('{warehouse,orders,inbound,floor}/*.{ts,tsx}', { cwd: src })).toEqual([])
})

const pathsOf = (route: AnyRoute, above = ''): string[] => {
  const { path } = route.options as { path: string }
  const page = above + path
  const children = (route.children ?? []) as AnyRoute[]
  return [page, ...children.flatMap((child) => pathsOf(child, `${page}/`))]
}

test.each(all.filter(({ routes }) => routes).map((noun) => [noun.pages[0], noun] as const))(
  'the pages of %s are those of its routes',
  async (_, noun) => {
    // The parent of all routes writes the title of the document, and lists ask how wide it is.
    vi.stubGlobal('document', { title: '' })
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }))
    const { routes } = (await noun.routes?.()) ?? { routes: [] }
    expect(routes.flatMap((route) => pathsOf(route)).toSorted()).toEqual(noun.pages.toSorted())
  },
)

test('the pages of the floor are those it opens by itself', () => {
  expect(floorPages).toEqual(floor.pages)
})

test('the addresses of every noun are built', () => {
  const at = (page: string) => page
  const built = Object.keys(workspacePaths('acme'))
  for (const noun of all) expect(built).toEqual(expect.arrayContaining(Object.keys(noun.paths(at))))
})

test.each(all.flatMap((noun) => noun.pages.map((page) => [page, noun] as const)))(
  'the page %s leads to its noun',
  (page, noun) => expect(nounAt(workspacePaths('acme').at(page))).toBe(noun),
)

test('an address that is no page belongs to the noun above it', () => {
  expect(nounAt('/acme/app/stock/lots/1/nowhere')).toBe(nounAt('/acme/app/stock/lots'))
  expect(nounAt('/acme/app/nowhere')).toBe(nounAt('/acme/app'))
})

test('the backorders are found from the page of an order', () => {
  const [orders, backorders] = [nounAt('/acme/app/orders/1'), nounAt('/acme/app/orders/backorders')]
  expect(orders && nounsWithin(orders)).toEqual([backorders])
  expect(backorders && nounsWithin(backorders)).toEqual([])
})

test('no two entries share keys and no two nouns share a page', () => {
  const commands: readonly Command[] = all.flatMap(({ rail = [], commands = [] }) => [
    ...rail,
    ...commands,
  ])
  const keys = commands.flatMap((one) => one.keys ?? [])
  expect(new Set(keys).size).toBe(keys.length)
  const pages = all.flatMap((noun) => noun.pages)
  expect(new Set(pages).size).toBe(pages.length)
  for (const { page } of commands) expect(pages).toContain(page)
  for (const { under } of all) if (under !== undefined) expect(pages).toContain(under)
})

test('each kind of thing is shown by a page, or by none', () => {
  const pages = all.flatMap((noun) => noun.pages)
  for (const { page } of Object.values(thingWords)) {
    if (page === null) continue
    const [path = ''] = page.split('?')
    expect(pages.map((one) => one.replace(/\$\w+/, '$'))).toContain(path.replace(/\$\w+/, '$'))
  }
})

test('the help of imports names every kind of file', () => {
  const { about } = importTopics['imports'] ?? { about: '' }
  for (const kind of importKinds) expect(about.toLowerCase()).toContain(kind)
})
