import type { Page } from '@playwright/test'
import { addAuthenticator } from '../authenticator.ts'
import { newOperator, signIn, signOut } from '../people.ts'
import { follow } from '../visits.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Manage Passkeys' })
const rows = (page: Page) => panel(page).getByRole('listitem')
const add = (page: Page) => panel(page).getByRole('button', { name: 'Add New Passkey' })

test('a passkey is made, renamed, used and removed', async ({ page, product, mail, address }) => {
  const authenticator = await addAuthenticator(page)
  await signIn(
    page,
    await newOperator(product.url, mail, { email: address }),
    '/dashboard/settings?tab=security',
  )
  await expect(page.getByText('No passkeys registered')).toBeVisible()

  await test.step('not on a device that does not check who uses it', async () => {
    await authenticator.checksUser(false)
    await authenticator.pressInVain(async () => {
      await add(page).click()
      await expect(page.getByText('Registration was not completed')).toBeVisible()
    })
    await expect(page.getByText('No passkeys registered')).toBeVisible()
    expect(await authenticator.count()).toBe(0)
    await authenticator.checksUser(true)
  })

  await test.step('the new row takes the focus after the success was said', async () => {
    await authenticator.press(() => add(page).click())
    await expect(page.getByText('Passkey registered successfully!')).toBeVisible()
    await expect(rows(page)).toBeFocused()
    await expect(rows(page)).toContainText(/Added \d{1,2} \w+ \d{4}/)
    await expect(rows(page)).toContainText('Not used yet')
    await expect(page.getByText('No passkeys registered')).toHaveCount(0)
    await expectAccessible(page, 'the list of passkeys')
  })

  await test.step('the same device is not registered twice', async () => {
    await authenticator.pressInVain(async () => {
      await add(page).click()
      await expect(
        page.getByText('This device already has a passkey for your account.'),
      ).toBeVisible()
    })
    await expect(rows(page)).toHaveCount(1)
    await expectAccessible(page, 'a passkey that was refused')
  })

  await test.step('it gets a name', async () => {
    await panel(page).getByRole('button', { name: 'Rename' }).click()
    await expectAccessible(page, 'the new name of a passkey')
    await page.getByLabel('Name', { exact: true }).fill('Left open')
    await page.keyboard.press('Escape')
    await expect(panel(page).getByRole('button', { name: 'Rename' })).toBeFocused()
    await panel(page).getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Packing desk')
    await page.keyboard.press('Enter')
    await expect(rows(page)).toContainText('Packing desk')
    await expect(panel(page).getByRole('button', { name: 'Rename' })).toBeFocused()
  })

  await test.step('it signs in', async () => {
    await signOut(page)
    await page.goto('/login')
    await authenticator.press(() => page.getByRole('button', { name: 'Use a passkey' }).click())
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await follow(page, '/dashboard/settings?tab=security')
    await expect(rows(page)).toContainText(/Last used \d/)
  })

  await test.step('it is removed without a question', async () => {
    await panel(page).getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Passkey removed successfully!')).toBeVisible()
    await expect(page.getByText('No passkeys registered')).toBeVisible()
  })

  await test.step('all of it by keyboard alone', async () => {
    await add(page).focus()
    await authenticator.press(() => page.keyboard.press('Enter'))
    await expect(rows(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(panel(page).getByRole('button', { name: 'Rename' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Passkey removed successfully!')).toBeVisible()
    await expect(rows(page)).toHaveCount(0)
    // The button that was pressed is gone; the next Tab goes on from the message.
    await page.keyboard.press('Tab')
    await expect(add(page)).toBeFocused()
  })
})

test('a browser without passkeys says so before anything is pressed', async ({
  page,
  product,
  mail,
  address,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await signIn(
    page,
    await newOperator(product.url, mail, { email: address }),
    '/dashboard/settings?tab=security',
  )
  await expect(add(page)).toBeDisabled()
  await add(page).focus()
  await expect(page.getByText('WebAuthn is not supported in this browser')).toBeVisible()
  await expectAccessible(page, 'the security settings without passkeys')
})

test('each failure has its own message', async ({ page, product, mail, address }) => {
  const authenticator = await addAuthenticator(page)
  await signIn(page, await newOperator(product.url, mail, { email: address }))
  await page.route('**/api/v1/auth/passkeys', (route) => route.fulfill({ status: 409, body: '' }))
  await page.goto('/dashboard/settings?tab=security')
  await expect(page.getByText('Failed to load passkeys')).toBeVisible()
  await page.unroute('**/api/v1/auth/passkeys')

  // The specification has two words for a device, and names no form of an id or a time.
  const createdAt = '2026-11-23T10:00:00+01:00'
  const passkeys = ['phone', 'computer'].map((deviceType, id) => ({
    id: String(id),
    deviceType,
    createdAt,
  }))
  await page.route('**/api/v1/auth/passkeys', (route) => route.fulfill({ json: { passkeys } }))
  await panel(page).getByRole('button', { name: 'Retry' }).click()
  const device = (name: string) => panel(page).getByRole('listitem', { name })
  await expect(device('Mobile').locator('svg.lucide-smartphone')).toBeVisible()
  await expect(device('Desktop').locator('svg.lucide-laptop')).toBeVisible()
  await expect(device('Desktop').locator('time')).toHaveText(/\d/)
  await page.unroute('**/api/v1/auth/passkeys')
  await page.reload()
  await expect(page.getByText('No passkeys registered')).toBeVisible()

  const complete = '**/api/v1/auth/passkey/register/complete'
  await page.route(complete, (route) => route.fulfill({ status: 409, body: '' }))
  await authenticator.press(() => add(page).click())
  await expect(page.getByText('Failed to register passkey')).toBeVisible()
  await page.unroute(complete)
})
