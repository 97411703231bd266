import { newPlatform } from '../platforms.ts'
import { newOperator, signIn } from '../people.ts'
import { expect, expectAccessible, expectAccessibleAndFitting, test } from '../fixtures.ts'

test('the palette leads to pages and platforms and back to where one was', async ({
  page,
  product,
  mail,
  address,
}) => {
  await signIn(page, await newOperator(product.url, mail, { email: address }))
  const name = `dock ${address.slice(0, 8)}`
  const { slug } = await newPlatform(page, name)
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const input = palette.getByRole('combobox', { name: 'Go to or run' })
  const active = palette.getByRole('option', { selected: true })

  await test.step('Escape leaves page, text and focus as they were', async () => {
    await page.goto('/dashboard/platforms')
    await expect(page.getByRole('heading', { name })).toBeVisible()
    const search = page.getByLabel('Name or path')
    await search.fill('dock')
    // The palette loads a moment after the page.
    await expect(async () => {
      await page.keyboard.press('ControlOrMeta+k')
      await expect(input).toBeFocused({ timeout: 1_000 })
    }).toPass()
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
    await expect(search).toBeFocused()
    await expect(search).toHaveValue('dock')
    await page.getByRole('button', { name: 'Manage', exact: true }).focus()
    await page.keyboard.press('ControlOrMeta+k')
    await expect(input).toBeFocused()
    await expectAccessibleAndFitting(page, 'the palette')
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
    await expect(page.getByRole('button', { name: 'Manage', exact: true })).toBeFocused()
    await expect(search).toHaveValue('dock')
  })

  await test.step('arrows, Home and End move through the lines', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    const options = palette.getByRole('option')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowUp')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('End')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Home')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await expect(input).toHaveAttribute(
      'aria-activedescendant',
      (await options.first().getAttribute('id')) ?? '',
    )
  })

  await test.step('what matches nothing says so', async () => {
    await page.keyboard.type('zebra')
    await expect(palette.getByRole('status')).toHaveText('Nothing matches "zebra"')
    await expect(input).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('Enter')
    await expect(palette).toBeVisible()
    await expectAccessibleAndFitting(page, 'the palette without a line')
  })

  await test.step('a platform is found by its path', async () => {
    await input.fill(slug)
    await expect(active).toContainText(name)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard\/platforms\/[\w-]+/)
    await expect(page.getByRole('dialog', { name: 'Manage Platform' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('recent commands are first', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(palette.getByRole('group').first()).toHaveAccessibleName('Recent')
    await expect(active).toContainText(name)
    await input.fill('bill')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard\/billing$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeFocused()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Command palette' }).click()
    await expect(active).toHaveText('Billing')
    await palette.getByRole('button', { name: 'Close the palette' }).click()
    await expect(page.getByRole('button', { name: 'Command palette' })).toBeFocused()
  })

  await test.step('signing out', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await input.fill('sign out')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/disconnected\?reason=logout$/)
  })
})

test.describe('a setting that cannot be saved is reverted', () => {
  test.use({ expectsNoise: /status of 500/ })

  test('a theme chosen in the palette is kept for the account, or taken back', async ({
    page,
    product,
    mail,
    address,
  }) => {
    await signIn(
      page,
      await newOperator(product.url, mail, { email: address }),
      '/dashboard/billing',
    )
    const theme = () => page.evaluate(() => document.documentElement.dataset['theme'])
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    const choose = async () => {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.getByRole('button', { name: 'Command palette' }).click()
      await palette.getByRole('combobox').fill('dark')
      await page.keyboard.press('Enter')
    }
    await page.route('**/api/v1/auth/me/preferences', (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 500, json: { message: 'It could not be kept.' } }),
    )
    await choose()
    await expect(palette.getByRole('alert')).toContainText('It could not be kept.')
    expect(await theme()).toBe('light')
    await expectAccessible(page, 'the palette with an error')
    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'))
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()

    await page.unroute('**/api/v1/auth/me/preferences')
    await choose()
    await expect(palette).toBeHidden()
    expect(await theme()).toBe('dark')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await theme()).toBe('dark')
  })
})
