import { expect, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { newStockedSite, stockOf } from './stocked.ts'

test('an order is shipped in one form, and what waits is named', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  const { call, slug, operator } = site
  await call('/carriers', { code: 'DHL', name: 'DHL Paket' })
  await call('/boxes', { code: 'CM', name: 'Carton M', lengthMm: 300 })
  await call('/catalog/products', {
    name: 'Cap',
    variants: [{ sku: 'CAP', backorder: { policy: 'allow' } }],
  })
  const { order } = (await call('/orders', {
    lines: [
      { sku: 'MUG', qty: '12' },
      { sku: 'CAP', qty: '8' },
    ],
    confirm: { mode: 'backorder' },
  })) as { order: { id: string; number: string } }
  await signInTo(page, slug, operator)
  await page.goto(`/${slug}/app/orders/${order.id}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Fulfill now…' }).click()
  await dialog.getByRole('combobox', { name: 'Box' }).fill('cm')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Length (mm)')).toHaveValue('300')
  await dialog.getByRole('combobox', { name: 'Carrier' }).fill('dhl')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Tracking number').fill('0034-9')
  await expectAccessibleAndFitting(page, 'fulfilling an order in one form')
  await dialog.getByRole('button', { name: 'Ship order' }).click()
  await expect(page.getByText(`${order.number} was shipped in part.`)).toBeVisible()
  await expect(page.getByText('Not shipped: CAP 8 waiting for stock')).toBeVisible()
  await expect(page.getByText('DHL Paket', { exact: false }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fulfill now…' })).toHaveCount(0)
  expect(await stockOf(site)).toEqual([])
})
