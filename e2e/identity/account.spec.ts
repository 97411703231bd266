import { readFile } from 'node:fs/promises'
import { newOperator, signIn, signOut, typeCredentials } from '../people.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

const settings = '/dashboard/settings'

test('a new email address takes effect after confirmation', async ({
  page,
  product,
  mail,
  address,
}) => {
  const operator = await newOperator(product.url, mail, { email: address })
  const next = `next-${address}`
  await signIn(page, operator, settings)

  await test.step('until then the former one stays', async () => {
    await page.getByLabel('Email', { exact: true }).fill(next)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(
      page.getByText(`${next} is not confirmed yet. Until then ${address} stays your address.`),
    ).toBeVisible()
    await expectAccessible(page, 'an address that waits')
    await mail.waitFor(address, /about to change/)
  })

  await test.step('the mailed link is confirmed by a button', async () => {
    const { text } = await mail.waitFor(next, /verify-email\?token=/)
    const link = /http\S+verify-email\?token=[\w-]+/.exec(text)?.[0] ?? ''
    await page.goto(link)
    await expectAccessible(page, 'the confirmation of another address')
    await page.getByRole('main').getByRole('button').click()
    await expect(page).not.toHaveURL(/verify-email/)
    await mail.waitFor(address, /was changed/)
  })

  await test.step('the new one signs in and the former one does not', async () => {
    await page.goto(settings)
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(next)
    await expect(page.getByText('is not confirmed yet')).toHaveCount(0)
    await signOut(page)
    await page.goto('/login')
    await typeCredentials(page, operator)
    await expect(page.getByText('Invalid email or password')).toBeVisible()
    await signIn(page, { ...operator, email: next })
  })
})

test('everything kept about an account comes as one file', async ({
  page,
  product,
  mail,
  address,
}) => {
  await signIn(page, await newOperator(product.url, mail, { email: address }), settings)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export my data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('stowage-account.json')
  const everything = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<
    string,
    unknown
  >
  expect(everything).toMatchObject({ profile: { email: address, firstName: 'Ada' } })
  expect(everything).toMatchObject({ sessions: { isComplete: true }, passkeys: [] })
  expect(JSON.stringify(everything['auditEvents'])).toContain('USER_LOGIN')
  await expect(page.getByText('Saved as stowage-account.json.')).toBeVisible()
  await expectAccessible(page, 'the account’s data')
})

test('a deleted account is restored by signing in', async ({ page, product, mail, address }) => {
  const operator = await newOperator(product.url, mail, { email: address })
  await signIn(page, operator, settings)
  const remove = page.getByRole('button', { name: 'Delete my account' })
  const question = page.getByRole('alertdialog', { name: 'Delete your account?' })
  const confirm = question.getByRole('button', { name: 'Delete', exact: true })

  await test.step('it takes the address, typed', async () => {
    await remove.click()
    await expectAccessible(page, 'the question before the end of an account')
    await question.getByLabel('Type your email address').fill('somebody@example.com')
    await expect(confirm).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await remove.click()
    await question.getByLabel('Type your email address').fill(address)
    await confirm.click()
  })

  await test.step('it signs out and shows until when the account can be restored', async () => {
    await expect(page).toHaveURL(/\/login$/)
    await expect(
      page.getByText(/^Your account will be deleted on .+\. Sign in within 14 days to keep it\.$/),
    ).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
    await expectAccessible(page, 'the way back to an account')
    await mail.waitFor(address, /will be deleted/)
  })

  await test.step('signing in keeps it', async () => {
    await typeCredentials(page, operator)
    await expect(page).toHaveURL(/\/dashboard$/)
    await mail.waitFor(address, /will not be deleted/)
    await page.goto(settings)
    await expect(remove).toBeEnabled()
  })
})
