import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { chooseOfList, openAside } from '../lists.ts'
import { expect, expectAccessible, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { resizeTo } from '../sizes.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

/** Presses Export, then the button of the dialog; gives the name of the file and its lines. */
async function exported(page: Page, counted: string, button?: string) {
  if (button === undefined) await chooseOfList(page, 'Export')
  else await page.getByRole('button', { name: button, exact: true }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: `Export ${counted}`, exact: true }).click()
  const saved = await saving
  await expect(page.getByRole('dialog')).toBeHidden()
  const text = readFileSync(await saved.path(), 'utf8')
  return { name: saved.suggestedFilename(), lines: text.trimEnd().split('\r\n') }
}

test('every list is saved as a file, with the filter that is set', async ({
  page,
  product,
  mail,
}) => {
  const { operator, slug, warehouse, call, receive } = await newStockedSite(product.url, mail)
  await receive([{ sku: 'MUG', qty: '3' }], { complete: false, reference: 'PO-77' })
  for (const qty of ['1', '2'])
    await call('/stock/adjustments', {
      warehouseId: warehouse.id,
      reasonCode: 'found',
      note: `Found ${qty}`,
      lines: [{ mode: 'delta', sku: 'MUG', location: 'A-01', qty }],
    })
  await call('/zones', { warehouseId: warehouse.id, code: 'COLD' })
  const east = (await call('/warehouses', { code: 'EAST', name: 'East' })) as {
    warehouse: { id: string }
  }
  await call('/zones', { warehouseId: east.warehouse.id, code: 'WARM' })
  await signInTo(page, slug, operator)
  const list = (path: string) => follow(page, `/${slug}/app/${path}`)

  await list('receiving?state=open')
  await expect(page.getByRole('table').getByText('PO-77')).toBeVisible()
  const receipts = await exported(page, '1 receipt')
  expect(receipts.name).toMatch(/^receipts-.*\.csv$/)
  expect(receipts.lines).toHaveLength(2)
  expect(receipts.lines[1]).toContain(',PO-77,')

  await list('stock/adjustments')
  await expect(page.getByRole('table').getByText('Found 2')).toBeVisible()
  const adjustments = await exported(page, '2 adjustments')
  expect(adjustments.name).toMatch(/^adjustments-.*\.csv$/)
  expect(adjustments.lines.join()).toMatch(/Found 2.*Found 1/)

  for (const [path, counted, name] of [
    ['stock', '1 stock line', 'stock-by-location'],
    ['stock/levels', '1 item', 'stock'],
    ['stock/ledger?kind=adjust', '2 movements', 'movements'],
  ] as const) {
    await list(path)
    await expect(page.getByRole('table').getByRole('link', { name: 'MUG' }).first()).toBeVisible()
    const saved = await exported(page, counted)
    expect(saved.name).toMatch(new RegExp(`^${name}-`))
    expect(saved.lines).toHaveLength(Number.parseInt(counted, 10) + 1)
  }
  await expectAccessible(page, 'the movements that can be saved')

  await list('locations')
  await openAside(page, 'Warehouses and zones')
  const warehouses = await exported(page, '2 warehouses', 'Export warehouses')
  expect(warehouses.name).toMatch(/^warehouses-.*\.csv$/)
  expect(warehouses.lines).toHaveLength(3)
  await list(`locations?wh=${warehouse.id}`)
  await openAside(page, 'Warehouses and zones')
  const zones = await exported(page, '5 zones', 'Export zones')
  expect(zones.name).toMatch(/^zones-.*\.csv$/)
  expect(zones.lines.join()).toContain(',COLD,')
  expect(zones.lines.join()).not.toContain('WARM')

  await list('settings?tab=reasons')
  await expect(page.getByRole('table').getByText('damaged', { exact: true })).toBeVisible()
  const reasons = await exported(page, 'reasons', 'Export')
  expect(reasons.name).toMatch(/^reasons-.*\.csv$/)
  expect(reasons.lines.join('\n')).toMatch(/\ndamaged,/)
})

