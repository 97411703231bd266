import { expect, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'

type Made = { order: { id: string; number: string } }

test('selected orders are added to a wave, which is edited and released', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  const place = async (qty: string, more: object = { confirm: {} }) =>
    ((await site.call('/orders', { lines: [{ sku: 'MUG', qty }], ...more })) as Made).order
  const [first, second, draft] = [await place('2'), await place('3'), await place('1', {})]
  await signInTo(page, site.slug, site.operator)
  const dialog = page.getByRole('dialog')
  const select = async (...numbers: string[]) => {
    await page.goto(`/${site.slug}/app/orders`)
    for (const number of numbers)
      await page.getByRole('checkbox', { name: `Select ${number}` }).check()
    await page.getByRole('button', { name: 'Add to wave…' }).click()
  }

  await test.step('a new wave takes those that can be released, and says why not the other', async () => {
    await select(first.number, draft.number)
    await dialog.getByLabel('Name').fill('Morning')
    await expectAccessibleAndFitting(page, 'adding orders to a wave')
    await dialog.getByRole('button', { name: 'Add orders' }).click()
    await expect(page.getByText('1 of 2 orders added to the wave')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Orders not changed' })).toContainText(
      `${draft.number}: Nothing of it can be released in MAIN.`,
    )
    await select(second.number)
    await dialog.getByLabel('Wave').selectOption({ label: 'WV-000001, Morning, MAIN' })
    await dialog.getByRole('button', { name: 'Add orders' }).click()
    await page.getByRole('link', { name: 'Open wave' }).click()
    await expect(page.getByText('2 orders, 2 lines, 5 units')).toBeVisible()
  })

  await test.step('its orders, its name and its limits are changed', async () => {
    await page.getByRole('button', { name: `Remove ${second.number}` }).click()
    await expect(page.getByText('1 order, 1 line, 2 units')).toBeVisible()
    await page.getByRole('button', { name: 'Edit wave…' }).click()
    await dialog.getByLabel('Name').fill('Noon')
    await dialog.getByLabel('Lines, at most').fill('5')
    await expectAccessibleAndFitting(page, 'editing a wave')
    await dialog.getByRole('button', { name: 'Save wave' }).click()
    await expect(page.getByText('2,000 orders, 5 lines')).toBeVisible()
    await expect(page.getByText('Noon')).toBeVisible()
    await expectAccessibleAndFitting(page, 'a draft with chosen orders')
  })

  await test.step('it is released with what is left', async () => {
    await page.getByRole('button', { name: 'Release wave' }).click()
    await expect(page.getByRole('row', { name: new RegExp(first.number) })).toContainText(
      'Released',
    )
    await expect(page.getByRole('row', { name: new RegExp(second.number) })).toHaveCount(0)
  })
})
