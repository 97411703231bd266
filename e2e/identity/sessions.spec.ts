import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { newOperator, signIn, signOut, typeCredentials } from '../people.ts'
import { follow } from '../visits.ts'

test('an ended session leaves the dashboard and returns after sign-in', async ({
  page,
  product,
  mail,
  address,
}) => {
  const operator = await newOperator(product.url, mail, { email: address })
  await signIn(page, operator)
  // A call still under way would be the one that is refused, and lead away beside the reload.
  await page.goto('/dashboard/platforms?q=acme', { waitUntil: 'networkidle' })

  await test.step('the server no longer accepts it', async () => {
    await page.evaluate(() => {
      const [head, body] = (localStorage.getItem('accessToken') ?? '').split('.')
      localStorage.setItem('accessToken', `${head}.${body}.${'A'.repeat(86)}`)
    })
    // It leads away before it is loaded.
    await page.reload({ waitUntil: 'commit' })
    await expect(page).toHaveURL(/\/disconnected\?reason=unauthorized$/)
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  })

  await test.step('signing in again returns to the page that was left', async () => {
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await page.getByLabel('Email').fill(operator.email)
    await page.getByLabel('Password', { exact: true }).fill(operator.password)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await expect(page).toHaveURL(/\/dashboard\/platforms\?q=acme$/)
  })
})

test('an expired token ends the session at once when the page loads', async ({
  page,
  product,
  mail,
  address,
}) => {
  await signIn(page, await newOperator(product.url, mail, { email: address }))
  // A page without calls: one under way would be refused first, and end the session for that.
  await page.goto('/forgot-password')
  await page.evaluate(() => {
    const past = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) - 1 }))
    localStorage.setItem('accessToken', `e30.${past}.x`)
  })
  // The page leaves before it has loaded.
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/disconnected\?reason=session-expired$/)
})

test.describe('a server that refuses', () => {
  // Chromium itself complains of every answer that is an error.
  test.use({ expectsNoise: /status of 50[03]/ })

  test('H07 only 401 and 403 sign out; the rest is said in the red box', async ({
    page,
    product,
    mail,
    address,
  }) => {
    await signIn(page, await newOperator(product.url, mail, { email: address }))
    const before = await credentials(page)
    let status = 0
    await page.route('**/api/v1/platforms/mine', (route) =>
      route.fulfill({
        status,
        json: { message: `Refused with ${status}.`, error: 'x', code: 'x', details: [] },
      }),
    )
    for (status of [400, 404, 409, 422, 428, 429, 500, 503]) {
      if (status === 400) await page.goto('/dashboard/platforms')
      else await page.getByRole('button', { name: 'Retry' }).click()
      // The last one is asked for three times before it is believed.
      await expect(page.getByRole('alert').getByText(`Refused with ${status}.`)).toBeVisible({
        timeout: 20_000,
      })
      await expect(page).toHaveURL(/\/dashboard\/platforms$/)
      expect(await credentials(page), `credentials after ${status}`).toEqual(before)
    }
  })
})

test('a truncated reply is an error and can be retried', async ({
  page,
  product,
  mail,
  address,
}) => {
  await signIn(page, await newOperator(product.url, mail, { email: address }))
  const before = await credentials(page)
  let asked = 0
  await page.route('**/api/v1/auth/me', (route) => {
    asked += 1
    return asked === 1
      ? route.fulfill({ contentType: 'application/json', body: '{"user":{"id":' })
      : route.continue()
  })
  await page.goto('/dashboard')
  await expect.poll(() => asked).toBe(2)
  expect(await credentials(page)).toEqual(before)
  await expect(page).toHaveURL(/\/dashboard$/)
})

const credentials = (page: Page) =>
  page.evaluate(() =>
    ['accessToken', 'refreshToken', 'user'].map((key) => localStorage.getItem(key)),
  )

test('signing out in one tab signs out the other', async ({
  page,
  context,
  product,
  mail,
  address,
}) => {
  await signIn(page, await newOperator(product.url, mail, { email: address }))
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await signOut(page)
  await expect(page).toHaveURL(/\/disconnected\?reason=logout$/)
  await expect(other).toHaveURL(/\/disconnected/)
})

test('sign-in and registration work by keyboard alone', async ({
  page,
  product,
  mail,
  address,
}) => {
  const { email, password } = await newOperator(product.url, mail, { email: address })
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

for (const hours of [5, -5])
  test(`a clock that is ${hours} hours wrong signs nobody out`, async ({
    page,
    product,
    mail,
    address,
  }) => {
    await page.addInitScript((offset) => {
      const right = Date.now.bind(Date)
      Date.now = () => right() + offset
    }, hours * 3_600_000)
    const operator = await newOperator(product.url, mail, { email: address })
    // The page learns how wrong the clock is from the reply to its own sign-in.
    await page.goto('/login')
    await typeCredentials(page, operator)
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Hello, Ada' })).toBeVisible()
    await follow(page, '/dashboard/settings')
    await expect(page.getByLabel('First name')).toHaveValue('Ada')
    await signOut(page)
    await expect(page).toHaveURL(/\/disconnected\?reason=logout$/)
  })
