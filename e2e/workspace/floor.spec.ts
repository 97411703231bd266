import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { scan } from '../scanner.ts'
import { newStockedSite } from './stocked.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('the floor is opened from a desk, left again, and needs a sign-in', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/picking`)
  await expect(heading(page)).toHaveText('Picking')

  await test.step('by keyboard, and back', async () => {
    await expect(async () => {
      // Letters that come faster are a scanner's.
      await page.waitForTimeout(200)
      await page.keyboard.press('g')
      await page.waitForTimeout(120)
      await page.keyboard.press('t')
      await expect(heading(page)).toHaveText('Tasks', { timeout: 3_000 })
    }).toPass()
    await page.goBack()
    await expect(heading(page)).toHaveText('Picking')
  })

  await test.step('by link, and out', async () => {
    await page.getByRole('link', { name: 'Floor mode' }).click()
    await expect(heading(page)).toHaveText('Tasks')
    await page.getByRole('link', { name: 'Pack', exact: true }).click()
    await expect(heading(page)).toContainText('a tote or an order sheet')
    await expectAccessible(page, 'the floor at a desk')
    await page.goBack()
    await page.getByRole('link', { name: 'Leave floor mode' }).click()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  })

  await test.step('what is scanned there and is no work is looked up', async () => {
    await page.goto(`/${site.slug}/app/floor`)
    await expect(heading(page)).toHaveText('Tasks')
    await scan(page, '4006381333931')
    await expect(heading(page)).toHaveText('Item Blue mug')
  })

  await test.step('an address that is no page says so', async () => {
    await page.goto(`/${site.slug}/app/floor/nowhere`)
    await expect(heading(page)).toHaveText('Page not found')
    await page.getByRole('link', { name: 'Go to the workspace' }).click()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  })

  await test.step('without a session the sign-in page opens instead', async () => {
    // A call still under way would be refused, and lead away beside the next page.
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => localStorage.clear())
    await page.goto(`/${site.slug}/app/floor/pick`)
    await expect(page).toHaveURL(`${product.url}/${site.slug}`)
    await expect(button(page, 'Sign in')).toBeVisible()
  })
})
