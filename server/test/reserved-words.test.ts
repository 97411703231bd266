import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { api } from '@stowage/contract'
import { isReservedSlug, slugPattern } from '@stowage/contract/slugs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from './app.ts'

const web = path.resolve(import.meta.dirname, '..', '..', 'web')

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const isTakable = (segment: string) => slugPattern.test(segment) && !isReservedSlug(segment)
const firstOf = (address: string) => address.split(/[/?#]/)[1] ?? ''

/** The first path segments of everything the server answers. */
function ofServer(): string[] {
  // A tree: each line is indented four columns a level, and only the top level begins an address.
  const tree = app.http.printRoutes({ commonPrefix: false })
  const tops = [...tree.matchAll(/^[├└]── (\/\S*)/gm)].map(([, address]) => firstOf(address ?? ''))
  return tops.filter(Boolean)
}

/** Those of the pages of the web, and of the files it is made of. */
function ofWeb(): string[] {
  const read = (file: string) => readFileSync(path.join(web, 'src', file), 'utf8')
  const links = [...read('paths.ts').matchAll(/['`]\/([\w.-]+)/g)]
  // The pages of the dashboard and of a workspace stand below a first segment of their own.
  const pages = [...read('routes/identity.tsx').matchAll(/path: '([^'/$]+)'/g)]
  const segments = [...links, ...pages].map(([, segment]) => segment ?? '')
  return [...segments, ...readdirSync(path.join(web, 'public')), 'assets']
}

test('S01 no platform can have the address of a page, a file or a call', () => {
  const server = ofServer()
  expect(server).toEqual(expect.arrayContaining(['api', 'healthz', 'readyz']))
  const client = ofWeb()
  expect(client).toEqual(expect.arrayContaining(['login', 'dashboard', 'disconnected', 'images']))
  expect([...server, ...client].filter(isTakable)).toEqual([])
})

test('S01 no word of a path of the API is one, lest two addresses be mixed up', () => {
  const below = Object.values(api.platforms).flatMap((nouns) =>
    Object.values(nouns).map(({ path: address }) => address.split('/')),
  )
  // What stands where another route has the path of a platform.
  const beside = below.filter(([, first]) => first === 'platforms' || first === 'tenant')
  expect(beside.map(([, , second = '']) => second).filter(isTakable)).toEqual([])
})
