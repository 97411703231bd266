import { expect, expectAccessible, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

test('an open receipt is corrected, completed, and reversed in part', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  const lines = [
    { sku: 'MUG', qty: '5', location: 'A-02' },
    { sku: 'TEA', qty: '2', lotCode: 'L-1', location: 'A-02' },
    { sku: 'MUG', qty: '9', location: 'A-02' },
  ]
  const { receipt } = (await site.receive(lines, { complete: false, reference: 'DN 1' })) as {
    receipt: { id: string }
  }
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/receiving/${receipt.id}`)
  const row = (words: RegExp) => page.getByRole('row', { name: words })

  await test.step('its reference', async () => {
    await page.getByRole('button', { name: 'Edit reference' }).click()
    await page.getByLabel('Reference').fill('DN 4712')
    await page.getByRole('button', { name: 'Save reference' }).click()
    await expect(page.getByText('DN 4712')).toBeVisible()
    await expect(page.getByText('Reference saved')).toBeVisible()
  })

  await test.step('a line, and one that goes', async () => {
    await row(/MUG Blue mug 5 each/)
      .getByRole('button', { name: 'Edit' })
      .click()
    // Before its five seconds: the work has gone on.
    await expect(page.getByText('Reference saved')).toHaveCount(0, { timeout: 4_000 })
    await page.getByLabel('Quantity', { exact: true }).fill('7')
    await page.getByRole('combobox', { name: 'To location' }).fill('A-01')
    await page.getByRole('combobox', { name: 'To location' }).press('Tab')
    await expectAccessible(page, 'a line of an open receipt that is edited')
    await page.getByRole('button', { name: 'Save line' }).click()
    await expect(row(/MUG Blue mug 7 each A-01/)).toBeVisible()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await row(/MUG Blue mug 9 each/)
      .getByRole('button', { name: 'Edit' })
      .click()
    await page.getByRole('button', { name: 'Remove line' }).click()
    await expect(page.getByText('2 lines', { exact: true })).toBeVisible()
  })

  await test.step('a completed receipt is corrected', async () => {
    await page.getByRole('button', { name: 'Complete receipt' }).click()
    await expect(page.getByText('Completed', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Correct receipt…' }).click()
    const question = page.getByRole('dialog', { name: /^Correct RC-/ })
    const quantity = (sku: string) =>
      question.getByRole('listitem').filter({ hasText: sku }).getByLabel('Should be')
    await quantity('MUG').fill('8')
    await expect(
      question.getByText('At most 7 each. Receive more with a new receipt.'),
    ).toBeVisible()
    await quantity('MUG').fill('4')
    await expectAccessible(page, 'a receipt that is reversed in part')
    await question.getByRole('button', { name: 'Save correction' }).click()
    await expect(row(/MUG Blue mug 7 each A-01/)).toContainText('3 each')
    await expect(page.getByText('Completed', { exact: true })).toBeVisible()
    await follow(page, `/${site.slug}/app/stock/levels`)
    await expect(row(/MUG/)).toContainText('16 each')
    await follow(page, `/${site.slug}/app/stock/ledger`)
    await expect(row(/Reversed: received/)).toContainText('RC-000002')
  })
})

test('a draft adjustment is edited before it is posted', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  const { adjustment } = (await site.call('/stock/adjustments', {
    warehouseId: site.warehouse.id,
    reasonCode: 'damaged',
    post: false,
    lines: [{ sku: 'MUG', location: 'A-01', mode: 'delta', qty: '-2' }],
  })) as { adjustment: { id: string } }
  await signInTo(
    page,
    site.slug,
    site.operator,
    `/${site.slug}/app/stock/adjustments/${adjustment.id}`,
  )
  await page.getByRole('button', { name: 'Edit draft' }).click()
  const lines = page.getByRole('list', { name: 'Adjustment lines' })
  await expect(lines.getByText('Recorded: 12 each')).toBeVisible()
  await page.getByLabel('Quantity change').fill('-5')
  await page.getByLabel('Note').fill('whole box')
  await expectAccessible(page, 'a draft adjustment that is edited')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('whole box')).toBeVisible()
  await expect(page.getByRole('row', { name: /MUG/ })).toContainText('−5 each')
  await page.getByRole('button', { name: 'Post adjustment' }).click()
  await expect(page.getByRole('row', { name: /MUG/ })).toContainText('12')
  await expect(page.getByText('Posted', { exact: true })).toBeVisible()
})
