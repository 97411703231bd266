import { entryOfRow, openAccount } from '../lists.ts'
import { expect, expectAccessible, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { scan } from '../scanner.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

test('a quantity is adjusted from its row, and the adjustment reversed', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator)

  await test.step('by keyboard alone', async () => {
    await page.goto(`/${site.slug}/app/stock`)
    await expect(page.getByRole('row', { name: /MUG/ })).toContainText('12 each')
    await page.keyboard.press('j')
    await expect(page.getByRole('link', { name: 'A-01', exact: true })).toBeFocused()
    await page.keyboard.press('a')
    await expect(page.getByLabel('New quantity')).toBeFocused()
    await page.keyboard.type('9')
    await expect(page.getByText('12 → becomes 9 each')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('Choose a reason').last()).toBeVisible()
    await expect(page.getByLabel('Reason')).toBeFocused()
    await expectAccessibleAndFitting(page, 'a correction without a reason')
    await page.getByLabel('Reason').selectOption('missing')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('MUG now has 9 in A-01')).toBeVisible()
  })

  await test.step('a move can be undone', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText(/was reversed. Earlier quantities are restored/)).toBeVisible()
    await page.getByRole('link', { name: 'All adjustments' }).click()
    await expect(page.getByRole('row', { name: /Missing/ })).toContainText('Reversed')
    await expectAccessibleAndFitting(page, 'the adjustments')
    await page.getByRole('link', { name: /^AD/ }).click()
    await expect(page.getByRole('row', { name: /MUG/ })).toContainText('12 → becomes 9 each')
    await expectAccessibleAndFitting(page, 'an adjustment')
  })
})

test('a difference, a note where the reason asks for one, and a place the books do not know', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/stock/adjust`)
  const item = page.getByRole('combobox', { name: 'Item to correct' })
  await item.fill('MUG')
  await item.press('Enter')
  await expect(page.getByRole('button', { name: /A-01/ })).toBeFocused()
  await expectAccessibleAndFitting(page, 'the choice of what is corrected')
  await page.getByRole('button', { name: 'Another location' }).click()
  await page.getByRole('combobox', { name: 'Location', exact: true }).fill('a-02')
  await page.getByRole('combobox', { name: 'Location', exact: true }).press('Enter')
  await page.getByText('Difference', { exact: true }).click()
  await page.getByLabel('Quantity change').fill('+3')
  await expect(page.getByText('0 → becomes 3 each')).toBeVisible()
  // Only reasons for more are offered.
  await expect(page.getByRole('option', { name: 'Found' })).toHaveCount(1)
  await expect(page.getByRole('option', { name: 'Stolen' })).toHaveCount(0)
  await page.getByLabel('Reason').selectOption('other')
  await page.getByRole('button', { name: 'Post correction' }).click()
  await expect(page.getByText('Describe what happened')).toBeVisible()
  await page.getByLabel('Note').fill('behind the shelf')
  await page.getByRole('button', { name: 'Post correction' }).click()
  await expect(page.getByText('MUG now has 3 in A-02')).toBeVisible()

  await test.step('its page says first what undoing it does', async () => {
    await page.getByRole('link', { name: 'All adjustments' }).click()
    await page.getByRole('link', { name: /^AD/ }).click()
    await page.getByRole('button', { name: 'Reverse adjustment…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Reverse AD/ })
    await expect(dialog.getByRole('row', { name: /A-02 MUG/ })).toContainText('3 → becomes 0 each')
    await expectAccessibleAndFitting(page, 'the question before an adjustment is undone')
    await dialog.getByRole('button', { name: 'Reverse adjustment' }).click()
    await expect(page.getByText('Reversed', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reverse adjustment…' })).toHaveCount(0)
  })
})

test('an item that was scanned asks for its location until the adjustment is posted', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/stock/adjust`)
  const post = page.getByRole('button', { name: 'Post correction' })
  const band = page.getByRole('region', { name: 'Scans', exact: true })
  await expect(post).toHaveAccessibleDescription('Add an item first.')
  await scan(page, '4006381333931')
  await expect(band).toContainText('MUG: now scan the location')
  await expect(post).toHaveAccessibleDescription('Choose a location first.')
  await page.keyboard.press('Enter')
  await page.getByLabel('New quantity').fill('9')
  await page.getByLabel('Reason').selectOption('missing')
  await page.getByLabel('Reason').press('ControlOrMeta+Enter')
  await expect(page.getByText('MUG now has 9 in A-01')).toBeVisible()
  expect(await band.count()).toBe(0)
})

