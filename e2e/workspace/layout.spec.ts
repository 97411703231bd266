import { chromium, type Locator, type Page } from '@playwright/test'
import { signInTo } from '../people.ts'
import { follow } from '../visits.ts'
import { expect, expectAccessibleAndFitting, expectFitting, test } from '../fixtures.ts'
import { resizeTo } from '../sizes.ts'
import { newStockedSite } from './stocked.ts'

const pages = ['catalog', 'stock', 'stock/levels', 'stock/ledger', 'locations', 'receiving/new']

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

test('layers are whole beside a scroll bar, and look alike wherever their button stands', async ({
  product,
  mail,
  launchOptions,
}) => {
  const site = await newStockedSite(product.url, mail)
  // Browsers that are tested have no scroll bars unless they are asked for.
  const browser = await chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
  const page = await browser.newPage({
    baseURL: product.url,
    viewport: { width: 1280, height: 800 },
  })
  const rightOf = async (layer: Locator) => {
    const box = await layer.boundingBox()
    return (box?.x ?? 1280) + (box?.width ?? 0)
  }
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/stock`)
  const painted = await page.evaluate(() => document.body.getBoundingClientRect().right)
  expect(painted, 'a scroll bar has room').toBeLessThan(1280)

  await test.step('the menu of a row, and that of the page', async () => {
    for (const name of ['More for MUG in A-01', 'More actions']) {
      await page.getByRole('button', { name, exact: true }).click()
      const menu = page.locator('[popover]:popover-open')
      await expect(menu).toBeVisible()
      expect(await rightOf(menu), name).toBeLessThanOrEqual(painted)
      await page.keyboard.press('Escape')
    }
  })

  await test.step('a dialog takes no style of text from a bar', async () => {
    await page.getByRole('button', { name: 'Columns' }).click()
    const dialog = page.getByRole('dialog', { name: 'Columns' })
    const [own, plain] = await dialog.evaluate((shown) => {
      const bare = document.body.appendChild(document.createElement('dialog'))
      const styles = [shown, bare].map((one) => {
        const { fontSize, fontWeight, lineHeight, whiteSpace, letterSpacing, textAlign } =
          getComputedStyle(one)
        return { fontSize, fontWeight, lineHeight, whiteSpace, letterSpacing, textAlign }
      })
      bare.remove()
      return styles
    })
    expect(own).toEqual(plain)
    expect(
      await dialog.evaluate((one) => one.scrollWidth - one.clientWidth),
      'wider than the dialog by',
    ).toBe(0)
    const save = dialog.getByRole('button', { name: 'Save columns' })
    expect((await save.boundingBox())?.height).toBeGreaterThanOrEqual(40)
  })
  await browser.close()
})

test('on a phone a filter that gets the focus is seen whole, and the floor can be skipped to', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await resizeTo(page, 'phone')
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/catalog`)
  await page.getByLabel('Filter', { exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Sort by')).toBeFocused()
  const right = () =>
    page
      .getByLabel('Sort by')
      .evaluate((one) => one.closest('.pick')?.getBoundingClientRect().right ?? 0)
  await expect.poll(right).toBeLessThanOrEqual(390)

  await page.goto(`/${site.slug}/app/floor`)
  await expect(page.getByRole('heading').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
})
