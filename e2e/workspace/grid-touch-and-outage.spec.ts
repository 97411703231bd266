import { expect, expectAccessible, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { pressAsScanner } from '../scanner.ts'
import { cellOf, newGridSite } from './grid.ts'

test.describe('by touch', () => {
  test.use({ hasTouch: true })

  test('a cell is chosen by one tap and typed into by another', async ({ page, product, mail }) => {
    const site = await newGridSite(product.url, mail)
    await signInTo(page, site.slug, site.operator, `/${site.slug}/app/stock/grid?show=all&place=a-`)
    const mug = await cellOf(page, 'MUG', 'A-01')
    await mug.tap()
    await expect(mug).toBeFocused()
    await expect(page.getByText('MUG in A-01: 12 each.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'MUG in A-01' })).toHaveCount(0)
    await mug.tap()
    const field = page.getByRole('textbox', { name: 'MUG in A-01' })
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('12')
    await expect(field).toHaveAttribute('inputmode', 'decimal')
    await field.fill('9')
    // The next cell is tapped without pressing Enter on the keyboard of the screen.
    await (await cellOf(page, 'CAP', 'A-02')).tap()
    await expect(mug).toHaveText('9was 12')
    await expectAccessible(page, 'the grid under a finger')
    const box = await mug.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(43)
    await page.getByRole('button', { name: 'Undo', exact: true }).tap()
    await expect(mug).toHaveText('12')
    await page.getByRole('button', { name: 'Redo', exact: true }).tap()
    await page.getByRole('button', { name: 'Review changes' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Review 1 change' })
    await dialog.getByLabel('Reason').selectOption('count_variance')
    await dialog.getByRole('button', { name: 'Post 1 correction' }).tap()
    await expect(page.getByText(/AD\S+ corrected 1 stock line/)).toBeVisible()
    await expect(mug).toHaveText('9')
  })
})

test('a scan searches and never becomes a quantity', async ({ page, product, mail }) => {
  const site = await newGridSite(product.url, mail)
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/stock/grid?show=all&place=a-`)
  const band = page.getByRole('region', { name: 'Scans', exact: true })
  const noField = page.getByRole('grid').getByRole('textbox')
  await (await cellOf(page, 'CUP', 'A-01')).click()
  await page.waitForLoadState('networkidle')

  await test.step('an unknown code leaves the cell as it was', async () => {
    await pressAsScanner(page, '4711000011')
    await expect(band).toContainText('Nothing has the code 4711000011.')
    await page.getByRole('heading', { level: 1 }).click()
    await expect(noField).toHaveCount(0)
    await expect(await cellOf(page, 'CUP', 'A-01')).toHaveText('')
    await expect(page.getByText('No changes', { exact: true })).toBeVisible()
  })

  await test.step('an item is shown, and what was typed meanwhile stays', async () => {
    await (await cellOf(page, 'CUP', 'A-02')).click()
    await page.keyboard.type('7')
    // What comes later than this belongs to no scan.
    await page.waitForTimeout(600)
    await pressAsScanner(page, '4006381333931')
    await expect(band).toContainText('MUG in all locations')
    await expect(page).toHaveURL(/q=MUG/)
    await expect(page.getByRole('rowheader')).toHaveText([/^MUG/])
    await expect(page.getByText('1 change', { exact: true })).toBeVisible()
    await page.getByLabel('Search', { exact: true }).fill('')
    await expect(page.getByRole('rowheader', { name: 'CUP' })).toBeVisible()
    await expect(await cellOf(page, 'CUP', 'A-02')).toHaveText('7was 0')
  })

  await test.step('a place is shown', async () => {
    await pressAsScanner(page, 'L:A-02')
    await expect(band).toContainText('A-02 and its stock')
    await expect(page).toHaveURL(/place=A-02/)
    await expect(page.getByText('1 change', { exact: true })).toBeVisible()
  })
})

test.describe('when something fails', () => {
  test.use({ expectsNoise: /Failed to load resource/ })

  test('typed quantities survive failures', async ({ page, context, product, mail }) => {
    const site = await newGridSite(product.url, mail)
    await signInTo(page, site.slug, site.operator)
    const asked = '**/api/**/stock/grid?*'
    const address = `/${site.slug}/app/stock/grid?show=all&place=a-`

    await test.step('a grid that fails to load can be retried', async () => {
      await page.route(asked, (route) => route.fulfill({ status: 500, json: {} }))
      await page.goto(address)
      await expect(page.getByText('Couldn’t load the grid')).toBeVisible()
      await expect(page.getByRole('grid')).toHaveCount(0)
      await expectAccessible(page, 'a grid that cannot be read')
      await page.unroute(asked)
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(await cellOf(page, 'MUG', 'A-01')).toHaveText('12')
    })

    const mug = await cellOf(page, 'MUG', 'A-01')
    const dialog = page.getByRole('dialog', { name: 'Review 1 change' })
    const post = dialog.getByRole('button', { name: 'Post 1 correction' })

    await test.step('without a connection the changes wait', async () => {
      await mug.click()
      await page.keyboard.type('9')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Review changes' }).click()
      await dialog.getByLabel('Reason').selectOption('count_variance')
      await context.setOffline(true)
      await post.click()
      await expect(dialog.getByRole('alert')).toContainText('Couldn’t post the adjustment')
      await expect(dialog.getByRole('alert')).toContainText('No connection.')
      await expectAccessible(page, 'a review without a connection')
      await dialog.getByRole('button', { name: 'Back to grid' }).click()
      await expect(page.getByText(/^You are offline\./)).toBeVisible()
      await expect(mug).toHaveText('9was 12')
      await context.setOffline(false)
    })

    await test.step('what the server refuses stays, with the reason', async () => {
      await site.call(`/locations/${site.a01.id}/block`, { direction: 'both', version: 1 })
      await page.getByRole('button', { name: 'Review changes' }).click()
      await post.click()
      await expect(dialog.getByRole('alert')).toContainText(/A-01.* blocked/)
      await expectAccessible(page, 'a review the server refuses')
      await dialog.getByRole('button', { name: 'Back to grid' }).click()
      await expect(mug).toHaveText('9was 12')
    })
  })
})
