import { expect, expectAccessible, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

const asFile = (name: string, ...rows: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${rows.join('\n')}\n`),
})

test('orders are imported from a file, found by a scan and shown on the home page', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator)
  const at = (path: string) => `/${site.slug}/app/${path}`

  await test.step('rows with one number become one order', async () => {
    await page.goto(at('imports'))
    await page.getByRole('button', { name: 'Import file' }).click()
    await page.getByRole('radio', { name: /^Orders/ }).check()
    await page
      .getByLabel('CSV file')
      .setInputFiles(
        asFile(
          'orders.csv',
          'Order number,SKU,Qty,Price,Ship to city',
          '7001,MUG,2,9.50,Bergen',
          '7001,MUG,1,,',
          '7002,MUG,1,,',
          '7003,NOTHING,1,,',
        ),
      )
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('button', { name: 'Check 4 rows' }).click()
    await expect(page.getByText(/SKU: /)).toBeVisible()
    await expectAccessible(page, 'a file of orders')
    await page.getByRole('button', { name: 'Apply 3 rows' }).click()
    await expect(page.getByText('Done, some rows failed')).toBeVisible()
    await follow(page, at('orders'))
    await expect(page.getByRole('row', { name: /SO-/ })).toHaveCount(2)
  })

  await test.step('an order is found by the number of the shop', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Go to or run' }).fill('7001')
    await page.getByRole('option', { name: /SO-/ }).first().click()
    await expect(page.getByRole('heading', { name: /^SO-/ })).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Order details' })).toContainText('7001')
  })

  await test.step('the home page counts it once it is confirmed', async () => {
    await page.getByRole('button', { name: 'Confirm order…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm order' }).click()
    await expect(page.getByText(/was confirmed/)).toBeVisible()
    await follow(page, at(''))
    await page.getByRole('link', { name: 'To release' }).click()
    await expect(page.getByRole('row', { name: /SO-/ })).toHaveCount(1)
  })
})