test('columns are hidden and moved, also on another device', async ({
  page,
  product,
  mail,
  browser,
}) => {
  const { operator, slug } = await newStockedSite(product.url, mail)
  await signInTo(page, slug, operator, `/${slug}/app/stock`)
  await expect(page.getByRole('link', { name: 'MUG', exact: true })).toBeVisible()
  const headers = (of: Page) => of.getByRole('table').getByRole('columnheader')
  const box = 'Select all rows of this page'
  const upToLot = [box, 'Location', 'SKU', 'Name', 'Lot, serial']
  const usual = [
    ...upToLot,
    'Expires',
    'Status',
    'On hand',
    'Allocated',
    'Last movement',
    'Actions',
  ]
  /** Cards leave three of them out until columns are chosen. */
  const expectUsual = async () => {
    await expect(headers(page)).toHaveText(usual)
    await resizeTo(page, 'phone')
    await expect(headers(page)).toHaveText([...upToLot, 'Status', 'On hand', 'Actions'])
    await resizeTo(page, 'desk')
  }
  await expectUsual()
  const dialog = page.getByRole('dialog', { name: 'Columns' })
  const rows = dialog.getByRole('list', { name: 'Columns after the first' }).getByRole('listitem')

  await expectAccessibleAndFitting(page, 'a table that can be arranged')
  await test.step('by keyboard alone', async () => {
    await page.getByRole('button', { name: 'Columns' }).press('Enter')
    await expect(rows).toHaveCount(8)
    await expectAccessibleAndFitting(page, 'the columns of a table')
    const left = dialog.getByRole('button', { name: 'Move On hand left' })
    await left.press('Enter')
    await expect(left).toBeFocused()
    await left.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'On hand is now' })).toHaveText(
      'On hand is now column 5 of 9',
    )
    await left.press('Enter')
    await left.press('Enter')
    await left.press('Enter')
    await expect(rows.first()).toHaveText('On hand')
    await expect(dialog.getByRole('button', { name: 'Move On hand right' })).toBeFocused()
    await dialog.getByRole('checkbox', { name: 'Name' }).press('Space')
    await dialog.getByRole('button', { name: 'Save columns' }).press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused()
  })

  const mine = [box, 'Location', 'On hand', 'SKU', 'Lot, serial', 'Expires', 'Status', 'Allocated']
  await expect(headers(page)).toHaveText([...mine, 'Last movement', 'Actions'])
  await resizeTo(page, 'phone')
  await expect(headers(page)).toHaveText([...mine, 'Last movement', 'Actions'])
  await resizeTo(page, 'desk')

  await test.step('another browser shows the table alike', async () => {
    const other = await browser.newPage({ baseURL: product.url })
    await signInTo(other, slug, operator, `/${slug}/app/stock`)
    await expect(headers(other)).toHaveText([...mine, 'Last movement', 'Actions'])
    await other.close()
  })

  await test.step('a column is dragged by its grip', async () => {
    await page.getByRole('button', { name: 'Columns' }).click()
    const grip = rows.filter({ hasText: 'Allocated' }).locator('span').first()
    await grip.hover()
    await page.mouse.down()
    const target = await rows.first().boundingBox()
    await page.mouse.move((target?.x ?? 0) + 20, (target?.y ?? 0) + 10, { steps: 8 })
    await page.mouse.up()
    await expect(rows.first()).toHaveText('Allocated')
    await page.mouse.move(0, 0)
    await dialog.getByRole('button', { name: 'Save columns' }).click()
    await expect(headers(page).nth(2)).toHaveText('Allocated')
  })

  await test.step('one press restores the default columns', async () => {
    await page.getByRole('button', { name: 'Columns' }).click()
    await dialog.getByRole('button', { name: 'Reset columns' }).click()
    await dialog.getByRole('button', { name: 'Save columns' }).click()
    await expect(headers(page)).toHaveText(usual)
    await page.reload()
    await expectUsual()
  })
})

