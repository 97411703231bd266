import { readFileSync } from 'node:fs'
import { signInTo } from '../people.ts'
import { newSite } from '../site.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

/** Millimetres of the pages of a PDF. */
const sizesIn = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, w, h]) => [
    Math.round((Number(w) / 72) * 25.4),
    Math.round((Number(h) / 72) * 25.4),
  ])

test('labels are previewed, printed to scale and saved', async ({ page, product, mail }) => {
  const { slug, operator, call, warehouse } = await newSite(product.url, mail)
  for (const code of ['A-01', 'A-02']) await call('/locations', { warehouseId: warehouse.id, code })
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
    await expect(page.getByText('Select products or locations first')).toBeVisible()
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
    await page.getByLabel('Copies per row').fill('0')
    await expect(page.getByText('Enter 1 to 200 copies')).toBeVisible()
    await page.getByLabel('Copies per row').fill('3')
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
    await page.getByRole('button', { name: 'Print a test label' }).click()
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

  await test.step('a label sheet starts at the chosen position', async () => {
    await page.getByLabel('Paper').selectOption({ label: 'A4 sheet, 27 labels' })
    await page.getByLabel('First label position').fill('28')
    await expect(page.getByText('Enter 1 to 27')).toBeVisible()
    await page.getByLabel('First label position').fill('5')
    await page.getByRole('button', { name: 'Print 6 labels' }).click()
    await expect(page.locator('.label-sheet img')).toHaveCount(1)
    // With the style sheet of the paper, as while the dialog of the browser is open.
    await expectAccessible(page, 'labels on a sheet that is printed')
    const pdf = await page.pdf({ preferCSSPageSize: true })
    expect(sizesIn(pdf)).toEqual([[210, 297]])
  })

  await test.step('locations have labels of their own', async () => {
    await follow(page, `/${slug}/app/locations`)
    await page.getByRole('checkbox', { name: 'Select A-01' }).check()
    await page.getByRole('link', { name: 'Print labels' }).click()
    await page.getByLabel('Paper').selectOption({ label: 'Label roll, 100 x 50 mm' })
    await page.getByLabel('Arrow').selectOption('up')
    await expect(page.getByRole('img', { name: /A-01/ })).toBeVisible()
    await expectAccessible(page, 'labels of locations')
  })
})

test('stock gets one label per unit, and the device remembers the settings', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  const { receipt } = (await site.receive(
    [
      { sku: 'MUG', qty: '3', location: 'A-01' },
      { sku: 'TEA', qty: '2', location: 'A-01', lotCode: 'L-7' },
      { sku: 'MUG', qty: '1', location: 'A-02' },
    ],
    { complete: false },
  )) as { receipt: { id: string } }
  await signInTo(page, site.slug, site.operator)
  const copies = page.getByLabel('Copies', { exact: true })
  const save = (way: string) => page.getByRole('button', { name: way })
  const chosen = copies.locator('option:checked')

  await test.step('from a receipt as many as were received', async () => {
    await page.goto(`/${site.slug}/app/receiving/${receipt.id}`)
    await page.getByRole('link', { name: 'Print labels' }).click()
    await expect(chosen).toHaveText('Quantity received')
    await expect(page.getByRole('button', { name: 'Print 6 labels' })).toBeVisible()
    await expect(page.getByLabel('Copies per row')).toBeHidden()
    await expectAccessible(page, 'labels of what was received')
    const saving = page.waitForEvent('download')
    await save('Save for a label printer (ZPL)').click()
    const zpl = readFileSync(await (await saving).path(), 'utf8')
    expect([...zpl.matchAll(/\^PQ(\d+)/g)].map(([, count]) => count)).toEqual(['4', '2'])
  })

  await test.step('the same of each, when that is wanted', async () => {
    await copies.selectOption('Same number for each')
    await page.getByLabel('Copies per row').fill('5')
    await expect(page.getByRole('button', { name: 'Print 10 labels' })).toBeVisible()
  })

  await test.step('from stock: as many labels as units, with the saved settings', async () => {
    await follow(page, `/${site.slug}/app/stock?q=MUG`)
    await page.getByLabel('Select MUG in A-01').check()
    await page.getByRole('button', { name: 'Print labels' }).click()
    await expect(chosen).toHaveText('Same number for each')
    await copies.selectOption('Quantity on hand')
    await expect(page.getByRole('button', { name: 'Print 12 labels' })).toBeVisible()
    await page.reload()
    await expect(chosen).toHaveText('Quantity on hand')
    // What was taken the last time stands out.
    const strong = (way: string) => save(way).evaluate((it) => it.className.includes('bg-accent'))
    expect(await strong('Save for a label printer (ZPL)')).toBe(true)
    expect(await strong('Print 12 labels')).toBe(false)
  })

  await test.step('too many labels are refused with the maximum', async () => {
    await site.receive([{ sku: 'MUG', qty: '5000', location: 'A-02' }])
    await follow(page, `/${site.slug}/app/stock?q=MUG`)
    await page.getByLabel('Select all rows of this page').check()
    await page.getByRole('button', { name: 'Print labels' }).click()
    await expect(page.getByText('Up to 2,000 labels at a time. You selected 5,012.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print', exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await expectAccessible(page, 'too many labels')
  })
})
