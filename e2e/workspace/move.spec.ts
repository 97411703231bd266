import { entryOfRow } from '../lists.ts'
import { expect, expectAccessible, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { pressAsScanner, scan } from '../scanner.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

test('stock is moved to another location and back, and its status changed', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator)

  await test.step('from the row, by keyboard alone', async () => {
    await follow(page, `/${site.slug}/app/stock`)
    await expect(page.getByRole('row', { name: /MUG/ })).toContainText('12 each')
    await page.keyboard.press('j')
    await expect(page.getByRole('link', { name: 'A-01', exact: true })).toBeFocused()
    await page.keyboard.press('t')
    await expect(page.getByRole('heading', { name: 'Move stock' })).toBeVisible()
    await expect(page.getByLabel('Quantity', { exact: true })).toBeFocused()
    await page.keyboard.type('7')
    await expect(page.getByText('12 → becomes 5 each')).toBeVisible()
    await page.getByRole('combobox', { name: 'To location' }).focus()
    await page.keyboard.type('a-02', { delay: 90 })
    await expect(page.getByRole('option', { name: /A-02/ })).toBeVisible()
    await expectAccessibleAndFitting(page, 'a move with its list of places')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'To location' })).toHaveValue('A-02')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('MUG now has 7 in A-02')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Item to move' })).toBeFocused()
  })

  await test.step('a move can be undone', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(
      page.getByText('Move reversed. Stock is back in its earlier location.'),
    ).toBeVisible()
    await follow(page, `/${site.slug}/app/stock`)
    await expect(page.getByRole('row', { name: /MUG/ })).toHaveCount(1)
    await expect(page.getByRole('row', { name: /A-01/ })).toContainText('12 each')
  })

  await test.step('the status of stock is changed from its row, also after a move that was left', async () => {
    const move = await entryOfRow(page, 'MUG in A-01', 'Move MUG from A-01')
    await follow(page, (await move.getAttribute('href')) ?? '')
    await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('')
    await follow(page, `/${site.slug}/app/stock`)
    await page.getByRole('button', { name: 'More for MUG in A-01' }).click()
    await expectAccessible(page, 'the menu of a row')
    await page.getByRole('link', { name: 'Change status' }).click()
    await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('12')
    const status = page.getByLabel('To status')
    await expect(status).toBeFocused()
    await status.selectOption('Damaged')
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(page.getByText('MUG now has 12 in A-01')).toBeVisible()
    await follow(page, `/${site.slug}/app/stock`)
    await expect(page.getByRole('row', { name: /MUG/ })).toContainText('Damaged')
  })

  await test.step('a bucket on the page of its product leads to the place and to a move', async () => {
    await follow(page, `/${site.slug}/app/catalog/MUG`)
    // The chart above the buckets comes later and moves them: they are followed by their addresses.
    await expect(page.getByRole('link', { name: 'A-01', exact: true })).toHaveAttribute(
      'href',
      new RegExp(`/app/stock\\?.*location=${site.a01.id}`),
    )
    const move = await entryOfRow(page, 'MUG in A-01', 'Move MUG from A-01')
    await follow(page, (await move.getAttribute('href')) ?? '')
    await expect(page.getByRole('heading', { name: 'Move stock' })).toBeVisible()
    await expect(page.getByLabel('Quantity', { exact: true })).toBeFocused()
  })
})