test('what is selected is exactly what is saved and labelled', async ({ page, product, mail }) => {
  const { operator, slug, call } = await newStockedSite(product.url, mail)
  for (let at = 1; at <= 30; at += 1)
    await call('/catalog/products', {
      name: `${at <= 28 ? 'Lamp' : 'Chair'} ${at}`,
      variants: [{ sku: `T-${String(at).padStart(2, '0')}` }],
    })
  await signInTo(page, slug, operator, `/${slug}/app/catalog?limit=25&q=lamp`)
  const marked = page.getByRole('status').filter({ hasText: 'selected' })
  const wholePage = page.getByLabel('Select all rows of this page')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const saved = async (counted: string) => {
    await page.getByRole('button', { name: 'Export selected' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: `Export ${counted}`, exact: true }).click()
    const text = readFileSync(await (await saving).path(), 'utf8')
    await expect(page.getByRole('dialog')).toBeHidden()
    return text.trimEnd().split('\r\n').slice(1)
  }

  await test.step('the page first, then everything that matches, and nothing else', async () => {
    await expect(pages.getByText('Rows 1-25 of 28')).toBeVisible()
    await wholePage.check()
    await expect(marked).toHaveText('All 25 on this page selected')
    await page.getByRole('button', { name: 'Select all 28 matching' }).click()
    await expect(marked).toHaveText('All 28 matching selected')
    await expect(marked).toBeFocused()
    await expectAccessibleAndFitting(page, 'everything that matches, selected')
    const lines = await saved('28 products')
    expect(lines).toHaveLength(28)
    expect(lines.join()).not.toContain('Chair')
    await pages.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByLabel('Select T-28')).toBeChecked()
    await page.getByRole('button', { name: 'Print labels' }).click()
    await expect(page.getByText('28 products, 62 x 29 mm')).toBeVisible()
    await page.goBack()
  })

  await test.step('another filter ends it; rows picked by hand stay, outside the view', async () => {
    await follow(page, `/${slug}/app/catalog?limit=25&q=lamp`)
    await wholePage.check()
    await page.getByRole('button', { name: 'Select all 28 matching' }).click()
    await page.getByLabel('SKU, name or barcode').fill('chair')
    await expect(pages.getByText('Rows 1-2 of 2')).toBeVisible()
    await expect(marked).toHaveCount(0)
    await page.getByLabel('Select T-29').check()
    await page.getByLabel('SKU, name or barcode').fill('lamp')
    await expect(page.getByRole('link', { name: 'T-01' })).toBeVisible()
    await page.getByLabel('Select T-01').check()
    await expect(marked).toHaveText('2 selected, 1 outside this view')
    expect((await saved('2 products')).join()).toMatch(/T-01.*T-29/)
    await page.getByRole('button', { name: 'Select none' }).click()
    await expect(marked).toHaveCount(0)
  })

  await test.step('buckets are picked out too', async () => {
    await follow(page, `/${slug}/app/stock`)
    await page.getByLabel('Select MUG in A-01').check()
    const lines = await saved('1 stock line')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(',MUG,')
  })

  await test.step('a page that the list does not have offers the first one', async () => {
    const forged = Buffer.from('["f","sku","a\\u0000"]').toString('base64url')
    await page.goto(`/${slug}/app/catalog?cursor=${forged}&from=26`)
    const refused = page.getByRole('alert')
    await expect(refused).toContainText('This page of the list is not available. Start over.')
    await expect(refused.getByRole('button', { name: 'Retry' })).toHaveCount(0)
    await refused.getByRole('button', { name: 'Start over' }).click()
    await expect(page.getByRole('link', { name: 'T-01' })).toBeVisible()
    await expect(refused).toHaveCount(0)
  })
})
