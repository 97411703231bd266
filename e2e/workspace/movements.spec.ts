import { expect, expectAccessible, test } from '../world.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'

test('every movement can be found, read and taken back', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  await site.receive([{ sku: 'TEA', qty: '30', location: 'A-02', lotCode: 'L-77' }])
  await site.call('/stock/moves', {
    lines: [{ sku: 'MUG', fromLocationId: site.a01.id, qty: '5', toLocationId: site.a02.id }],
    note: 'closer to the door',
  })
  await signInTo(page, site.slug, site.operator)
  await page.goto(`/${site.slug}/app/stock/ledger`)
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
    await page.getByRole('button', { name: 'Only this item' }).click()
    await expect(rows).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Item: TEA' })).toBeVisible()
    await page.getByRole('button', { name: 'Remove the filter Item' }).click()
    await expect(rows).toHaveCount(4)
  })

  await test.step('by item and by day', async () => {
    await page.getByRole('button', { name: 'By item or place' }).click()
    await page.getByRole('combobox', { name: 'Only this item' }).fill('MUG')
    await page.getByRole('combobox', { name: 'Only this item' }).press('Enter')
    await expect(rows).toHaveCount(3)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.getByLabel('To day').focus()
    await page.keyboard.type('01312026')
    await expect(page.getByLabel('To day')).toHaveValue('2026-01-31')
    await expect(page.getByText('No movements match')).toBeVisible()
    // A year that is half typed is not looked for.
    expect(asked.filter((url) => url.includes('to=0'))).toEqual([])
    await expectAccessible(page, 'movements that match nothing')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(rows).toHaveCount(4)
  })

  await test.step('undone with what it does to each pile', async () => {
    await rows.filter({ hasText: 'A-01' }).first().getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Undo…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Undo this movement?' })
    await expect(dialog.getByRole('row', { name: /A-01/ })).toContainText('7 → becomes 12 each')
    await expect(dialog.getByRole('row', { name: /A-02/ })).toContainText('5 → becomes 0 each')
    await expect(dialog.getByRole('button', { name: 'Leave it' })).toBeFocused()
    await expectAccessible(page, 'what undoing a movement does')
    await dialog.getByLabel('Note').fill('too far')
    await dialog.getByRole('button', { name: 'Undo the movement' }).click()
    await expect(page.getByText(/^Undone: moved \d+/)).toBeVisible()
    await expect(page.getByText('Undone: moved', { exact: true })).toHaveCount(2)
  })

  await test.step('once only', async () => {
    await page.goto(`/${site.slug}/app/stock/ledger?kind=relocate`)
    await page
      .getByRole('row', { name: /Moved/ })
      .first()
      .getByRole('button', { name: 'More' })
      .click()
    const undo = page.getByRole('button', { name: 'Undo…' })
    await expect(undo).toHaveAttribute('aria-disabled', 'true')
    await undo.focus()
    await expect(page.getByRole('tooltip').filter({ visible: true })).toContainText(
      'This was undone before.',
    )
  })
})

test('a movement whose goods are gone says what stands in the way', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  const go = (from: { id: string }, to: { id: string }, qty: string) =>
    site.call('/stock/moves', {
      lines: [{ sku: 'MUG', fromLocationId: from.id, qty, toLocationId: to.id }],
    })
  await go(site.a01, site.a02, '5')
  await go(site.a02, site.a01, '4')
  await signInTo(page, site.slug, site.operator)
  await page.goto(`/${site.slug}/app/stock/ledger?kind=relocate`)
  await page
    .getByRole('row', { name: /\+5 each/ })
    .getByRole('button', { name: 'More' })
    .click()
  await page.getByRole('button', { name: 'Undo…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('This cannot be undone now.')).toBeVisible()
  await expect(
    dialog.getByText(/^MUG in A-02: 4 missing to undo this\. They went with:/),
  ).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Undo the movement' })).toHaveCount(0)
  await expectAccessible(page, 'a movement that cannot be undone')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Undo…' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo…' }).click()
  await dialog.getByRole('link', { name: /^Movement \d+, moved$/ }).click()
  await expect(page).toHaveURL(/move=\d+/)
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row', { name: /\u22124 each/ })).toBeVisible()
})

test('the stock at a moment of the past', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  await site.receive([{ sku: 'MUG', qty: '8', location: 'A-02' }], {
    effectiveAt: '2026-01-15T10:00:00.000Z',
  })
  await signInTo(page, site.slug, site.operator)
  await page.goto(`/${site.slug}/app/stock/as-of`)
  await expect(page.getByText('Choose a moment')).toBeVisible()
  await page.getByLabel('Moment', { exact: true }).fill('2026-02-01T00:00')
  await page.getByRole('button', { name: 'Show the stock' }).click()
  const row = page.getByRole('row', { name: /MUG/ })
  await expect(row).toContainText('8')
  // Of a moment long ago nothing is on its way.
  await expect(page.getByText('This moment is only just over')).toHaveCount(0)
  await expectAccessible(page, 'the stock at a moment')
  await page.getByText('As known then', { exact: true }).click()
  await page.getByRole('button', { name: 'Show the stock' }).click()
  await expect(page.getByText('Nothing was in stock at that moment')).toBeVisible()
  await expect(page).toHaveURL(/known=then/)
  await page.getByText('As known now', { exact: true }).click()
  await page.getByLabel('Added up by').selectOption('bucket')
  await page.getByRole('button', { name: 'Show the stock' }).click()
  await expect(row).toContainText('A-02')
  await page.reload()
  await expect(row).toContainText('A-02')
  await page.getByLabel('Added up by').selectOption('location')
  await page.getByRole('button', { name: 'Show the stock' }).click()
  await expect(page.getByRole('row', { name: 'MAIN A-02 8 each', exact: true })).toBeVisible()
  // Half a moment in the address is none.
  await page.goto(`/${site.slug}/app/stock/as-of?at=2026-02-01T00:00&by=location`)
  await expect(page.getByText('Choose a moment')).toBeVisible()
})
