import { expect, expectAccessible, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'

// A confirmation wears off while the form is filled in.
test.use({ settings: { STEP_UP_WINDOW_SECONDS: '2' } })

test('a new API key asks a member for the password', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/settings/api-keys`)
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Online shop')
  await page.getByLabel('View orders').check()
  await page.waitForTimeout(2_000)
  await page.getByRole('button', { name: 'Create key' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' })
  const password = proof.getByLabel('Your password', { exact: true })
  await password.fill('not this one')
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(proof.getByText('Current password is incorrect.')).toBeVisible()
  await expectAccessible(page, 'the confirmation of a member')
  await password.fill(site.operator.password)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Secret of Online shop' })).toBeVisible()
})
