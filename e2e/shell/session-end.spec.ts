import type { Page } from '@playwright/test'
import { newPlatform } from '../platforms.ts'
import { newOperator, signIn, signOut, typeCredentials } from '../people.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

/** The server accepts the session no longer, as after an end from elsewhere. */
const spoilSession = (page: Page) =>
  page.evaluate(() => {
    const [head, body] = (localStorage.getItem('accessToken') ?? '').split('.')
    localStorage.setItem('accessToken', `${head}.${body}.${'A'.repeat(86)}`)
  })

test('typed text survives a forced sign-out, for its author only', async ({
  page,
  product,
  mail,
  address,
}) => {
  const operator = await newOperator(product.url, mail, { email: address })
  const other = await newOperator(product.url, mail)
  await signIn(page, operator)
  const { id } = await newPlatform(page, `dock-${address.slice(0, 8)}`)
  await page.goto(`/dashboard/platforms/${id}`)
  const dialog = page.getByRole('dialog', { name: 'Manage Platform' })
  await dialog.getByLabel('Email').fill('mo@example.com')
  await dialog.getByLabel('Password', { exact: true }).fill('never kept 12')
  await dialog.getByLabel('First name').fill('Mo')
  await spoilSession(page)
  await dialog.getByRole('button', { name: 'Create user' }).click()
  await expect(page).toHaveURL(/\/disconnected\?reason=unauthorized$/)
  await expect(page.getByText('The server no longer accepts this session.')).toBeVisible()
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
  expect(kept).toContain('mo@example.com')
  expect(kept).not.toContain('never kept 12')

  await test.step('somebody else finds neither page nor text', async () => {
    await page.evaluate(() => sessionStorage.setItem('keep', JSON.stringify({ ...sessionStorage })))
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await typeCredentials(page, other)
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByText('Restore your unsaved work')).toHaveCount(0)
    await signOut(page)
    await expect(page).toHaveURL(/\/disconnected/)
    await page.evaluate(() => {
      const kept = JSON.parse(sessionStorage.getItem('keep') ?? '{}') as Record<string, string>
      for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value)
    })
  })

  await test.step('its owner comes back to the page and takes the text up again', async () => {
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await typeCredentials(page, operator)
    await expect(page).toHaveURL(new RegExp(`/dashboard/platforms/${id}$`))
    await expectAccessible(page, 'the offer of unsaved work')
    await dialog.getByRole('button', { name: 'Restore your unsaved work' }).click()
    await expect(dialog.getByLabel('Email')).toHaveValue('mo@example.com')
    await expect(dialog.getByLabel('First name')).toHaveValue('Mo')
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('')
  })
})

test.describe('a session near its end', () => {
  test.use({ expectsNoise: /Failed to load resource/ })

  test('says when it ends, can be kept, and ends by itself otherwise', async ({
    page,
    product,
    mail,
    address,
  }) => {
    await page.clock.install()
    await signIn(
      page,
      await newOperator(product.url, mail, { email: address }),
      '/dashboard/settings',
    )
    const name = page.getByLabel('First name')
    await name.fill('Grace')
    await page.route('**/api/**', (route) => route.abort())
    const life = await page.evaluate(() => {
      const claims = atob((localStorage.getItem('accessToken') ?? '').split('.')[1] ?? '')
      return (JSON.parse(claims) as { exp: number }).exp * 1000 - Date.now()
    })
    await page.clock.fastForward(life - 110_000)
    const bar = page.getByText(/^Your session ends at \d{1,2}:\d{2}/)
    await expect(bar).toBeVisible()
    await expect(name).toBeFocused()
    await expectAccessible(page, 'the bar of a session near its end')
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(page.getByText('The session could not be prolonged')).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard\/settings$/)

    await page.unroute('**/api/**')
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(bar).toBeHidden()
    await expect(name).toHaveValue('Grace')
  })

  test('ends a quarter of a second after the token, with the reason', async ({
    page,
    product,
    mail,
    address,
  }) => {
    await page.clock.install()
    await signIn(page, await newOperator(product.url, mail, { email: address }))
    await page.route('**/api/**', (route) => route.abort())
    const life = await page.evaluate(() => {
      const claims = atob((localStorage.getItem('accessToken') ?? '').split('.')[1] ?? '')
      return (JSON.parse(claims) as { exp: number }).exp * 1000 - Date.now()
    })
    await page.clock.fastForward(life + 1_000)
    await expect(page).toHaveURL(/\/disconnected\?reason=session-expired$/)
    await expect(page.getByText('Your session reached its time limit.')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).toBeNull()
  })

  test('a failed user request opens the login page and keeps the session', async ({
    page,
    product,
    mail,
    address,
  }) => {
    await signIn(page, await newOperator(product.url, mail, { email: address }))
    let asked = 0
    const who = (url: URL) => url.pathname === '/api/v1/auth/me'
    await page.route(who, (route) => {
      asked += 1
      return route.fulfill({ status: 500, json: {} })
    })
    await page.goto('/dashboard/billing', { waitUntil: 'commit' })
    await expect(page).toHaveURL(/\/login$/)
    expect(asked).toBe(3)
    await expect(page.getByText('We could not reach the server.')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).not.toBeNull()
    await expectAccessible(page, 'the login page after an unreachable server')
    await page.unroute(who)
    await page.getByRole('link', { name: 'Go back and try again' }).click()
    await expect(page).toHaveURL(/\/dashboard\/billing$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible()
  })

  test('a workspace without a member leads to its sign-in page', async ({
    page,
    product,
    mail,
    address,
  }) => {
    await signIn(page, await newOperator(product.url, mail, { email: address }))
    const { slug } = await newPlatform(page, `dock-${address.slice(0, 8)}`)
    await page.goto(`/${slug}/app/team`, { waitUntil: 'commit' })
    await expect(page).toHaveURL(new RegExp(`/${slug}$`))
    // The session of the operator is another one.
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).not.toBeNull()
  })
})
