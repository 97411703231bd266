import { openLighthouse } from '../lighthouse.ts'
import { expect, test } from '../fixtures.ts'

const addresses = [
  '/',
  '/features',
  '/benefits',
  '/pricing',
  '/about',
  '/privacy',
  '/terms',
  '/cookies',
]

// Timings are left to `npm run bench:pages`.
test('Lighthouse finds nothing on the public pages', async ({ product }) => {
  test.setTimeout(300_000)
  const lighthouse = await openLighthouse()
  try {
    for (const address of addresses) {
      const categories = ['accessibility', 'best-practices', 'seo'] as const
      const { scores, findings } = await lighthouse.audit(product.url + address, [...categories])
      expect({ address, findings, ...scores }).toEqual({
        address,
        findings: [],
        accessibility: 100,
        'best-practices': 100,
        seo: 100,
      })
    }
  } finally {
    await lighthouse.close()
  }
})
