import { openAccount } from '../lists.ts'
import { expect, expectAccessible, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { cellOf, newGridSite, paste } from './grid.ts'
import { follow } from '../visits.ts'

test('stock of a warehouse is edited as a grid', async ({ page, product, mail }) => {
  const site = await newGridSite(product.url, mail)
  await signInTo(page, site.slug, site.operator)
  const cell = (sku: string, place: string) => cellOf(page, sku, place)
  const said = page.getByRole('main').getByRole('status').last()

  await test.step('filtered first', async () => {
    await page.goto(`/${site.slug}/app/stock`)
    await page.getByRole('link', { name: 'Grid', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Stock grid' })).toBeVisible()
    await page.getByLabel('Search', { exact: true }).fill('mug')
    await expect(page.getByRole('rowheader', { name: 'MUG' })).toBeVisible()
    await expect(page.getByRole('rowheader', { name: 'TEA' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(page.getByRole('rowheader', { name: 'TEA' })).toBeVisible()
    await expect(page.getByRole('rowheader', { name: 'CAP' })).toHaveCount(0)
    await page.getByLabel('Show').selectOption('All items and locations')
    await page.getByLabel('Location starts with').fill('a-')
    await expect(page.getByRole('rowheader', { name: 'CAP' })).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText([/^Item/, /^A-01/, /^A-02/])
    await expect(page).toHaveURL(/show=all/)
    await expectAccessibleAndFitting(page, 'the grid')
  })

  await test.step('typed into, by keyboard', async () => {
    await (await cell('MUG', 'A-01')).click()
    await page.keyboard.type('9')
    await page.keyboard.press('Enter')
    await expect(await cell('MUG', 'A-01')).toHaveText('9was 12')
    const tea = await cell('TEA', 'A-01')
    await expect(tea).toBeFocused()
    await expect(tea).toHaveAttribute('aria-readonly', 'true')
    await page.keyboard.type('8')
    await expect(said).toHaveText('Tracked by lot. Adjust each lot separately.')
    await expect(tea).toHaveText('5')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Tab')
    await expect(await cell('MUG', 'A-02')).toBeFocused()
    await page.keyboard.press('Delete')
    await expect(said).toContainText('Type 0 if none is left.')
    await page.keyboard.type('44')
    await page.keyboard.press('Escape')
    await expect(await cell('MUG', 'A-02')).toHaveText('')
    await page.keyboard.type('4')
    await page.keyboard.press('Shift+Enter')
    await expect(await cell('MUG', 'A-02')).toHaveText('4was 0')
    await expect(await cell('CUP', 'A-02')).toBeFocused()
  })

  await test.step('taken back and done again', async () => {
    await page.keyboard.press('ControlOrMeta+z')
    await expect(await cell('MUG', 'A-02')).toHaveText('')
    await page.keyboard.press('ControlOrMeta+y')
    await expect(await cell('MUG', 'A-02')).toHaveText('4was 0')
  })

  await test.step('a spreadsheet is pasted, and unreadable cells are reported', async () => {
    await page.keyboard.press('ControlOrMeta+Home')
    await expect(await cell('CAP', 'A-01')).toBeFocused()
    await paste(page, '1,000\t2\t3\nthree\t\n')
    await expect(said).toHaveText(
      '3 cells pasted. 1 cell isn’t a number. 1 cell skipped beyond the end of the grid.',
    )
    await expect(await cell('CAP', 'A-01')).toHaveText('1,000was 0')
    await expect(await cell('CAP', 'A-02')).toHaveText('2was 0')
    const unread = await cell('CUP', 'A-01')
    await expect(unread).toHaveText('threecannot be read')
    await expect(unread).toHaveAttribute('aria-invalid', 'true')
    await expectAccessibleAndFitting(page, 'a grid that was pasted into')
    await unread.click()
    await expect(page.getByText('"three" isn’t a quantity.')).toBeVisible()
    await page.keyboard.press('F2')
    await expect(page.getByRole('textbox', { name: 'CUP in A-01' })).toHaveValue('three')
    await page.getByRole('textbox', { name: 'CUP in A-01' }).fill('3')
    await page.keyboard.press('Enter')
    await expect(unread).toHaveText('3was 0')
  })

  await test.step('Ctrl Enter reviews the changes out of the field of a cell too', async () => {
    await (await cell('CUP', 'A-01')).click()
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'CUP in A-01' }).fill('4')
    await page.keyboard.press('ControlOrMeta+Enter')
    const review = page.getByRole('dialog')
    await expect(review).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(review).toBeHidden()
    await expect(await cell('CUP', 'A-01')).toHaveText('4was 0')
  })

  await test.step('filled down and copied', async () => {
    await (await cell('CAP', 'A-02')).click()
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.locator('[role=gridcell][aria-selected=true]')).toHaveCount(2)
    await page.keyboard.press('ControlOrMeta+d')
    await expect(await cell('CUP', 'A-02')).toHaveText('2was 0')
    await page.keyboard.press('ControlOrMeta+c')
    await expect(said).toHaveText('2 cells copied.')
  })

  await test.step('Escape and Tab lead out of it', async () => {
    await (await cell('CAP', 'A-01')).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('gridcell').and(page.locator(':focus'))).toHaveCount(0)
  })

  await test.step('a reload keeps what was typed', async () => {
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(
      page.getByText('These changes were saved on this device and not submitted yet.'),
    ).toBeVisible()
    await expect(await cell('CUP', 'A-02')).toHaveText('2was 0')
    await expect(page.getByText('6 changes')).toBeVisible()
  })
})

test('what was typed is reviewed, and what was moved meanwhile decided', async ({
  page,
  product,
  mail,
}) => {
  const site = await newGridSite(product.url, mail)
  await signInTo(page, site.slug, site.operator)
  const cell = (sku: string, place: string) => cellOf(page, sku, place)
  await page.goto(`/${site.slug}/app/stock/grid?show=all&place=a-`)
  await (await cell('CAP', 'A-01')).click()
  await paste(page, '3\t1000')
  await (await cell('MUG', 'A-01')).click()
  await paste(page, '9\t4')

  await test.step('stock moved by somebody else is not overwritten', async () => {
    await page.getByRole('button', { name: 'Review changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Review 4 changes' })
    await expect(dialog.getByRole('row', { name: /MUG A-01/ })).toContainText('12 → becomes 9 each')
    await expect(dialog).toContainText('Total +1,004 each')
    await expectAccessibleAndFitting(page, 'the review of the grid')
    await dialog.getByRole('button', { name: 'Post 4 corrections' }).click()
    await expect(dialog.getByText('Choose a reason').last()).toBeVisible()
    await dialog.getByLabel('Reason').selectOption('count_variance')
    await site.call('/stock/moves', {
      lines: [{ sku: 'MUG', fromLocationId: site.a01.id, qty: '2', toLocationId: site.a02.id }],
    })
    await dialog.getByRole('button', { name: 'Post 4 corrections' }).click()
    await expect(dialog.getByRole('alert')).toContainText(
      'MUG in A-01: the quantity changed from 12 to 10.',
    )
    await expect(dialog.getByRole('row', { name: /MUG A-01/ })).toContainText('was 12, is 10 now')
    await expect(dialog.getByRole('row', { name: /MUG A-02/ })).toContainText('was 0, is 2 now')
    await expectAccessibleAndFitting(page, 'a review that came too late')
    await dialog.getByRole('button', { name: 'Back to grid' }).click()
    await expect(await cell('MUG', 'A-01')).toHaveText('9was 12, is 10 now')
    await page.getByRole('button', { name: 'Review changes' }).click()
    await page.getByRole('button', { name: 'Keep mine: 9 MUG in A-01' }).click()
    await page.getByRole('button', { name: 'Take theirs: 2 MUG in A-02' }).click()
    await page.getByRole('button', { name: 'Post 3 corrections' }).click()
  })

  await test.step('sent as one adjustment, which the ledger has', async () => {
    await expect(page.getByText(/AD\S+ corrected 3 stock lines/)).toBeVisible()
    await expect(page.getByText('No changes', { exact: true })).toBeVisible()
    await expect(await cell('MUG', 'A-01')).toHaveText('9')
    await expect(await cell('MUG', 'A-02')).toHaveText('2')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(page.getByRole('heading', { name: /^AD/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /MUG/ })).toContainText('10 → becomes 9 each')
    await expect(page.getByRole('button', { name: 'Reverse adjustment…' })).toBeVisible()
    await follow(page, `/${site.slug}/app/stock/ledger?kind=adjust`)
    await expect(page.getByRole('row', { name: /CAP/ })).toHaveCount(2)
  })
})

test('the grid is read-only without permission, and a correction of high value waits for approval', async ({
  page,
  product,
  mail,
}) => {
  const site = await newGridSite(product.url, mail)
  const viewer = await site.newMember({
    role: 'viewer',
    permissions: ['stock.read', 'catalog.product.read', 'location.read'],
  })
  const clerk = await site.newMember({
    role: 'clerk',
    permissions: ['stock.read', 'catalog.product.read', 'location.read', 'stock.adjust.create'],
  })

  await test.step('without permission the grid is read-only and says why', async () => {
    await signInTo(page, site.slug, viewer, `/${site.slug}/app/stock`)
    await expect(page.getByRole('row', { name: /MUG/ })).toContainText('12 each')
    await expect(async () => {
      // Letters that come faster are a scanner's.
      await page.waitForTimeout(200)
      await page.keyboard.press('g')
      await page.waitForTimeout(120)
      await page.keyboard.press('e')
      const why = page.getByText(/^You can view this grid but not change it\./)
      await expect(why).toBeVisible({ timeout: 3_000 })
    }).toPass()
    await expect(page.getByRole('grid')).toHaveAttribute('aria-readonly', 'true')
    const mug = await cellOf(page, 'MUG', 'A-01')
    await mug.click()
    await page.keyboard.type('9')
    await expect(page.getByRole('main').getByRole('status').last()).toHaveText(
      /^You don’t have permission/,
    )
    await expect(mug).toHaveText('12')
    await expectAccessible(page, 'a grid to look at')

    await test.step('what matches nothing says so', async () => {
      await page.getByLabel('Search').fill('no such thing')
      await expect(page.getByText('Nothing matches')).toBeVisible()
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await expect(mug).toHaveText('12')
    })
  })

  await test.step('an adjustment of high value needs approval', async () => {
    await signInTo(page, site.slug, site.operator, `/${site.slug}/app/settings?tab=warehouse`)
    await page.getByLabel('Approval above').fill('5,00')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Settings saved')).toBeVisible()
    await openAccount(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await signInTo(page, site.slug, clerk, `/${site.slug}/app/stock/grid`)
    const mug = await cellOf(page, 'MUG', 'A-01')
    await mug.click()
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Review changes' }).click()
    await page.getByLabel('Reason').selectOption('missing')
    await page.getByRole('button', { name: 'Post 1 correction' }).click()
    await expect(page.getByRole('link', { name: 'It is waiting for approval.' })).toBeVisible()
    await expect(mug).toHaveText('12')
  })
})
