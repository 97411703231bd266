import type { Page } from '@playwright/test'
import { newWorkspace, signInTo } from '../people.ts'
import { expect, expectAccessible, expectFitting, onPhones, test } from '../fixtures.ts'
import { newStockedSite } from './stocked.ts'

const pages = ['catalog', 'stock', 'stock/levels', 'stock/ledger', 'places', 'receiving/new']

/** The letters of everything that can be typed into or chosen from, in pixels. */
const smallest = (page: Page) =>
  page
    .locator('input:not([type=checkbox], [type=radio], [type=file]), select, textarea')
    .evaluateAll((all) => Math.min(...all.map((one) => parseFloat(getComputedStyle(one).fontSize))))

test(
  'on a phone no field makes it zoom, and nothing hidden takes the focus',
  onPhones,
  async ({ page, product, mail }) => {
    const site = await newStockedSite(product.url, mail)
    await signInTo(page, site.slug, site.operator)
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of pages) {
      await page.goto(`/${site.slug}/app/${path}`, { waitUntil: 'networkidle' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await smallest(page), path).toBeGreaterThanOrEqual(16)
      await expect(page.locator('thead :is(button, a, [tabindex="0"])'), path).toHaveCount(0)
      await expectFitting(page)
    }
  },
)

test(
  'links in Stock by item are called what they show',
  onPhones,
  async ({ page, product, mail }) => {
    const site = await newStockedSite(product.url, mail)
    await signInTo(page, site.slug, site.operator, `/${site.slug}/app/stock/levels`)
    await expect(page.getByRole('link', { name: '12 each of MUG: show locations' })).toBeVisible()
    await expectAccessible(page, 'stock by item')
  },
)

test(
  'the notice of example data moves nothing when it comes',
  onPhones,
  async ({ page, product, mail }) => {
    const { slug, operator } = await newWorkspace(product.url, mail)
    await signInTo(page, slug, operator)
    await page.getByRole('button', { name: 'Load demo data' }).click()
    const figures = page.getByText(/[1-9]\d* *Movements today/)
    await expect(figures).toBeVisible({ timeout: 60_000 })
    await page.goto(`/${slug}/app/catalog`)
    const item = await page.locator('main table a').first().getAttribute('href')

    await page.addInitScript(() => {
      const moved = window as { moved?: number }
      moved.moved = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          moved.moved = (moved.moved ?? 0) + entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const moved = async () => {
      await page.waitForLoadState('networkidle')
      await expect(page.getByRole('banner')).toContainText('Workspace')
      return page.evaluate(() => (window as { moved?: number }).moved)
    }
    for (const path of [`/${slug}/app`, item ?? '']) {
      await page.goto(path)
      expect(await moved(), path).toBeLessThan(0.1)
    }
    // On a device that knows nothing of the workspace yet.
    await page.evaluate(() => localStorage.removeItem('stowage.rights'))
    await page.goto(`/${slug}/app`)
    expect(await moved(), 'the first time').toBeLessThan(0.1)
  },
)
