import { newWorkspace, signInTo } from '../people.ts'
import { openAccount } from '../lists.ts'
import { expect, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { resizeTo } from '../sizes.ts'
import { follow } from '../visits.ts'

test.use({ expectsNoise: /status of 500/ })

test('a new workspace is filled with examples and emptied again', async ({
  page,
  product,
  mail,
}) => {
  const { slug, operator } = await newWorkspace(product.url, mail)
  const card = (title: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

  await test.step('unavailable figures do not show samples', async () => {
    await page.route('**/api/v1/tenant/*/home*', (route) =>
      route.fulfill({ status: 500, body: '{}' }),
    )
    await signInTo(page, slug, operator, `/${slug}/app`)
    await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
    await expect(page.getByText('23', { exact: true })).toBeHidden()
    await page.unroute('**/api/v1/tenant/*/home*')
    await page.getByRole('button', { name: 'Retry' }).first().click()
    await expect(page.getByText('23', { exact: true })).toBeVisible()
  })

  await test.step('it begins with samples, three doors and five steps', async () => {
    await expect(page.getByText('Sample', { exact: true })).toHaveCount(4)
    await expect(card('Activity')).toContainText('23')
    await expect(card('Usage')).toContainText('1.2k')
    await expect(card('Security')).toContainText('Good')
    await expect(card('Recent Items')).toContainText('Order SO-10482 packed')
    for (const name of ['Load example data', 'Import my data', 'Start empty'])
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    await expect(page.getByText('1 of 5 done')).toBeVisible()
    await expect(page.getByText(/60 SKUs in 60 locations of one warehouse/)).toBeVisible()
    await page.getByRole('radio', { name: 'Large' }).check()
    await expect(page.getByText(/10,000 SKUs/)).toBeVisible()
    await page.getByRole('radio', { name: 'Small' }).check()
    await expectAccessibleAndFitting(page, 'the home of an empty workspace')
  })

  await test.step('the small example comes, and every figure is a live one', async () => {
    await page.getByRole('button', { name: 'Load example data' }).click()
    await expect(page.getByText(/This workspace contains example data/)).toBeVisible({
      timeout: 60_000,
    })
    await expect(page.getByText('Sample', { exact: true })).toHaveCount(0, { timeout: 60_000 })
    await expect(card('Activity')).toContainText(/[1-9]\d* *Movements today/)
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    await expect(page.getByText('5 of 5 done')).toBeHidden()
    await expect(card('Recent Items').getByRole('link')).toHaveCount(5)
    await expectAccessibleAndFitting(page, 'the home of a workspace with examples')
  })

  await test.step('each figure of what waits leads to exactly these rows', async () => {
    const today = page.getByRole('region', { name: 'Today' }).getByRole('listitem')
    const tiles = await today.evaluateAll((all) =>
      all.map((one) => ({
        path: one.querySelector('a')?.getAttribute('href') ?? '',
        count: one.querySelector('.tabular-nums')?.textContent ?? '',
      })),
    )
    const waiting = tiles.filter(({ count }) => count !== '0')
    expect(waiting.map(({ path }) => path)).toContainEqual(expect.stringContaining('use=put_away'))
    for (const { path, count } of waiting) {
      await follow(page, path)
      await expect(page.getByText(new RegExp(`^Rows 1-\\d+ of ${count}$`)), path).toBeVisible()
    }
    await follow(page, `/${slug}/app`)
  })

  await test.step('every page says so', async () => {
    for (const path of ['catalog', 'stock', 'settings']) {
      await follow(page, `/${slug}/app/${path}`)
      await openAccount(page)
      await expect(page.getByText('Example data', { exact: true })).toBeVisible()
    }
    // Where the screen is narrow, the menu of the account says it.
    await resizeTo(page, 'phone')
    await openAccount(page)
    await expect(page.getByText('Example data', { exact: true })).toBeVisible()
    await resizeTo(page, 'desk')
    await expect(page.getByText(/This workspace contains example data/)).toBeVisible()
    await follow(page, `/${slug}/app`)
  })

  await test.step('example data is removed in one action', async () => {
    await page.getByRole('button', { name: 'Remove example data' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Load example data' })).toBeVisible({
      timeout: 60_000,
    })
    await expect(card('Activity')).toContainText('23')
    await expect(page.getByText(/This workspace contains example data/)).toBeHidden()
  })
})
