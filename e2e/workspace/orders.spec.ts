import { expect, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

test('an order is entered, confirmed, put on hold and cancelled', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator)
  const quantity = page
    .getByRole('listitem', { name: 'MUG' })
    .getByRole('textbox', { name: 'Quantity', exact: true })
  await page.goto(`/${site.slug}/app/customers`)

  await test.step('a customer is added and edited', async () => {
    await expect(page.getByText('No customers yet')).toBeVisible()
    await expectAccessibleAndFitting(page, 'no customers')
    await page.getByRole('link', { name: 'Add customer' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Ada Harbor')
    await page.getByLabel('Code', { exact: true }).fill('C-100')
    await page.getByLabel('Email').fill('ada@harbor.example')
    await page.getByLabel('City').fill('Berlin')
    await page.getByLabel('Country').fill('de')
    await page.getByLabel('Currency').fill('XXY')
    await page.getByRole('button', { name: 'Create customer' }).click()
    await expect(page.getByLabel('Currency')).toHaveAccessibleDescription(/doesn’t exist/)
    await page.getByLabel('Currency').fill('chf')
    await page.getByLabel('Ship complete only').check()
    await expectAccessibleAndFitting(page, 'a new customer')
    await page.getByRole('button', { name: 'Create customer' }).click()
    await expect(page.getByRole('heading', { name: 'Ada Harbor' })).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Currency')).toHaveValue('CHF')
    await expect(page.getByLabel('Ship complete only')).toBeChecked()
    await page.getByLabel('Currency').fill('')
    await page.getByLabel('Ship complete only').uncheck()
    await page.getByLabel('Tags').fill('vip, retail')
    await page.getByRole('button', { name: 'Save customer' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Currency')).toHaveValue('')
    await expect(page.getByLabel('Ship complete only')).not.toBeChecked()
    await follow(page, `/${site.slug}/app/customers?q=harbor`)
    await expect(page.getByRole('row', { name: /Ada Harbor/ })).toContainText('C-100')
    await expectAccessibleAndFitting(page, 'the list of customers')
  })

  await test.step('lines are typed and pasted, and show what is available', async () => {
    await follow(page, `/${site.slug}/app/orders`)
    await expect(page.getByText('No orders yet')).toBeVisible()
    await page.getByRole('link', { name: 'Create order' }).first().click()
    const item = page.getByRole('combobox', { name: 'Item', exact: true })
    await page.getByRole('combobox', { name: 'Customer' }).fill('Ada')
    await page.getByRole('option', { name: /Ada Harbor/ }).click()
    await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue('Ada Harbor')
    await item.fill('MUG')
    await item.press('Enter')
    const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem')
    await expect(lines).toHaveCount(1)
    await expect(lines.first()).toContainText('Available: 12 in MAIN')
    await item.evaluate((field) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'MUG\t2\nTEA\t1\nNOWHERE\t3')
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    })
    await expect(page.getByText(/Added 2 of 3 rows\. .*NOWHERE 3/)).toBeVisible()
    await expect(lines).toHaveCount(2)
    await expect(quantity).toHaveValue('3')
    await page.getByRole('listitem', { name: 'MUG' }).getByLabel('Price').fill('9,50')
    await expectAccessibleAndFitting(page, 'the entry of an order')
  })

  await test.step('a reload keeps the lines, and Ctrl+Enter confirms', async () => {
    await page.reload()
    await expect(quantity).toHaveValue('3')
    await page.getByLabel('If items are out of stock').selectOption('strict')
    await quantity.fill('13')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('MUG: 13 wanted, 12 available, 1 short.')).toBeVisible()
    await expectAccessibleAndFitting(page, 'a refused order')
    await quantity.fill('3')
    await page.getByRole('button', { name: 'Remove 1 TEA' }).click()
    await quantity.press('ControlOrMeta+Enter')
    await expect(page.getByText(/^SO-\d+ was confirmed, all lines are reserved/)).toBeVisible()
  })

  await test.step('its page shows what is reserved, and it is held and released', async () => {
    await expect(page.getByRole('heading', { name: /^SO-/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /MUG/ })).toContainText('MAIN')
    await expectAccessibleAndFitting(page, 'an order')
    await page.getByRole('button', { name: 'Put on hold…' }).click()
    await page.getByRole('dialog').getByLabel('Reason').selectOption('payment')
    await expectAccessibleAndFitting(page, 'the hold of an order')
    await page.getByRole('dialog').getByRole('button', { name: 'Put on hold' }).click()
    await expect(page.getByText(/^On hold: Payment/)).toBeVisible()
    await page.getByRole('button', { name: 'Release hold' }).click()
    await expect(page.getByText('is no longer on hold')).toBeVisible()
  })

  await test.step('its address and shipping charge are changed', async () => {
    await page.getByRole('button', { name: 'Edit order…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Edit SO-/ })
    await dialog.getByLabel('Shipping charge').fill('4,90')
    await dialog.getByRole('group', { name: 'Ship to' }).getByLabel('City').fill('Bergen')
    await dialog.getByRole('group', { name: 'Bill to' }).getByLabel('Company').fill('Harbor Ltd')
    await expectAccessibleAndFitting(page, 'the edit of an order')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(/^Ship to: .*Bergen/)).toBeVisible()
    await expect(page.getByText(/^Bill to: Harbor Ltd/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Total' })).toContainText('4.90')
  })

  await test.step('a confirmation is saved as PDF, and labels are chosen', async () => {
    const order = page.url()
    await page.getByRole('button', { name: 'Print…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Print SO-/ })
    await expect(dialog.getByLabel('Document')).toHaveValue('confirmation')
    await dialog.getByLabel('Paper').selectOption('letter')
    await expectAccessibleAndFitting(page, 'the documents of an order')
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save PDF' }).click()
    expect((await saving).suggestedFilename()).toMatch(/^SO-\d{6}-confirmation\.pdf$/)
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Print…' }).click()
    await expect(dialog.getByLabel('Paper')).toHaveValue('letter')
    await dialog.getByLabel('Document').selectOption('labels')
    await dialog.getByRole('button', { name: 'Choose labels' }).click()
    await expect(page.getByText('1 order, 100 x 50 mm')).toBeVisible()
    await expect(page.getByRole('img', { name: /SO-\d{6}, 1 of 1, Ada Harbor/ })).toBeVisible()
    await follow(page, order)
  })

  await test.step('it is found in its views, duplicated and cancelled', async () => {
    const order = page.url()
    await page.getByRole('link', { name: 'Duplicate' }).click()
    await expect(quantity).toHaveValue('3')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText(/was saved as a draft/)).toBeVisible()
    await follow(page, `/${site.slug}/app/orders?view=to_release`)
    await expect(page.getByRole('row', { name: /SO-/ })).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'To release' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expectAccessibleAndFitting(page, 'the orders to release')
    await follow(page, order)
    await page.getByRole('button', { name: 'Cancel order…' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Ordered twice')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
    await expect(page.getByText(/was cancelled/)).toBeVisible()
    await expect(page.getByText('Cancelled: Ordered twice').first()).toBeVisible()
  })
})
