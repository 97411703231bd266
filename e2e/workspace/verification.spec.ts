import { expect, expectAccessible, test } from '../world.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'

test('the books are checked at a press', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator)
  await page.goto(`/${site.slug}/app/settings?tab=verification`)
  await expect(page.getByText('No check has run yet')).toBeVisible()
  await page.getByRole('button', { name: 'Check everything' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('All books agree')).toBeVisible()
  await expect(page.getByRole('row', { name: /Everything/ })).toContainText('All agree')
  await page.getByRole('button', { name: 'Check what has changed' }).click()
  await expect(page.getByRole('row', { name: /What has changed/ })).toContainText('All agree')
  await expectAccessible(page, 'the checks of the books')
})

test('reasons are added and put away, warehouses are kept from members', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await site.call('/places/warehouses', { code: 'EAST', name: 'East' })
  const picker = await site.newMember({ role: 'picker', permissions: [] })
  await signInTo(page, site.slug, site.operator)

  await test.step('a reason', async () => {
    await page.goto(`/${site.slug}/app/settings?tab=reasons`)
    await page.getByRole('button', { name: 'Add a reason' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a reason' })
    await dialog.getByLabel('Name').fill('Water')
    await dialog.getByLabel('Code').fill('water')
    await dialog.getByRole('button', { name: 'Add the reason' }).click()
    await expect(dialog.getByText('Choose what it is for')).toBeVisible()
    await expectAccessible(page, 'a new reason')
    await dialog.getByLabel('less than the books say').check()
    await dialog.getByRole('button', { name: 'Add the reason' }).click()
    await expect(page.getByText('"Water" can be chosen now')).toBeVisible()
    const row = page.getByRole('row', { name: /Water/ })
    await row.getByRole('button', { name: 'Put away: Water' }).click()
    await expect(row).toContainText('Put away')
    await expectAccessible(page, 'the reasons')
  })

  await test.step('a member who sees one warehouse', async () => {
    await page.getByRole('link', { name: 'Warehouse access' }).click()
    const card = page.getByRole('listitem').filter({ hasText: picker.email })
    await card.getByLabel('East').check()
    await expect(card.getByText('Sees only these warehouses')).toBeVisible()
    await card.getByRole('button', { name: /^Save the warehouses/ }).click()
    await expect(page.getByText(/sees one warehouse$/)).toBeVisible()
    await expectAccessible(page, 'the warehouses of the members')
    await page.reload()
    await expect(card.getByLabel('East')).toBeChecked()
  })

  await test.step('has nothing to see of the other, and reads why the rest is not allowed', async () => {
    await page.getByRole('button', { name: 'Logout' }).click()
    await signInTo(page, site.slug, picker)
    await page.goto(`/${site.slug}/app/stock`)
    await expect(page.getByText('There is nothing in stock yet')).toBeVisible()
    await page.goto(`/${site.slug}/app/settings?tab=verification`)
    const check = page.getByRole('button', { name: 'Check everything' })
    await expect(check).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('link', { name: 'Warehouse access' }).click()
    await expect(page.getByText('You may not see the members')).toBeVisible()
  })
})
