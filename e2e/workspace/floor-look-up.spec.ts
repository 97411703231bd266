import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { scan } from '../scanner.ts'
import { newStockedSite } from './stocked.ts'

const mugCode = '4006381333931'

type Made = { order: { id: string; number: string; version: number } }

const band = (page: Page) => page.getByRole('region', { name: 'Scans' })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const rows = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true }).getByRole('listitem')

test('anything is looked up on the floor', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  await site.receive([
    { sku: 'TEA', qty: '5', location: 'A-01', lotCode: 'LOT-7', expiresOn: '2030-01-31' },
  ])
  await site.call('/catalog/products', {
    name: 'Circular saw',
    variants: [{ sku: 'SAW', tracking: 'serial' }],
  })
  const arrived = (await site.receive([
    { sku: 'SAW', qty: '2', location: 'A-02', serials: ['SN-1001', 'SN-1002'] },
  ])) as { receipt: { number: string } }
  const { order } = (await site.call('/orders', {
    lines: [{ sku: 'MUG', qty: '3' }],
    confirm: {},
  })) as Made
  const { fulfillments } = (await site.call(`/orders/${order.id}/release`, {
    version: order.version,
  })) as { fulfillments: [{ id: string; number: string }] }
  const [{ id, number }] = fulfillments
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/floor`)

  await test.step('the start asks for a code', async () => {
    await link(page, 'Look up').click()
    await expect(heading(page)).toContainText('an item, a location, an order')
    await expectAccessible(page, 'the look up on the floor')
    await expectFitting(page)
  })

  await test.step('an item shows how much there is of it, and where', async () => {
    await scan(page, mugCode)
    await expect(heading(page)).toHaveText('Item Blue mug')
    await expect(page.getByText('Quantity: 9 each available')).toBeVisible()
    await expect(page.getByText('12 on hand, 3 reserved, 0 unavailable')).toBeVisible()
    await expect(rows(page, 'Locations')).toHaveText(['A-013 for orders12 each'])
    await expectAccessible(page, 'an item on the floor')
    await expectFitting(page)
  })

  await test.step('its location shows what is in it, by scan and by press', async () => {
    await rows(page, 'Locations').getByRole('link').click()
    await expect(heading(page)).toHaveText('Location A-01')
    await expect(page.getByText('Bin, 2 SKUs')).toBeVisible()
    await expect(rows(page, 'Contents')).toHaveText([
      'Blue mugMUG, 3 for orders12 each',
      'Green teaTEA, lot LOT-7, expires 31 Jan 20305 each',
    ])
    await expectAccessible(page, 'a location on the floor')
    await expectFitting(page)
    await scan(page, 'A-02')
    await expect(heading(page)).toHaveText('Location A-02')
    await expect(rows(page, 'Contents')).toHaveCount(2)
  })

  await test.step('a lot and a serial number show where they are', async () => {
    await scan(page, 'LOT-7')
    await expect(heading(page)).toHaveText('Lot LOT-7')
    await expect(page.getByText('Expires on 31 Jan 2030')).toBeVisible()
    await expect(page.getByText('Quantity: 5 each free')).toBeVisible()
    await scan(page, 'SN-1002')
    await expect(heading(page)).toHaveText('Serial number SN-1002')
    await expect(rows(page, 'Locations')).toHaveText(['A-02serial SN-10021 each'])
    await expectAccessible(page, 'a serial number on the floor')
  })

  await test.step('an unknown code is refused aloud, and the page stays', async () => {
    await scan(page, 'NOPE-1')
    await expect(band(page)).toHaveAttribute('data-tone', 'bad')
    await expect(band(page)).toContainText('Nothing has the code NOPE-1.')
    await expect(heading(page)).toHaveText('Serial number SN-1002')
  })

  await test.step('a receipt and a customer return are shown, typed too', async () => {
    await button(page, 'Type a code').click()
    await page.getByLabel('Code', { exact: true }).fill(arrived.receipt.number)
    await button(page, 'Check code').click()
    await expect(heading(page)).toHaveText(`Receipt ${arrived.receipt.number}`)
    await expect(page.getByText('Completed')).toBeVisible()
    await expect(rows(page, 'Lines')).toHaveText(['Circular sawSAW, A-022 each'])
    const announced = (await site.call('/returns', {
      authorize: true,
      lines: [{ sku: 'MUG', qty: '1', reasonCode: 'damaged' }],
    })) as { return: { number: string } }
    await scan(page, announced.return.number)
    await expect(heading(page)).toHaveText(`Return ${announced.return.number}`)
    await link(page, 'Receive return').click()
    await expect(heading(page)).toContainText('Scan Blue mug')
    await page.goBack()
  })

  await test.step('an order leads to its picks', async () => {
    await scan(page, order.number)
    await expect(heading(page)).toHaveText(`Order ${order.number}`)
    await expect(rows(page, 'Ordered')).toHaveText(['Blue mugMUG3 each'])
    await expectAccessible(page, 'an order on the floor')
    await expectFitting(page)
    await rows(page, 'Fulfillments').getByRole('link').click()
    await expect(heading(page)).toHaveText(`Fulfillment ${number}`)
    await expect(rows(page, 'Items')).toHaveText(['Blue mugMUG0 of 3 picked'])
    await button(page, 'Pick').click()
    await expect(heading(page)).toHaveText('Go to A-01')
  })

  await test.step('what is picked leads to packing, a package and its shipment to loading', async () => {
    const { items } = (await site.read(`/picking/tasks?fulfillment=${id}`)) as {
      items: { id: string; qty: string }[]
    }
    for (const task of items)
      await site.call(`/picking/tasks/${task.id}/confirm`, { qty: task.qty })
    await page.goto(`/${site.slug}/app/floor/look-up`)
    await scan(page, number)
    await link(page, 'Pack').click()
    await expect(heading(page)).toHaveText('Pack Blue mug')
    await site.call(`/packing/fulfillments/${id}/pack-all`, {})
    const shipped = (await site.call('/shipping/shipments', {
      fulfillmentId: id,
      carrier: 'DHL',
      tracking: '00340434161094',
    })) as { shipment: { number: string } }
    await page.goto(`/${site.slug}/app/floor/look-up`)
    await scan(page, `${number}-P1`)
    await expect(heading(page)).toHaveText(`Package ${number}-P1`)
    await expect(rows(page, 'In the package')).toHaveText(['Blue mugMUG3 each'])
    await scan(page, '00340434161094')
    await expect(heading(page)).toContainText(shipped.shipment.number)
    await expectAccessible(page, 'a shipment on the floor')
    await link(page, 'Load').click()
    await expect(heading(page)).toHaveText('Load for DHL')
  })
})

test('what is looked up depends on the rights of the member', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  const viewer = await site.newMember({ role: 'viewer', permissions: [] })
  await signInTo(page, site.slug, viewer, `/${site.slug}/app/floor/look-up`)
  await scan(page, mugCode)
  await expect(heading(page)).toHaveText('Item Blue mug')
  await expect(button(page, 'Move')).toHaveAttribute('aria-disabled', 'true')
  await expect(button(page, 'Move')).toHaveAccessibleDescription(/permission/)
  await page.goto(
    `/${site.slug}/app/floor/look-up?kind=lot&id=${site.a01.id}&label=LOT-9&variant=${site.tea.id}`,
  )
  await expect(page.getByRole('alert')).toContainText('Not found')
})
