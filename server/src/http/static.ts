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

/** Returns whether a path is a file or in a folder such as `.git`, and therefore no page. */
function isFile(pathname: string): boolean {
  const plain = pathname.replaceAll(/%2e/gi, '.')
  return /\.[a-z0-9]+$/i.test(plain) || /(^|\/|%2f|\\)\./i.test(plain)
}

/** More segments than any path with its own document. */
const deepest = 5

/**
 * Returns a function that finds the application document for a path. Frequent pages have their own,
 * which preloads their scripts. Its file is named like the path, with `_` for a variable segment
 * such as the platform.
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
