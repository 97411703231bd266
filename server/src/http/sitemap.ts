import { existsSync, readdirSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/**
 * The public pages for search engines: every prerendered page in `dist`. Made here and not by the
 * build, because the addresses must be complete and only the running server knows its own.
 */
export function serveSitemap(app: FastifyInstance, { publicUrl }: Config, dist: string) {
  app.get('/sitemap.xml', (_request, reply) => {
    const files = existsSync(dist) ? readdirSync(dist, { recursive: true, encoding: 'utf8' }) : []
    const entries = files
      .filter((file) => /(^|[/\\])index\.html$/.test(file))
      .map((file) => file.replaceAll('\\', '/').replace(/\/?index\.html$/, ''))
      .sort()
      .map((path) => `<url><loc>${publicUrl}/${path}</loc></url>`)
    return reply
      .type('application/xml')
      .header('cache-control', 'public, max-age=86400')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>
`,
      )
  })
}
