import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../world.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'

/** Presses Export, then the button of the dialog; gives the name of the file and its lines. */
async function exported(page: Page, counted: string) {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
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
      ...{ warehouseId: warehouse.id, reasonCode: 'found', note: `Found ${qty}` },
      lines: [{ mode: 'delta', sku: 'MUG', location: 'A-01', qty }],
    })
  await signInTo(page, slug, operator)
  const list = (path: string) => page.goto(`/${slug}/app/${path}`)

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
    ['stock', '1 pile', 'stock-by-location'],
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
})
