import { expect, expectAccessible, expectFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

test('orders of a shop arrive, are changed together and found in a saved view', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator)
  const dialog = page.getByRole('dialog')
  const at = (path: string) => `/${site.slug}/app/${path}`
  const row = (number: RegExp) => page.getByRole('row', { name: number })
  let secret = ''

  await test.step('a channel is added and edited', async () => {
    await page.goto(at('channels'))
    await expect(page.getByText('No channels yet')).toBeVisible()
    await page.getByRole('button', { name: 'Add channel' }).first().click()
    await dialog.getByLabel('Code', { exact: true }).fill('WEBSHOP')
    await dialog.getByLabel('Ships from').selectOption({ index: 1 })
    await expectAccessible(page, 'a new channel')
    await dialog.getByRole('button', { name: 'Add channel' }).click()
    await expect(row(/WEBSHOP/)).toContainText('MAIN')
    await row(/WEBSHOP/)
      .getByRole('button', { name: 'More for WEBSHOP' })
      .click()
    await page.getByRole('button', { name: 'Edit WEBSHOP' }).click()
    await dialog.getByLabel('Confirm orders automatically').check()
    await dialog.getByRole('button', { name: 'Save channel' }).click()
    await expect(row(/WEBSHOP/)).toContainText('Automatically')
    await expectAccessible(page, 'the channels')
    await expectFitting(page)
  })

  await test.step('an API key is created for the shop', async () => {
    await follow(page, at('settings/api-keys'))
    await page.getByRole('button', { name: 'Create API key' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Web shop')
    await dialog.getByLabel('Create orders').check()
    await dialog.getByLabel('Edit orders').check()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    secret = await dialog.getByRole('region', { name: 'Secret' }).getByRole('code').innerText()
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  const send = async (external: string, qty: string) => {
    const path = `/api/v1/tenant/${site.slug}/orders/by-external/WEBSHOP/${external}`
    const answer = await fetch(product.url + path, {
      method: 'PUT',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ lines: [{ sku: 'MUG', qty }], paymentState: 'Paid' }),
    })
    return ((await answer.json()) as { result: string }).result
  }

  await test.step('the shop sends orders, and changes one', async () => {
    expect(await send('1001', '2')).toBe('created')
    expect(await send('1001', '2')).toBe('unchanged')
    expect(await send('1001', '3')).toBe('updated')
    expect(await send('1002', '1')).toBe('created')
    await follow(page, at('orders?q=1001'))
    await expect(row(/SO-/)).toHaveCount(1)
    await expect(row(/SO-/)).toContainText('Confirmed')
    await row(/SO-/).getByRole('link', { name: /SO-/ }).click()
    await expect(page.getByRole('row', { name: /MUG/ })).toContainText('3')
    await expect(page.getByRole('complementary', { name: 'Order details' })).toContainText('1001')
    await expectAccessible(page, 'an order of a shop')
    await expectFitting(page)
  })

  await test.step('selected orders are tagged and put on hold, and each refusal is named', async () => {
    await follow(page, at('orders'))
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
    await page.getByRole('button', { name: 'Tag…' }).click()
    await dialog.getByLabel('Add tags').fill('gift, vip')
    await expectAccessible(page, 'tags for several orders')
    await dialog.getByRole('button', { name: 'Save tags' }).click()
    await expect(page.getByText('2 orders tagged')).toBeVisible()
    await row(/SO-/).first().getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Put on hold…' }).click()
    await dialog.getByRole('button', { name: 'Put on hold' }).click()
    await expect(page.getByText('1 order put on hold')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
    await page.getByRole('button', { name: 'Put on hold…' }).click()
    await dialog.getByRole('button', { name: 'Put on hold' }).click()
    await expect(page.getByText('1 of 2 orders put on hold')).toBeVisible()
    await expect(
      page.getByRole('list', { name: 'Orders not changed' }).getByRole('link'),
    ).toHaveCount(1)
    await expectAccessible(page, 'orders that were not changed')
  })

  await test.step('filters and columns are kept as a view that opens with the list', async () => {
    const menu = page.getByRole('button', { name: 'Saved views menu' })
    await follow(page, at('orders?tag=gift&sort=number'))
    await expect(row(/SO-/)).toHaveCount(2)
    await menu.click()
    await page.getByRole('button', { name: 'Save as new view…' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Gifts')
    await dialog.getByLabel('Share with everyone').check()
    await expectAccessible(page, 'a new view')
    await dialog.getByRole('button', { name: 'Save view' }).click()
    const tab = page.getByRole('link', { name: 'Gifts' })
    await expect(tab).toHaveAttribute('aria-current', 'page')
    await menu.click()
    await page.getByRole('button', { name: 'Open the list with this view' }).click()
    await expect(page.getByText('The list now opens with Gifts')).toBeVisible()
    await page.goto(at('orders'))
    await expect(tab).toHaveAttribute('aria-current', 'page')
    await expect(page).toHaveURL(/tag=gift/)
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await expect(page).not.toHaveURL(/tag=gift/)
    await tab.click()
    await menu.click()
    await page.getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete view' }).click()
    await expect(tab).toHaveCount(0)
    await expectAccessible(page, 'the list of orders')
    await expectFitting(page)
  })
})
