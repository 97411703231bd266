import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { publicUrlPlaceholder } from '@stowage/contract/public-url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { policyWithStyles } from './headers.ts'

/** For the default window of 4 MB each page would fill tables that take 200 ms; for 64 KB it takes 3 ms. */
const brotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 },
}

/** Lists the paths of the prerendered pages in `dist`, `/` first. Empty without a built web. */
export function listPages(dist: string): string[] {
  // With their types, because otherwise each of the many files would be looked at to see whether it is a folder.
  const files = existsSync(dist) ? readdirSync(dist, { recursive: true, withFileTypes: true }) : []
  return files
    .filter((file) => file.name === 'index.html')
    .map((file) => `/${path.relative(dist, file.parentPath).replaceAll('\\', '/')}`)
    .sort()
}

/**
 * Reads the prerendered pages, inserts the public URL and compresses each when it is first asked for. The returned
 * function sends a page, with or without a trailing slash, and returns undefined for other URLs.
 */
export function readPages(dist: string, publicUrl: string) {
  const pages = new Map(listPages(dist).map((at) => [at, readPage(dist, at, publicUrl)]))
  return (address: string) => {
    const page = pages.get(address.replace(/(?<=.)\/+$/, ''))
    return page && ((request: FastifyRequest, reply: FastifyReply) => answer(page, request, reply))
  }
}

function readPage(dist: string, address: string, publicUrl: string) {
  const source = readFileSync(path.join(dist, address, 'index.html'), 'utf8')
  const html = Buffer.from(source.replaceAll(publicUrlPlaceholder, publicUrl))
  const bodies = {
    br: once(() => brotliCompressSync(html, brotli)),
    gzip: once(() => gzipSync(html)),
    identity: () => html,
  }
  const sheets = [...source.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = '']) => text)
  const policy = policyWithStyles(sheets)
  return { bodies, policy, tag: createHash('sha256').update(html).digest('base64url').slice(0, 22) }
}

function once(make: () => Buffer): () => Buffer {
  let made: Buffer | undefined
  return () => (made ??= make())
}

type Page = ReturnType<typeof readPage>

function answer({ bodies, policy, tag }: Page, request: FastifyRequest, reply: FastifyReply) {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = (['br', 'gzip'] as const).find((name) => takes(accepted, name)) ?? 'identity'
  const etag = `"${tag}-${encoding}"`
  reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' })
  reply.header('content-security-policy', policy)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(bodies[encoding]())
}

const takes = (accepted: string, name: string) =>
  accepted.split(',').some((part) => {
    const [coding = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
    return coding === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
