import type { Page } from '@playwright/test'
import { atSecondStep, newOperator, newSecondFactor, typeCredentials } from '../people.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

const code = (page: Page) => page.getByLabel('Code', { exact: true })
const verify = (page: Page) => page.getByRole('button', { name: 'Verify and Sign In' })
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true })

test('a code of the authenticator app signs in, a wrong one does not', async ({
  page,
  product,
  mail,
  address,
}) => {
  const { nextCode } = await atSecondStep(page, product.url, mail, address)

  await test.step('the step says what it wants', async () => {
    await expect(
      page.getByRole('heading', { level: 1, name: 'Two-Factor Authentication' }),
    ).toBeVisible()
    await expect(page).toHaveTitle('Two-Factor Authentication - Stowage')
    await expect(code(page)).toBeFocused()
    await expect(page.getByText('Enter the 6-digit code or a backup code')).toBeVisible()
    await expect(code(page)).toHaveAttribute('inputmode', 'numeric')
    await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code')
    expect(await code(page).getAttribute('maxlength')).toBeNull()
    await expectAccessible(page, 'the second step')
  })

  await test.step('the code is submitted manually, with at least six characters', async () => {
    await page.keyboard.type('12a45')
    await expect(verify(page)).toBeDisabled()
    await page.keyboard.press('Enter')
    await page.keyboard.type('6')
    await expect(code(page)).toHaveValue('12a456')
    await expect(verify(page)).toBeEnabled()
    await expect(page.getByText('Invalid code')).toHaveCount(0)
  })

  await test.step('a wrong code can be replaced immediately', async () => {
    await code(page).fill('000000')
    await verify(page).click()
    await expect(page.getByText('Invalid code, please try again')).toBeVisible()
    await expect(code(page)).toBeFocused()
    await expectAccessible(page, 'a wrong code')
  })

  await test.step('the right one, in two groups, opens the dashboard', async () => {
    await page.keyboard.type(nextCode().replace(/^.../, '$& '))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard$/)
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(stored).toContain('accessToken')
    expect(stored).not.toContain('tempToken')
  })
})

test('a backup code signs in, and the last three are counted', async ({
  page,
  product,
  mail,
  address,
}) => {
  const operator = await newOperator(product.url, mail, { email: address })
  const { backupCodes } = await newSecondFactor(product.url, operator)
  for (const used of backupCodes.slice(0, 6)) await useUp(product.url, operator, used)
  await page.goto('/login')
  await typeCredentials(page, operator)
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await expect(code(page)).toBeFocused()
  await expect(code(page)).toHaveAttribute('inputmode', 'text')
  await page.getByRole('button', { name: 'Use the authenticator app' }).click()
  await expect(code(page)).toHaveAttribute('inputmode', 'numeric')
  // The dashboard is slow to come, and the notice is there before it.
  await page.route(/preferences/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  await code(page).fill((backupCodes[6] ?? '').toLowerCase())
  await verify(page).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('You have 3 backup codes left.')).toBeVisible()
  await expectAccessible(page, 'the dashboard with a few codes left')
})

async function useUp(url: string, operator: object, twoFactorToken: string) {
  const post = async (body: object) => {
    const answer = await fetch(`${url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    return (await answer.json()) as { tempToken: string }
  }
  const { tempToken } = await post(operator)
  await post({ tempToken, twoFactorToken })
}

test('after five wrong codes one begins again with the password', async ({
  page,
  product,
  mail,
  address,
}) => {
  await atSecondStep(page, product.url, mail, address)
  for (const _ of [1, 2, 3, 4]) {
    await code(page).fill('000000')
    const answered = page.waitForResponse('**/auth/login')
    await verify(page).click()
    expect((await answered).status()).toBe(400)
    await expect(verify(page)).toHaveText('Verify and Sign In')
  }
  await verify(page).click()
  await expect(
    page.getByText('Your sign-in session has expired. Please sign in again.'),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
  await expect(page.getByLabel('Email')).toHaveValue(address)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await expectAccessible(page, 'the login page after too many codes')
})

test('one can start again, and a reload does so', async ({ page, product, mail, address }) => {
  const { operator } = await atSecondStep(page, product.url, mail, address)
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(signInButton(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByLabel('Password', { exact: true }).fill(operator.password)
  await signInButton(page).click()
  await expect(code(page)).toBeFocused()
  await page.reload()
  await expect(signInButton(page)).toBeVisible()
  await expect(code(page)).toHaveCount(0)
})

test('a member with an account of their own shows its second factor on the platform’s page', async ({
  page,
  product,
  mail,
  address,
}) => {
  const operator = await newOperator(product.url, mail, { email: address })
  const slug = `dock-${address.slice(0, 8)}`
  const call = async (path: string, body: object, token = '') => {
    const answer = await fetch(`${product.url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBeLessThan(300)
    return (await answer.json()) as { tokens: { accessToken: string } }
  }
  const { tokens } = await call('/auth/login', operator)
  await call('/platforms', { name: slug }, tokens.accessToken)
  const factor = await newSecondFactor(product.url, operator)

  await page.goto(`/${slug}`)
  await typeCredentials(page, operator)
  await expect(page.getByRole('heading', { name: 'Two-Factor Authentication' })).toBeVisible()
  await expect(page).toHaveTitle(`${slug} - Login`)
  await expect(code(page)).toBeFocused()
  await expectAccessible(page, 'the second step of a platform')
  await code(page).fill('000000')
  await verify(page).click()
  await expect(page.getByText('Invalid code, please try again')).toBeVisible()
  await code(page).fill(factor.nextCode())
  await verify(page).click()
  await expect(page).toHaveURL(new RegExp(`/${slug}/app$`))
})
