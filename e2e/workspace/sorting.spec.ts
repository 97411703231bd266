import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { signInTo } from '../people.ts'
import { chooseOfList } from '../lists.ts'
import { expect, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { isPhone, resizeTo } from '../sizes.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

const table = (page: Page) => page.getByRole('table')
const head = (page: Page, name: string) =>
  table(page).getByRole('columnheader', { name, exact: true, includeHidden: true })
const first = (page: Page) => table(page).getByRole('rowheader').first()

/** By the head of the column, or above the cards by the choice that says the same. */
async function sort(page: Page, header: string, direction: 'ascending' | 'descending') {
  const words = `${header}, ${direction}`
  if (isPhone(page)) await page.getByRole('combobox', { name: 'Sort by' }).selectOption(words)
  else await page.getByRole('button', { name: `Sort by ${words}` }).click()
  await expect(head(page, header)).toHaveAttribute('aria-sort', direction)
}

test('a list is sorted by a column header and keeps it in the address', async ({
  page,
  product,
  mail,
}) => {
  const { operator, slug, call } = await newStockedSite(product.url, mail)
  const variants = Array.from({ length: 30 }, (_, n) => ({ sku: `AAA-${n + 10}` }))
  await call('/catalog/products', { name: 'Zinc bucket', variants })
  await signInTo(page, slug, operator, `/${slug}/app/catalog?limit=25`)
  await expect(first(page)).toContainText('AAA-10')
  await expect(head(page, 'SKU')).toHaveAttribute('aria-sort', 'ascending')

  await test.step('from another page it leads to the start', async () => {
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('Rows 26-32 of 32')).toBeVisible()
    await sort(page, 'Name', 'ascending')
    await expect(page.getByText('Rows 1-25 of 32')).toBeVisible()
    await expect(first(page)).toContainText('MUG')
    await expect(head(page, 'SKU')).not.toHaveAttribute('aria-sort')
    await expectAccessibleAndFitting(page, 'a list that is ordered')
  })

  await test.step('the other way round, and after a reload', async () => {
    await sort(page, 'Name', 'descending')
    await expect(first(page)).toContainText('AAA-39')
    await page.reload()
    await expect(first(page)).toContainText('AAA-39')
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-name')
  })

  await test.step('the file has the order of the list', async () => {
    await chooseOfList(page, 'Export')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export 32 products' }).click()
    const lines = readFileSync(await (await saving).path(), 'utf8').split('\r\n')
    expect([lines[1], lines[32]].map((line) => line?.split(',')[0])).toEqual(['AAA-39', 'MUG'])
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('and back to the usual order', async () => {
    // By keyboard: the head stays where the focus is.
    const button = head(page, 'Name').getByRole('button')
    await button.focus()
    await expect(button).toHaveAccessibleName('Sort by Name no longer')
    await page.keyboard.press('Enter')
    await expect(button).toHaveAccessibleName('Sort by Name, ascending')
    await expect(button).toBeFocused()
    await expect(first(page)).toContainText('AAA-10')
    expect(new URL(page.url()).searchParams.has('sort')).toBe(false)
  })

  await test.step('above cards the order is chosen from a list', async () => {
    await resizeTo(page, 'phone')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('Rows 26-32 of 32')).toBeVisible()
    await sort(page, 'Name', 'ascending')
    await expect(page.getByText('Rows 1-25 of 32')).toBeVisible()
    await expect(first(page)).toContainText('MUG')
    await expect(head(page, 'SKU')).not.toHaveAttribute('aria-sort')
    await sort(page, 'Name', 'descending')
    await expect(first(page)).toContainText('AAA-39')
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-name')
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('SKU, ascending')
    await expect(first(page)).toContainText('AAA-10')
    expect(new URL(page.url()).searchParams.has('sort')).toBe(false)
  })
})

test('every warehouse list can be sorted in reverse', async ({ page, product, mail }) => {
  const { operator, slug, receive, warehouse, call } = await newStockedSite(product.url, mail)
  await receive([{ sku: 'MUG', qty: '1', location: 'A-02' }])
  for (const qty of ['1', '2'])
    await call('/stock/adjustments', {
      warehouseId: warehouse.id,
      reasonCode: 'found',
      note: 'Found',
      lines: [{ mode: 'delta', sku: 'MUG', location: 'A-01', qty }],
    })
  await signInTo(page, slug, operator)
  const row = table(page).getByRole('row').filter({ hasText: 'MUG' })
  for (const [size, cells] of [
    ['desk', 8],
    ['phone', 4],
  ] as const) {
    await resizeTo(page, size)
    for (const [path, header, direction, top] of [
      ['stock', 'Location', 'ascending', 'A-01'],
      ['stock', 'Location', 'descending', 'A-02'],
      ['stock/levels', 'Name', 'ascending', 'MUG'],
      ['receiving', 'Receipt', 'ascending', 'RC-000001'],
      ['receiving', 'Started', 'ascending', 'RC-000001'],
      ['stock/adjustments', 'Adjustment', 'ascending', 'AD-000001'],
      ['locations', 'Code', 'ascending', 'A-01'],
      ['locations', 'Sequence', 'descending', 'A-'],
    ] as const) {
      await follow(page, `/${slug}/app/${path}`)
      await expect(first(page)).toBeVisible()
      if (direction === 'descending' && header === 'Location' && !isPhone(page))
        await sort(page, header, 'ascending')
      await sort(page, header, direction)
      await expect(table(page)).toHaveAttribute('aria-busy', 'false')
      if (top !== 'A-') await expect(first(page)).toContainText(top)
    }
    await follow(page, `/${slug}/app/stock/ledger`)
    await expect(
      table(page)
        .getByRole('row', { name: /Adjust/ })
        .first(),
    ).toBeVisible()
    await sort(page, 'Time', 'ascending')
    await expect(page.getByText(/^Oldest first/).first()).toBeVisible()
    await expect(table(page).getByRole('row', { includeHidden: true }).nth(1)).toContainText(
      'Receive',
    )
    await test.step('a card has what names the row, its state and three values', async () => {
      await follow(page, `/${slug}/app/stock/levels`)
      await expect(row).toBeVisible()
      await expect(row.getByRole('cell')).toHaveCount(cells)
    })
  }
})
