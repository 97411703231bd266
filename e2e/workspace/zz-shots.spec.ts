import { mkdirSync } from 'node:fs'
import { test, expect } from '../world.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'

const dir = '/tmp/shots-floor'
mkdirSync(dir, { recursive: true })

test('shots', async ({ page, product, mail }, info) => {
  test.setTimeout(280_000)
  page.setDefaultTimeout(8_000)
  const site = await newStockedSite(product.url, mail)
  await site.receive([{ sku: 'TEA', qty: '30', location: 'A-02', lotCode: 'L-77', expiresOn: '2027-03-31' }], { reference: 'DN 4711' })
  await site.receive([{ sku: 'MUG', qty: '2', status: 'damaged' }], { complete: false })
  await signInTo(page, site.slug, site.operator)
  const base = `/${site.slug}/app`
  const name = info.project.name
  const shot = async (what: string, path?: string) => {
    if (path !== undefined) await page.goto(base + path)
    await page.waitForTimeout(700)
    for (const theme of ['light', 'dark']) {
      await page.evaluate((t) => { document.documentElement.dataset['theme'] = t }, theme)
      await page.waitForTimeout(100)
      await page.screenshot({ path: `${dir}/${what}-${name}-${theme}.png`, fullPage: true })
    }
  }
  await shot('stock', '/stock')
  await shot('levels', '/stock/levels')
  await shot('ledger', '/stock/ledger')
  await page.getByRole('button', { name: 'More' }).first().click()
  await shot('ledger-more')
  await shot('asof-empty', '/stock/as-of')
  await shot('receipts', '/receiving')
  await shot('receive-empty', '/receiving/new')
  await page.getByRole('combobox', { name: 'Item' }).fill('MUG')
  await page.getByRole('combobox', { name: 'Item' }).press('Enter')
  await page.waitForTimeout(600)
  await page.getByRole('combobox', { name: 'Item' }).fill('14006381333938')
  await page.getByRole('combobox', { name: 'Item' }).press('Enter')
  await page.waitForTimeout(600)
  await page.getByRole('combobox', { name: 'Item' }).fill('TEA')
  await page.getByRole('combobox', { name: 'Item' }).press('Enter')
  await page.waitForTimeout(600)
  await page.getByRole('button', { name: 'Complete the receipt' }).click()
  await shot('receive')
  await page.goto(base + '/stock')
  await page.getByRole('link', { name: 'Move MUG from A-01' }).click()
  await page.waitForTimeout(600)
  await page.getByLabel('Quantity', { exact: true }).fill('7')
  await page.getByRole('combobox', { name: 'To place' }).fill('A-0')
  await shot('move')
  await page.goto(base + '/stock')
  await page.getByRole('link', { name: 'Adjust MUG in A-01' }).click()
  await page.waitForTimeout(600)
  await page.getByLabel('There are now').fill('9')
  await shot('adjust')
  await shot('adjustments', '/stock/adjustments')
  await shot('set-warehouse', '/settings?tab=warehouse')
  await shot('set-reasons', '/settings?tab=reasons')
  await shot('set-access', '/settings?tab=access')
  await page.goto(base + '/settings?tab=verification')
  await page.getByRole('button', { name: 'Check everything' }).click()
  await shot('set-verification')
  await shot('settings', '/settings')
  await page.goto(base + '/receiving')
  await page.getByRole('link', { name: /^REC/ }).first().click()
  await shot('receipt')
  expect(1).toBe(1)
})
