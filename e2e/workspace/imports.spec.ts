import { readFileSync } from 'node:fs'
import { signInTo } from '../people.ts'
import { newSite } from '../site.ts'
import { chooseOfList } from '../lists.ts'
import { expect, expectAccessible, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { follow } from '../visits.ts'

const asFile = (name: string, ...rows: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${rows.join('\n')}\n`),
})

test('files are checked, applied, mended, saved and undone', async ({ page, product, mail }) => {
  const { slug, operator, call, warehouse } = await newSite(product.url, mail)
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link')
  await call('/locations', { warehouseId: warehouse.id, code: 'A-01' })
  await signInTo(page, slug, operator)

  await test.step('an empty list says what to do', async () => {
    await follow(page, `/${slug}/app/imports`)
    await expect(page.getByText('No imports yet')).toBeVisible()
    await expectAccessibleAndFitting(page, 'imports without a file')
  })

  await test.step('a file that is not CSV is refused in the dialog', async () => {
    await page.getByRole('button', { name: 'Import file' }).click()
    await expect(page.getByRole('dialog', { name: 'Import file' })).toBeVisible()
    await page.getByLabel('CSV file').setInputFiles({
      name: 'book.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('PK\u0003\u0004'),
    })
    await page.getByRole('button', { name: 'Upload' }).click()
    await expect(page.getByText(/This is an Excel workbook/)).toBeVisible()
    await expectAccessibleAndFitting(page, 'the dialog with a refused file')
  })

  await test.step('an export of stock that was chosen as products is proposed as stock', async () => {
    const header = 'Handle,Title,SKU,Location,Bin name,Unavailable (not editable),On hand (current)'
    await page
      .getByLabel('CSV file')
      .setInputFiles(asFile('inventory.csv', header, 'mug,Mug,MUG,Main,A-01,0,5'))
    await page.getByRole('button', { name: 'Upload' }).click()
    const question = page.getByRole('dialog', { name: 'Import as opening stock?' })
    await expectAccessibleAndFitting(page, 'the question what a file is')
    await question.getByRole('button', { name: 'Import as opening stock' }).click()
    await expect(page.getByText(/Recognized as Shopify inventory/)).toBeVisible()
    await page.goBack()
    await page.getByRole('button', { name: 'Import file' }).click()
  })

  await test.step('columns are guessed and can be chosen', async () => {
    await page
      .getByLabel('CSV file')
      .setInputFiles(
        asFile(
          'products.csv',
          'Article,Title,EAN,Colour',
          'MUG,Blue mug,4006381333931,blue',
          'BOWL,Bowl,4006381333932,red',
          'TRAY,,,green',
        ),
      )
    await page.getByRole('button', { name: 'Upload' }).click()
    await expect(page.getByRole('heading', { name: 'products.csv' })).toBeVisible()
    await expect(page.getByLabel('SKU (required)')).toHaveValue('0')
    await expect(page.getByLabel('Barcode')).toHaveValue('2')
    await expect(page.getByText('Ignored columns: Colour')).toBeVisible()
    await page.getByLabel('Variant').selectOption({ label: 'Colour' })
    await expectAccessibleAndFitting(page, 'the columns of a file')
    await page.getByRole('button', { name: 'Check 3 rows' }).click()
  })

  await test.step('every mistake is shown before anything is changed', async () => {
    await expect(page.getByText('Barcode: The check digit is wrong')).toBeVisible()
    await expect(page.getByText('Name: Name is required')).toBeVisible()
    await expectAccessibleAndFitting(page, 'a file with mistakes')
    await page.getByRole('button', { name: 'Apply 1 row' }).click()
    await expect(page.getByText('Done, some rows failed')).toBeVisible()
    await expect(page.getByText('2 rows not imported: 2 with errors.')).toBeVisible()
  })

  await test.step('the failed rows are mended in their file', async () => {
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download failed rows' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('products-failed.csv')
    const text = readFileSync(await saved.path(), 'utf8')
    const mended = text.replace('4006381333932', '96385074').replace('TRAY,,', 'TRAY,Tray,')
    await breadcrumb.click()
    await page.getByRole('button', { name: 'Import file' }).click()
    await page.getByLabel('CSV file').setInputFiles(asFile('mended.csv', mended.trimEnd()))
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('button', { name: 'Check 2 rows' }).click()
    await page.getByRole('button', { name: 'Apply 2 rows' }).click()
    await expect(page.getByText('Done', { exact: true })).toBeVisible()
  })

  await test.step('the list of products is saved as a file', async () => {
    await follow(page, `/${slug}/app/catalog`)
    await expect(page.getByRole('link', { name: 'TRAY' })).toBeVisible()
    await chooseOfList(page, 'Export')
    const save = page.getByRole('button', { name: 'Export 3 products' })
    await expect(save).toBeEnabled()
    await expectAccessibleAndFitting(page, 'the dialog that exports')
    const saving = page.waitForEvent('download')
    await save.click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/^products-.*\.csv$/)
    expect(readFileSync(await saved.path(), 'utf8')).toContain('\r\nMUG,Blue mug,blue,')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('opening stock is undone as a whole', async () => {
    await follow(page, `/${slug}/app/imports`)
    await page.getByRole('button', { name: 'Import file' }).click()
    await page.getByRole('radio', { name: 'Opening stock' }).check()
    await page
      .getByLabel('CSV file')
      .setInputFiles(
        asFile(
          'stock.csv',
          'sku;warehouse;location;quantity',
          'MUG;MAIN;A-01;12',
          'BOWL;MAIN;A-01;5',
        ),
      )
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('button', { name: 'Check 2 rows' }).click()
    await page.getByRole('button', { name: 'Apply 2 rows' }).click()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export rows' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/^stock-rows-.*\.csv$/)
    expect(readFileSync(await saved.path(), 'utf8')).toContain('\r\n2,applied,create,,MUG,MAIN,')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectAccessibleAndFitting(page, 'the question before an import is undone')
    await page.getByRole('button', { name: 'Undo import' }).click()
    await expect(page.getByText('All stock movements of this file were reversed')).toBeVisible()
    await breadcrumb.click()
    await expect(page.getByRole('table').getByText('Reversed')).toBeVisible()
    await expectAccessibleAndFitting(page, 'the list of imports')
    await chooseOfList(page, 'Export')
    const savingList = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Export \d+ imports$/ }).click()
    expect((await savingList).suggestedFilename()).toMatch(/^imports-.*\.csv$/)
  })
})

test('decimal commas and kilograms are asked for and converted', async ({
  page,
  product,
  mail,
}) => {
  const { slug, operator } = await newSite(product.url, mail)
  await signInTo(page, slug, operator, `/${slug}/app/imports`)
  await page.getByRole('button', { name: 'Import file' }).click()
  const rows = ['SKU;Name;Price;Weight;Length (cm)', 'VICE;Bench vice;1.234,50;12,35;30']
  await page.getByLabel('CSV file').setInputFiles(asFile('tools.csv', ...rows))
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByLabel('Decimal mark')).toHaveValue(',')
  await expect(page.getByLabel('Unit of lengths')).toHaveValue('cm')
  await expect(page.getByLabel('Unit of weights')).toBeHidden()
  await page.getByLabel('Weight', { exact: true }).selectOption('Weight')
  await expect(page.getByLabel('Unit of weights')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Check 1 row' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.getByLabel('Unit of weights').selectOption('kg')
  await expectAccessible(page, 'how the numbers of a file are written')
  await page.getByRole('button', { name: 'Check 1 row' }).click()
  await page.getByRole('button', { name: /^Apply/ }).click()
  await expect(page.getByText(/^Done/).first()).toBeVisible()
  await follow(page, `/${slug}/app/catalog/VICE?tab=details`)
  await expect(page.getByLabel('Weight')).toHaveValue('12350')
  await expect(page.getByLabel('Length')).toHaveValue('300')
})
