import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { codeAt } from '../../server/test/totp.ts'
import { newOperator, signIn, signOut, type Person } from '../people.ts'
import { expect, expectAccessible, expectAccessibleAndFitting, test } from '../fixtures.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Two-factor authentication' })
const press = (page: Page, name: string) =>
  panel(page).getByRole('button', { name, exact: true }).click()
const codeField = (page: Page) => page.getByLabel('6-digit code')
const listed = (page: Page) =>
  page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem').allInnerTexts()
const secretOf = async (page: Page) =>
  (await panel(page).getByRole('code').innerText()).replaceAll(' ', '')

const now = () => new Date()
/** Each code counts once; the one after it is taken half a minute early. */
const soon = () => new Date(Date.now() + 30_000)

const security = '/dashboard/settings?tab=security'

async function openSecurity(page: Page, operator: Person) {
  await signIn(page, operator, security)
  await expect(panel(page).getByText(/^2FA is/)).toBeVisible()
}

/** Sets the second factor up and returns the key of its authenticator. */
async function enable(page: Page, operator: Person): Promise<string> {
  await openSecurity(page, operator)
  await press(page, 'Setup 2FA')
  const secret = await secretOf(page)
  await codeField(page).fill(codeAt(secret, now()))
  await codeField(page).press('Enter')
  await page.getByLabel('I saved these codes').check()
  await press(page, 'Done')
  return secret
}

test('a second factor is set up with the app’s code', async ({
  page,
  context,
  product,
  mail,
  address,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await openSecurity(page, await newOperator(product.url, mail, { email: address }))
  await expect(panel(page).getByText('2FA is not enabled')).toBeVisible()
  await expectAccessibleAndFitting(page, 'the security settings')

  await press(page, 'Setup 2FA')
  const secret = await secretOf(page)

  await test.step('the picture, the key in groups, and the code', async () => {
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
    await expect(panel(page).getByRole('code')).toHaveText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    await expect(panel(page).getByRole('heading', { level: 3 })).toBeFocused()
    await expectAccessibleAndFitting(page, 'the setup of a second factor')
    await press(page, 'Copy')
    await expect(panel(page).getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await clipboard()).toBe(secret)
    await expect(panel(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
  })

  await test.step('a wrong code is refused and the right one still counts', async () => {
    const verify = panel(page).getByRole('button', { name: 'Verify', exact: true })
    await codeField(page).fill('00000')
    await expect(verify).toBeDisabled()
    await codeField(page).fill('000000')
    await panel(page).getByRole('button', { name: 'Show what is typed' }).click()
    await expect(codeField(page)).toHaveAttribute('type', 'text')
    await verify.click()
    await expect(page.getByText('Invalid code, please try again')).toBeVisible()
    await expectAccessibleAndFitting(page, 'a wrong code')
  })

  await test.step('leaving it keeps the same key', async () => {
    await press(page, 'Cancel')
    await expect(panel(page).getByText('2FA is not enabled')).toBeVisible()
    await press(page, 'Setup 2FA')
    expect(await secretOf(page)).toBe(secret)
  })

  await test.step('the right one shows the backup codes, to be kept', async () => {
    await codeField(page).fill(codeAt(secret, now()))
    await codeField(page).press('Enter')
    await expect(panel(page).getByText('2FA is enabled')).toBeVisible()
    const codes = await listed(page)
    expect(codes).toHaveLength(10)
    await expectAccessibleAndFitting(page, 'new backup codes')
    await press(page, 'Copy')
    await expect.poll(clipboard).toBe(codes.join('\n'))
    const download = page.waitForEvent('download')
    await press(page, 'Download')
    const file = await (await download).path()
    expect(await readFile(file, 'utf8')).toContain(codes.join('\n'))
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(`Stowage backup codes for ${address}`)).toBeVisible()
    await expect(page.getByText(codes[9] ?? '')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
    await page.emulateMedia({ media: null })
    const done = panel(page).getByRole('button', { name: 'Done' })
    await expect(done).toBeDisabled()
    await page.getByLabel('I saved these codes').check()
    await done.click()
    await expect(panel(page).getByText('2FA is enabled')).toBeVisible()
    await expect(panel(page).getByRole('button', { name: 'Disable 2FA' })).toBeVisible()
  })
})

test('backup codes are shown, hidden and replaced', async ({ page, product, mail, address }) => {
  await enable(page, await newOperator(product.url, mail, { email: address }))
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/2fa/backup-codes')) asked.push(request.method())
  })

  await press(page, 'Show backup codes')
  await expect(page.getByText('10 codes are left.')).toBeVisible()
  const before = await listed(page)
  await expectAccessible(page, 'the backup codes')
  await press(page, 'Hide backup codes')
  await expect(page.getByRole('list', { name: 'Backup codes' })).toHaveCount(0)
  await press(page, 'Show backup codes')
  expect(await listed(page)).toEqual(before)
  expect(asked).toEqual(['GET'])

  await press(page, 'Regenerate codes')
  const question = page.getByRole('alertdialog', {
    name: 'Regenerate backup codes? Existing codes will stop working.',
  })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page, 'the question before new codes')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await press(page, 'Regenerate codes')
  await question.getByRole('button', { name: 'Regenerate' }).click()
  await expect(page.getByText('Backup codes regenerated')).toBeVisible()
  const after = await listed(page)
  expect(after).toHaveLength(10)
  expect(after.filter((code) => before.includes(code))).toEqual([])
})

