import { expect, expectAccessible, test } from '../fixtures.ts'
import { newOperator, signIn } from '../people.ts'

test('a profile is saved, and examples are not', async ({
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
  await expect(page.getByLabel('Phone')).toHaveValue('+1 (555) 123-4567')
  await expect(page.getByLabel('Location')).toHaveValue('San Francisco, CA')
  await expect(page.getByText('Example. Replace with your own.')).toHaveCount(2)
  await expectAccessible(page, 'the profile')

  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Location').fill('Leeds')
  await page.getByLabel('Bio').fill('Packs and counts.')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const body = (await sent).postDataJSON() as object
  expect(Object.keys(body).sort()).toEqual(['bio', 'firstName', 'location', 'version'])
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Grace')
  await expect(page.getByLabel('Location')).toHaveValue('Leeds')
  await expect(page.getByLabel('Bio')).toHaveValue('Packs and counts.')
  await expect(page.getByLabel('Phone')).toHaveValue('+1 (555) 123-4567')
  await expect(page.getByText('Example. Replace with your own.')).toHaveCount(1)

  await test.step('one that was changed elsewhere is not overwritten', async () => {
    await page.getByLabel('Bio').fill('Mine')
    const other = await context.newPage()
    await other.goto('/dashboard/settings')
    await other.getByLabel('Bio').fill('Theirs')
    await other.getByRole('button', { name: 'Save Changes' }).click()
    await expect(other.getByText('Saved', { exact: true })).toBeVisible()

    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('cell', { name: 'Theirs' })).toBeVisible()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await other.reload()
    await expect(other.getByLabel('Bio')).toHaveValue('Mine')
  })
})

test('a password is changed, and other sessions end', async ({
  page,
  browser,
  product,
  mail,
  address,
}) => {
  const operator = await newOperator(product.url, mail, { email: address })
  const context = await browser.newContext({ baseURL: product.url })
  const elsewhere = await context.newPage()
  await signIn(elsewhere, operator)
  await signIn(page, operator, '/dashboard/settings?tab=security')
  const change = async (current: string, next: string, again = next) => {
    await page.getByLabel('Current password', { exact: true }).fill(current)
    await page.getByLabel('New password', { exact: true }).fill(next)
    await page.getByLabel('Confirm password', { exact: true }).fill(again)
    await page.getByRole('button', { name: 'Update Password' }).click()
  }

  await test.step('what does not fit is said at its field', async () => {
    await change(operator.password, 'short', 'other')
    await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible()
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await change('not this one', 'the new one')
    await expect(page.getByText('Current password is incorrect.')).toBeVisible()
    await expect(page.getByLabel('Current password', { exact: true })).toBeFocused()
    await expectAccessible(page, 'the security settings')
  })

  await test.step('the new one counts, here and elsewhere', async () => {
    await change(operator.password, 'the new one')
    await expect(page.getByLabel('Current password', { exact: true })).toHaveValue('')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Update Password' })).toBeVisible()

    const url = `${product.url}/api/v1/auth/login`
    const tryPassword = async (password: string) =>
      (await elsewhere.request.post(url, { data: { email: address, password } })).status()
    expect(await tryPassword(operator.password)).toBe(401)
    expect(await tryPassword('the new one')).toBe(200)
    await elsewhere.reload()
    await expect(elsewhere).toHaveURL(/\/disconnected\?reason=unauthorized$/)
  })
  await context.close()
})

test('another session is ended from the list', async ({
  page,
  browser,
  product,
  mail,
  address,
}) => {
  const operator = await newOperator(product.url, mail, { email: address })
  const context = await browser.newContext({ baseURL: product.url })
  const elsewhere = await context.newPage()
  await signIn(elsewhere, operator)
  await signIn(page, operator, '/dashboard/settings?tab=security')
  await expect(page.getByText('This device')).toHaveCount(1)
  await page.getByRole('button', { name: 'End this session' }).click()
  await expect(page.getByRole('button', { name: 'End this session' })).toHaveCount(0)
  await expect(page.getByText('There are no others.')).toBeVisible()
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/disconnected\?reason=unauthorized$/)

  await signIn(elsewhere, operator)
  await page.reload()
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await expect(page.getByText('One session ended.')).toBeFocused()
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/disconnected\?reason=unauthorized$/)
  await context.close()
})

test('each choice is kept at once, and taken back when it cannot be', async ({
  page,
  product,
  mail,
  address,
}) => {
  await signIn(
    page,
    await newOperator(product.url, mail, { email: address }),
    '/dashboard/settings?tab=notifications',
  )
  const toggle = (name: string) => page.getByRole('switch', { name })
  await expect(toggle('Email')).toBeChecked()
  await expect(toggle('Push')).not.toBeChecked()
  await expect(toggle('SMS')).toBeChecked()
  await expect(toggle('Marketing')).not.toBeChecked()
  await expect(
    page.getByText('Not delivered yet: no SMS sender is configured.', { exact: true }),
  ).toBeVisible()
  await toggle('Marketing').click()
  await expect(toggle('Marketing')).toBeChecked()
  await toggle('Email').click()
  await expect(toggle('Email')).not.toBeChecked()
  await expect(page.getByText('Saved', { exact: true })).toHaveCount(2)
  await expectAccessible(page, 'the notification settings')
  await page.reload()
  await expect(toggle('Marketing')).toBeChecked()
  await expect(toggle('Email')).not.toBeChecked()

  await page.route('**/api/v1/auth/me/preferences', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 409, json: { message: 'Not just now.', error: 'x', code: 'x' } })
      : route.continue(),
  )
  await toggle('Email').click()
  await expect(page.getByText('Not just now.')).toBeVisible()
  await expect(toggle('Email')).not.toBeChecked()
  await page.unroute('**/api/v1/auth/me/preferences')
})

test('dates follow the language and the time zone, the product the theme', async ({
  page,
  product,
  mail,
  address,
}) => {
  await signIn(
    page,
    await newOperator(product.url, mail, { email: address }),
    '/dashboard/settings?tab=preferences',
  )
  await expect(page.getByText('Screen texts are in English for now.')).toBeVisible()
  await page.getByLabel('Timezone').selectOption('EST')
  await expect(page.getByText(/^Now: \d\d:\d\d, UTC-5, no daylight saving time$/)).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toHaveCount(1)
  await page.getByLabel('Language').selectOption('de')
  await expect(page.getByText('Saved', { exact: true })).toHaveCount(2)
  await expectAccessible(page, 'the preferences')
  await page.goto('/dashboard/analytics')
  await expect(page.getByText(/times in EST$/).first()).toBeAttached()

  await page.goto('/dashboard/settings?tab=appearance')
  await page.getByRole('radio', { name: 'Dark' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessible(page, 'the appearance')
  // Another browser knows nothing yet; the account tells it.
  await page.evaluate(() => localStorage.removeItem('stowage.theme'))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
