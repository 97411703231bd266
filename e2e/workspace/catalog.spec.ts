import { expect, expectAccessible, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { newSite } from '../site.ts'
import { newStockedSite } from './stocked.ts'

test('a product is added with its variants and codes, changed, and archived', async ({
  page,
  product,
  mail,
}) => {
  const { operator, slug } = await newSite(product.url, mail)
  await signInTo(page, slug, operator)
  const dialog = page.getByRole('dialog')

  await test.step('an empty list says what to do', async () => {
    await page.goto(`/${slug}/app/catalog`)
    await expect(page.getByText('No products yet')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Import products' })).toBeVisible()
    await expectAccessibleAndFitting(page, 'the products, none yet')
  })

  await test.step('a wrong check digit is reported at the barcode', async () => {
    await page.getByRole('button', { name: 'Add product' }).click()
    await expect(page).toHaveURL(/\/catalog\/\+new/)
    await dialog.getByRole('button', { name: 'Create product' }).click()
    await expect(dialog.getByText('Name is required')).toBeVisible()
    await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
    await expectAccessibleAndFitting(page, 'the form of a product with errors')
    await dialog.getByLabel('Name', { exact: true }).fill('Enamel mug')
    await dialog.getByLabel('SKU').fill('MUG-BLUE')
    await dialog.getByRole('button', { name: 'Add barcode' }).click()
    await dialog.getByRole('textbox', { name: 'Barcode' }).fill('4006381333932')
    await dialog.getByRole('button', { name: 'Create product' }).click()
    await expect(
      dialog.getByText('The check digit of this barcode is wrong.').first(),
    ).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Barcode' })).toBeFocused()
    await dialog.getByRole('textbox', { name: 'Barcode' }).fill('4006381333931')
  })

  await test.step('a second variant can be added and taken away', async () => {
    await dialog.getByRole('button', { name: 'Add variant' }).click()
    await dialog.getByLabel('SKU').last().fill('MUG-GREEN')
    await dialog.getByRole('button', { name: 'Add variant' }).click()
    await dialog.getByRole('button', { name: 'Remove variant 2' }).click()
    await dialog.getByLabel('SKU').last().fill('MUG-RED')
    await dialog.getByLabel('Options').last().fill('colour: red')
    await dialog.getByRole('button', { name: 'Create product' }).click()
    await expect(page).toHaveURL(/\/catalog\/MUG-BLUE/)
    await expect(page.getByRole('heading', { level: 1, name: 'Enamel mug' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Variants' }).getByRole('link')).toHaveText([
      'MUG-BLUE',
      'red',
    ])
  })

  await test.step('each number says what it means', async () => {
    await page.getByRole('button', { name: 'About Available' }).click()
    await expect(page.getByText('On hand minus unavailable and reserved')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('On hand minus unavailable and reserved')).toBeHidden()
    await expectAccessibleAndFitting(page, 'a product')
  })

  await test.step('the details are changed, with their barcodes and packs', async () => {
    await page.getByRole('tab', { name: 'Stock' }).press('End')
    await expect(page.getByRole('tab', { name: 'Details' })).toBeFocused()
    await expect(page).toHaveURL(/tab=details/)
    await page.reload()
    const packs = page.getByRole('region', { name: 'Units and packs' })
    await packs.getByLabel('New pack').fill('case')
    await packs.getByLabel('Holds').fill('12')
    await packs.getByRole('button', { name: 'Add pack' }).click()
    await expect(packs.getByText('case: 12 each')).toBeVisible()
    const barcodes = page.getByRole('region', { name: 'Barcodes' })
    await barcodes.getByLabel('New barcode').fill('14006381333939')
    await barcodes.getByLabel('Identifies').selectOption('case')
    await barcodes.getByRole('button', { name: 'Add barcode' }).click()
    await expect(barcodes.getByText('The check digit of this barcode is wrong.')).toBeVisible()
    await barcodes.getByLabel('New barcode').fill('14006381333938')
    await barcodes.getByRole('button', { name: 'Add barcode' }).click()
    await expect(barcodes.getByText('14006381333938')).toBeVisible()
    await packs.getByRole('button', { name: 'Remove case' }).click()
    await expect(packs.getByText('Barcode 14006381333938 identifies the pack case.')).toBeVisible()
    await expectAccessibleAndFitting(page, 'the details of a product')
  })

  await test.step('an archived product can be restored', async () => {
    await page.getByRole('button', { name: 'Archive product' }).click()
    await expect(page.getByText('Enamel mug was archived')).toBeVisible()
    await expect(page.getByText('Archived', { exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: 'Archive product' })).toBeVisible()
  })
})

test('a product that can expire says how long it keeps', async ({ page, product, mail }) => {
  const { operator, slug } = await newSite(product.url, mail)
  await signInTo(page, slug, operator, `/${slug}/app/catalog/+new`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Green tea')
  await dialog.getByLabel('SKU').fill('TEA')
  const left = dialog.getByLabel('Left when received')
  await expect(left).toHaveCount(0)
  await dialog.getByText('More: decimals, tracking, dimensions, packs, reorder point').click()
  const tracking = dialog.getByLabel('Tracking')
  await tracking.selectOption('By lot')
  await left.fill('soon')
  await dialog.getByRole('button', { name: 'Create product' }).click()
  await expect(left).toHaveAttribute('aria-invalid', 'true')
  await expect(left).toBeFocused()
  await expectAccessible(page, 'a new product that can expire')
  await tracking.selectOption('Not tracked')
  await expect(left).toHaveCount(0)
  await tracking.selectOption('By lot')
  await expect(left).toHaveValue('')
  await left.fill('30')
  await dialog.getByLabel('Length in mm').fill('120')
  await dialog.getByRole('button', { name: 'Create product' }).click()
  await expect(page).toHaveURL(/\/catalog\/TEA/)
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(page.getByLabel('Left when received')).toHaveValue('30')
  await expect(page.getByLabel('Left when shipped')).toHaveValue('')
  await test.step('and how big and heavy one of it is', async () => {
    const form = page.getByRole('region', { name: 'Variant TEA' })
    await expect(form.getByLabel('Length in mm')).toHaveValue('120')
    await form.getByLabel('Weight in grams').fill('250')
    const height = form.getByLabel('Height in mm')
    await height.fill('0')
    await form.getByRole('button', { name: 'Save variant' }).click()
    await expect(height).toHaveAccessibleDescription(/Height must be at least 1/)
    await height.fill('95')
    await form.getByRole('button', { name: 'Save variant' }).click()
    await expect(form.getByText('Saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(form.getByLabel('Weight in grams')).toHaveValue('250')
    await expect(height).toHaveValue('95')
  })
  await test.step('and whether orders can wait for it', async () => {
    const form = page.getByRole('region', { name: 'Variant TEA' })
    const rule = form.getByLabel('Backorders')
    await expect(rule).toHaveValue('inherit')
    await rule.selectOption('Up to a limit')
    await form.getByRole('button', { name: 'Save variant' }).click()
    await expect(form.getByLabel('Backorder limit')).toHaveAccessibleDescription(/Enter the limit/)
    await form.getByLabel('Backorder limit').fill('12')
    await form.getByRole('button', { name: 'Save variant' }).click()
    await expect(form.getByText('Saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(form.getByLabel('Backorder limit')).toHaveValue('12')
    await rule.selectOption('Not allowed')
    await expect(form.getByLabel('Backorder limit')).toHaveCount(0)
    await form.getByRole('button', { name: 'Save variant' }).click()
    await expect(form.getByText('Saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(rule).toHaveValue('deny')
  })
})

test('prices and costs are set by whoever may, and seen by nobody else', async ({
  page,
  product,
  mail,
}) => {
  const { slug, operator, newMember } = await newStockedSite(product.url, mail)
  const dialog = page.getByRole('dialog')
  await signInTo(page, slug, operator, `/${slug}/app/catalog/+new`)
  await dialog.getByLabel('Name', { exact: true }).fill('Teapot')
  await dialog.getByLabel('SKU').fill('POT')
  await dialog.getByText('More: decimals, tracking, dimensions, packs, reorder point').click()
  await dialog.getByLabel('Price', { exact: true }).fill('24,50')
  await dialog.getByLabel('Cost', { exact: true }).fill('cheap')
  await dialog.getByRole('button', { name: 'Create product' }).click()
  const cost = dialog.getByLabel('Cost', { exact: true })
  await expect(cost).toHaveAccessibleDescription(/Enter the price as a number/)
  await expectAccessibleAndFitting(page, 'a new product with a price')
  await cost.fill('1.234')
  await expect(cost).toHaveAccessibleDescription(/Enter the price as a number/)
  await cost.fill('11.25')
  await dialog.getByRole('button', { name: 'Create product' }).click()
  await expect(page).toHaveURL(/\/catalog\/POT/)
  await page.getByRole('tab', { name: 'Details' }).click()
  const form = page.getByRole('region', { name: 'Variant POT' })
  const [price, paid] = [form.getByLabel('Price', { exact: true }), form.getByLabel('Cost')]
  await expect(price).toHaveValue('24.50')
  await expect(price).toHaveAccessibleDescription(/^In [A-Z]{3}$/)
  await expect(paid).toHaveValue('11.25')
  await paid.fill('')
  await price.fill('26')
  await form.getByRole('button', { name: 'Save variant' }).click()
  await expect(form.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(price).toHaveValue('26')
  await expect(paid).toHaveValue('')
  await expectAccessibleAndFitting(page, 'the price of a product')

  const clerk = await newMember({
    role: 'viewer',
    permissions: ['catalog.product.update', 'catalog.price.read'],
  })
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await signInTo(page, slug, clerk, `/${slug}/app/catalog/POT?tab=details`)
  await expect(price).toHaveValue('26')
  await expect(price).toBeDisabled()
  await expect(price).toHaveAccessibleDescription(/You don’t have permission to edit prices/)
  await expect(paid).toHaveCount(0)
  await form.getByLabel('Variant name').fill('Large')
  await form.getByRole('button', { name: 'Save variant' }).click()
  await expect(form.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(form.getByLabel('Variant name')).toHaveValue('Large')
  await expect(price).toHaveValue('26')
})

test('two people change one product, and the second decides', async ({ page, product, mail }) => {
  const { operator, slug, call } = await newSite(product.url, mail)
  const made = (await call('/catalog/products', {
    name: 'Lamp',
    variants: [{ sku: 'LAMP' }],
  })) as { product: { id: string; version: number } }
  await signInTo(page, slug, operator, `/${slug}/app/catalog/LAMP?tab=details`)
  const form = page.getByRole('region', { name: 'Product', exact: true })
  await form.getByLabel('Brand').fill('Mine')
  const token = await page.evaluate(() => localStorage.getItem('tenantAccessToken'))
  const { id, version } = made.product
  const theirs = await page.request.patch(`/api/v1/tenant/${slug}/catalog/products/${id}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { brand: 'Theirs', version },
  })
  expect(theirs.ok()).toBe(true)
  await form.getByRole('button', { name: 'Save product' }).click()
  await expect(form.getByRole('cell', { name: 'Theirs' })).toBeVisible()
  await expectAccessible(page, 'two versions of a product')
  await form.getByRole('button', { name: 'Keep mine' }).click()
  await expect(form.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(form.getByLabel('Brand')).toHaveValue('Mine')
})

test('the product list keeps filter, page and selection in the address', async ({
  page,
  product,
  mail,
}) => {
  const { operator, slug, call } = await newSite(product.url, mail)
  for (let at = 1; at <= 30; at += 1)
    await call('/catalog/products', {
      name: `Thing ${at}`,
      variants: [{ sku: `T-${String(at).padStart(2, '0')}` }],
    })
  await signInTo(page, slug, operator, `/${slug}/app/catalog?limit=25`)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const marked = page.getByRole('status').filter({ hasText: 'selected' })

  await test.step('page by page, and the address keeps the place', async () => {
    await expect(pages.getByText('Rows 1-25 of 30')).toBeVisible()
    await pages.getByRole('button', { name: 'Next' }).click()
    await expect(pages.getByText('Rows 26-30 of 30')).toBeVisible()
    await page.reload()
    await expect(pages.getByText('Rows 26-30 of 30')).toBeVisible()
    await expect(page.getByRole('link', { name: 'T-30' })).toBeVisible()
    await pages.getByRole('button', { name: 'Go to start' }).click()
    await expect(pages.getByText('Rows 1-25 of 30')).toBeVisible()
    await page.goBack()
    await expect(pages.getByText('Rows 26-30 of 30')).toBeVisible()
    await pages.getByRole('button', { name: 'Previous' }).click()
    await expect(page.getByRole('link', { name: 'T-01' })).toBeVisible()
  })

  await test.step('a product opened from it leads to its neighbours there', async () => {
    await page.getByRole('link', { name: 'T-24' }).click()
    const beside = page.getByRole('navigation', { name: 'In the list' })
    await expect(beside.getByText('24 of 30')).toBeVisible()
    await beside.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(/catalog\/T-25/)
    await expect(beside.getByText('25 of 30')).toBeVisible()
    await expect(beside.getByRole('button', { name: 'Next' })).toHaveAccessibleDescription(
      'This is the last product on this page of the list.',
    )
    await expectAccessibleAndFitting(page, 'a product of a list')
    await page.keyboard.press('[')
    await expect(page).toHaveURL(/catalog\/T-24/)
    for (const name of ['T-25', 'T-24']) {
      await page.goBack()
      await expect(page).toHaveURL(new RegExp(`catalog/${name}`))
    }
    await page.goBack()
    await expect(page.getByRole('link', { name: 'T-01' })).toBeVisible()
  })

  await test.step('a range is marked with Shift, and its labels are a link', async () => {
    await page.getByLabel('Select T-02').click()
    await page.getByLabel('Select T-06').click({ modifiers: ['Shift'] })
    await expect(marked).toHaveText('5 selected')
    const ids = new URL(
      (await page.getByRole('link', { name: 'Print labels' }).getAttribute('href')) ?? '',
      product.url,
    ).searchParams
    expect(ids.get('template')).toBe('product')
    expect(ids.get('ids')?.split(',')).toHaveLength(5)
    await page.getByLabel('Select all rows of this page').check()
    await expect(marked).toHaveText('All 25 on this page selected')
    await expectAccessibleAndFitting(page, 'the products, some marked')
    await pages.getByRole('button', { name: 'Next' }).click()
    await expect(marked).toHaveText('25 selected, 25 outside this view')
  })

  await test.step('a filter begins at the start and is a chip', async () => {
    await page.getByLabel('Stock', { exact: true }).selectOption('Out of stock')
    await expect(page).toHaveURL(/stock=out/)
    await expect(page).not.toHaveURL(/cursor=/)
    await expect(pages.getByText('Rows 1-25 of 30')).toBeVisible()
    await page.getByLabel('SKU, name or barcode').fill('T-07')
    await expect(pages.getByText('Row 1 of 1')).toBeVisible()
    await page.getByLabel('SKU, name or barcode').fill('zebra')
    await expect(page.getByText('No products match "zebra"')).toBeVisible()
    await page.getByRole('button', { name: 'Remove the filter Stock' }).click()
    await expect(page).not.toHaveURL(/stock=/)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByRole('link', { name: 'T-01' })).toBeVisible()
  })
})

test('a member without rights is told so, and by whom that can be changed', async ({
  page,
  product,
  mail,
}) => {
  const { slug, member } = await newSite(product.url, mail)
  await signInTo(page, slug, member, `/${slug}/app/catalog`)
  await expect(page.getByText('You don’t have access to this page')).toBeVisible()
  const why = page.getByRole('main').getByText('You don’t have permission to view products.')
  await expect(why.and(page.locator(':not([role=tooltip])'))).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add product' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expectAccessible(page, 'the products of somebody without rights')
})
