import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { listPages } from './pages.ts'

/** Paths excluded from search engines: data and personal pages. */
const privateAddresses = [
  '/api/',
  '/dashboard',
  '/disconnected',
  '/reset-password',
  '/verify-email',
]

const day = 'public, max-age=86400'

/** Serves robots.txt and the sitemap. Not built statically, because they contain absolute URLs. */
export function serveSitemap(app: FastifyInstance, { publicUrl }: Config, dist: string) {
  const entries = listPages(dist).map((address) => `<url><loc>${publicUrl}${address}</loc></url>`)
  app.get('/sitemap.xml', (_request, reply) =>
    reply
      .type('application/xml')
      .header('cache-control', day)
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>
`,
      ),
  )

  const rules = privateAddresses.map((address) => `Disallow: ${address}\n`).join('')
  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', day)
      .send(`User-agent: *\n${rules}\nSitemap: ${publicUrl}/sitemap.xml\n`),
  )
}
