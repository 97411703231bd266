import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { publicUrlPlaceholder } from '@stowage/contract/public-url'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { serveWeb } from './static.ts'

const sheet = "body > p { font-family: 'Inter' }\n"
const documents = [
  'login',
  '$platform',
  'dashboard',
  'dashboard/platforms',
  '$platform/app',
  '$platform/app/catalog',
  '$platform/app/catalog/$sku',
  '$platform/app/floor',
]
const dist = mkdtempSync(join(tmpdir(), 'stowage-pages-'))
let app: FastifyInstance

beforeAll(async () => {
  mkdirSync(join(dist, 'pricing'))
  writeFileSync(join(dist, 'app.html'), 'the application')
  for (const address of documents) {
    const file = join(dist, 'shells', `${address}.html`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, address)
  }
  for (const place of ['', 'pricing'])
    writeFileSync(
      join(dist, place, 'index.html'),
      `${publicUrlPlaceholder}/${place} ${place && `<style>${sheet}</style>`}${'-'.repeat(99)}`,
    )
  app = fastify()
  await serveWeb(app, readConfig({ PUBLIC_URL: 'https://wms.example.com' }), dist)
})
afterAll(async () => {
  await app.close()
  rmSync(dist, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test.each(['/', '/pricing', '/pricing/', '/pricing?plan=1'])(
  '%s contains the public URL and is revalidated',
  async (url) => {
    const page = await get(url)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(`https://wms.example.com${url.replace(/\/?(\?.*)?$/, '')}`)
    expect(page.body).not.toContain(publicUrlPlaceholder)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
    })
  },
)

test('allows exactly the style sheet of the page', async () => {
  const stylesOf = async (url: string) =>
    /style-src ([^;]+)/.exec(String((await get(url)).headers['content-security-policy']))?.[1]
  const hash = createHash('sha256').update(sheet).digest('base64')
  expect(await stylesOf('/pricing')).toBe(`'self' 'sha256-${hash}'`)
  expect(await stylesOf('/')).toBe("'self'")
})

test.each([
  ['/login', 'login'],
  ['/login/?verified=true', 'login'],
  ['/acme', '$platform'],
  ['/index', '$platform'],
  ['/dashboard', 'dashboard'],
  ['/dashboard/platforms', 'dashboard/platforms'],
  ['/dashboard/platforms/new?q=1', 'dashboard/platforms'],
  ['/dashboard/users', 'dashboard'],
  ['/dashboards', '$platform'],
  ['/acme/app', '$platform/app'],
  ['/acme/app/', '$platform/app'],
  ['/acme/app/stock/1?q=mug', '$platform/app'],
  ['/acme/app/catalog?q=mug', '$platform/app/catalog'],
  ['/acme/app/catalog/MUG%2F1', '$platform/app/catalog/$sku'],
  ['/acme/app/floor/pick', '$platform/app/floor'],
  ['/acme/apps', 'the application'],
  ['/acme/settings', 'the application'],
  ['/login/more', 'the application'],
])('serves %s with the document of the nearest page', async (url, document) => {
  const page = await get(url)
  expect([page.statusCode, page.body]).toEqual([200, document])
  expect(page.headers['cache-control']).toBe('no-cache')
})

test.each([
  '/.git/config',
  '/.git/HEAD',
  '/.git',
  '/.env',
  '/acme/.ssh/id',
  '/%2egit/config',
  '/%2Egit/',
  '/acme%2f.git/config',
  '/..%2f',
  '/.well-known/nothing',
])('%s is not a page', async (url) => {
  const answer = await get(url)
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not_found'])
})

test('compresses a page as the browser accepts', async () => {
  const plain = (await get('/')).body
  const brotli = await get('/', { 'accept-encoding': 'gzip, deflate, br' })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain)
  const gzip = await get('/', { 'accept-encoding': 'br;q=0, gzip;q=0.5' })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain)
  expect((await get('/', { 'accept-encoding': 'zstd' })).headers).not.toHaveProperty(
    'content-encoding',
  )
})

test('answers 304 for a page the browser has', async () => {
  const first = await get('/', { 'accept-encoding': 'br' })
  const tag = String(first.headers.etag)
  const again = await get('/', { 'accept-encoding': 'br', 'if-none-match': tag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  // The same page in another encoding is another answer.
  expect((await get('/', { 'if-none-match': tag })).statusCode).toBe(200)
})

test.each(['/acme/orders', '/pricing/more', '/shells/login'])(
  'leaves %s to the application',
  async (url) => {
    expect((await get(url)).body).toBe('the application')
  },
)

test('leads from the former address of the locations to theirs', async () => {
  const { statusCode, headers } = await app.inject('/acme/app/places?q=A-01')
  expect([statusCode, headers.location]).toEqual([308, '/acme/app/locations?q=A-01'])
})
