import {
  expect,
  expectAccessible,
  expectAccessibleAndFitting,
  expectFitting,
  test,
} from '../fixtures.ts'
import { resizeTo } from '../sizes.ts'
import { signInTo } from '../people.ts'
import { scan } from '../scanner.ts'
import { newStockedSite } from './stocked.ts'

type Made = { order: { id: string; number: string; version: number } }
type Tasks = { items: { id: string; qty: string }[] }

test('exceptions are listed, taken care of and ended', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  const { call, read, slug, operator } = site
  const at = (path: string) => `/${slug}/app/${path}`
  const order = async (qty: string) => {
    const body = { lines: [{ sku: 'MUG', qty }], confirm: {} }
    return ((await call('/orders', body)) as Made).order
  }
  const short = await order('12')
  const released = (await call(`/orders/${short.id}/release`, { version: short.version })) as {
    fulfillments: [{ number: string }]
  }
  const { items } = (await read('/picking/tasks')) as Tasks
  await call(`/picking/tasks/${items[0]?.id}/short`, { qtyFound: '10', reasonCode: 'missing' })
  await signInTo(page, slug, operator)
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  const open = (text: string) => row(text).getByRole('button', { name: 'More' }).click()

  await test.step('an unknown code that is scanned is listed with the short pick', async () => {
    await page.goto(at('exceptions'))
    await expect(row('2 each missing in A-01')).toContainText('Short pick')
    // The scanner is heard shortly after the page is there.
    await expect(async () => {
      await scan(page, 'NOBODY-1')
      await expect(page.getByText('NOBODY-1').first()).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await page.goto(at(''))
    await page
      .getByRole('link', { name: /Exceptions/ })
      .first()
      .click()
    await expect(row('NOBODY-1')).toContainText('Unknown code')
    await expectAccessibleAndFitting(page, 'exceptions')
  })

  await test.step('the location is counted, and what is missing adjusted', async () => {
    await expect(row('2 each on hold in A-01')).toContainText('Location to count')
    await open('on hold in A-01')
    await expect(page.getByText(/^Count the location/)).toBeVisible()
    await expectFitting(page)
    await page.getByRole('link', { name: 'Adjust stock' }).click()
    await page.getByLabel('New quantity').fill('0')
    await page.getByLabel('Reason').selectOption('missing')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('MUG now has 0 in A-01')).toBeVisible()
    await page.goto(at('exceptions'))
    await expect(row('NOBODY-1')).toBeVisible()
    await expect(row('on hold in A-01')).toHaveCount(0)
  })

  await test.step('one is assigned and snoozed', async () => {
    await open('MUG')
    await expect(page.getByText('The rest is picked once stock is available.')).toBeVisible()
    await expectAccessible(page, 'an exception')
    await page.getByRole('button', { name: 'Assign to me' }).click()
    await expect(page.getByText('MUG was assigned to you')).toBeVisible()
    await page.getByRole('link', { name: 'Mine' }).click()
    await expect(row('MUG')).toBeVisible()
    await expect(row('NOBODY-1')).toHaveCount(0)
    await page.getByRole('button', { name: 'Snooze for a day' }).click()
    await expect(page.getByText('You have no exceptions')).toBeVisible()
    await page.getByRole('link', { name: 'Snoozed' }).click()
    await expect(row('MUG')).toBeVisible()
  })

  await test.step('the other one is linked to a product, and gone', async () => {
    await page.getByRole('link', { name: 'Open', exact: true }).click()
    await open('NOBODY-1')
    await page.getByRole('link', { name: 'Link to a product' }).click()
    await page.getByRole('searchbox', { name: 'Product' }).fill('TEA')
    await page.getByRole('button', { name: 'Link to TEA' }).click()
    await expect(page.getByText('NOBODY-1 now identifies')).toBeVisible()
    await page.goto(at('exceptions'))
    await expect(page.getByText('No exceptions', { exact: true })).toBeVisible()
    await expectAccessibleAndFitting(page, 'no exceptions')
  })

  await test.step('the short pick leads to its fulfillment', async () => {
    await page.goto(at('exceptions?state=snoozed'))
    await open('MUG')
    await page.getByRole('button', { name: 'Stop snoozing' }).click()
    await expect(row('MUG')).toHaveCount(0)
    await page.goto(at('exceptions'))
    await resizeTo(page, 'phone')
    await open('MUG')
    const fulfillment = page.getByRole('link', { name: 'Open fulfillment' })
    await expect(fulfillment).toBeVisible()
    await expectFitting(page, 'an exception on a phone')
    await fulfillment.click()
    await expect(page.getByRole('heading', { name: released.fulfillments[0].number })).toBeVisible()
  })
})
