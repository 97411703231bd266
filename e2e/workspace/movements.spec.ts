import { expect, expectAccessible, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

test('every movement can be found, opened and reversed', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  await site.receive([{ sku: 'TEA', qty: '30', location: 'A-02', lotCode: 'L-77' }])
  await site.call('/stock/moves', {
    lines: [{ sku: 'MUG', fromLocationId: site.a01.id, qty: '5', toLocationId: site.a02.id }],
    note: 'closer to the door',
  })
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/stock/ledger`)
  const rows = page.getByRole('row').filter({ hasText: /Received|Moved/ })

  await test.step('narrowed by type, and from a row by item', async () => {
    await expect(rows).toHaveCount(4)
    await page.getByLabel('Type').selectOption('relocate')
    await expect(rows).toHaveCount(2)
    await expect(page).toHaveURL(/kind=relocate/)
    await expect(rows.filter({ hasText: 'A-01' })).toContainText('−5 each')
    await page.reload()
    await expect(rows).toHaveCount(2)
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(rows).toHaveCount(4)
    await rows.filter({ hasText: 'TEA' }).getByRole('button', { name: 'More' }).click()
    await expect(page.getByText('0 → becomes 30 each')).toBeVisible()
    await expectAccessible(page, 'a movement in full')
    await page.getByRole('button', { name: 'Filter by this item' }).click()
    await expect(rows).toHaveCount(1)
    await expect(page.getByLabel('Item', { exact: true })).toContainText('TEA')
    await page.getByRole('button', { name: 'Remove the filter Item' }).click()
    await expect(rows).toHaveCount(4)
  })

  await test.step('by item and by day', async () => {
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('combobox', { name: 'Filter by this item' }).fill('MUG')
    await page.getByRole('combobox', { name: 'Filter by this item' }).press('Enter')
    await expect(rows).toHaveCount(3)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.getByLabel('To day').focus()
    await page.keyboard.type('01312026')
    await expect(page.getByLabel('To day')).toHaveValue('2026-01-31')
    await expect(page.getByText('No entries match')).toBeVisible()
    // A year that is half typed is not looked for.
    expect(asked.filter((url) => url.includes('to=0'))).toEqual([])
    await expectAccessible(page, 'movements that match nothing')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(rows).toHaveCount(4)
  })

  await test.step('reversed with a preview of each bucket', async () => {
    await rows.filter({ hasText: 'A-01' }).first().getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Undo…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reverse this movement?' })
    await expect(dialog.getByRole('row', { name: /A-01/ })).toContainText('7 → becomes 12 each')
    await expect(dialog.getByRole('row', { name: /A-02/ })).toContainText('5 → becomes 0 each')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page, 'what undoing a movement does')
    await dialog.getByLabel('Note').fill('too far')
    await dialog.getByRole('button', { name: 'Reverse movement' }).click()
    await expect(page.getByText(/^Reversed: moved \d+/)).toBeVisible()
    await expect(page.getByText('Reversed: moved', { exact: true })).toHaveCount(2)
  })

  await test.step('once only', async () => {
    await follow(page, `/${site.slug}/app/stock/ledger?kind=relocate`)
    await page
      .getByRole('row', { name: /Moved/ })
      .first()
      .getByRole('button', { name: 'More' })
      .click()
    const undo = page.getByRole('button', { name: 'Undo…' })
    await expect(undo).toHaveAttribute('aria-disabled', 'true')
    await undo.focus()
    await expect(page.getByRole('tooltip').filter({ visible: true })).toContainText(
      'Already reversed.',
    )
  })

  await test.step('a reversal without enough stock names the reason', async () => {
    const go = (from: { id: string }, to: { id: string }, qty: string) =>
      site.call('/stock/moves', {
        lines: [{ sku: 'MUG', fromLocationId: from.id, qty, toLocationId: to.id }],
      })
    await go(site.a01, site.a02, '5')
    await go(site.a02, site.a01, '4')
    await page.goto(`/${site.slug}/app/stock/ledger?kind=relocate`)
    await page
      .getByRole('row', { name: /\+5 each/ })
      .first()
      .getByRole('button', { name: 'More' })
      .click()
    await page.getByRole('button', { name: 'Undo…' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('This can’t be reversed now.')).toBeVisible()
    await expect(
      dialog.getByText(/^MUG in A-02: 4 too few to reverse this\. Moved by:/),
    ).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Reverse movement' })).toHaveCount(0)
    await expectAccessible(page, 'a movement that cannot be undone')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Undo…' })).toBeFocused()
    await page.getByRole('button', { name: 'Undo…' }).click()
    await dialog.getByRole('link', { name: /^Movement \d+, moved$/ }).click()
    await expect(page).toHaveURL(/move=\d+/)
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('row', { name: /\u22124 each/ })).toBeVisible()
  })
})

test('stock as of a date', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  await site.receive([{ sku: 'MUG', qty: '8', location: 'A-02' }], {
    effectiveAt: '2026-01-15T10:00:00.000Z',
  })
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/stock/as-of`)
  await expect(page.getByText('Choose a date and time')).toBeVisible()
  await page.getByLabel('Date and time', { exact: true }).fill('2026-02-01T00:00')
  await page.getByRole('button', { name: 'Show stock' }).click()
  const row = page.getByRole('row', { name: /MUG/ })
  await expect(row).toContainText('8')
  // Of a moment long ago nothing is on its way.
  await expect(page.getByText('This time is less than a minute ago')).toHaveCount(0)
  await expectAccessible(page, 'the stock at a moment')
  await page.getByText('As recorded then', { exact: true }).click()
  await page.getByRole('button', { name: 'Show stock' }).click()
  await expect(page.getByText('No stock on that date')).toBeVisible()
  await expect(page).toHaveURL(/known=then/)
  await page.getByText('Including later corrections', { exact: true }).click()
  await page.getByLabel('Group by').selectOption('bucket')
  await page.getByRole('button', { name: 'Show stock' }).click()
  await expect(row).toContainText('A-02')
  await page.reload()
  await expect(row).toContainText('A-02')
  await page.getByLabel('Group by').selectOption('location')
  await page.getByRole('button', { name: 'Show stock' }).click()
  await expect(page.getByRole('row', { name: 'MAIN A-02 8 each', exact: true })).toBeVisible()
  // Half a moment in the address is none.
  await follow(page, `/${site.slug}/app/stock/as-of?at=2026-02-01T00:00&by=location`)
  await expect(page.getByText('Choose a date and time')).toBeVisible()
})