test('the authenticator is changed, then the second factor ends', async ({
  page,
  request,
  product,
  mail,
  address,
}) => {
  const operator = await newOperator(product.url, mail, { email: address })
  const enter = async (body: object) => {
    const answer = await request.post(`${product.url}/api/v1/auth/login`, { data: body })
    return { status: answer.status(), body: (await answer.json()) as Record<string, string> }
  }
  const enterWith = async (code: string) => {
    const { body } = await enter(operator)
    return (await enter({ tempToken: body['tempToken'], twoFactorToken: code })).status
  }
  const old = await enable(page, operator)

  await test.step('signing in asks for a code', async () => {
    await signOut(page)
    await page.goto('/login')
    await page.getByLabel('Email').fill(operator.email)
    await page.getByLabel('Password', { exact: true }).fill(operator.password)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await page.getByLabel('Code', { exact: true }).fill(codeAt(old, now()))
    await page.getByRole('button', { name: 'Verify and Sign In' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  await test.step('the old app counts until the new one is confirmed', async () => {
    await page.goto(security)
    await press(page, 'Change authenticator')
    const secret = await secretOf(page)
    expect(secret).not.toBe(old)
    await expectAccessible(page, 'the change of the authenticator')
    expect(await enterWith(codeAt(old, soon()))).toBe(200)
    await codeField(page).fill(codeAt(secret, now()))
    await press(page, 'Verify')
    await expect(page.getByText('Authenticator changed successfully')).toBeVisible()
    expect(await enterWith(codeAt(old, soon()))).toBe(400)
    await expectAccessible(page, 'a changed authenticator')
  })

  await test.step('an expired change has to be started again', async () => {
    await press(page, 'Change authenticator')
    const secret = await secretOf(page)
    await page.route('**/api/v1/auth/2fa/verify', async (route) => {
      const reply = { success: true, twoFactorEnabled: true, outcome: 'confirmed' }
      await route.fulfill({ json: reply })
    })
    await codeField(page).fill(codeAt(secret, now()))
    await press(page, 'Verify')
    await expect(page.getByText(/Please start the change again/)).toBeVisible()
    await expect(page.getByText('Authenticator changed successfully')).toHaveCount(0)
    await expectAccessible(page, 'a change that was not finished')
    await page.unroute('**/api/v1/auth/2fa/verify')
  })

  await test.step('it is switched off after a question', async () => {
    await press(page, 'Disable 2FA')
    const question = page.getByRole('alertdialog', { name: 'Disable two-factor authentication?' })
    await expectAccessible(page, 'the question before the end of the second factor')
    await question.getByRole('button', { name: 'Disable' }).click()
    await expect(panel(page).getByText('2FA is not enabled')).toBeVisible()
    const { status, body } = await enter(operator)
    expect([status, 'tokens' in body]).toEqual([200, true])
  })
})

test('each failure has its own message', async ({ page, product, mail, address }) => {
  const operator = await newOperator(product.url, mail, { email: address })
  const refuse = (call: string, status = 409) =>
    page.route(`**/api/v1/auth/2fa/${call}`, (route) => route.fulfill({ status, body: '' }))
  await openSecurity(page, operator)

  await refuse('setup')
  await press(page, 'Setup 2FA')
  await expect(page.getByText('Failed to start 2FA setup')).toBeVisible()
  await page.unroute('**/api/v1/auth/2fa/setup')
  await press(page, 'Setup 2FA')
  const secret = await secretOf(page)
  // Only 200 is a success.
  await refuse('verify', 201)
  await codeField(page).fill(codeAt(secret, now()))
  await press(page, 'Verify')
  await expect(page.getByText('Invalid code, please try again')).toBeVisible()
  await page.unroute('**/api/v1/auth/2fa/verify')
  await press(page, 'Verify')
  await page.getByLabel('I saved these codes').check()
  await press(page, 'Done')

  await refuse('reset')
  await press(page, 'Change authenticator')
  await expect(page.getByText('Failed to reset authenticator')).toBeVisible()
  await refuse('backup-codes/regenerate')
  await press(page, 'Regenerate codes')
  await page.getByRole('button', { name: 'Regenerate', exact: true }).click()
  await expect(page.getByText('Failed to regenerate backup codes')).toBeVisible()
  await refuse('disable', 204)
  await press(page, 'Disable 2FA')
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(page.getByText('Failed to disable 2FA')).toBeVisible()
  await expect(panel(page).getByText('2FA is enabled')).toBeVisible()
  await page.unrouteAll()
})
