import { newOperator, post, signIn, type Tokens } from '../people.ts'
import { follow } from '../visits.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

const lost = 'No connection. Check the network and try again.'

test('an unknown dashboard address shows a message', async ({ page, product, mail, address }) => {
  await signIn(
    page,
    await newOperator(product.url, mail, { email: address }),
    '/dashboard/nowhere/at-all',
  )
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expect(page).toHaveTitle('Page not found - Stowage')
  await expect(page.getByRole('button', { name: /Menu|Sidebar with names/ })).toBeVisible()
  await expectAccessible(page, 'the page that is not there')
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.goto('/dashboard/platforms/0199a0c0-0000-7000-8000-000000000000')
  const dialog = page.getByRole('dialog', { name: 'Manage Platform' })
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(page).toHaveTitle('Error: Platforms - Stowage')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/platforms$/)
  await expect(page).toHaveTitle('Platforms - Stowage')
})

test.describe('what breaks', () => {
  test.use({
    expectsNoise: /./,
  })

  test('a page that fails to render offers a retry and a link home', async ({
    page,
    product,
    mail,
    address,
  }) => {
    const operator = await newOperator(product.url, mail, { email: address })
    const { tokens } = (await post(product.url, '/auth/login', operator)) as { tokens: Tokens }
    await post(product.url, '/platforms', { name: `card ${address.slice(0, 8)}` }, tokens)
    await signIn(page, operator)
    // Every card shows a day. The name of the window says whether days can be written.
    await page.addInitScript(() => {
      const { get } = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format') ?? {}
      Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
        get() {
          if (window.name !== 'whole') throw new Error('no days')
          return get?.call(this) as unknown
        },
      })
    })
    await page.goto('/dashboard/platforms')
    const heading = page.getByRole('heading', { level: 1, name: 'This page could not be shown' })
    await expect(heading).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('An error occurred')
    await expect(page).toHaveTitle('Error: This page could not be shown - Stowage')
    await expect(page.getByRole('button', { name: /Menu|Sidebar with names/ })).toBeVisible()
    await expectAccessible(page, 'the page that could not be drawn')
    await expect(page.getByRole('link', { name: 'Go to the start' })).toHaveAttribute(
      'href',
      '/dashboard',
    )
    await page.evaluate(() => {
      window.name = 'whole'
    })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Platforms' })).toBeVisible()
    await expect(page).toHaveTitle('Platforms - Stowage')
  })

  test('what the server fails to do is said, and asked for again', async ({
    page,
    product,
    mail,
    address,
  }) => {
    await signIn(page, await newOperator(product.url, mail, { email: address }))
    const platforms = '**/api/v1/platforms/mine'
    const retry = page.getByRole('button', { name: 'Retry' })

    await test.step('an error shows the number to ask about', async () => {
      await page.route(platforms, (route) =>
        route.fulfill({ status: 500, json: { message: 'It broke.', requestId: 'req-4711' } }),
      )
      await page.goto('/dashboard/platforms')
      await expect(page.getByRole('alert')).toContainText('It broke.')
      await expect(page.getByRole('alert')).toContainText('req-4711')
      await expectAccessible(page, 'the platforms with an error')
      await page.unroute(platforms)
    })

    await test.step('reads are retried twice after a failure', async () => {
      let reads = 0
      await page.route(platforms, (route) => {
        reads += 1
        return reads < 3 ? route.fulfill({ status: 503, json: {} }) : route.continue()
      })
      await retry.click()
      await expect(page.getByText('You have no platform yet')).toBeVisible({ timeout: 20_000 })
      expect(reads).toBe(3)
      await page.unroute(platforms)
    })

    await test.step('no answer within fifteen seconds is one too', async () => {
      await page.route(platforms, () => new Promise(() => {}))
      await page.reload()
      await expect(page.getByRole('alert')).toContainText(lost, { timeout: 25_000 })
      await page.unroute(platforms)
      await retry.click()
      await expect(page.getByText('You have no platform yet')).toBeVisible()
    })

    await test.step('writes are not retried', async () => {
      let writes = 0
      await follow(page, '/dashboard/settings')
      await page.getByLabel('First name').fill('Grace')
      await page.route('**/api/v1/auth/me', (route) => {
        if (route.request().method() === 'GET') return route.continue()
        writes += 1
        return route.fulfill({ status: 503, json: { message: 'Not now.' } })
      })
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect(page.getByRole('alert')).toContainText('Not now.')
      await expect(page.getByLabel('First name')).toHaveValue('Grace')
      expect(writes).toBe(1)
    })
  })

  test('offline: a message appears, typed text stays, and reads recover', async ({
    page,
    context,
    product,
    mail,
    address,
  }) => {
    await signIn(
      page,
      await newOperator(product.url, mail, { email: address }),
      '/dashboard/settings',
    )
    const name = page.getByLabel('First name')
    await name.fill('Grace')
    await context.setOffline(true)
    await expect(page.getByText('You are offline.')).toBeVisible()
    await expect(name).toBeFocused()
    await expectAccessible(page, 'the page without a network')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText(lost)
    await expect(name).toHaveValue('Grace')
    await context.setOffline(false)
    await expect(page.getByText('You are offline.')).toBeHidden()
    await expect(name).toHaveValue('Grace')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()

    await page.route('**/api/v1/platforms/mine', (route) => route.abort())
    await page.goto('/dashboard/platforms')
    await expect(page.getByRole('alert')).toContainText(lost)
    await page.unroute('**/api/v1/platforms/mine')
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(page.getByText('You have no platform yet')).toBeVisible()
  })
})
