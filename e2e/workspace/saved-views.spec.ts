import { expect, expectAccessible, expectFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

test('a list of the warehouse opens with its saved view, on the page it is on', async ({
  page,
  product,
  mail,
}) => {
  const { operator, slug } = await newStockedSite(product.url, mail)
  await signInTo(page, slug, operator)
  const dialog = page.getByRole('dialog')
  const menu = page.getByRole('button', { name: 'Saved views menu' })
  const tab = (name: string) => page.getByRole('link', { name, exact: true })
  const save = async (name: string) => {
    await menu.click()
    await page.getByRole('button', { name: 'Save as new view…' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await expect(tab(name)).toHaveAttribute('aria-current', 'page')
  }

  // Its filter has a default, and its address differs from the name of its table.
  await page.goto(`/${slug}/app/stock/lots?empty=with&state=hold`)
  await expect(page.getByText('No lots match')).toBeVisible()
  await save('On hold')
  await expectAccessible(page, 'a list of stock with a saved view')
  await expectFitting(page)
  await menu.click()
  await page.getByRole('button', { name: 'Open the list with this view' }).click()
  await expect(page.getByText('The list now opens with On hold')).toBeVisible()

  await page.goto(`/${slug}/app/stock/lots`)
  await expect(tab('On hold')).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveURL(/state=hold/)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(tab('On hold •')).toBeVisible()
  await menu.click()
  await page.getByRole('button', { name: 'Save changes to On hold' }).click()
  await expect(tab('On hold')).toHaveAttribute('aria-current', 'page')

  await follow(page, `/${slug}/app/catalog`)
  await expect(page.getByRole('row', { name: /MUG/ })).toBeVisible()
  await expect(tab('On hold')).toHaveCount(0)
  await follow(page, `/${slug}/app/catalog?stock=low`)
  await save('To reorder')
  await page.getByRole('button', { name: 'Add product' }).click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await tab('To reorder').click()
  await expect(page).toHaveURL(/\/app\/catalog\?.*stock=low/)
})
