import { signInTo } from '../people.ts'
import { scan } from '../scanner.ts'
import { newSite } from '../site.ts'
import { expect, test } from '../fixtures.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

test('a scanner fills the fields for codes, and is answered over a dialog', async ({
  page,
  product,
  mail,
}) => {
  const { operator, slug } = await newSite(product.url, mail)
  await signInTo(page, slug, operator)
  const dialog = page.getByRole('dialog')
  const band = page.getByRole('region', { name: 'Scans', exact: true })

  await test.step('in Add product, without sending the form', async () => {
    await page.goto(`/${slug}/app/catalog`)
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: 'Add product' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Enamel mug')
    await dialog.getByLabel('SKU').focus()
    await scan(page, 'MUG-BLUE')
    await expect(dialog.getByLabel('SKU')).toHaveValue('MUG-BLUE')
    await dialog.getByRole('button', { name: 'Add barcode' }).click()
    const barcode = dialog.getByRole('textbox', { name: 'Barcode' })
    await expect(barcode).toBeFocused()
    await scan(page, '4006381333948')
    await expect(barcode).toHaveValue('4006381333948')
    await scan(page, '4006381333931')
    await expect(barcode).toHaveValue('4006381333931')
    await expect(barcode).toBeFocused()
    await expect(page).toHaveURL(/\/catalog\/\+new/)
    await expect(band).toBeHidden()
  })

  await test.step('each new row of the form has the focus', async () => {
    await dialog.getByText('More: decimals, tracking').click()
    await dialog.getByRole('button', { name: 'Add pack' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Pack 1' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Remove pack 1' }).click()
    await expect(dialog.getByRole('button', { name: 'Add pack' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Add variant' }).click()
    await expect(dialog.getByLabel('SKU').last()).toBeFocused()
    await dialog.getByRole('button', { name: 'Remove variant 2' }).click()
    await expect(dialog.getByRole('button', { name: 'Add variant' })).toBeFocused()
  })

  await test.step('elsewhere in the dialog it is looked up, and answered in front of it', async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).focus()
    await scan(page, '4711000011')
    await expect(band).toContainText('Nothing has the code 4711000011.')
    await band.getByRole('button', { name: 'Dismiss' }).click()
    await expect(band).toBeHidden()
    await expect(dialog.getByRole('textbox', { name: 'Barcode' })).toHaveValue('4006381333931')
    await dialog.getByRole('button', { name: 'Create product' }).click()
    await expect(page).toHaveURL(/\/catalog\/MUG-BLUE/)
  })

  await test.step('in New barcode', async () => {
    await follow(page, `/${slug}/app/catalog/MUG-BLUE?tab=details`)
    await page.waitForLoadState('networkidle')
    const field = page.getByLabel('New barcode')
    await field.focus()
    await scan(page, '14006381333938')
    await expect(field).toHaveValue('14006381333938')
    await expect(band).toBeHidden()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Remove 14006381333938' })).toBeVisible()
    await expect(field).toHaveValue('')
  })

  await test.step('in Add location', async () => {
    await page.goto(`/${slug}/app/locations`)
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: 'Add location' }).click()
    await dialog.getByLabel('Code', { exact: true }).focus()
    await scan(page, 'SCANNED-01')
    await dialog.getByLabel('Barcode').focus()
    await scan(page, 'LOC-0001', 'Tab')
    await expect(dialog.getByLabel('Code', { exact: true })).toHaveValue('SCANNED-01')
    await expect(dialog.getByLabel('Barcode')).toHaveValue('LOC-0001')
    await expect(dialog).toBeVisible()
    await expect(band).toBeHidden()
    await dialog.getByRole('button', { name: 'Create location' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('a code that begins with the letter of a key is a code', async () => {
    await page.getByRole('heading', { level: 1 }).click()
    await scan(page, 'n4711000028')
    await expect(band).toContainText('Nothing has the code n4711000028.')
    await expect(dialog).toBeHidden()
  })

  await test.step('a code split by a busy computer is read as one', async () => {
    await scan(page, ['47', '110000', '35'])
    await expect(band.getByText('Nothing has the code 4711000035.').first()).toBeVisible()
    await expect(band.getByRole('listitem')).toHaveCount(1)
    await page.goto(`/${slug}/app/catalog`)
    const search = page.getByLabel('SKU, name or barcode')
    await search.fill('half')
    await page.waitForLoadState('networkidle')
    await scan(page, ['471', '1000', '042'])
    await expect(band).toContainText('Nothing has the code 4711000042.')
    await expect(band.getByRole('listitem')).toHaveCount(0)
    await expect(search).toHaveValue('half')
  })

  await test.step('what a person types there stays, and is searched for', async () => {
    const search = page.getByLabel('SKU, name or barcode')
    await search.fill('')
    await search.pressSequentially('mug-blue', { delay: 90 })
    await page.keyboard.press('Enter')
    await expect(search).toHaveValue('mug-blue')
    await expect(page).toHaveURL(/q=mug-blue/)
  })
})

test('a code is read whole when the page moves the focus in the middle of it', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/catalog`)
  await page.waitForLoadState('networkidle')

  await test.step('a scan is looked up while a checkbox has the focus', async () => {
    const box = page.getByRole('checkbox', { name: /MUG/ })
    await box.focus()
    // The code of the case: the one below at once would be the scanner reading twice.
    await scan(page, '14006381333938')
    await expect(page).toHaveURL(/catalog\/MUG/)
  })

  await follow(page, `/${site.slug}/app/stock/move`)
  const band = page.getByRole('region', { name: 'Scans', exact: true })
  const item = page.getByRole('combobox', { name: 'Item to move' })
  const quantity = page.getByLabel('Quantity', { exact: true })
  await scan(page, '4006381333931')
  await expect(band).toContainText('MUG from A-01: enter quantity and location')
  await quantity.fill('3')
  await item.fill('half')
  await quantity.evaluate((field) => setTimeout(() => field.focus(), 60))
  await scan(page, ['471100', '0042'])
  await expect(band).toContainText('Nothing has the code 4711000042.')
  await expect(item).toHaveValue('half')
  await expect(quantity).toHaveValue('3')
})
