import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleAndFitting,
  expectFitting,
  test,
} from '../fixtures.ts'
import { resizeTo } from '../sizes.ts'

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

/** A token as the header reads it: only its expiry counts here, nobody checks the signature. */
function tokenFor(seconds: number) {
  const exp = Math.ceil(Date.now() / 1000) + seconds
  return `head.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.signature`
}

async function pretendSignedIn(page: Page, accessToken: string) {
  await page.goto('/robots.txt')
  await page.evaluate((token) => {
    localStorage.setItem('accessToken', token)
    localStorage.setItem('refreshToken', 'refresh')
    localStorage.setItem('user', JSON.stringify({ firstName: 'Ada' }))
  }, accessToken)
}

const storedKeys = (page: Page) =>
  page.evaluate(() =>
    ['accessToken', 'refreshToken', 'user'].filter((key) => localStorage.getItem(key) !== null),
  )

/** Small screens keep the entries behind a button. */
async function openMenu(page: Page) {
  const button = page.getByRole('button', { name: 'Menu' })
  if (await button.isVisible()) await button.click()
}

test('each page is accessible, fits the screen and loads no framework', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  for (const address of addresses) {
    scripts.length = 0
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectFitting(page, address)
    await expectAccessibleAndFitting(page, address)
    expect(scripts).toEqual(['/head.js', expect.stringMatching(/^\/assets\/site-[^/]+\.js$/)])
  }
})

test('without a script every page reads and links', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.getByRole('link', { name: 'Pricing', exact: true }).click()
  await expect(page).toHaveURL('/pricing')
  await page.getByLabel('Annual').check()
  await expect(page.getByText('$15.20/month')).toBeVisible()
  await context.close()
})

test('a signed-in visitor finds the dashboard and signs out', async ({ page }) => {
  await pretendSignedIn(page, tokenFor(600))
  await page.goto('/pricing')
  await openMenu(page)
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard')
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeHidden()
  await expectAccessible(page, 'the header of a signed-in visitor')
  const call = page.waitForRequest('**/api/v1/auth/logout')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  expect((await call).postDataJSON()).toEqual({ refreshToken: 'refresh' })
  await expect(page).toHaveURL('/')
  expect(await storedKeys(page)).toEqual([])
  await openMenu(page)
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
})

test('signing out opens the landing page even if the call fails', async ({ page }) => {
  await pretendSignedIn(page, tokenFor(600))
  await page.goto('/about')
  await page.route('**/api/v1/auth/logout', (route) => route.fulfill({ status: 429, body: '' }))
  await openMenu(page)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  expect(await storedKeys(page)).toEqual([])
})

test('a session ends while the page is open, and at once when it is over', async ({ page }) => {
  await pretendSignedIn(page, tokenFor(5))
  await page.goto('/')
  await openMenu(page)
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(await storedKeys(page)).toEqual([])

  await pretendSignedIn(page, tokenFor(-60))
  await page.goto('/')
  expect(await storedKeys(page)).toEqual([])
})

test('another tab that renews the session keeps it alive here', async ({ page, context }) => {
  await pretendSignedIn(page, tokenFor(2))
  await page.goto('/')
  const other = await context.newPage()
  await pretendSignedIn(other, tokenFor(600))
  await page.waitForTimeout(3_000)
  expect(await storedKeys(page)).toHaveLength(3)
  await openMenu(page)
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
})

test('the demo changes steps by button and arrow key', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Watch Demo' }).click()
  const demo = page.getByRole('dialog', { name: 'Your first day with Stowage' })
  await expect(demo.getByText('1 of 5')).toBeVisible()
  await expect(demo.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await expectAccessibleAndFitting(page, 'the demo')
  await demo.getByRole('button', { name: 'Next' }).click()
  await expect(demo.getByRole('heading', { name: 'Name your platform' })).toBeVisible()
  for (let step = 0; step < 9; step += 1) await page.keyboard.press('ArrowRight')
  await expect(demo.getByText('5 of 5')).toBeVisible()
  await expect(demo.getByRole('button', { name: 'Next' })).toBeDisabled()
  await expect(demo.getByRole('button', { name: 'Previous' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(demo.getByText('4 of 5')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(demo).toBeHidden()
  await expect(page.getByRole('button', { name: 'Watch Demo' })).toBeFocused()
})

test('open positions, contact and free trial work', async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('button', { name: 'View Open Positions' }).click()
  await expect(page.getByText('There are no open positions at present.')).toBeVisible()
  await expectAccessible(page, 'the positions')
  await page.getByRole('button', { name: 'Close' }).click()

  const contact = page.getByRole('heading', { name: 'Contact' })
  for (const [address, label] of [
    ['/about', 'Contact Us'],
    ['/features', 'Schedule Demo'],
    ['/pricing', 'Contact Sales'],
  ] as const) {
    await page.goto(address)
    const link = page.getByRole('link', { name: label })
    await link.click()
    await expect(contact).toBeFocused()
    await expect(contact).toBeInViewport()
    // The address does not change the second time.
    await link.click()
    await expect(contact).toBeFocused()
  }
  await page.goto('/features')
  await page.getByRole('link', { name: 'Start Free Trial' }).click()
  await expect(page).toHaveURL('/register')
})

test('the annual price replaces the monthly one', async ({ page }) => {
  await page.goto('/pricing')
  await expect(page.getByText('$49/month')).toBeVisible()
  await expect(page.getByText('$39.20/month')).toBeHidden()
  await page.getByLabel('Monthly').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByLabel('Annual')).toBeChecked()
  await expect(page.getByText('$39.20/month')).toBeVisible()
  await expect(page.getByText('billed annually: $470.40')).toBeVisible()
  await expect(page.getByText('$49/month')).toBeHidden()
  await page.getByText('When am I charged?').click()
  await expect(page.getByText('Billing is not connected at present')).toBeVisible()
  await expectAccessible(page, 'annual prices and an open question')
})

test('an unknown workspace opens the landing page with a notice', async ({ page }) => {
  await page.goto('/no-such-workspace')
  await expect(page).toHaveURL('/')
  const notice = page.getByRole('status')
  await expect(notice).toContainText('There is no workspace at /no-such-workspace')
  await expectAccessible(page, 'the notice')
  const dismiss = notice.getByRole('button', { name: 'Dismiss' })
  await dismiss.click()
  await expect(dismiss).toBeHidden()
  await expect(page.getByText('There is no workspace')).toHaveCount(0)
  await page.reload()
  await expect(dismiss).toBeHidden()
  await expect(page.getByText('There is no workspace')).toHaveCount(0)
})

test('the menu of small screens opens, closes and gives the focus back', async ({ page }) => {
  await resizeTo(page, 'phone')
  await page.goto('/')
  const features = page.getByRole('link', { name: 'Features', exact: true })
  await expect(features).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(features).toBeVisible()
  await expectAccessibleAndFitting(page, 'the open menu')
  await features.focus()
  await page.keyboard.press('Escape')
  await expect(features).toBeHidden()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
})

test('the skip link leads past the header', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
