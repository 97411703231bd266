import type { Page } from '@playwright/test'
import { newOperator, signIn } from '../people.ts'
import { expect, test } from '../fixtures.ts'

/** Counts what the page sends to this address, and answers after a while so that a second may come. */
async function countSent(page: Page, address: string) {
  const sent: string[] = []
  await page.route(address, async (route) => {
    sent.push(route.request().method())
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  return sent
}

/** Presses in one task of the browser: React renders nothing in between. */
const pressTwice = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })

test('a form that is pressed twice sends once', async ({ page, product, mail, address }) => {
  const operator = await newOperator(product.url, mail, { email: address })

  await test.step('forgot password', async () => {
    await page.goto('/forgot-password')
    const sent = await countSent(page, '**/auth/password/forgot')
    await page.getByLabel('Email').fill(address)
    await pressTwice(page, 'Send instructions')
    await expect(page.getByText(/Password reset instructions have been sent/)).toBeVisible()
    expect(sent).toHaveLength(1)
  })

  await test.step('reset password', async () => {
    const { text } = await mail.waitFor(operator.email, /reset-password\?token=/)
    await page.goto(/(\/reset-password\?token=[\w-]+)/.exec(text)?.[1] ?? '')
    const sent = await countSent(page, '**/auth/password/reset')
    await page.getByLabel('New password').fill('another pallet jack')
    await page.getByLabel('Confirm password').fill('another pallet jack')
    await pressTwice(page, 'Reset password')
    // Enter follows at once, whatever the page shows by then.
    await page.keyboard.press('Enter')
    await expect(page.getByText(/Password reset successfully!/)).toBeVisible()
    expect(sent).toHaveLength(1)
    await expect(page.getByText(/Invalid or expired reset token/)).toBeHidden()
  })
})

test('a button outside a form that is pressed twice sends once', async ({
  page,
  product,
  mail,
  address,
}) => {
  await signIn(
    page,
    await newOperator(product.url, mail, { email: address }),
    '/dashboard/settings?tab=security',
  )
  const sent = await countSent(page, '**/auth/2fa/setup')
  await pressTwice(page, 'Setup 2FA')
  await expect(page.getByText('Verify', { exact: true })).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('the sign-in form validates before it sends', async ({ page }) => {
  const sent = await countSent(page, '**/auth/login')
  await page.goto('/login')
  const press = () => page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByLabel('Email').fill('ada')
  await press()
  await expect(page.getByText('Enter a valid email address')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await page.getByLabel('Email').fill('')
  await press()
  await expect(page.getByText('Email is required')).toBeVisible()
  expect(sent).toEqual([])
})

test.describe('replies of a wrong shape', () => {
  test.use({ expectsNoise: /./ })

  test('a sign-in without tokens stores nothing and says so', async ({ page }) => {
    await page.route('**/auth/login', (route) => route.fulfill({ json: { user: {} } }))
    await page.goto('/login')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill('pallet jack 12')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('Login failed')
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('accessToken')
  })

  test('an invalid list reply offers a retry', async ({ page, product, mail, address }) => {
    await signIn(page, await newOperator(product.url, mail, { email: address }))
    const broken = '**/api/v1/platforms/mine'
    await page.route(broken, (route) => route.fulfill({ json: { platforms: null } }))
    await page.goto('/dashboard/platforms')
    await expect(page.getByRole('alert')).toContainText('An error occurred')
    await page.unroute(broken)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('You have no platform yet')).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
  })

  test('a passkey of an unknown type is shown', async ({ page, product, mail, address }) => {
    await signIn(page, await newOperator(product.url, mail, { email: address }))
    const passkey = {
      id: crypto.randomUUID(),
      deviceType: 'watch',
      name: '',
      backedUp: false,
      createdAt: new Date().toISOString(),
      lastUsedAt: null,
    }
    await page.route('**/auth/passkeys', (route) =>
      route.fulfill({ json: { passkeys: [passkey] } }),
    )
    await page.goto('/dashboard/settings?tab=security')
    await expect(page.getByText('Unknown Device')).toBeVisible()
  })
})
