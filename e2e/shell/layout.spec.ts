import { newOperator, signIn } from '../people.ts'
import { follow } from '../visits.ts'
import { newPlatform } from '../platforms.ts'
import { expect, expectFitting, test } from '../fixtures.ts'
import { resizeTo } from '../sizes.ts'

test('the settings say which tab is open where colors are forced, and nothing is cut off', async ({
  page,
  product,
  mail,
  address,
}) => {
  const email = `a-rather-long-name-of-somebody-${address}`
  await signIn(
    page,
    await newOperator(product.url, mail, { email }),
    '/dashboard/settings?tab=security',
  )

  await test.step('forced colors', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    const ground = (name: string) =>
      page.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).backgroundColor)
    await expect(page.getByRole('tab', { name: 'Security' })).toBeVisible()
    expect(await ground('Security')).not.toBe(await ground('Profile'))
    await page.emulateMedia({ forcedColors: 'none' })
  })

  await test.step('a narrow screen and a long name', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/login')
    await expect(page.getByText('uses this browser now.')).toBeVisible()
    await expectFitting(page)

    await resizeTo(page, 'phone')
    await page.goto('/dashboard/settings')
    await page.getByLabel('First name').fill('Wolfeschlegelsteinhausenbergerdorff')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await follow(page, '/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Wolfe')
    await expectFitting(page)
  })
})

test('a long dialog can be closed at its top, and the page behind it stays', async ({
  page,
  product,
  mail,
  address,
}) => {
  await signIn(page, await newOperator(product.url, mail, { email: address }), '/robots.txt')
  await newPlatform(page, `long-${address.slice(0, 8)}`)
  await page.goto('/dashboard/platforms')
  await page.getByRole('button', { name: 'Manage', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Manage Platform' })
  await expect(dialog.getByRole('heading', { name: 'User Management' })).toBeVisible()
  // One form has the primary button: the others of the same dialog look like what they are beside it.
  const primary = await dialog
    .locator('button[type=submit]')
    .evaluateAll((all) => new Set(all.map((one) => getComputedStyle(one).backgroundColor)).size)
  expect(primary).toBe(2)
  const close = dialog.getByRole('button', { name: 'Close Manage Platform' })
  await expect(close).toBeInViewport()
  await resizeTo(page, 'phone')
  await expect(close).toBeInViewport()
  await close.click()
  await expect(dialog).toBeHidden()
})

test('the page behind the demo does not move', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Watch Demo' }).click()
  await page.mouse.move(5, 300)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const before = await page.evaluate(() => scrollY)
    await page.mouse.wheel(0, 600)
    await page.waitForTimeout(300)
    expect(await page.evaluate(() => scrollY)).toBe(before)
  }
})
