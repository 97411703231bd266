import type { Page } from '@playwright/test'
import { addAuthenticator } from '../authenticator.ts'
import { newOperator, newSecondFactor, signIn, signInTo, typeCredentials } from '../people.ts'
import { newStockedSite } from '../workspace/stocked.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

// A confirmation wears off while one looks on.
const seconds = 5
test.use({ settings: { STEP_UP_WINDOW_SECONDS: String(seconds) } })
const untilWornOff = (page: Page) => page.waitForTimeout((seconds + 1) * 1_000)

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm it is you' })
const inDialog = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const security = '/dashboard/settings?tab=security'

test('sensitive actions ask for the password and then continue', async ({
  page,
  product,
  mail,
  address,
}) => {
  const operator = await newOperator(product.url, mail, { email: address })
  await signIn(page, operator, security)
  await untilWornOff(page)
  const field = dialog(page).getByLabel('Your password', { exact: true })

  await test.step('the dialog opens on the field', async () => {
    await button(page, 'Setup 2FA').click()
    await expect(field).toBeFocused()
    await expect(inDialog(page, 'Use a passkey')).toHaveCount(0)
    await expectAccessible(page, 'the confirmation by password')
  })

  await test.step('a wrong password is said there and can be typed over', async () => {
    await page.keyboard.type('not this one')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText('Current password is incorrect.')).toBeVisible()
    await expect(field).toBeFocused()
    await expectAccessible(page, 'a wrong confirmation')
  })

  await test.step('Escape leaves the refusal in the red box', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('alert')).toContainText('Please confirm it is you to continue.')
    await expect(button(page, 'Setup 2FA')).toBeFocused()
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).not.toBeNull()
    await expectAccessible(page, 'a refusal for want of a confirmation')
  })

  await test.step('the right one lets the call go on by itself', async () => {
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await page.keyboard.type(operator.password)
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  })
})

test('a code or a passkey confirms where there is a second factor', async ({
  page,
  product,
  mail,
  address,
}) => {
  const authenticator = await addAuthenticator(page)
  const operator = await newOperator(product.url, mail, { email: address })
  await signIn(page, operator)
  await authenticator.register()
  const { backupCodes, nextCode } = await newSecondFactor(product.url, operator)
  await page.goto('/login')
  await typeCredentials(page, operator)
  await page.getByLabel('Code', { exact: true }).fill(nextCode())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto(security)
  await expect(button(page, 'Show backup codes')).toBeVisible()
  await untilWornOff(page)

  await test.step('a passkey', async () => {
    await button(page, 'Show backup codes').click()
    await expect(dialog(page).getByLabel('Code', { exact: true })).toBeFocused()
    await expectAccessible(page, 'the confirmation by code')
    await authenticator.press(() => inDialog(page, 'Use a passkey').click())
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText(backupCodes[9] ?? '')).toBeVisible()
    await expect(button(page, 'Hide backup codes')).toBeFocused()
  })

  await test.step('one code for two calls at once', async () => {
    await page.reload()
    await expect(button(page, 'Show backup codes')).toBeVisible()
    await expect(button(page, 'Remove')).toBeVisible()
    await untilWornOff(page)
    await page.evaluate(() => {
      for (const each of document.querySelectorAll('button'))
        if (each.textContent === 'Show backup codes' || each.textContent === 'Remove') each.click()
    })
    await expect(dialog(page)).toHaveCount(1)
    await inDialog(page, 'Use a backup code').click()
    await expect(inDialog(page, 'Confirm')).toBeDisabled()
    await expect(dialog(page).getByLabel('Code', { exact: true })).toBeFocused()
    await page.keyboard.type((backupCodes[0] ?? '').toLowerCase())
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText(backupCodes[9] ?? '')).toBeVisible()
    await expect(page.getByText(backupCodes[0] ?? '')).toHaveCount(0)
    await expect(page.getByText('Passkey removed successfully!')).toBeVisible()
  })
})

test('it is asked over another dialog, which stays as it is', async ({
  page,
  product,
  mail,
  address,
}) => {
  const operator = await newOperator(product.url, mail, { email: address })
  await signIn(page, operator, '/dashboard/platforms/new')
  const name = `yard-${address.slice(0, 8)}`
  let asked = 0
  await page.route('**/api/v1/platforms', async (route) => {
    asked += 1
    if (asked > 1) return route.continue()
    return route.fulfill({
      status: 428,
      json: {
        message: 'Please confirm it is you to continue.',
        error: 'reauthentication_required',
        code: 'reauthentication_required',
        details: [],
        requestId: 'x',
        methods: ['password'],
      },
    })
  })
  await page.getByPlaceholder('e.g. acme').fill(name)
  await page.getByPlaceholder('e.g. acme').blur()
  await expect(page.getByText('Available', { exact: true })).toBeVisible()
  await button(page, 'Create').click()
  await expect(dialog(page).getByLabel('Your password', { exact: true })).toBeFocused()
  await expectAccessible(page, 'a confirmation over a dialog')
  await page.keyboard.type(operator.password)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('Platform created')).toBeVisible()
  expect(asked).toBe(2)
})

test('a new API key asks a member for the password', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/settings/api-keys`)
  await button(page, 'Create API key').click()
  await page.getByLabel('Name', { exact: true }).fill('Online shop')
  await page.getByLabel('View orders').check()
  await untilWornOff(page)
  await button(page, 'Create key').click()
  const password = dialog(page).getByLabel('Your password', { exact: true })
  await password.fill('not this one')
  await inDialog(page, 'Confirm').click()
  await expect(dialog(page).getByText('Current password is incorrect.')).toBeVisible()
  await expectAccessible(page, 'the confirmation of a member')
  await password.fill(site.operator.password)
  await inDialog(page, 'Confirm').click()
  await expect(page.getByRole('heading', { name: 'Secret of Online shop' })).toBeVisible()
})
