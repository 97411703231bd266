import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleAndFitting,
  expectFitting,
  test,
} from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { scan } from '../scanner.ts'
import { resizeTo } from '../sizes.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

const [mug, caseOfMugs] = ['4006381333931', '14006381333938']
const bandOf = (page: Page) => page.getByRole('region', { name: 'Scans', exact: true })
const linesOf = (page: Page) => page.getByRole('list', { name: 'Lines' }).getByRole('listitem')
const quantityOf = (page: Page, at: number) =>
  linesOf(page).nth(at).getByRole('textbox', { name: 'Quantity', exact: true })

async function openEntry(page: Page, slug: string) {
  await follow(page, `/${slug}/app/orders/new`)
  await expect(page.getByRole('combobox', { name: 'Item', exact: true })).toBeFocused()
}

test('an order is scanned, pasted, confirmed and duplicated', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  const east = (await site.call('/warehouses', { code: 'EAST', name: 'East' })) as {
    warehouse: { id: string }
  }
  await site.receive([{ sku: 'MUG', qty: '30' }], { warehouseId: east.warehouse.id })
  await signInTo(page, site.slug, site.operator)
  await openEntry(page, site.slug)
  const band = bandOf(page)

  await test.step('each scan of an item is one more of it', async () => {
    for (const said of ['MUG: 1 each', 'MUG: 2 each', 'MUG: 3 each']) {
      await scan(page, mug)
      await expect(band).toContainText(said)
    }
    await expect(linesOf(page)).toHaveCount(1)
    await expect(quantityOf(page, 0)).toHaveValue('3')
  })

  await test.step('a pack barcode adds the pack, with its own line', async () => {
    await scan(page, caseOfMugs)
    await expect(band).toContainText('MUG: 1 case')
    await expect(linesOf(page)).toHaveCount(2)
  })

  await test.step('a line shows what each warehouse has, before anything is saved', async () => {
    await expect(linesOf(page).first()).toContainText('12 in MAIN')
    await expect(linesOf(page).first()).toContainText('30 in EAST')
  })

  await test.step('an unknown code is said loudly and changes nothing', async () => {
    await scan(page, 'NOBODY-1')
    await expect(band).toHaveAttribute('data-tone', 'bad')
    await expect(band).toContainText('NOBODY-1')
    await expect(linesOf(page)).toHaveCount(2)
    await expectAccessible(page, 'an order that is scanned')
    await expectFitting(page)
  })

  await test.step('an undone scan leaves what was typed since', async () => {
    await quantityOf(page, 0).fill('4')
    await page.getByRole('combobox', { name: 'Item', exact: true }).focus()
    await scan(page, 'CMD:UNDO')
    await expect(band).toContainText('Undone: MUG: 1 case')
    await expect(linesOf(page)).toHaveCount(1)
    await expect(quantityOf(page, 0)).toHaveValue('4')
  })

  await test.step('two columns of a spreadsheet are pasted', async () => {
    await page.getByRole('combobox', { name: 'Item', exact: true }).evaluate((field) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'MUG\t2\r\nTEA\t1\r\nNOWHERE\t3\r\n')
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    })
    await expect(page.getByText(/Added 2 of 3 rows\. .*NOWHERE 3/)).toBeVisible()
    await expect(quantityOf(page, 0)).toHaveValue('6')
    await expect(linesOf(page)).toHaveCount(2)
  })

  await test.step('an item whose rule denies backorders says so, with the way to the rule', async () => {
    await page.getByRole('button', { name: 'Remove 1 TEA' }).click()
    await quantityOf(page, 0).fill('99')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText(/Its backorder rule doesn’t allow backorders/)).toBeVisible()
    const rule = page.getByRole('link', { name: 'Change the backorder rule of MUG' })
    await expect(rule).toHaveAttribute('href', /\/catalog\/MUG\?.*tab=details/)
    await expectAccessible(page, 'an order that cannot wait')
    await quantityOf(page, 0).fill('6')
  })

  await test.step('Ctrl+Enter confirms', async () => {
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText(/^SO-\d+ was confirmed, all lines are reserved/)).toBeVisible()
    await expect(page.getByRole('heading', { name: /^SO-/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /MUG/ })).toContainText('6')
    // It is in the order by now: no scan of it can be undone.
    await scan(page, 'CMD:UNDO')
    await expect(band).toContainText('There is nothing to undo.')
    await band.getByRole('button', { name: 'Dismiss' }).click()
  })

  await test.step('its copy is scanned on', async () => {
    await page.getByRole('link', { name: 'Duplicate' }).click()
    await expect(quantityOf(page, 0)).toHaveValue('6')
    await page.getByRole('combobox', { name: 'Item', exact: true }).focus()
    await scan(page, mug)
    await expect(band).toContainText('MUG: 7 each')
    await expect(linesOf(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText(/was saved as a draft/)).toBeVisible()
  })
})

