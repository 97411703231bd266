import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { nearestPage } from '@stowage/contract/nearest-page'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { Failure } from '../errors.ts'
import { isApi } from './headers.ts'
import { readPages } from './pages.ts'
import { sendFailure } from './problem.ts'

const day = 86_400

/**
 * Serves the built web: hashed assets with unlimited caching, prerendered pages by path, and the
 * application document for all other paths that are not data.
 */
export async function serveWeb(app: FastifyInstance, { publicUrl }: Config, dist: string) {
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    globIgnore: ['.vite/**', 'assets/**', '**/*.br', '**/*.gz', '**/*.html'],
    setHeaders(reply, file) {
      const hashed = file.includes(`${path.sep}assets${path.sep}`)
      // A worker that is kept for a day would keep its pages for as long.
      const page = /(\.html|floor-worker\.js)(\.br|\.gz)?$/.test(file)
      reply.header(
        'cache-control',
        hashed
          ? 'public, max-age=31536000, immutable'
          : page
            ? 'no-cache'
            : `public, max-age=${day}`,
      )
    },
  })

  // One route for all, because one for each would take longer to add than all of the API.
  const assets = listAssets(path.join(dist, 'assets'))
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const name = request.params['*']
    return assets.has(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound()
  })

  const findPage = readPages(dist, publicUrl)
  const documents = listDocuments(path.join(dist, 'shells'))
  // `places` was the address of the locations of a workspace.
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    const pathname = request.url.replace(/\?.*$/, '')
    if (isApi(request.url) || !isPage || isFile(pathname))
      return sendFailure(new Failure('not_found', {}), request, reply)
    const locations = /^(\/[^/]+\/app)\/places\/?$/.exec(pathname)?.[1]
    if (locations)
      return reply.redirect(request.url.replace(pathname, `${locations}/locations`), 308)
    const sendPage = findPage(pathname)
    if (sendPage) return sendPage(request, reply)
    return reply.sendFile(documentOf(documents, pathname))
  })
}

/** Lists the hashed files, without their compressed forms. */
const listAssets = (folder: string) =>
  new Set(
    (existsSync(folder) ? readdirSync(folder) : []).filter((name) => !/\.(br|gz)$/.test(name)),
  )

/** Returns whether a path is a file or in a folder such as `.git`, and therefore no page. */
function isFile(pathname: string): boolean {
  const plain = pathname.replaceAll(/%2e/gi, '.')
  return /\.[a-z0-9]+$/i.test(plain) || /(^|\/|%2f|\\)\./i.test(plain)
}

/** Lists the pages that have a document of their own, as `$platform/app/catalog`. */
const listDocuments = (folder: string) =>
  (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
    .filter((file) => file.endsWith('.html'))
    .map((file) => file.replaceAll('\\', '/').replace(/\.html$/, ''))

/** Returns the file of the application's document for a path. Below a sign-in page there is no other page. */
function documentOf(documents: string[], pathname: string): string {
  const address = pathname.replace(/^\/|\/$/g, '')
  const isBelow = address.includes('/')
  const pages = isBelow ? documents.filter(hasPagesBelow) : documents
  const page = nearestPage(pages, address)
  return page === undefined ? 'app.html' : `shells/${page}.html`
}

const hasPagesBelow = (page: string) => page === 'dashboard' || page.includes('/')
