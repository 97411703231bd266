import { readFileSync } from 'node:fs'
import { signInTo } from '../people.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { newStockedSite } from './stocked.ts'

test('stock movement by type and day, with links to the movements', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await site.receive([{ sku: 'MUG', qty: '8', location: 'A-02' }], {
    effectiveAt: '2026-01-15T10:00:00.000Z',
  })
  await site.call('/stock/adjustments', {
    warehouseId: site.warehouse.id,
    reasonCode: 'damaged',
    lines: [{ sku: 'MUG', location: 'A-01', mode: 'delta', qty: '-3' }],
  })
  await site.call('/stock/moves', {
    lines: [{ sku: 'MUG', fromLocationId: site.a01.id, qty: '5', toLocationId: site.a02.id }],
  })
  await signInTo(page, site.slug, site.operator)
  const row = page.getByRole('row', { name: /MUG/ })

  await test.step('the report list', async () => {
    await page.goto(`/${site.slug}/app/reports`)
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
    for (const name of ['Stock movement', 'Stock on hand', 'Stock as of a date'])
      await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toBeVisible()
    await expectAccessible(page, 'the reports')
    await page.getByRole('main').getByRole('link', { name: 'Stock movement', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Stock movement' })).toBeVisible()
  })

  await test.step('a picture, the same in numbers, and the check', async () => {
    await page.getByRole('button', { name: 'Today' }).click()
    await expect(page).toHaveURL(/since=/)
    await expect(page.getByRole('button', { name: 'Today' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    const all = page.getByRole('region', { name: 'Total, each' })
    await expect(all.getByRole('img', { name: /^In 12 and out 3 each/ })).toBeVisible()
    await expect(all.getByRole('row', { name: 'Received, in +12' })).toBeVisible()
    await expect(all.getByText('Closing 17 \u2212 opening 8 = in 12 \u2212 out 3')).toBeVisible()
    await expect(all.getByText('Adds up')).toBeVisible()
    await expect(row).toContainText('Adjusted')
    // What only went from place to place has neither come nor gone.
    await expect(row).not.toContainText('Moved')
    await expectAccessible(page, 'the movement report')
    await page.reload()
    await expect(row).toContainText('17')
  })

  await test.step('a number opens the movements it is made of', async () => {
    await page.getByRole('link', { name: '3 each, Adjusted, out: the movements of MUG' }).click()
    await expect(page.getByRole('button', { name: 'Remove the filter Item' })).toBeVisible()
    await expect(page.getByRole('row', { name: /Adjusted/ })).toHaveCount(1)
    await expect(page.getByRole('row', { name: /Received|Moved/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Remove the filter From' })).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: '8 each, opening: the movements of MUG' }).click()
    await expect(page.getByRole('row', { name: /Received/ })).toHaveCount(1)
    await page.goBack()
  })

  await test.step('a total opens its movements', async () => {
    await page.getByRole('link', { name: '\u22123 each, Adjusted, out: the movements' }).click()
    await expect(page.getByRole('row', { name: /Adjusted/ })).toHaveCount(1)
    await expect(page.getByRole('row', { name: /Received|Moved/ })).toHaveCount(0)
    await page.goBack()
    await page.getByRole('link', { name: '17 each, Closing: the movements', exact: true }).click()
    await expect(page.getByRole('row', { name: /Received/ })).toHaveCount(2)
    await page.goBack()
  })

  await test.step('backdated movements count on the day they happened', async () => {
    await page.getByLabel('From day').focus()
    await page.keyboard.type('01152026')
    await page.getByLabel('To day').fill('')
    await page.getByLabel('To day').fill('2026-01-15')
    await expect(page.getByText('15 Jan 2026 to 15 Jan 2026')).toBeVisible()
    const received = page.getByRole('link', {
      name: '8 each, Received, in: the movements of MUG',
    })
    await expect(received).toBeVisible()
    await page.getByText('As recorded then', { exact: true }).click()
    await expect(page).toHaveURL(/known=then/)
    await expect(page.getByText('No movements in this period')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('radio', { name: 'As recorded then' })).toBeChecked()
    await expect(page.getByText('No movements in this period')).toBeVisible()
    await expectAccessible(page, 'a report as known then')
    await page.getByRole('radio', { name: 'As recorded then' }).press('ArrowLeft')
    await expect(received).toBeVisible()
    await expect(page).not.toHaveURL(/known=/)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /CSV|Save|Export/ })
      .click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/^movement-2026-01-15-to-2026-01-15-.*\.csv$/)
    expect(readFileSync(await file.path(), 'utf8')).toMatch(/MUG,Blue mug,each,0,8,/)
  })

  await test.step('a report as recorded then opens only movements recorded by then', async () => {
    await page.getByRole('button', { name: 'Today' }).click()
    await page.getByText('As recorded then', { exact: true }).click()
    const received = page.getByRole('link', { name: '+12 each, Received, in: the movements' })
    await expect(received).toHaveAttribute('href', /until=\d{4}-/)
    await received.click()
    await expect(page.getByRole('row', { name: /Received/ })).toHaveCount(1)
    await page.goBack()
    await page.getByText('Including later corrections', { exact: true }).click()
  })

  await test.step('days without a movement still show stock', async () => {
    await page.getByLabel('From day').fill('2026-01-20')
    await page.getByLabel('To day').fill('2026-01-20')
    await page.getByLabel('From day').fill('2026-01-20')
    await expect(page.getByText('No movements in this period')).toBeVisible()
    await expectAccessible(page, 'days without a movement')
    await page.getByRole('button', { name: 'Show all in stock' }).click()
    await expect(row).toContainText('8')
    await page.getByLabel('Tag').fill('none-has-it')
    await page.getByLabel('Tag').press('Enter')
    await expect(page.getByText('No stock in this period')).toBeVisible()
  })
})

test('a report that cannot be made says so and is asked for again', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(
    page,
    site.slug,
    site.operator,
    `/${site.slug}/app/reports/movement?since=2020-01-01&until=2026-01-01`,
  )
  await expect(page.getByText('Choose a period of up to 366 days').first()).toBeVisible()
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page.getByRole('row', { name: /MUG/ })).toContainText('12')
  const viewer = await site.newMember({ role: 'picker', permissions: [] })
  await signInTo(page, site.slug, viewer)
  // What the member may do is known from the first page on, and nothing is asked for that is refused.
  await page.waitForLoadState('networkidle')
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(answer.url())
  })
  for (const path of ['reports/movement', 'stock/ledger']) {
    await page.goto(`/${site.slug}/app/${path}`)
    await expect(page.getByText('You don’t have access to this page')).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  expect(refused).toEqual([])
})