test('several lines are one move, and one of them changes its status', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await site.receive([{ sku: 'MUG', qty: '4', location: 'A-02' }])
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/stock/move`)
  const item = page.getByRole('combobox', { name: 'Item to move' })
  const lines = page.getByRole('list', { name: 'Move lines' }).getByRole('listitem')

  await test.step('which bucket is asked where there are several', async () => {
    await item.fill('MUG')
    await item.press('Enter')
    const buckets = page.getByRole('region', { name: 'Choose where to take MUG from' })
    await expect(buckets.getByRole('button', { name: /A-01/ })).toBeFocused()
    await expectAccessible(page, 'the choice of a bucket')
    await buckets.getByRole('button', { name: /A-01/ }).click()
    await lines.nth(0).getByRole('button', { name: 'All 12' }).click()
    await lines.nth(0).getByRole('combobox', { name: 'To location' }).fill('A-02')
    await lines.nth(0).getByRole('combobox', { name: 'To location' }).press('Enter')
    await item.fill('MUG')
    await item.press('Enter')
    await buckets.getByRole('button', { name: /A-02/ }).click()
  })

  await test.step('nothing is sent while a line is not ready', async () => {
    await page.getByRole('button', { name: 'Move 2 lines' }).click()
    await expect(lines.nth(1).getByText('Enter a quantity')).toBeVisible()
    await expect(page.getByText('Some lines have errors.')).toBeVisible()
    await lines.nth(1).getByLabel('Quantity', { exact: true }).fill('1')
    await expect(lines.nth(1).getByText('Choose another location or status')).toBeVisible()
    await lines.nth(1).getByLabel('To status').selectOption('damaged')
    await page.getByLabel('Reason').selectOption('damaged')
    await page.getByLabel('Note').fill('dropped')
  })

  await test.step('a reload keeps them, and both go at once', async () => {
    await page.reload()
    await expect(lines).toHaveCount(2)
    await page.getByRole('button', { name: 'Move 2 lines' }).click()
    await expect(page.getByText('2 lines moved')).toBeVisible()
    await follow(page, `/${site.slug}/app/stock?status=damaged`)
    await expect(page.getByRole('row', { name: /MUG/ })).toContainText('1 each')
    await expect(page.getByRole('row', { name: /MUG/ })).toHaveCount(1)
    await expect(page.getByLabel('Status', { exact: true })).toHaveValue('damaged')
  })
})

test('scans say what is moved and where it goes, however quickly they come', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/stock/move`)
  await page.waitForLoadState('networkidle')
  const band = page.getByRole('region', { name: 'Scans', exact: true })
  const place = page.getByRole('combobox', { name: 'To location' })
  await scan(page, '4006381333931')
  await scan(page, 'A-02')
  await expect(band).toContainText('MUG goes to A-02')
  await expect(place).toHaveValue('A-02')
  await scan(page, 'A-01')
  await expect(band).toContainText('MUG from A-01: enter quantity and location')
  await expect(place).toHaveValue('A-02')
  // A short code is read whole, and its Enter doesn't press what has the focus.
  await page.getByRole('button', { name: /^Remove/ }).focus()
  await pressAsScanner(page, 'DMG')
  await expect(band).toContainText('MUG goes to DMG')
  await expect(place).toHaveValue('DMG')
})

test('stock taken by somebody else is reported with quantities', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/stock`)
  await (await entryOfRow(page, 'MUG in A-01', 'Move MUG from A-01')).click()
  await page.getByLabel('Quantity', { exact: true }).fill('8')
  await page.getByRole('combobox', { name: 'To location' }).fill('A-02')
  await page.getByRole('combobox', { name: 'To location' }).press('Enter')
  await site.call('/stock/moves', {
    lines: [{ sku: 'MUG', fromLocationId: site.a01.id, qty: '9', toLocationId: site.a02.id }],
  })
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  const box = page.getByRole('alert')
  await expect(box).toContainText('This location doesn’t have enough stock.')
  await expect(box).toContainText('3 on hand. 5 missing.')
  await expect(box).toBeFocused()
  await expectAccessible(page, 'a move that was refused')
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('8')
})

test('what was refused is mended in place, and more than there is said at once', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await site.call(`/locations/${site.a02.id}/block`, { direction: 'both', version: 1 })
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/stock`)
  await (await entryOfRow(page, 'MUG in A-01', 'Move MUG from A-01')).click()
  const quantity = page.getByLabel('Quantity', { exact: true })
  const place = page.getByRole('combobox', { name: 'To location' })
  await quantity.fill('500')
  await expect(page.getByText(/becomes/)).toHaveCount(0)
  await place.fill('A-02')
  await expect(page.getByText('Only 12 are here')).toBeVisible()
  await quantity.fill('5')
  await place.press('ControlOrMeta+Enter')
  await expect(page.getByRole('alert')).toContainText('A-02 is blocked')
  await place.fill('recv')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await place.press('ControlOrMeta+Enter')
  await expect(page.getByText('MUG now has 5 in RECV')).toBeVisible()
})
