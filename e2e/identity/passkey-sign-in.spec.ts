import type { Page } from '@playwright/test'
import { addAuthenticator } from '../authenticator.ts'
import type { MailServer } from '../mail.ts'
import { newOperator, newSecondFactor, signIn, signOut, typeCredentials } from '../people.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Use a passkey' })

/** An operator with a passkey in this browser, signed out again. */
async function newPasskeyOwner(page: Page, url: string, mail: MailServer, email: string) {
  const authenticator = await addAuthenticator(page)
  const operator = await newOperator(url, mail, { email })
  await signIn(page, operator)
  await authenticator.register()
  await signOut(page)
  await expect(page).toHaveURL(/\/disconnected/)
  return { authenticator, operator }
}

test('a passkey signs in, with its button or from the autofill list', async ({
  page,
  product,
  mail,
  address,
}) => {
  const { authenticator } = await newPasskeyOwner(page, product.url, mail, address)

  await test.step('by its button', async () => {
    await page.goto('/login')
    await expectAccessible(page, 'the login page with passkeys')
    await authenticator.press(() => button(page).click())
    await expect(page).toHaveURL(/\/dashboard$/)
    await signOut(page)
    await expect(page).toHaveURL(/\/disconnected/)
  })

  await test.step('from the list, where the browser chooses by itself here', async () => {
    await authenticator.press(() => page.goto('/login'))
    await expect(page).toHaveURL(/\/dashboard$/)
  })
})

test('K09 a passkey that does not check who uses it leads to the second step', async ({
  page,
  product,
  mail,
  address,
}) => {
  const { authenticator, operator } = await newPasskeyOwner(page, product.url, mail, address)
  const factor = await newSecondFactor(product.url, operator)

  await test.step('with the check it is two factors in one', async () => {
    await page.goto('/login')
    await authenticator.press(() => button(page).click())
    await expect(page).toHaveURL(/\/dashboard$/)
    await signOut(page)
    await expect(page).toHaveURL(/\/disconnected/)
  })

  await test.step('after the password it is offered instead of a code', async () => {
    await page.goto('/login')
    await typeCredentials(page, operator)
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
    await expectAccessible(page, 'the second step with passkeys')
    await authenticator.press(() => button(page).click())
    await expect(page).toHaveURL(/\/dashboard$/)
    await signOut(page)
    await expect(page).toHaveURL(/\/disconnected/)
  })

  await test.step('without the check the code is asked for as well', async () => {
    await authenticator.stopCheckingUser()
    await page.goto('/login')
    await authenticator.press(() => button(page).click())
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
    await expect(button(page)).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
    await page.getByLabel('Code', { exact: true }).fill(factor.nextCode())
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard$/)
  })
})

test('a refused passkey shows an error', async ({ page, product, mail, address }) => {
  const { authenticator } = await newPasskeyOwner(page, product.url, mail, address)
  await authenticator.checksUser(false)
  await page.goto('/login')
  await authenticator.pressInVain(async () => {
    await button(page).click()
    await expect(page.getByRole('alert')).toHaveText('Sign-in was not completed')
  })
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(button(page)).toBeEnabled()
  await expectAccessible(page, 'a passkey sign-in that was not completed')
})

test('where the browser has no passkeys, none are offered', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await expect(button(page)).toHaveCount(0)
})
