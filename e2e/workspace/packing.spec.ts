import type { Locator } from '@playwright/test'
import { expect, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { scan } from '../scanner.ts'
import { newPicked, newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

type Details = { fulfillment: { packages: { id: string }[] } }

test('an order is packed by scan, shipped, and the shipment voided', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  const { number, order, id } = await newPicked(site, '3')
  const { call, read, slug, operator } = site
  const at = (path: string) => `/${slug}/app/${path}`
  await signInTo(page, slug, operator)
  const dialog = page.getByRole('dialog')
  const box = dialog.getByRole('combobox', { name: 'Box' })
  const carrier = dialog.getByRole('combobox', { name: 'Carrier' })

  await test.step('what is picked is listed to pack', async () => {
    await page.goto(at('packing'))
    await expect(page.getByRole('link', { name: number })).toBeVisible()
    await expectAccessibleAndFitting(page, 'packing')
    await page.getByRole('link', { name: number }).click()
    await expect(page.getByRole('heading', { name: `Pack ${number}` })).toBeVisible()
    await expect(page.getByText('1 of 1 lines to pack')).toBeVisible()
  })

  await test.step('each scan packs an item; another item, or too much, is refused', async () => {
    await scan(page, '4006381333931')
    await expect(page.getByText('1 MUG packed, 2 left.').first()).toBeVisible()
    await scan(page, 'TEA-WRONG')
    await expect(page.getByText('Needed: MUG. You scanned TEA-WRONG.').first()).toBeVisible()
    await scan(page, '14006381333938')
    await expect(page.getByText('MUG: 12 scanned, 2 left.').first()).toBeVisible()
    // The refusal stays, and covers nothing that comes next.
    await page.getByRole('button', { name: 'Pack… MUG' }).click()
    await dialog.getByLabel('Quantity').fill('1')
    await expectAccessibleAndFitting(page, 'packing by quantity')
    await dialog.getByRole('button', { name: 'Pack quantity' }).click()
    await expect(page.getByText('1 MUG packed, 1 left').first()).toBeVisible()
    await page.getByLabel('Item').fill('MUG')
    await page.getByLabel('Quantity').fill('1')
    await page.getByRole('button', { name: 'Pack item' }).click()
    await expect(page.getByText('All lines are packed')).toBeVisible()
    await expectAccessibleAndFitting(page, 'a fulfillment that is packed')
  })

  await test.step('the package is closed, and the fulfillment is packed', async () => {
    await call('/boxes', {
      code: 'CM',
      name: 'Carton M',
      lengthMm: 300,
      widthMm: 200,
      maxWeightG: 1000,
    })
    await page.reload()
    await page.getByRole('button', { name: 'Close package…' }).click()
    await box.fill('Tube 12')
    await box.press('Enter')
    await expect(box).toHaveValue('Tube 12')
    await box.fill('cm')
    await expect(dialog.getByRole('option', { name: 'Carton M CM' })).toBeVisible()
    await expectAccessibleAndFitting(page, 'choosing a box')
    await box.press('Enter')
    await expect(box).toHaveValue('Carton M')
    await expect(dialog.getByLabel('Length (mm)')).toHaveValue('300')
    await expect(dialog.getByLabel('Width (mm)')).toHaveValue('200')
    await dialog.getByLabel('Length (mm)').fill('')
    await dialog.getByLabel('Width (mm)').fill('')
    await dialog.getByLabel('Weight (g)').fill('heavy')
    await expect(dialog.getByRole('button', { name: 'Close package' })).toBeDisabled()
    await expect(dialog.getByText('Enter weight and size as whole numbers.')).toBeVisible()
    await dialog.getByLabel('Weight (g)').fill('1200')
    await expect(dialog.getByText('This box holds at most 1,000 g.')).toBeVisible()
    await dialog.getByLabel('Height (mm)').press('Enter')
    await expect(dialog.getByRole('button', { name: 'Close package' })).toBeFocused()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await expectAccessibleAndFitting(page, 'closing a package')
    await dialog.getByRole('button', { name: 'Close package' }).click()
    await expect(page.getByText(`${number} is packed`)).toBeVisible()
    await expect(page.getByText('Carton M, 1,200 g')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ship…' })).toBeVisible()
    await page.getByRole('link', { name: 'Contents label' }).click()
    await expect(page.getByText(/^1 package, /)).toBeVisible()
    await expectAccessibleAndFitting(page, 'a contents label')
  })

  await test.step('it is shipped with a tracking number', async () => {
    await follow(page, at('shipping'))
    await expect(page.getByText('No shipments yet')).toBeVisible()
    await call('/carriers', {
      code: 'DHL',
      name: 'DHL Paket',
      trackingUrl: 'https://track.example/?no={tracking}',
    })
    await page.getByRole('button', { name: 'Ship fulfillment…' }).click()
    await dialog.getByLabel('Fulfillment').selectOption({ label: number })
    await carrier.fill('dhl')
    await carrier.press('ArrowDown')
    await carrier.press('Enter')
    await expect(carrier).toHaveValue('DHL Paket')
    await carrier.press('Enter')
    await expect(dialog.getByLabel('Service')).toBeFocused()
    await dialog.getByLabel('Tracking number').fill('0034-1')
    await dialog.getByLabel('Cost').fill('4,90')
    await expectAccessibleAndFitting(page, 'shipping a fulfillment')
    await dialog.getByRole('button', { name: 'Ship fulfillment' }).click()
    await expect(page.getByText(`${number} was shipped`)).toBeVisible()
    await follow(page, at(`orders/${order.id}`))
    await expect(page.getByText('Shipped', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: '0034-1' })).toHaveAttribute(
      'href',
      'https://track.example/?no=0034-1',
    )
  })

  await test.step('the shipment is found by its tracking number, and voided', async () => {
    await follow(page, at('shipping?q=0034-1'))
    await expect(page.getByText(`${number}-S1`)).toBeVisible()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByText('Carton M, 1,200 g')).toBeVisible()
    await expectAccessibleAndFitting(page, 'a shipment')
    await page.getByRole('button', { name: 'Void…' }).click()
    await dialog.getByLabel('Reason').fill('Wrong carrier')
    await dialog.getByRole('button', { name: 'Void shipment' }).click()
    await expect(page.getByText(`${number}-S1 was voided`)).toBeVisible()
    await follow(page, at('packing?view=packed'))
    await expect(page.getByRole('link', { name: number })).toBeVisible()
  })

  await test.step('one package is shipped before the rest', async () => {
    const { fulfillment } = (await read(`/fulfillments/${id}`)) as Details
    const first = `/packing/packages/${fulfillment.packages[0]?.id}`
    await call(`${first}/reopen`, {})
    await call(`${first}/remove`, { code: 'MUG', qty: '2' })
    await call(`${first}/close`, {})
    await call(`/packing/fulfillments/${id}/pack-all`, {})
    await page.getByRole('link', { name: number }).click()
    await page.getByRole('button', { name: 'Ship…' }).click()
    const tracking = [1, 2].map((no) => dialog.getByLabel(`${number}-P${no} tracking`)) as [
      Locator,
      Locator,
    ]
    await dialog.getByLabel('Tracking number of all packages').press('Enter')
    await expect(tracking[0]).toBeFocused()
    // As of a scanner: the Enter behind a number leads to the next package.
    await page.keyboard.type('1Z 001\n')
    await expect(tracking[1]).toBeFocused()
    await page.keyboard.type('1Z 002\n')
    await expect(dialog.getByRole('button', { name: 'Ship fulfillment' })).toBeFocused()
    await expect(tracking[1]).toHaveValue('1Z 002')
    await dialog.getByRole('checkbox', { name: `${number}-P2` }).uncheck()
    await expect(tracking[1]).toBeDisabled()
    await expectAccessibleAndFitting(page, 'shipping some packages')
    await dialog.getByRole('button', { name: 'Ship packages' }).click()
    await expect(page.getByText(`${number}-P1 was shipped`)).toBeVisible()
    await follow(page, at(`orders/${order.id}`))
    const parcels = page.getByRole('list', { name: /^Packages of / })
    await expect(parcels).toHaveText(`${number}-P11Z001`)
    await expectAccessibleAndFitting(page, 'an order with a shipment')
    await expect(page.getByText(`Partly shipped: ${number}-P1 (1Z001)`)).toBeVisible()
    await follow(page, at(`packing/${id}`))
    const left = page.getByRole('region', { name: 'Shipped separately' })
    await expect(left.getByText(`${number}-P1`)).toBeVisible()
    await expect(left.getByRole('link', { name: `Shipments of ${order.number}` })).toBeVisible()
    await follow(page, at('shipping?q=1Z001'))
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('definition').filter({ hasText: /^1Z001$/ })).toBeVisible()
  })
})
