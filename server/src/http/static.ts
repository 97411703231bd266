import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { Failure } from '../errors.ts'
import { isApi } from './headers.ts'
import { readPages } from './pages.ts'
import { sendFailure } from './problem.ts'

const day = 86_400

/**
 * Serves the built web: hashed assets for good, prerendered pages by their own path, and the
 * application document for every other address that is not data.
 */
export async function serveWeb(app: FastifyInstance, { publicUrl }: Config, dist: string) {
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    globIgnore: ['.vite/**', '**/*.br', '**/*.gz', '**/*.html'],
    setHeaders(reply, file) {
      const hashed = file.includes(`${path.sep}assets${path.sep}`)
      const page = /\.html(\.br|\.gz)?$/.test(file)
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

  const findPage = readPages(dist, publicUrl)
  const documentOf = findDocuments(dist)
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    const pathname = request.url.replace(/\?.*$/, '')
    if (isApi(request.url) || !isPage || isFile(pathname))
      return sendFailure(new Failure('not_found', {}), request, reply)
    const sendPage = findPage(pathname)
    if (sendPage) return sendPage(request, reply)
    return reply.sendFile(documentOf(pathname))
  })
}

/** Whether an address is that of a file, or of what lies in a folder such as `.git`: none is a page. */
function isFile(pathname: string): boolean {
  const plain = pathname.replaceAll(/%2e/gi, '.')
  return /\.[a-z0-9]+$/i.test(plain) || /(^|\/|%2f|\\)\./i.test(plain)
}

/** Deeper than every address that has a document of its own. */
const deepest = 5

/**
 * Finds the application's document for an address. Those people open have one of their own, which names the
 * scripts of their page; its file is named like the address, `_` for a segment that may be anything, such as
 * the name of a platform.
 */
function findDocuments(dist: string) {
  const folder = path.join(dist, 'entry')
  const found = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const files = new Set(found.map((file) => file.replaceAll('\\', '/')))
  const find = (at: string, [segment, ...rest]: string[]): string | undefined => {
    if (segment === undefined) return files.has(`${at}.html`) ? `entry/${at}.html` : undefined
    const below = at && `${at}/`
    return find(`${below}${segment}`, rest) ?? find(`${below}_`, rest)
  }
  return (pathname: string): string => {
    const segments = pathname.replace(/\/$/, '').split('/').slice(1)
    const file = segments.length > deepest ? undefined : find('', segments)
    return file ?? 'app.html'
  }
}