test('a changed quantity is shown next to the one seen', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/stock`)
  await (await entryOfRow(page, 'MUG in A-01', 'Adjust MUG in A-01')).click()
  await page.getByLabel('New quantity').fill('9')
  await page.getByLabel('Reason').selectOption('count_variance')
  await site.call('/stock/moves', {
    lines: [{ sku: 'MUG', fromLocationId: site.a01.id, qty: '2', toLocationId: site.a02.id }],
  })
  await page.getByRole('button', { name: 'Post correction' }).click()
  const box = page.getByRole('alert')
  await expect(box).toContainText('MUG in A-01: the quantity changed from 12 to 10.')
  await expectAccessible(page, 'a correction that came too late')
  await page.getByRole('button', { name: 'Use 10' }).click()
  await expect(page.getByText('10 → becomes 9 each')).toBeVisible()
  await page.getByRole('button', { name: 'Post correction' }).click()
  await expect(page.getByText('MUG now has 9 in A-01')).toBeVisible()
})

test('an adjustment of high value waits for approval', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  const clerk = await site.newMember({
    role: 'clerk',
    permissions: ['stock.read', 'catalog.product.read', 'location.read', 'stock.adjust.create'],
  })
  await signInTo(page, site.slug, site.operator)

  await test.step('the owner says from where on', async () => {
    await page.goto(`/${site.slug}/app/settings?tab=warehouse`)
    await page.getByLabel('Approval above').fill('5,00')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Settings saved')).toBeVisible()
    await expectAccessible(page, 'the settings of the warehouse')
  })

  await test.step('an adjustment of -10 waits for approval', async () => {
    await openAccount(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await signInTo(page, site.slug, clerk, `/${site.slug}/app/stock`)
    await (await entryOfRow(page, 'MUG in A-01', 'Adjust MUG in A-01')).click()
    await page.getByLabel('New quantity').fill('2')
    await page.getByLabel('Reason').selectOption('missing')
    await page.getByRole('button', { name: 'Post correction' }).click()
    await page.getByRole('link', { name: 'It is waiting for approval.' }).click()
    await expect(page.getByText('Waiting for approval')).toBeVisible()
    const approve = page.getByRole('button', { name: 'Approve and post' })
    await expect(approve).toHaveAttribute('aria-disabled', 'true')
    await approve.focus()
    await expect(page.getByRole('tooltip').filter({ visible: true })).toContainText(
      'approve adjustments',
    )
    await expectAccessible(page, 'a correction that waits')
  })

  await test.step('the owner approves it', async () => {
    await openAccount(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await signInTo(
      page,
      site.slug,
      site.operator,
      `/${site.slug}/app/stock/adjustments?state=pending_approval`,
    )
    await page.getByRole('link', { name: /^AD/ }).click()
    await page.getByRole('button', { name: 'Approve and post' }).click()
    await expect(page.getByText('Posted', { exact: true })).toBeVisible()
    await expect(page.getByRole('row', { name: /MUG/ })).toContainText('12 → becomes 2 each')
  })
})

test('without permission the form is disabled and says why', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  const viewer = await site.newMember({ role: 'viewer', permissions: [] })
  await signInTo(page, site.slug, viewer, `/${site.slug}/app`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const [address, name, reason] of [
    ['stock', 'Adjust stock', 'You don’t have permission to adjust stock.'],
    ['stock', 'Move stock', 'You don’t have permission to move stock.'],
    ['receiving', 'Receive stock', 'You don’t have permission to receive stock.'],
  ] as const) {
    await follow(page, `/${site.slug}/app/${address}`)
    const button = page.getByRole('button', { name, exact: true })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(button).toHaveAccessibleDescription(new RegExp(reason))
  }
  await expectAccessible(page, 'a list for who may only look')
})
