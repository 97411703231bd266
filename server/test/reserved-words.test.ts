import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { api } from '@stowage/contract'
import { isReservedSlug, slugPattern } from '@stowage/contract/slugs'
import { expect, test } from 'vitest'
import { sharedApp } from './app.ts'

const web = path.resolve(import.meta.dirname, '..', '..', 'web')
const app = await sharedApp()

const isTakable = (segment: string) => slugPattern.test(segment) && !isReservedSlug(segment)
const firstOf = (address: string) => address.split(/[/?#]/)[1] ?? ''

/** Returns the first path segments of all server routes. */
function ofServer(): string[] {
  // Only lines without indentation are first segments.
  const tree = app.http.printRoutes({ commonPrefix: false })
  const tops = [...tree.matchAll(/^[├└]── (\/\S*)/gm)].map(([, address]) => firstOf(address ?? ''))
  return tops.filter(Boolean)
}

/** Returns the first path segments of the web pages and their files. */
function ofWeb(): string[] {
  const read = (file: string) => readFileSync(path.join(web, 'src/app', file), 'utf8')
  const links = [...read('paths.ts').matchAll(/['`]\/([\w.-]+)/g)]
  // Pages of the dashboard and of workspaces have their own first segment.
  const pages = [...read('routes/identity.tsx').matchAll(/path: '([^'/$]+)'/g)]
  const segments = [...links, ...pages].map(([, segment]) => segment ?? '')
  return [...segments, ...readdirSync(path.join(web, 'public')), 'assets']
}

test('S01 no platform can have the path of a page, a file or a route', () => {
  const server = ofServer()
  expect(server).toEqual(expect.arrayContaining(['api', 'healthz', 'readyz']))
  const client = ofWeb()
  expect(client).toEqual(expect.arrayContaining(['login', 'dashboard', 'disconnected', 'images']))
  expect([...server, ...client].filter(isTakable)).toEqual([])
})

test('S01 no path segment of the API can be a platform', () => {
  const below = Object.values(api.platforms).flatMap((nouns) =>
    Object.values(nouns).map(({ path: address }) => address.split('/')),
  )
  // What stands where another route has the path of a platform.
  const beside = below.filter(([, first]) => first === 'platforms' || first === 'tenant')
  expect(beside.map(([, , second = '']) => second).filter(isTakable)).toEqual([])
})
