import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'

const colours = (page: Page) =>
  page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.documentElement)
    return { backgroundColor, color }
  })

async function openIn(page: Page, theme: string, address: string) {
  await page.goto('/robots.txt')
  await page.evaluate((name) => localStorage.setItem('stowage.theme', name), theme)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const black = 'rgb(0, 0, 0)'
const white = 'rgb(255, 255, 255)'

const addresses = ['/', '/pricing', '/login']

test('pages are black and white for those who ask for more contrast', async ({ page }) => {
  await page.emulateMedia({ contrast: 'more' })
  for (const address of addresses) {
    await openIn(page, 'light', address)
    expect(await colours(page), address).toEqual({ backgroundColor: white, color: black })
    await openIn(page, 'dark', address)
    expect(await colours(page), address).toEqual({ backgroundColor: black, color: white })
    await expectAccessible(page, `${address} with more contrast`)
    const card = page.locator('.card').first()
    if (address !== '/login') await expect(card).toHaveCSS('border-top-width', '3px')
  }
})

test('pages keep their borders in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  for (const address of addresses) {
    await openIn(page, 'light', address)
    await expect(page.locator('.button:visible').first()).toHaveCSS('border-top-style', 'solid')
  }
})

test('on paper the site is light, without its menu, and with the answers', async ({ page }) => {
  await openIn(page, 'dark', '/pricing')
  const answer = page.getByText('Billing is not connected at present')
  await expect(answer).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  expect((await colours(page)).color).toBe('rgb(15, 23, 42)')
  await expect(answer).toBeVisible()
  await expect(page.locator('#menu')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Choose Starter' })).toBeHidden()
  await page.goto('/')
  await expect(page.locator('main .only-light').first()).toBeVisible()
  await expect(page.locator('main .only-dark').first()).toBeHidden()
})

test('the font that is asked for at once is one the browser can read', async ({ page }) => {
  await page.goto('/')
  const weights = await page.evaluate(async () => {
    const faces = await Promise.all(
      ['16px Inter', '600 16px Inter'].map((f) => document.fonts.load(f)),
    )
    return faces.flat().map(({ status, weight }) => `${status} ${weight}`)
  })
  expect(weights).toEqual(['loaded 400 650', 'loaded 400 650'])
})
