import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sitePages } from '../app/paths.ts'
import { pages } from './pages.ts'
import { render } from './render.tsx'

const origin = 'https://wms.example.com'
const assets = {
  script: '/assets/site.js',
  style: { text: 'a > b{background:url("/a.avif")}' },
  font: '/assets/inter.woff2',
  origin,
}
const documents = sitePages.map((path) => ({ path, html: render(path, assets) }))

/** Returns the text a reader sees, without tags and the data for search engines. */
const textOf = (html: string) =>
  html
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')

test('the pages of the site are those the router leaves to it', () => {
  expect(Object.keys(pages)).toEqual(sitePages)
  expect(() => render('/acme', assets)).toThrow('/acme is not a public page')
})

test.each(documents)('$path has one main heading and a title of its own', ({ path, html }) => {
  expect(html.match(/<h1/g)).toHaveLength(1)
  const others = documents.filter((page) => page.path !== path).map(({ html }) => titleOf(html))
  expect(titleOf(html)).toContain('Stowage')
  expect(others).not.toContain(titleOf(html))
})

const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1]

test.each(documents)('$path holds nothing the content security policy blocks', ({ html }) => {
  expect(html).not.toMatch(/\sstyle=/)
  expect(html).not.toMatch(/\son[a-z]+=/)
  const scripts = html.match(/<script[^>]*>/g) ?? []
  const loaded = ['<script src="/head.js">', '<script type="module" src="/assets/site.js">']
  expect(scripts.filter((tag) => !tag.includes('ld+json'))).toEqual(loaded)
  // The policy allows this one style sheet by its hash, so its text must come through unchanged.
  expect(html.match(/<style.*?<\/style>/gs)).toEqual([`<style>${assets.style.text}</style>`])
  expect(html).not.toMatch(/ src="https?:/)
  const elsewhere = [...html.matchAll(/<(?!a )[^>]* href="(https?:[^"]*)"/g)].map(([, url]) => url)
  expect(elsewhere.filter((url) => !url?.startsWith(`${origin}/`))).toEqual([])
})

test.each(documents)('$path has both states of the visitor in its header', ({ html }) => {
  const header = /<header.*?<\/header>/s.exec(html)?.[0] ?? ''
  for (const label of ['Features', 'Benefits', 'Pricing', 'About', 'Sign In', 'Dashboard'])
    expect(header.match(new RegExp(`>${label}<`, 'g'))).toHaveLength(1)
  expect(header).toContain('Sign Out')
})

test.each([
  ['/', ['Create Account Today', 'Watch Demo', 'Setup in 5 minutes', 'Cancel anytime']],
  ['/features', ['Start Free Trial', 'Schedule Demo']],
  ['/benefits', ['Illustrative figures']],
  [
    '/pricing',
    [
      'Monthly',
      'Annual',
      'Starter',
      '$19/month',
      'Up to 5 members',
      '10GB',
      '$15.20/month',
      '$182.40',
      'Professional',
      '$49/month',
      'Up to 25 members',
      '100GB',
      '$39.20/month',
      '$470.40',
      'Enterprise',
      '$149/month',
      'Unlimited members',
      '1TB',
      '$119.20/month',
      '$1,430.40',
      'Most Popular',
      'Choose Starter',
      'Choose Professional',
      'Contact Sales',
      '14-day free trial',
      '20%',
      '99.9% uptime SLA',
      'Setup in 5 minutes',
    ],
  ],
  [
    '/about',
    [
      'About Our Company',
      'Our Story',
      'Our Values',
      'Our Journey',
      'Leadership Team',
      'Join Our Mission',
      'View Open Positions',
      'Contact Us',
      '2019',
      '50K+',
      '50,000+ users',
      '150+ countries',
      '99.9%',
      'There are no open positions at present.',
    ],
  ],
])('%s says what it must', (path, sentences) => {
  const text = textOf(render(path, assets))
  for (const sentence of sentences) expect(text).toContain(sentence)
})

test('the landing page has three blocks', () => {
  const page = render('/', assets)
  const blocks = page.slice(page.indexOf('id="blocks"'), page.indexOf('id="ledger"'))
  expect(blocks.match(/class="card/g)).toHaveLength(3)
})

test('there are twelve features', () => {
  expect(render('/features', assets).match(/class="card/g)).toHaveLength(12)
})

test.each(documents)(
  '$path gives search engines and messengers full addresses',
  ({ path, html }) => {
    const meta = Object.fromEntries(
      [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(
        ([, name, content]) => [name, content],
      ),
    )
    expect(html).toContain(`<link rel="canonical" href="${origin}${path}"/>`)
    expect(meta).toMatchObject({
      'og:url': `${origin}${path}`,
      'og:title': titleOf(html),
      'og:description': meta['description'],
      'og:image': `${origin}/images/preview.png`,
      'twitter:card': 'summary_large_image',
    })
  },
)

const searchData = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json = '']) => JSON.parse(json) as { '@context': string; '@graph': { '@type': string }[] },
  )

test.each([
  ['/', ['Organization', 'WebSite', 'SoftwareApplication']],
  ['/pricing', ['Organization', 'WebSite', 'BreadcrumbList', 'FAQPage']],
  ['/terms', ['Organization', 'WebSite', 'BreadcrumbList']],
])('%s tells search engines of %j in the words of schema.org', (path, types) => {
  const [data, ...more] = searchData(render(path, assets))
  expect(more).toEqual([])
  expect(data?.['@context']).toBe('https://schema.org')
  expect(data?.['@graph'].map((thing) => thing['@type'])).toEqual(types)
  expect(JSON.stringify(data?.['@graph'])).not.toMatch(/"(url|item|image|logo)":"(?!https:)/)
})

test('the files a document names for icons and previews are there', () => {
  for (const name of ['favicon.ico', 'favicon.svg', 'apple-touch-icon.png'])
    expect(documents.every(({ html }) => html.includes(`href="/${name}"`))).toBe(true)
  const preview = readFileSync(publicFile('images/preview.png'))
  // Width and height stand at a fixed place of a PNG.
  expect([preview.readUInt32BE(16), preview.readUInt32BE(20)]).toEqual([1200, 630])
  const manifest = JSON.parse(readFileSync(publicFile('site.webmanifest'), 'utf8')) as {
    icons: { src: string; sizes: string }[]
  }
  for (const { src, sizes } of manifest.icons) {
    const side = readFileSync(publicFile(src)).readUInt32BE(16)
    expect(sizes).toBe(`${side}x${side}`)
  }
})

const publicFile = (name: string) =>
  new URL(`../../public/${name.replace(/^\//, '')}`, import.meta.url)
