import type { Page } from '@playwright/test'
import { signInTo } from '../people.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { sizes } from '../sizes.ts'
import { newStockedSite } from './stocked.ts'

const { desk } = sizes
const head = (page: Page, name: string) =>
  page.getByRole('table').getByRole('columnheader', { name, exact: true })
const widthOf = (page: Page, name: string) =>
  head(page, name).evaluate((it: HTMLElement) => it.offsetWidth)

test('columns are made wider by dragging and by keyboard, and stay so on another device', async ({
  page,
  product,
  mail,
  browser,
}) => {
  const { operator, slug } = await newStockedSite(product.url, mail)
  await page.setViewportSize(desk)
  await signInTo(page, slug, operator, `/${slug}/app/stock`)
  await expect(page.getByRole('link', { name: 'MUG', exact: true })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Columns' })
  const usual = await widthOf(page, 'Name')

  await test.step('by its edge', async () => {
    const box = await head(page, 'Name').boundingBox()
    if (!box) throw new Error('no column')
    const [edge, middle] = [box.x + box.width - 3, box.y + box.height / 2]
    await page.mouse.move(edge, middle)
    await page.mouse.down()
    await page.mouse.move(edge + 90, middle, { steps: 6 })
    const saved = page.waitForResponse(/me\/tables\/stock/)
    await page.mouse.up()
    expect((await saved).status()).toBe(200)
    expect(Math.abs((await widthOf(page, 'Name')) - usual - 90)).toBeLessThanOrEqual(2)
    await expectAccessible(page, 'a table with a wider column')
  })

  await test.step('by keyboard, also the first one', async () => {
    const [name, first] = [await widthOf(page, 'Name'), await widthOf(page, 'Location')]
    await page.getByRole('button', { name: 'Columns' }).press('Enter')
    await dialog.getByRole('button', { name: 'Make Name narrower' }).press('Enter')
    await dialog.getByRole('button', { name: 'Make Name narrower' }).press('Enter')
    await expect(dialog.getByText(`Name is now ${name - 32} pixels wide`)).toHaveRole('status')
    await dialog.getByRole('button', { name: 'Make Location wider' }).press('Enter')
    await expectAccessible(page, 'the widths of columns')
    await dialog.getByRole('button', { name: 'Save columns' }).press('Enter')
    await expect(dialog).toBeHidden()
    expect(await widthOf(page, 'Name')).toBe(name - 32)
    expect(await widthOf(page, 'Location')).toBe(first + 16)
  })

  await test.step('another browser shows them alike', async () => {
    const width = await widthOf(page, 'Name')
    const other = await browser.newPage({ baseURL: product.url, viewport: desk })
    await signInTo(other, slug, operator, `/${slug}/app/stock`)
    await expect(other.getByRole('link', { name: 'MUG', exact: true })).toBeVisible()
    expect(await widthOf(other, 'Name')).toBe(width)
    await other.close()
  })

  await test.step('a wide column does not shrink the row actions', async () => {
    const box = await page.getByRole('button', { name: 'More for MUG in A-01' }).boundingBox()
    expect((box?.x ?? desk.width) + (box?.width ?? 0)).toBeLessThanOrEqual(desk.width)
  })

  await test.step('on a phone the rows are cards all the same', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    const cell = page.getByRole('table').getByRole('cell', { name: 'Blue mug' })
    expect((await cell.boundingBox())?.width).toBeGreaterThan(150)
    await page.getByRole('button', { name: 'Columns' }).click()
    await expectAccessible(page, 'the widths of columns on a phone')
    await dialog.getByRole('button', { name: 'Reset columns' }).click()
    await dialog.getByRole('button', { name: 'Save columns' }).click()
    await expect(dialog).toBeHidden()
    await page.setViewportSize(desk)
    expect(await widthOf(page, 'Name')).toBe(usual)
  })
})
