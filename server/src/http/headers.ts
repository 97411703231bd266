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
// For pages that scan codes with the camera. The decoder is our own WebAssembly.
const compiling = "'self' 'wasm-unsafe-eval'"
const workspaceHeaders = headersOf(compiling, '(self)')
const decoderHeaders = headersOf(compiling, '()')

const apiHeaders = {
  'content-security-policy': apiPolicy,
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
}

/** Returns the policy of a document that contains exactly these style sheets. */
export const policyWithStyles = (sheets: string[]) => {
  const hashes = sheets.map((text) => createHash('sha256').update(text).digest('base64'))
  return policyOf("'self'", ["'self'", ...hashes.map((hash) => `'sha256-${hash}'`)].join(' '))
}

/** Returns whether a URL is an API path instead of a page or file. */
export const isApi = (url: string) =>
  /^\/(api|healthz|readyz|metrics|\.well-known)(\/|\?|$)/i.test(url)

/** Build files to which no policy of their own applies: a script has that of the page that loads it. */
const isInert = (url: string) =>
  /^\/((assets|images)\/[^/?]+\.(js|css|woff2|avif|png)|(head|early)\.js)(\?|$)/.test(url) &&
  !isDecoder(url)

/** The decoder worker. Workers use the policy of their own file. */
const isDecoder = (url: string) => /^\/assets\/decode-worker-[\w-]+\.js(\?|$)/.test(url)

/**
 * Returns whether a URL is a page of a workspace or its sign-in. One document serves all of them,
 * so they share a policy.
 */
function isWorkspace(url: string): boolean {
  const [, first = ''] = /^\/([^/?#]+)/.exec(url) ?? []
  const slug = first.toLowerCase()
  return slugPattern.test(slug) && !isReservedSlug(slug)
}

/** Returns the security headers for this URL. */
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

/** Adds security headers to every reply. Headers that a route sets itself are kept. */
export function sendSecurityHeaders(app: FastifyInstance, config: Config) {
  app.addHook('onSend', async (request, reply) => {
    for (const [name, value] of Object.entries(securityHeaders(request.url, config)))
      if (!reply.hasHeader(name)) reply.header(name, value)
    reply.header('x-request-id', request.id)
  })
}
