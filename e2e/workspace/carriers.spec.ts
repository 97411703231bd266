import { readFileSync } from 'node:fs'
import { expect, expectAccessible, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { chooseOfList, entryOfRow } from '../lists.ts'
import { signInTo } from '../people.ts'
import { newSite } from '../site.ts'
import { resizeTo } from '../sizes.ts'

test('carriers are added, changed, archived, exported, imported and found', async ({
  page,
  product,
  mail,
}) => {
  const { slug, operator } = await newSite(product.url, mail)
  await signInTo(page, slug, operator, `/${slug}/app`)
  const dialog = page.getByRole('dialog')
  const row = (code: string) => page.getByRole('row', { name: new RegExp(`^${code}\\b`) })

  await test.step('an empty list says what to do', async () => {
    await page.getByRole('link', { name: 'Carriers', exact: true }).click()
    await expect(page.getByText('No carriers yet')).toBeVisible()
    await expectAccessibleAndFitting(page, 'no carriers')
  })

  await test.step('a carrier is added, and a wrong address refused at its field', async () => {
    await page.getByRole('button', { name: 'Add carrier' }).first().click()
    await dialog.getByLabel('Code', { exact: true }).fill('DHL')
    await dialog.getByLabel('Name').fill('DHL Parcel')
    await dialog.getByLabel('Tracking URL').fill('http://track.example')
    await dialog.getByRole('button', { name: 'Add carrier' }).click()
    await expect(dialog.getByText(/Enter an address that begins with https/)).toBeVisible()
    await expectAccessible(page, 'a carrier with a wrong address')
    await dialog.getByLabel('Tracking URL').fill('https://track.example/{tracking}')
    await page.keyboard.press('Enter')
    await expect(page.getByText('DHL was added')).toBeVisible()
    await expect(row('DHL')).toContainText('https://track.example/{tracking}')
  })

  await test.step('a code is given once', async () => {
    await page.getByRole('button', { name: 'Add carrier' }).click()
    await dialog.getByLabel('Code', { exact: true }).fill('DHL')
    await dialog.getByRole('button', { name: 'Add carrier' }).click()
    await expect(dialog.getByText('This code is already used.')).toBeVisible()
    await expectAccessible(page, 'a carrier with a code that exists')
    await dialog.getByLabel('Code', { exact: true }).fill('UPS')
    await dialog.getByRole('button', { name: 'Add carrier' }).click()
    await expect(row('UPS')).toBeVisible()
  })

  await test.step('it is changed, archived, restored and found by state', async () => {
    await (await entryOfRow(page, 'UPS', 'Edit UPS')).click()
    await dialog.getByLabel('Name').fill('United Parcel')
    await dialog.getByRole('button', { name: 'Save carrier' }).click()
    await expect(row('UPS')).toContainText('United Parcel')
    await (await entryOfRow(page, 'UPS', 'Archive UPS')).click()
    await expect(row('UPS')).toContainText('Archived')
    await page.getByLabel('State').first().selectOption('archived')
    await expect(row('DHL')).toBeHidden()
    await (await entryOfRow(page, 'UPS', 'Restore UPS')).click()
    await expect(page.getByText('No carriers match')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(row('UPS')).toContainText('Active')
  })

  await test.step('the list is saved as a file', async () => {
    await chooseOfList(page, 'Export')
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: /^(Export|Save|Download)/ }).click()
    expect(readFileSync(await (await saved).path(), 'utf8')).toContain('DHL Parcel')
    if (await dialog.isVisible()) await page.keyboard.press('Escape')
  })

  await test.step('a file adds two more', async () => {
    await chooseOfList(page, 'Import')
    await expect(dialog.getByRole('radio', { name: /^Carriers/ })).toBeChecked()
    await page.getByLabel('CSV file').setInputFiles({
      name: 'carriers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('code,name\nGLS,General Logistics\nDPD,Dynamic Parcel\n'),
    })
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('button', { name: 'Check 2 rows' }).click()
    await page.getByRole('button', { name: 'Apply 2 rows' }).click()
    await expect(page.getByText('Done', { exact: true }).first()).toBeVisible()
  })

  await test.step('the search finds one', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to or run' }).fill('General Logistics')
    await page.getByRole('option', { name: /GLS/ }).click()
    await expect(page).toHaveURL(/carriers\?.*q=GLS/)
    await expect(row('GLS')).toContainText('General Logistics')
    await expect(row('DPD')).toBeHidden()
  })

  await test.step('on a phone they are cards', async () => {
    await resizeTo(page, 'phone')
    await page.goto(`/${slug}/app/carriers`)
    await expect(page.getByText('Dynamic Parcel')).toBeVisible()
    await expectAccessibleAndFitting(page, 'carriers on a phone')
    await (await entryOfRow(page, 'GLS', 'Edit GLS')).click()
    await expectAccessibleAndFitting(page, 'a carrier on a phone')
  })
})
