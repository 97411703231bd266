import type { Page } from '@playwright/test'
import { signInTo } from '../people.ts'
import { follow } from '../visits.ts'
import { expect, expectAccessibleAndFitting, expectFitting, test } from '../fixtures.ts'
import { resizeTo } from '../sizes.ts'
import { newStockedSite } from './stocked.ts'

const pages = ['catalog', 'stock', 'stock/levels', 'stock/ledger', 'places', 'receiving/new']

/** The letters of everything that can be typed into or chosen from, in pixels. */
const smallest = (page: Page) =>
  page
    .locator('input:not([type=checkbox], [type=radio], [type=file]), select, textarea')
    .evaluateAll((all) => Math.min(...all.map((one) => parseFloat(getComputedStyle(one).fontSize))))

test('on a phone no field makes it zoom, and nothing hidden takes the focus', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/stock/levels`)
  const toPlaces = page.getByRole('link', { name: '12 each of MUG: show locations' })

  await test.step('links in Stock by item are called what they show', async () => {
    await expect(toPlaces).toBeVisible()
    await expectAccessibleAndFitting(page, 'stock by item')
    await resizeTo(page, 'phone')
    await expect(toPlaces).toBeVisible()
  })

  for (const path of pages) {
    await follow(page, `/${site.slug}/app/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await smallest(page), path).toBeGreaterThanOrEqual(16)
    await expect(page.locator('thead :is(button, a, [tabindex="0"])'), path).toHaveCount(0)
    await expectFitting(page)
  }
})
