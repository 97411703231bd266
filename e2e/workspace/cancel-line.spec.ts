import { expect, expectAccessible, expectFitting, onPhones, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'

type Made = { order: { id: string; number: string; version: number } }
type Released = { fulfillments: [{ id: string; number: string }] }
type Tasks = { items: { id: string; sku: string; qty: string }[] }

test(
  'a line of a released order is cancelled, and what was picked is put back',
  onPhones,
  async ({ page, product, mail }) => {
    const site = await newStockedSite(product.url, mail)
    await site.call('/catalog/products', { name: 'Cup', variants: [{ sku: 'CUP' }] })
    await site.receive([{ sku: 'CUP', qty: '5', location: 'A-02', unitCost: '1.00' }])
    const lines = [
      { sku: 'MUG', qty: '3' },
      { sku: 'CUP', qty: '2' },
    ]
    const { order } = (await site.call('/orders', { lines, confirm: {} })) as Made
    const { version } = order
    const released = (await site.call(`/orders/${order.id}/release`, { version })) as Released
    const [{ id, number }] = released.fulfillments
    const { items } = (await site.read(`/picking/tasks?fulfillment=${id}`)) as Tasks
    const task = items.find(({ sku }) => sku === 'MUG')
    await site.call(`/picking/tasks/${task?.id}/confirm`, { qty: '2' })
    await signInTo(page, site.slug, site.operator)
    await page.goto(`/${site.slug}/app/orders/${order.id}`)
    await page.getByRole('button', { name: 'More for MUG' }).click()
    await page.getByRole('button', { name: 'Cancel a quantity of MUG' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Quantity: 3 each')).toBeVisible()
    await expectAccessible(page, 'cancelling a released line')
    await expectFitting(page)
    await dialog.getByRole('button', { name: 'Cancel line' }).click()
    await expect(
      page.getByText(`MUG in ${order.number} was reduced. Put back: 2 MUG from STAGE`).first(),
    ).toBeVisible()
    await page.getByRole('link', { name: number, exact: true }).click()
    await expect(page.getByText('Cancelled').first()).toBeVisible()
    await expectAccessible(page, 'a fulfillment with a cancelled line')
    await expectFitting(page)
  },
)
