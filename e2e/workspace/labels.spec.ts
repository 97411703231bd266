import { readFileSync } from 'node:fs'
import { signInTo } from '../people.ts'
import { newSite } from '../site.ts'
import { expect, expectAccessible, test } from '../world.ts'

/** Millimetres of the pages of a PDF. */
const sizesIn = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, w, h]) => [
    Math.round((Number(w) / 72) * 25.4),
    Math.round((Number(h) / 72) * 25.4),
  ])

test('labels are looked at, printed exactly and saved', async ({ page, product, mail }) => {
  const { slug, operator, call, warehouse } = await newSite(product.url, mail)
  for (const code of ['A-01', 'A-02'])
    await call('/places/locations', { warehouseId: warehouse.id, code })
  for (const [sku, code] of [
    ['MUG', '4006381333931'],
    ['BOWL', '96385074'],
  ])
    await call('/catalog/products', {
      name: `A ${sku}`,
      variants: [{ sku, barcodes: [{ code, isPrimary: true }] }],
    })
  await signInTo(page, slug, operator)

  await test.step('without a choice the page leads to the lists', async () => {
    await page.goto(`/${slug}/app/labels`)
    await expect(page.getByText('Choose what to label first')).toBeVisible()
    await expectAccessible(page, 'labels of nothing')
    await page.getByRole('link', { name: 'Choose products' }).click()
  })

  await test.step('marked products are shown as they will be printed', async () => {
    await page.getByRole('checkbox', { name: 'Select MUG' }).check()
    await page.getByRole('checkbox', { name: 'Select BOWL' }).check()
    await page.getByRole('link', { name: 'Print labels' }).click()
    await expect(page.getByText('2 products, 62 x 29 mm')).toBeVisible()
    await expect(page.getByRole('img', { name: /A MUG, MUG, 4006381333931/ })).toBeVisible()
    await expectAccessible(page, 'labels of products')
    await page.getByLabel('Copies of each').fill('0')
    await expect(page.getByText('Copies are a number from 1 to 200')).toBeVisible()
    await page.getByLabel('Copies of each').fill('3')
    await expect(page.getByRole('button', { name: 'Print 6 labels' })).toBeVisible()
  })

  await test.step('each is a page of exactly its size', async () => {
    // The browser’s own dialog cannot be pressed; its paper can be measured.
    await page.evaluate(() => void (window.print = () => {}))
    await page.getByRole('button', { name: 'Print 6 labels' }).click()
    await expect(page.locator('.label-sheet img')).toHaveCount(6)
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
    expect(sizesIn(pdf)).toEqual(Array.from({ length: 6 }, () => [62, 29]))
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect(page.locator('.label-sheet')).toHaveCount(0)
  })

  await test.step('one of them first, to see whether it is right', async () => {
    await page.getByRole('button', { name: 'Print one to test' }).click()
    await expect(page.locator('.label-sheet img')).toHaveCount(1)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  })

  await test.step('and can be saved for other printers', async () => {
    for (const [button, name] of [
      ['Save as PDF', /^labels-.*\.pdf$/],
      ['Save for a label printer (ZPL)', /^labels-.*\.zpl$/],
    ] as const) {
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: button }).click()
      const saved = await saving
      expect(saved.suggestedFilename()).toMatch(name)
      if (button === 'Save as PDF') expect(sizesIn(readFileSync(await saved.path())).length).toBe(6)
    }
  })

  await test.step('a sheet begins where it was begun', async () => {
    await page.getByLabel('Paper').selectOption({ label: 'A4 sheet, 27 labels' })
    await page.getByLabel('First place on the sheet').fill('28')
    await expect(page.getByText('A sheet has the places 1 to 27')).toBeVisible()
    await page.getByLabel('First place on the sheet').fill('5')
    await expectAccessible(page, 'labels on a sheet')
    await page.getByRole('button', { name: 'Print 6 labels' }).click()
    await expect(page.locator('.label-sheet img')).toHaveCount(1)
    const pdf = await page.pdf({ preferCSSPageSize: true })
    expect(sizesIn(pdf)).toEqual([[210, 297]])
  })

  await test.step('locations have labels of their own', async () => {
    await page.goto(`/${slug}/app/places`)
    await page.getByRole('checkbox', { name: 'Select A-01' }).check()
    await page.getByRole('link', { name: 'Print labels' }).click()
    await page.getByLabel('Paper').selectOption({ label: 'Roll of labels, 100 x 50 mm' })
    await page.getByLabel('Arrow').selectOption('up')
    await expect(page.getByRole('img', { name: /A-01/ })).toBeVisible()
    await expectAccessible(page, 'labels of locations')
  })
})
