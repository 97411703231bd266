import { expect, expectAccessible, expectFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

test('an order waits, is served by a receipt, and waits again when its stock is taken', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  const { call } = site
  await call('/catalog/products', {
    name: 'Cap',
    variants: [{ sku: 'CAP', backorder: { policy: 'allow' } }],
  })
  await site.receive([{ sku: 'CAP', qty: '2', location: 'A-02' }])
  const customer = { code: 'C-1', name: 'Harbor Goods' }
  const made = (await call('/customers', customer)) as { customer: { id: string } }
  const order = (await call('/orders', {
    customerId: made.customer.id,
    lines: [{ sku: 'CAP', qty: '5' }],
    confirm: { mode: 'backorder' },
  })) as { order: { id: string; number: string } }
  const { id, number } = order.order
  await signInTo(page, site.slug, site.operator)

  await test.step('an order that may not wait leads to the rule of all products', async () => {
    const { order: refused } = (await call('/orders', {
      lines: [{ sku: 'MUG', qty: '13' }],
    })) as { order: { id: string; number: string } }
    await page.goto(`/${site.slug}/app/orders/${refused.id}`)
    const confirm = async () => {
      await page.getByRole('button', { name: 'Confirm order…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('If items are out of stock').selectOption('backorder')
      await dialog.getByRole('button', { name: 'Confirm order' }).click()
    }
    await confirm()
    await page.getByRole('link', { name: 'Change the rule of all products' }).click()
    await page.getByLabel('Backorders').selectOption({ label: 'Let the order wait' })
    await expectAccessible(page, 'the stock rules')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Settings saved')).toBeVisible()
    // Its products follow a moment later.
    await expect(async () => {
      await page.goto(`/${site.slug}/app/orders/${refused.id}`)
      await confirm()
      const done = page.getByText(`${refused.number} was confirmed, some lines wait`)
      await expect(done).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await call(`/orders/${refused.id}/cancel`, { version: 2, reason: 'Test' })
  })

  await test.step('the queue shows what waits, and its priority is changed', async () => {
    await page.goto(`/${site.slug}/app/orders/backorders`)
    const row = page.getByRole('row', { name: new RegExp(number) })
    await expect(row).toContainText('3 each')
    await row.getByRole('combobox', { name: `Priority of CAP in ${number}` }).selectOption('9')
    await expect(page.getByText(`CAP in ${number} now has priority 9`)).toBeVisible()
    await expectAccessible(page, 'the backorders')
    await expectFitting(page)
  })

  await test.step('a receipt serves it, and its page says why and when', async () => {
    await site.receive([{ sku: 'CAP', qty: '3', location: 'A-02' }])
    await page.goto(`/${site.slug}/app/orders/backorders`)
    await expect(page.getByText('No backorders')).toBeVisible()
    await follow(page, `/${site.slug}/app/orders/${id}`)
    await expect(page.getByText('Backorder reserved: 3 of CAP')).toBeVisible()
    await expect(page.getByText('5 CAP: Reserved when stock came in')).toBeVisible()
    await expectAccessible(page, 'an order with its history')
    await expectFitting(page)
  })

  await test.step('an adjustment names the order and lets it wait', async () => {
    await follow(page, `/${site.slug}/app/stock/adjust?sku=CAP`)
    await page.getByRole('button', { name: /A-02/ }).click()
    await page.getByLabel('New quantity').fill('1')
    await page.getByLabel('Reason').selectOption('missing')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(
      page.getByText(`${number}, Harbor Goods: 5 of CAP reserved, 4 would wait`),
    ).toBeVisible()
    await expectAccessible(page, 'a refused adjustment')
    await page.getByRole('button', { name: 'Post and let these orders wait' }).click()
    await expect(page.getByText('CAP now has 1 in A-02')).toBeVisible()
    await follow(page, `/${site.slug}/app/orders/backorders`)
    await expect(page.getByRole('row', { name: new RegExp(number) })).toContainText('4 each')
  })

  await test.step('a line is cut to what is there', async () => {
    await follow(page, `/${site.slug}/app/orders/${id}`)
    await page.getByRole('button', { name: 'CAP', exact: false }).last().click()
    await page.getByRole('button', { name: 'Edit CAP' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Quantity' }).fill('1')
    await expectAccessible(page, 'the edit of a line')
    await page.getByRole('dialog').getByRole('button', { name: 'Save line' }).click()
    await expect(page.getByText('CAP was saved')).toBeVisible()
    await expect(page.getByText('1 CAP: One warehouse ships the whole order')).toBeVisible()
  })

  await test.step('stock is reserved by hand and released', async () => {
    await follow(page, `/${site.slug}/app/catalog/MUG?tab=orders`)
    await expect(page.getByText('Nothing is reserved')).toBeVisible()
    await page.getByRole('button', { name: 'Reserve stock…' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Quantity' }).fill('4')
    await page.getByRole('dialog').getByLabel('Note').fill('Trade fair')
    await expectAccessible(page, 'a manual reservation')
    await page.getByRole('dialog').getByRole('button', { name: 'Reserve', exact: true }).click()
    await expect(page.getByRole('row', { name: /Trade fair/ })).toContainText('4 each')
    await expectAccessible(page, 'the reservations of a product')
    await page.getByRole('button', { name: 'Release 4 each' }).click()
    await expect(page.getByText('Nothing is reserved')).toBeVisible()
  })
})
