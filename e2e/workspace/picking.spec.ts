import { expect, expectAccessible, expectFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'

type Made = { order: { id: string; version: number } }

test('tasks are claimed, handed back and assigned', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator)
  const list = `/${site.slug}/app/picking`

  await test.step('there is nothing to pick yet', async () => {
    await page.goto(list)
    await expect(page.getByText('Nothing to pick')).toBeVisible()
    await expectAccessible(page, 'nothing to pick')
  })
  for (const qty of ['4', '3']) {
    const lines = [{ sku: 'MUG', qty }]
    const { order } = (await site.call('/orders', { lines, confirm: {} })) as Made
    await site.call(`/orders/${order.id}/release`, { version: order.version })
  }
  const rows = page.getByRole('row', { name: /A-01/ })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await test.step('a task is claimed', async () => {
    await page.reload()
    await expect(rows).toHaveCount(2)
    await page.getByRole('checkbox', { name: /4 MUG from A-01/ }).check()
    await expectAccessible(page, 'tasks to pick')
    await expectFitting(page)
    await press('Claim')
    await expect(page.getByText('1 task yours')).toBeVisible()
    await page.getByRole('link', { name: 'Mine' }).click()
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('Ada Alba')
  })

  await test.step('it is handed back', async () => {
    await rows.getByRole('checkbox').check()
    await press('Hand back')
    await expect(page.getByText('You have no tasks')).toBeVisible()
  })

  await test.step('all are assigned to a member', async () => {
    await page.getByRole('link', { name: 'Free' }).click()
    await expect(rows).toHaveCount(2)
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
    await press('Assign…')
    await page.getByLabel('Member').selectOption('Mo')
    await expectAccessible(page, 'assigning tasks')
    await press('Assign tasks')
    await expect(page.getByText('2 tasks assigned to Mo')).toBeVisible()
    await expect(page.getByText('No free tasks')).toBeVisible()
  })
})
