import { readFileSync } from 'node:fs'
import { expect, expectAccessible, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { chooseOfList, entryOfRow } from '../lists.ts'
import { signInTo } from '../people.ts'
import { newSite } from '../site.ts'
import { resizeTo } from '../sizes.ts'

test('boxes are added, changed, archived, exported, imported and found', async ({
  page,
  product,
  mail,
}) => {
  const { slug, operator } = await newSite(product.url, mail)
  await signInTo(page, slug, operator, `/${slug}/app`)
  const dialog = page.getByRole('dialog')
  const row = (code: string) => page.getByRole('row', { name: new RegExp(`^${code}\\b`) })

  await test.step('an empty list says what to do', async () => {
    await page.getByRole('link', { name: 'Boxes', exact: true }).click()
    await expect(page.getByText('No boxes yet')).toBeVisible()
    await expectAccessibleAndFitting(page, 'no boxes')
  })

  await test.step('a box is added, and a wrong measure refused at its field', async () => {
    await page.getByRole('button', { name: 'Add box' }).first().click()
    await dialog.getByLabel('Code', { exact: true }).fill('B2')
    await dialog.getByLabel('Name').fill('Medium carton')
    await dialog.getByLabel('Inner length').fill('400')
    await dialog.getByLabel('Inner width').fill('300')
    await dialog.getByLabel('Maximum weight').fill('heavy')
    await dialog.getByRole('button', { name: 'Add box' }).click()
    await expect(dialog.getByText('Maximum weight must be a whole number of grams')).toBeVisible()
    await expectAccessible(page, 'a box with a wrong weight')
    await dialog.getByLabel('Maximum weight').fill('15000')
    await page.keyboard.press('Enter')
    await expect(page.getByText('B2 was added')).toBeVisible()
    await expect(row('B2')).toContainText('400 × 300 × ?')
    await expect(row('B2')).toContainText('15,000')
    await expect(page.getByText('1 box', { exact: true })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Pages' })).not.toContainText('Boxes')
  })

  await test.step('a code is given once', async () => {
    await page.getByRole('button', { name: 'Add box' }).click()
    await dialog.getByLabel('Code', { exact: true }).fill('B2')
    await dialog.getByRole('button', { name: 'Add box' }).click()
    await expect(dialog.getByText('This code is already used.')).toBeVisible()
    await expectAccessible(page, 'a box with a code that exists')
    await dialog.getByLabel('Code', { exact: true }).fill('T1')
    await dialog.getByRole('button', { name: 'Add box' }).click()
    await expect(row('T1')).toBeVisible()
  })

  await test.step('it is changed, archived, restored and found by state', async () => {
    await (await entryOfRow(page, 'T1', 'Edit T1')).click()
    await dialog.getByLabel('Tare weight').fill('120')
    await dialog.getByRole('button', { name: 'Save box' }).click()
    await expect(row('T1')).toContainText('120')
    await (await entryOfRow(page, 'T1', 'Archive T1')).click()
    await expect(row('T1')).toContainText('Archived')
    await page.getByLabel('State').first().selectOption('archived')
    await expect(row('B2')).toBeHidden()
    await expect(page.getByText('T1 was archived')).toBeVisible()
    await (await entryOfRow(page, 'T1', 'Restore T1')).click()
    await expect(page.getByText('T1 was restored')).toBeVisible()
    await expect(page.getByText('T1 was archived')).toBeHidden()
    await expect(page.getByText('No boxes match')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(row('T1')).toContainText('Active')
  })

  await test.step('the list is saved as a file', async () => {
    await chooseOfList(page, 'Export')
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: /^(Export|Save|Download)/ }).click()
    expect(readFileSync(await (await saved).path(), 'utf8')).toContain('Medium carton')
    if (await dialog.isVisible()) await page.keyboard.press('Escape')
  })

  await test.step('a file adds two more', async () => {
    await chooseOfList(page, 'Import')
    await expect(dialog.getByRole('radio', { name: /^Boxes/ })).toBeChecked()
    await page.getByLabel('CSV file').setInputFiles({
      name: 'boxes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('code,name,length_mm\nL1,Letter mailer,320\nL2,Large mailer,450\n'),
    })
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('button', { name: 'Check 2 rows' }).click()
    await page.getByRole('button', { name: 'Apply 2 rows' }).click()
    await expect(page.getByText('Done', { exact: true }).first()).toBeVisible()
    await page.getByRole('link', { name: 'Go to Boxes' }).click()
    await expect(row('L2')).toContainText('Large mailer')
  })

  await test.step('the search finds one', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to or run' }).fill('Letter mailer')
    await page.getByRole('option', { name: /L1/ }).click()
    await expect(page).toHaveURL(/boxes\?.*q=L1/)
    await expect(row('L1')).toContainText('Letter mailer')
    await expect(row('L2')).toBeHidden()
  })

  await test.step('the open page is in view in the rail', async () => {
    await page.goto(`/${slug}/app/boxes`)
    const rail = page.getByRole('navigation', { name: 'Main' })
    await expect(rail.getByRole('link', { name: 'Boxes' })).toBeInViewport({ ratio: 0.9 })
  })

  await test.step('on a phone they are cards', async () => {
    await resizeTo(page, 'phone')
    await page.goto(`/${slug}/app/boxes`)
    await expect(page.getByText('Large mailer')).toBeVisible()
    await expectAccessibleAndFitting(page, 'boxes on a phone')
    await (await entryOfRow(page, 'L1', 'Edit L1')).click()
    await expectAccessibleAndFitting(page, 'a box on a phone')
  })
})
