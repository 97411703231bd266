import type { Page } from '@playwright/test'
import { signInTo } from '../people.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

const marked = (page: Page) => page.getByRole('status').filter({ hasText: 'selected' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('selected products are archived and restored, and selected locations blocked', async ({
  page,
  product,
  mail,
}) => {
  const { operator, slug, call, warehouse } = await newStockedSite(product.url, mail)
  for (const sku of ['CUP', 'PLATE', 'JUG'])
    await call('/catalog/products', { name: `A ${sku}`, variants: [{ sku }] })
  const pattern = 'Z-{01..12}-{1..20}'
  await call('/locations/generate', { warehouseId: warehouse.id, pattern })
  await signInTo(page, slug, operator, `/${slug}/app/catalog`)
  const row = (sku: string) => page.getByRole('row').filter({ hasText: sku })

  await test.step('by keyboard, with one press that takes it back', async () => {
    for (const sku of ['CUP', 'PLATE']) await page.getByLabel(`Select ${sku}`).press('Space')
    await expect(marked(page)).toHaveText('2 selected')
    await expectAccessible(page, 'what can be done with products')
    await page.getByRole('button', { name: 'Archive' }).press('Enter')
    await expect(page.getByText('2 products were archived')).toBeVisible()
    await expect(row('CUP')).toContainText('Archived')
    await expect(row('PLATE')).toContainText('Archived')
    await expect(marked(page)).toHaveCount(0)
    await press(page, 'Undo')
    await expect(row('CUP')).toContainText('Out')
    await expect(row('PLATE')).toContainText('Out')
  })

  await test.step('none of them while one is in stock', async () => {
    for (const sku of ['CUP', 'MUG']) await page.getByLabel(`Select ${sku}`).check()
    await press(page, 'Archive')
    await expect(page.getByRole('alert')).toContainText('MUG is still in stock.')
    await expect(row('CUP')).toContainText('Out')
    await expectAccessible(page, 'products that cannot be archived')
    await press(page, 'Select none')
  })

  await test.step('all matching rows without loading them', async () => {
    await follow(page, `/${slug}/app/catalog?stock=out&limit=25`)
    await expect(page.getByText('Rows 1-4 of 4')).toBeVisible()
    await page.getByLabel('Select all rows of this page').check()
    await press(page, 'Archive')
    await expect(page.getByText('4 products were archived')).toBeVisible()
    await follow(page, `/${slug}/app/catalog?state=archived`)
    await expect(page.getByText('Rows 1-4 of 4')).toBeVisible()
    await page.getByLabel('Select all rows of this page').check()
    await press(page, 'Restore')
    await expect(page.getByText('No products match the filter')).toBeVisible()
  })

  await test.step('240 rows exceed the limit of the action', async () => {
    await follow(page, `/${slug}/app/locations?q=Z-&limit=100`)
    await page.getByLabel('Select all rows of this page').check()
    await press(page, 'Select all 240 matching')
    const block = page.getByRole('button', { name: 'Block…' })
    await expect(block).toHaveAttribute('aria-disabled', 'true')
    await expect(block).toHaveAccessibleDescription('Select up to 200 rows.')
  })

  await test.step('matching rows are blocked in the chosen direction', async () => {
    await follow(page, `/${slug}/app/locations?q=Z-0&limit=100`)
    await page.getByLabel('Select all rows of this page').check()
    await press(page, 'Select all 180 matching')
    await press(page, 'Block…')
    const dialog = page.getByRole('dialog', { name: 'Block 180 locations' })
    await dialog.getByLabel('Block').selectOption('Block outgoing stock')
    await expectAccessible(page, 'locations about to be blocked')
    await dialog.getByRole('button', { name: 'Block locations' }).click()
    await expect(page.getByText('180 locations were blocked')).toBeVisible()
    await follow(page, `/${slug}/app/locations?status=blocked_out`)
    await expect(page.getByText('Rows 1-50 of 180')).toBeVisible()
  })

  await test.step('some are opened again', async () => {
    await page.getByLabel('Select Z-01-1', { exact: true }).check()
    await page.getByLabel('Select Z-01-2', { exact: true }).check()
    await press(page, 'Open')
    await expect(page.getByText('2 locations were opened')).toBeVisible()
    await expect(page.getByText('Rows 1-50 of 178')).toBeVisible()
    await expect(page.locator('main p[role=status]').first()).toBeFocused()
  })
})

test('buckets that are selected are moved in one form, and change their status in one', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await site.receive([
    { sku: 'MUG', qty: '4', location: 'A-02' },
    { sku: 'TEA', qty: '3', location: 'A-01', lotCode: 'L-7' },
  ])
  await signInTo(page, site.slug, site.operator)
  const lines = page.getByRole('list', { name: 'Move lines' }).getByRole('listitem')
  const rows = page.getByRole('row')

  await test.step('all stock of one location is moved to another', async () => {
    await page.goto(`/${site.slug}/app/stock`)
    await page.getByLabel('Select MUG in A-01').check()
    await page.getByLabel('Select TEA in A-01').check()
    await expectAccessible(page, 'what can be done with buckets')
    await page.getByRole('link', { name: 'Move', exact: true }).click()
    await expect(lines).toHaveCount(2)
    await expect(
      lines.filter({ hasText: 'MUG' }).getByLabel('Quantity', { exact: true }),
    ).toHaveValue('12')
    const all = page.getByRole('combobox', { name: 'Location for all' })
    await expect(all).toBeFocused()
    await all.pressSequentially('A-02', { delay: 90 })
    await all.press('Enter')
    await expect(lines.nth(1).getByRole('combobox', { name: 'To location' })).toHaveValue('A-02')
    await expectAccessible(page, 'a move of several buckets')
    await page.reload()
    await expect(lines).toHaveCount(2)
    await expect(all).toHaveValue('A-02')
    await press(page, 'Start over')
    await expect(lines).toHaveCount(2)
    await expect(all).toHaveValue('')
    await all.fill('A-02')
    await all.press('Enter')
    await expect(lines.nth(1).getByRole('combobox', { name: 'To location' })).toHaveValue('A-02')
    await press(page, 'Move 2 lines')
    await expect(page.getByText('2 lines moved')).toBeVisible()
    await press(page, 'Undo')
    await expect(
      page.getByText('Move reversed. Stock is back in its earlier location.'),
    ).toBeVisible()
  })

  await test.step('all that match get another status', async () => {
    await follow(page, `/${site.slug}/app/stock?q=MUG`)
    await expect(page.getByText('Rows 1-2 of 2')).toBeVisible()
    await page.getByLabel('Select all rows of this page').check()
    await page.getByRole('link', { name: 'Change status', exact: true }).click()
    const status = page.getByLabel('Status for all')
    await expect(status).toBeFocused()
    await status.selectOption('On hold')
    await expect(lines.nth(1).getByLabel('To status')).toHaveValue('hold')
    await lines.nth(1).getByLabel('To status').selectOption('Damaged')
    await expect(status.locator('option:checked')).toHaveText('Mixed')
    await press(page, 'Move 2 lines')
    await expect(page.getByText('2 lines moved')).toBeVisible()
    await follow(page, `/${site.slug}/app/stock?status=hold,damaged`)
    await expect(rows.filter({ hasText: 'MUG' })).toHaveCount(2)
  })

  await test.step('what was emptied meanwhile is left out, and that is said', async () => {
    await follow(page, `/${site.slug}/app/stock?status=available`)
    await page.getByLabel('Select TEA in A-01').check()
    const href = await page.getByRole('link', { name: 'Move', exact: true }).getAttribute('href')
    await follow(page, `${href}%2C999999`)
    await expect(lines).toHaveCount(1)
    await expect(page.getByText('1 row was skipped')).toBeVisible()
    await expectAccessible(page, 'a move of what is left')
  })
})
