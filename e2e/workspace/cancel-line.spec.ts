import { expect, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { resizeTo } from '../sizes.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'

type Made = { order: { id: string; number: string; version: number } }
type Released = { fulfillments: [{ id: string; number: string }] }
type Tasks = { items: { id: string; sku: string; qty: string }[] }

test('a line of a released order is cancelled, and what was picked is put back', async ({
  page,
  product,
  mail,
}) => {
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
  await expectAccessibleAndFitting(page, 'cancelling a released line')
  await dialog.getByRole('button', { name: 'Cancel line' }).click()
  await expect(
    page.getByText(`MUG in ${order.number} was reduced. Put back: 2 MUG from STAGE`).first(),
  ).toBeVisible()
  await page.getByRole('link', { name: number, exact: true }).click()
  await expect(page.getByText('Cancelled').first()).toBeVisible()
  await expectAccessibleAndFitting(page, 'a fulfillment with a cancelled line')
  // Cancelling the whole order says before and after what is to be put back.
  const cup = items.find(({ sku }) => sku === 'CUP')
  await site.call(`/picking/tasks/${cup?.id}/confirm`, { qty: '2' })
  await page.goto(`/${site.slug}/app/orders/${order.id}`)
  await page.getByRole('button', { name: 'Cancel order…' }).click()
  await expect(dialog.getByText('2 CUP from STAGE to A-02')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Customer')
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Picked for this order, to be put back:')).toBeVisible()
  await expectAccessibleAndFitting(page, 'a cancelled order with goods to put back')
})

test('the rest of a partially shipped order is released, and cancelled again', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  const { call, read, receive, slug } = site
  const lines = [{ sku: 'MUG', qty: '3' }]
  const { order } = (await call('/orders', { lines, confirm: {} })) as Made
  const { version } = order
  const released = (await call(`/orders/${order.id}/release`, { version })) as Released
  const [{ id }] = released.fulfillments
  const { items } = (await read(`/picking/tasks?fulfillment=${id}`)) as Tasks
  const short = { qtyFound: '1', reasonCode: 'missing' }
  await call(`/picking/tasks/${items[0]?.id}/short`, short)
  await call(`/packing/fulfillments/${id}/pack-all`, {})
  await call('/shipping/shipments', { fulfillmentId: id })
  await signInTo(page, slug, site.operator)
  const progress = page.getByRole('list', { name: 'Progress of MUG' })
  const dialog = page.getByRole('dialog')
  const rest = page.getByRole('button', { name: 'Release the rest…' })

  await test.step('what arrived for it is released', async () => {
    await page.goto(`/${slug}/app/orders/${order.id}`)
    await expect(progress).toHaveText('1 shipped')
    await expect(rest).toHaveCount(0)
    await receive([{ sku: 'MUG', qty: '2', location: 'A-02', unitCost: '2.50' }])
    await page.reload()
    await rest.click()
    await dialog.getByRole('button', { name: 'Release order' }).click()
    await expect(progress).toHaveText('1 shipped,2 to pick')
    await expect(rest).toHaveCount(0)
    await expectAccessibleAndFitting(page, 'a partially shipped order')
    for (const width of [390, 360]) {
      await resizeTo(page, { width, height: 844 })
      const cut = await progress.evaluate(
        (list) =>
          [...list.querySelectorAll('li')].filter((step) => {
            const { left, right, top, height } = step.getBoundingClientRect()
            return [left + 1, right - 1].some(
              (x) => !step.contains(document.elementFromPoint(x, top + height / 2)),
            )
          }).length,
      )
      expect(cut, `steps that something covers at ${width}`).toBe(0)
    }
    await resizeTo(page, 'desk')
  })

  await test.step('its line is cancelled as far as it is not shipped', async () => {
    await page.getByRole('button', { name: 'More for MUG' }).click()
    await page.getByRole('button', { name: 'Cancel a quantity of MUG' }).click()
    await expect(dialog.getByText('Quantity: 2 each')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel line' }).click()
    await expect(progress).toHaveText('1 shipped')
    await expect(page.getByText('Shipped', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Close short…' })).toHaveCount(0)
  })
})
