import { expect, expectAccessible, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'

test.use({ expectsNoise: /status of 500/ })

test('available to promise on a date', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  await site.call('/stock/moves', {
    lines: [{ sku: 'MUG', fromLocationId: site.a01.id, qty: '5', toStatus: 'hold' }],
    reasonCode: 'damaged',
  })
  const year = new Date().getFullYear() + 1
  await signInTo(page, site.slug, site.operator)
  const field = page.getByLabel('Available on')
  const answer = page.getByRole('region', { name: 'Available to promise' }).getByRole('status')

  await test.step('of today at first', async () => {
    await page.goto(`/${site.slug}/app/catalog/MUG`)
    await expect(answer).toHaveText(/^7each available to promise on \d+ \w+ \d{4}$/)
    await expect(page.getByRole('row', { name: /On hold/ })).toContainText('5 each')
    await expectAccessible(page, 'what can be promised')
  })

  await test.step('reasons stand with their movements by name', async () => {
    await page.getByRole('tab', { name: 'Movements' }).click()
    await expect(page.getByRole('row', { name: /Status changed/ }).first()).toContainText('Damaged')
    await page.getByRole('tab', { name: 'Stock' }).click()
  })

  await test.step('of another day, typed by keyboard, which stands in the address', async () => {
    await field.focus()
    await page.keyboard.type(`1205${year}`)
    await expect(field).toHaveValue(`${year}-12-05`)
    await expect(answer).toHaveText(`7each available to promise on 5 Dec ${year}`)
    await page.reload()
    await expect(answer).toHaveText(`7each available to promise on 5 Dec ${year}`)
  })

  await test.step('of no day, or one that is over, nothing is', async () => {
    await field.fill('')
    await expect(answer).toHaveText('Choose a date to see the quantity available to promise.')
    await field.fill('2026-01-31')
    await expect(page.getByText('Choose today or a later date')).toBeVisible()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(answer).toHaveText('')
    await expectAccessible(page, 'a day that is over')
  })

  await test.step('while it waits, and when it fails', async () => {
    const asked = '**/availability?*'
    let go = () => {}
    const waits = new Promise<void>((resolve) => (go = resolve))
    await page.route(asked, async (route) => {
      await waits
      await route.fulfill({ status: 500, json: {} })
    })
    await field.fill(`${year}-06-01`)
    await expect(answer).toHaveText('Loading')
    go()
    await expect(page.getByText('Couldn’t load availability')).toBeVisible()
    await expectAccessible(page, 'what can be promised, failing')
    await page.unroute(asked)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(answer).toHaveText(`7each available to promise on 1 Jun ${year}`)
  })
})
