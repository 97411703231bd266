import { expect, expectAccessible, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

test('a location refuses stock above its capacity', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator)

  await test.step('the capacity is set at the location and shown in the list', async () => {
    await page.goto(`/${site.slug}/app/locations?q=A-02`)
    const row = page.getByRole('row').filter({ hasText: 'A-02' }).first()
    await expect(row).toContainText('Any')
    await row.getByRole('button', { name: 'More' }).click()
    const units = page.getByLabel('Maximum quantity')
    await units.fill('0')
    await page.getByRole('button', { name: 'Save location' }).click()
    await expect(page.getByText('Maximum quantity must be at least 1')).toBeVisible()
    await expect(units).toBeFocused()
    await units.fill('10')
    await page.getByLabel('Allow different SKUs').uncheck()
    await page.getByRole('button', { name: 'Save location' }).click()
    await expect(row).toContainText('10 units, one SKU')
    await expectAccessible(page, 'a location with limits')
  })

  await test.step('a delivery that is too large is refused with the numbers', async () => {
    await follow(page, `/${site.slug}/app/receiving/new`)
    const item = page.getByRole('combobox', { name: 'Item' })
    await item.fill('14006381333938')
    await item.press('Enter')
    await page.getByRole('button', { name: 'Location, status, cost' }).click()
    await page.getByRole('combobox', { name: 'To location' }).fill('A-02')
    await page.getByRole('combobox', { name: 'To location' }).press('Enter')
    await page.getByRole('button', { name: 'Complete receipt' }).click()
    await expect(
      page.getByText('A-02 holds up to 10 units. It has 0 and would have 12.'),
    ).toBeVisible()
    await expectAccessible(page, 'a receipt for which there is no room')
    await page.getByLabel('Quantity', { exact: true }).fill('10')
    await page.getByLabel('Unit of quantity').selectOption('each')
    await page.getByRole('button', { name: 'Complete receipt' }).click()
    await expect(page.getByRole('status').getByText(/is in stock: 10 pieces/)).toBeVisible()
  })

  await test.step('stock in a blocked location goes on hold', async () => {
    await follow(page, `/${site.slug}/app/locations?q=A-02`)
    const row = page.getByRole('row').filter({ hasText: 'A-02' }).first()
    await row.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Block A-02…' }).click()
    const question = page.getByRole('dialog', { name: 'Block A-02' })
    await question.getByLabel('Put its stock on hold').check()
    await question.getByRole('button', { name: 'Block A-02' }).click()
    await expect(row).toContainText('Blocked')
    await page.getByRole('link', { name: 'Show stock' }).click()
    await expect(page).toHaveURL(/\/app\/stock/)
    await expect(page.getByRole('row', { name: /MUG/ })).toContainText('On hold')
  })
})

test('stock with too little shelf life is not received as available', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator)

  await test.step('the product shows the shelf life', async () => {
    await page.goto(`/${site.slug}/app/catalog/TEA?tab=details`)
    await page.getByLabel('Left when received').fill('30')
    await page.getByRole('button', { name: 'Save product' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expectAccessible(page, 'how long a product keeps')
  })

  await test.step('the line that expires too soon says so', async () => {
    await follow(page, `/${site.slug}/app/receiving/new`)
    const item = page.getByRole('combobox', { name: 'Item' })
    await item.fill('TEA')
    await item.press('Enter')
    await page.getByLabel('Lot', { exact: true }).fill('L-9')
    const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('Expires on').fill(soon)
    await page.getByRole('button', { name: 'Complete receipt' }).click()
    await expect(
      page.getByText(/Lot L-9 of TEA expires in .*At least 30 days/).first(),
    ).toBeVisible()
    await expect(page.getByLabel('Expires on')).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Status').selectOption('On hold')
    await page.getByRole('button', { name: 'Complete receipt' }).click()
    await expect(page.getByRole('status').getByText(/is in stock: 1 piece/)).toBeVisible()
  })
})
