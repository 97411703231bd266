import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { serveSitemap } from './sitemap.ts'

async function sitemapOf(dist: string) {
  const app = fastify()
  serveSitemap(app, readConfig({ PUBLIC_URL: 'https://stowage.example' }), dist)
  const { body, headers } = await app.inject('/sitemap.xml')
  await app.close()
  expect(headers['content-type']).toContain('application/xml')
  return [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
}

test('the sitemap lists exactly the prerendered pages with full URLs', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'stowage-sitemap-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  mkdirSync(join(dist, 'pricing'))
  for (const file of ['index.html', 'index.html.br', 'app.html', 'pricing/index.html'])
    writeFileSync(join(dist, file), '')
  expect(await sitemapOf(dist)).toEqual([
    'https://stowage.example/',
    'https://stowage.example/pricing',
  ])
})

test('the sitemap is empty without a built web', async () => {
  expect(await sitemapOf(join(tmpdir(), 'no-such-directory'))).toEqual([])
})

test('robots.txt lists the private paths and the sitemap', async () => {
  const app = fastify()
  serveSitemap(
    app,
    readConfig({ PUBLIC_URL: 'https://stowage.example' }),
    join(tmpdir(), 'no-such-directory'),
  )
  const { body, headers } = await app.inject('/robots.txt')
  await app.close()
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body.split('\n')).toEqual(
    expect.arrayContaining([
      'User-agent: *',
      'Disallow: /dashboard',
      'Sitemap: https://stowage.example/sitemap.xml',
    ]),
  )
})
