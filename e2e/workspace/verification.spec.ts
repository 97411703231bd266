import { openAccount } from '../lists.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

test('books are checked, reasons are added and archived, warehouses are kept from members', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await site.call('/warehouses', { code: 'EAST', name: 'East' })
  const picker = await site.newMember({ role: 'picker', permissions: [] })
  await signInTo(page, site.slug, site.operator)

  await test.step('the integrity check is started by hand', async () => {
    await page.goto(`/${site.slug}/app/settings?tab=verification`)
    await expect(page.getByText('No checks yet')).toBeVisible()
    await page.getByRole('button', { name: 'Run full check' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Integrity check passed')).toBeVisible()
    await expect(page.getByRole('row', { name: /Everything/ })).toContainText('Passed')
    await page.getByRole('button', { name: 'Check recent changes' }).click()
    await expect(page.getByRole('row', { name: /Changes since the last check/ })).toContainText(
      'Passed',
    )
    await expectAccessible(page, 'the checks of the books')
  })

  await test.step('a reason', async () => {
    await follow(page, `/${site.slug}/app/settings?tab=reasons`)
    await page.getByRole('button', { name: 'Add reason' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add reason' })
    await dialog.getByLabel('Name').fill('Water')
    await dialog.getByLabel('Code').fill('water')
    await dialog.getByRole('button', { name: 'Add reason' }).click()
    await expect(dialog.getByText('Choose at least one use')).toBeVisible()
    await expectAccessible(page, 'a new reason')
    await dialog.getByLabel('quantity decreases').check()
    await dialog.getByRole('button', { name: 'Add reason' }).click()
    await expect(page.getByText('"Water" was added')).toBeVisible()
    const row = page.getByRole('row', { name: /Water/ })
    await row.getByRole('button', { name: 'More for Water' }).click()
    await row.getByRole('button', { name: 'Archive: Water' }).click()
    await expect(row).toContainText('Archived')
    await expectAccessible(page, 'the reasons')
  })

  await test.step('a member who sees one warehouse', async () => {
    await page.getByRole('link', { name: 'Warehouse access' }).click()
    const card = page.getByRole('listitem').filter({ hasText: picker.email })
    await card.getByLabel('East').check()
    await expect(card.getByText('Selected warehouses')).toBeVisible()
    await card.getByRole('button', { name: /^Save warehouses/ }).click()
    await expect(page.getByText(/now has access to 1 warehouse$/)).toBeVisible()
    await expectAccessible(page, 'the warehouses of the members')
    await page.reload()
    await expect(card.getByLabel('East')).toBeChecked()
  })

  await test.step('has nothing to see of the other, and reads why the rest is not allowed', async () => {
    await openAccount(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await signInTo(page, site.slug, picker, `/${site.slug}/app/stock`)
    await expect(page.getByText('No stock yet')).toBeVisible()
    await follow(page, `/${site.slug}/app/settings?tab=verification`)
    const check = page.getByRole('button', { name: 'Run full check' })
    await expect(check).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('link', { name: 'Warehouse access' }).click()
    await expect(page.getByText('You don’t have permission to see members')).toBeVisible()
  })
})
