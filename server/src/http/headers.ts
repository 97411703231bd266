import { createHash } from 'node:crypto'
import { isReservedSlug, slugPattern } from '@stowage/contract/slugs'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox"

const policyOf = (scripts: string, styles = "'self'") =>
  [
    "default-src 'self'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')

const headersOf = (scripts: string, camera: string) => ({
  'content-security-policy': policyOf(scripts),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': `publickey-credentials-create=(self), publickey-credentials-get=(self), clipboard-write=(self), camera=${camera}, microphone=(), geolocation=()`,
})
const pageHeaders = headersOf("'self'", '()')
// Where codes are scanned with the camera; what reads them is compiled code of our own.
const compiling = "'self' 'wasm-unsafe-eval'"
const workspaceHeaders = headersOf(compiling, '(self)')
const decoderHeaders = headersOf(compiling, '()')

const apiHeaders = {
  'content-security-policy': apiPolicy,
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
}

/** The policy of a document that has these style sheets in it and no others. */
export const policyWithStyles = (sheets: string[]) => {
  const hashes = sheets.map((text) => createHash('sha256').update(text).digest('base64'))
  return policyOf("'self'", ["'self'", ...hashes.map((hash) => `'sha256-${hash}'`)].join(' '))
}

/** The prefixes that answer data; everything else is a page or one of its files. */
export const isApi = (url: string) =>
  /^\/(api|healthz|readyz|metrics|\.well-known)(\/|\?|$)/i.test(url)

/** Style sheets, fonts and pictures that the build made: nothing in them can run or load. */
const isInert = (url: string) => /^\/(assets|images)\/[^?]+\.(css|woff2|avif|png)(\?|$)/.test(url)

/** What reads codes beside the page; a worker has the rules of its own file, not those of the page. */
const isDecoder = (url: string) => /^\/assets\/decode-worker-[\w-]+\.js(\?|$)/.test(url)

/**
 * A page of a workspace, or the way into one: its first segment is no address of ours. One document
 * shows all of them, so that all carry the same rules.
 */
function isWorkspace(url: string): boolean {
  const [, first = ''] = /^\/([^/?#]+)/.exec(url) ?? []
  const slug = first.toLowerCase()
  return slugPattern.test(slug) && !isReservedSlug(slug)
}

/** The security headers of an answer to this address. */
export const securityHeaders = (url: string, { publicUrl }: Config): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  ...(publicUrl.startsWith('https:') && {
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
  }),
  ...(isApi(url)
    ? apiHeaders
    : isInert(url)
      ? {}
      : isWorkspace(url)
        ? workspaceHeaders
        : isDecoder(url)
          ? decoderHeaders
          : pageHeaders),
})

/** Security headers on every answer; a route may set its own first, which then stand. */
export function sendSecurityHeaders(app: FastifyInstance, config: Config) {
  app.addHook('onSend', async (request, reply) => {
    for (const [name, value] of Object.entries(securityHeaders(request.url, config)))
      if (!reply.hasHeader(name)) reply.header(name, value)
    reply.header('x-request-id', request.id)
  })
}
