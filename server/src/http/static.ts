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
    if (isApi(request.url) || !isPage || /\.[a-z0-9]+$/i.test(pathname))
      return sendFailure(new Failure('not_found', {}), request, reply)
    const sendPage = findPage(pathname)
    if (sendPage) return sendPage(request, reply)
    return reply.sendFile(documentOf(pathname))
  })
}

/**
 * Finds the application's document for an address. Those people come to from outside have one of their
 * own, which names the scripts of their page; one segment that is none of these is a platform's sign-in.
 */
function findDocuments(dist: string) {
  const folder = path.join(dist, 'entry')
  const files = new Set(existsSync(folder) ? readdirSync(folder) : [])
  return (pathname: string): string => {
    const [, segment] = /^\/([^/]+)\/?$/.exec(pathname) ?? []
    const wanted = segment === undefined ? [] : [`${segment}.html`, 'tenant.html']
    const file = wanted.find((each) => files.has(each))
    return file === undefined ? 'app.html' : `entry/${file}`
  }
}
