import type { MailServer } from '../mail.ts'
import { expect, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { scan } from '../scanner.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

type Made = { order: { id: string; version: number } }
type Released = { fulfillments: [{ id: string; number: string }] }
type Tasks = { items: { id: string; qty: string }[] }

/** A workspace that shipped three orders of one MUG, two with DHL and one with UPS, and packed another. */
async function newShipped(url: string, mail: MailServer) {
  const site = await newStockedSite(url, mail)
  const { call, read } = site
  const numbers: string[] = []
  for (const carrier of ['DHL', 'DHL', 'UPS', undefined]) {
    const body = { lines: [{ sku: 'MUG', qty: '1' }], confirm: {} }
    const { order } = (await call('/orders', body)) as Made
    const { version } = order
    const released = (await call(`/orders/${order.id}/release`, { version })) as Released
    const [{ id, number }] = released.fulfillments
    const { items } = (await read(`/picking/tasks?fulfillment=${id}`)) as Tasks
    for (const task of items) await call(`/picking/tasks/${task.id}/confirm`, { qty: task.qty })
    await call(`/packing/fulfillments/${id}/pack-all`, { weightG: 800 })
    if (carrier)
      await call('/shipping/shipments', { fulfillmentId: id, carrier, tracking: `T-${number}` })
    numbers.push(number)
  }
  const [first = '', second = '', other = '', packed = ''] = numbers
  return {
    ...site,
    first,
    second,
    other,
    packed,
    at: (path: string) => `/${site.slug}/app/${path}`,
  }
}

test('packages are loaded by scan and handed over', async ({ page, product, mail }) => {
  const { at, first, second, other, packed, slug, operator } = await newShipped(product.url, mail)
  await signInTo(page, slug, operator)
  const dialog = page.getByRole('dialog')

  await test.step('on the floor a scan says what comes before loading', async () => {
    await page.goto(at('floor/load'))
    await expect(page.getByText('0 of 2 loaded')).toBeVisible()
    await scan(page, `${packed}-P1`)
    await expect(
      page.getByText(`${packed}-P1 is packed, but not shipped yet.`).first(),
    ).toBeVisible()
    await scan(page, `${first}-P1`)
    await expect(page.getByText('Load DHL. Press Open manifest first.').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open manifest' })).toBeVisible()
    await scan(page, `T-${first}`)
    await expect(page.getByText('Press Open manifest first.', { exact: true })).not.toHaveCount(0)
    await expect(page).toHaveURL(/floor\/load\?/)
  })

  await test.step('what waits is listed by carrier', async () => {
    await page.goto(at('shipping'))
    await page.getByRole('link', { name: 'To hand over' }).click()
    await expect(page.getByRole('button', { name: 'Load DHL' })).toBeVisible()
    await expectAccessibleAndFitting(page, 'what is to be handed over')
    await page.getByRole('button', { name: 'Load DHL' }).click()
    await expect(page.getByText('2 packages waiting')).toBeVisible()
  })

  await test.step('a scan loads a package; one of another carrier is refused', async () => {
    await scan(page, `${first}-P1`)
    await expect(page.getByText(`${first}-P1 loaded, 1 in all.`).first()).toBeVisible()
    await scan(page, `${other}-P1`)
    await expect(page.getByText(`${other}-P1 is for UPS.`).first()).toBeVisible()
    await scan(page, '4006381333931')
    await expect(page.getByText('This is not a package.').first()).toBeVisible()
    await expect(page).toHaveURL(/shipping\/manifests\//)
    // The refusal stays, and covers nothing that comes next.
    await page.getByRole('textbox', { name: 'Package' }).fill(`T-${second}`)
    await page.getByRole('button', { name: 'Load package' }).click()
    await expect(page.getByText('2 packages loaded')).toBeVisible()
    await expectAccessibleAndFitting(page, 'an open manifest')
  })

  await test.step('it is closed with the name of the driver', async () => {
    await page.getByRole('button', { name: 'Close manifest…' }).click()
    await expect(dialog.getByRole('button', { name: 'Close manifest' })).toBeDisabled()
    await dialog.getByLabel('Taken by').fill('Dan Driver 🚚')
    await dialog.getByLabel('Taken by').press('Enter')
    await expect(dialog.getByRole('button', { name: 'Close manifest' })).toBeFocused()
    await expectAccessibleAndFitting(page, 'closing a manifest')
    await dialog.getByRole('button', { name: 'Close manifest' }).click()
    await expect(page.getByText('2 packages handed over').first()).toBeVisible()
    await expect(page.getByText('Dan Driver')).toBeVisible()
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('“🚚” in “Dan Driver 🚚” can’t be printed')
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Print □ instead' }).click()
    expect((await file).suggestedFilename()).toMatch(/^MF-\d{6}-manifest\.pdf$/)
  })

  await test.step('it is listed, and its shipments can no longer be voided', async () => {
    await follow(page, at('shipping/manifests'))
    await expect(page.getByRole('link', { name: /^MF-/ })).toBeVisible()
    await expectAccessibleAndFitting(page, 'manifests')
    await page.waitForLoadState('networkidle')
    await scan(page, `T-${first}`)
    await expect(page.getByText(`${first}-S1`).first()).toBeVisible()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Void…' })).toBeDisabled()
  })
})
