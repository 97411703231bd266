import { randomUUID } from 'node:crypto'
import { expect, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { newSite } from '../site.ts'
import { workspacePages } from '../views.ts'
import { follow } from '../visits.ts'

const noRecord = /^This [a-z]+ doesn’t exist$|^No product has the SKU/

test('the page of a record that does not exist says so and leads to its list', async ({
  page,
  product,
  mail,
}) => {
  const { slug, operator } = await newSite(product.url, mail)
  await signInTo(page, slug, operator, `/${slug}/app`)
  const main = page.getByRole('main')
  const records = (await workspacePages()).filter((one) => one.includes('$'))
  expect(records.length).toBeGreaterThan(12)
  for (const record of records)
    await test.step(record, async () => {
      await follow(page, `/${slug}/app/${record.replace(/\$\w+/, randomUUID())}`)
      await expect(main.getByText(noRecord)).toBeVisible()
      await expect(main.getByRole('button', { name: 'Retry' })).toHaveCount(0)
      const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link')
      const list = (await breadcrumb.textContent()) ?? ''
      await expect(main.getByRole('link', { name: `Go to ${list}` })).toBeVisible()
      await breadcrumb.click()
      await expect(page).toHaveURL(new RegExp(`/app/${record.replace(/\/\$\w+/, '')}(\\?|$)`))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(list)
    })
  await expectAccessibleAndFitting(page, 'a list')
  await follow(page, `/${slug}/app/orders/${randomUUID()}`)
  await expect(main.getByText(noRecord)).toBeVisible()
  await expectAccessibleAndFitting(page, 'an order that does not exist')
})

test('a task of a record that does not exist says so and leads back', async ({
  page,
  product,
  mail,
}) => {
  const { slug, operator, warehouse } = await newSite(product.url, mail)
  await signInTo(page, slug, operator, `/${slug}/app/floor?wh=${warehouse.id}`)
  const tasks = [
    'pick?fulfillment',
    'pick?batch',
    'pack?fulfillment',
    'load?manifest',
    'receive?receipt',
    'return?return',
    'move?from',
    'move?variant',
  ]
  for (const task of tasks)
    await test.step(task, async () => {
      await page.goto(`/${slug}/app/floor/${task}=${randomUUID()}&wh=${warehouse.id}`)
      await expect(page.getByText(noRecord)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
      await expect(page.getByRole('link', { name: /^Go to / })).toBeVisible()
    })
  await expectAccessibleAndFitting(page, 'a task without its record')
})