test('a half-typed order survives the end of the session', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator)
  await openEntry(page, site.slug)
  await scan(page, mug)
  await expect(quantityOf(page, 0)).toHaveValue('1')
  await page.getByLabel('Note').fill('Call first')
  // The server accepts the session no longer, as after an end from elsewhere.
  await page.evaluate(() => {
    const [head, body] = (localStorage.getItem('tenantAccessToken') ?? '').split('.')
    localStorage.setItem('tenantAccessToken', `${head}.${body}.${'A'.repeat(86)}`)
  })
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/\/disconnected\?reason=unauthorized$/)
  await signInTo(page, site.slug, site.operator)
  await follow(page, `/${site.slug}/app/orders/new`)
  await expect(page.getByText('This order was saved on this device')).toBeVisible()
  await expect(quantityOf(page, 0)).toHaveValue('1')
  await expect(page.getByLabel('Note')).toHaveValue('Call first')
})

test('a half-typed customer survives a reload and the end of the session', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/customers/new`)
  await page.getByLabel('Code', { exact: true }).fill('ADA')
  await page.getByLabel('Name', { exact: true }).fill('Ada Harbor')
  await page.getByLabel('Street', { exact: true }).fill('1 Quay Street')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Products', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Restore your unsaved work' }).click()
  await expect(page.getByLabel('Street', { exact: true })).toHaveValue('1 Quay Street')
  await page.reload()
  await page.getByRole('button', { name: 'Restore your unsaved work' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada Harbor')
  await page.evaluate(() => {
    const [head, body] = (localStorage.getItem('tenantAccessToken') ?? '').split('.')
    localStorage.setItem('tenantAccessToken', `${head}.${body}.${'A'.repeat(86)}`)
  })
  await page.getByRole('button', { name: 'Create customer' }).click()
  await expect(page).toHaveURL(/\/disconnected\?reason=unauthorized$/)
  await signInTo(page, site.slug, site.operator)
  await follow(page, `/${site.slug}/app/customers/new`)
  await page.getByRole('button', { name: 'Restore your unsaved work' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada Harbor')
  await expect(page.getByLabel('Street', { exact: true })).toHaveValue('1 Quay Street')
})

test('an order is scanned and confirmed where the screen is narrow', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await resizeTo(page, 'phone')
  await signInTo(page, site.slug, site.operator)
  await openEntry(page, site.slug)
  await scan(page, mug)
  await expect(bandOf(page)).toContainText('MUG: 1 each')
  await scan(page, mug)
  await expect(quantityOf(page, 0)).toHaveValue('2')
  await expect(linesOf(page).first()).toContainText('12 in MAIN')
  await expectAccessibleAndFitting(page, 'an order on a narrow screen')
  // Enter in the field of the customer does not order without one.
  const customer = page.getByRole('combobox', { name: 'Customer' })
  await customer.fill('Nobody of this name')
  await expect(page.getByText('No matches')).toBeVisible()
  await customer.press('Enter')
  await expect(page.getByText('No customer is chosen. Choose one from the list.')).toBeVisible()
  // Nor does a button.
  for (const name of ['Confirm order', 'Save draft']) {
    await page.getByRole('button', { name }).click()
    await expect(customer).toBeFocused()
  }
  await expect(page).toHaveURL(/\/orders\/new/)
  await customer.fill('')
  await page.getByRole('button', { name: 'Confirm order' }).click()
  await expect(page.getByText(/^SO-\d+ was confirmed, all lines are reserved/)).toBeVisible()
  await expectFitting(page)
})

test('an order of another currency takes no catalog prices, and shows its total', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await site.call('/customers', { code: 'US1', name: 'Harbor Inc', currency: 'USD' })
  await site.call('/catalog/products', {
    name: 'Bowl',
    variants: [{ sku: 'BOWL', sellPrice: '9.50', backorder: { policy: 'allow' } }],
  })
  await signInTo(page, site.slug, site.operator)
  await openEntry(page, site.slug)
  await page.getByRole('combobox', { name: 'Item', exact: true }).fill('BOWL')
  await page.keyboard.press('Enter')
  await quantityOf(page, 0).fill('2')
  await expect(page.getByLabel('Price (EUR)')).toHaveValue('9.50')
  await expect(page.getByText('Line total €19.00')).toBeVisible()
  await page.getByLabel('Shipping charge').fill('4.90')
  await expect(page.getByText('Order total: €23.90')).toBeVisible()
  await page.getByRole('combobox', { name: 'Customer' }).fill('harbor')
  await page.getByRole('option', { name: /Harbor Inc/ }).click()
  await expect(page.getByText('Catalog prices are in EUR, so enter its prices.')).toBeVisible()
  await expect(page.getByLabel('Price (USD)')).toHaveValue('')
  await page.getByLabel('Price (USD)').fill('11')
  await expect(page.getByText('Order total: US$26.90')).toBeVisible()
  await expectAccessibleAndFitting(page, 'an order of another currency')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('US$26.90').first()).toBeVisible()
})
