import { expect, expectAccessible, test } from '../fixtures.ts'
import { newOperator } from '../people.ts'

test('a forgotten password is replaced by mail', async ({ page, mail, product, address }) => {
  await newOperator(product.url, mail, { email: address, password: 'the old one' })

  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // The sign-in page has a field of this name as well.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('Email').fill(address)
  await page.getByLabel('Email').press('Enter')
  await expect(
    page.getByText('Password reset instructions have been sent to your email address.'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Login' })).toBeVisible()
  await expectAccessible(page, 'the forgot-password page after sending')

  const { text } = await mail.waitFor(address, /reset-password\?token=/)
  await page.goto(/http\S+\/reset-password\?token=[\w-]+/.exec(text)?.[0] ?? '')
  // The secret must not stay where a shoulder, a history or a referrer can read it.
  await expect(page).toHaveURL(/\/reset-password$/)
  await page.getByLabel('New password', { exact: true }).fill('short')
  await expect(page.getByText('At least 6 characters')).toBeVisible()
  await expect(page.getByText('Passwords match')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('the new one')
  await page.getByLabel('Confirm password', { exact: true }).fill('the new one')
  await expectAccessible(page, 'the reset-password page')
  await page.getByLabel('Confirm password', { exact: true }).press('Enter')
  await expect(
    page
      .getByText('Password reset successfully! You can now sign in with your new password.')
      .first(),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/login/, { timeout: 6_000 })

  await page.getByLabel('Email').fill(address)
  await page.getByLabel('Password', { exact: true }).fill('the old one')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('the new one')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('H05 the secret of a reset link stays between the mail and the page', async ({
  page,
  product,
}) => {
  const hosts = new Set<string>()
  const referrers = new Set<string | undefined>()
  page.on('request', (request) => {
    hosts.add(new URL(request.url()).origin)
    referrers.add(request.headers()['referer'] || undefined)
  })
  const secret = 'A'.repeat(43)
  const document = await page.goto(`/reset-password?token=${secret}`)
  expect(document?.headers()['referrer-policy']).toBe('no-referrer')
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/reset-password$/)
  await page.waitForLoadState('networkidle')
  expect([...hosts]).toEqual([product.url])
  expect([...referrers]).toEqual([undefined])
})

test('an expired verification link opens the login page with the reason', async ({ page }) => {
  await page.goto(`/verify-email?token=${'A'.repeat(43)}`)
  await page.getByRole('button', { name: 'Verify email' }).click()
  await expect(page).toHaveURL(/\/login\?error=invalid-token$/)
  await expect(
    page.getByText(
      'Invalid or expired verification token. Please request a new verification email.',
    ),
  ).toBeVisible()
})
