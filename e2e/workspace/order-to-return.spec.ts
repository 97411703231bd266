import type { Page } from '@playwright/test'
import { expect, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { scan } from '../scanner.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

const mugCode = '4006381333931'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const said = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible()

type Level = { sku: string } & Record<'onHand' | 'unavailable' | 'reserved' | 'available', string>
type Bucket = { sku: string } & Record<'status' | 'onHand' | 'allocated' | 'location', string>

/**
 * Returns the quantities of MUG: on hand, unavailable, reserved and available. On hand and allocated are also
 * listed by location.
 */
async function numbersOf({ read }: Awaited<ReturnType<typeof newStockedSite>>) {
  const levels = (await read('/stock/levels')) as { items: Level[] }
  const buckets = (await read('/stock/buckets?limit=50')) as { items: Bucket[] }
  const mug = levels.items.find(({ sku }) => sku === 'MUG')
  return {
    level: [mug?.onHand, mug?.unavailable, mug?.reserved, mug?.available].join(' '),
    buckets: buckets.items
      .filter(({ sku, onHand }) => sku === 'MUG' && onHand !== '0')
      .map(({ status, onHand, allocated, location }) =>
        [location, status, onHand, `(${allocated})`].join(' '),
      )
      .toSorted(),
  }
}

test('two orders go from the delivery to the customers, and one item comes back', async ({
  page,
  product,
  mail,
}) => {
  test.setTimeout(180_000)
  const site = await newStockedSite(product.url, mail)
  const { slug, operator, call } = site
  const at = (path: string) => `/${slug}/app/${path}`
  const dialog = page.getByRole('dialog')
  const expectNumbers = async (level: string, buckets: string[]) =>
    expect.poll(() => numbersOf(site)).toEqual({ level, buckets })
  await signInTo(page, slug, operator)

  const held = ['A-01 hold 7 (0)', 'A-02 available 3 (0)']
  const picked = [...held, 'STAGE available 7 (7)']
  const shipped = async (number: string, tracking: string) => {
    await follow(page, at('shipping'))
    await button(page, 'Ship fulfillment…').click()
    await dialog.getByLabel('Fulfillment').selectOption({ label: number })
    await dialog.getByLabel('Carrier').fill('DHL')
    await dialog.getByLabel('Tracking number').fill(tracking)
    await dialog.getByRole('button', { name: 'Ship fulfillment' }).click()
    await expect(page.getByText(`${number} was shipped`)).toBeVisible()
  }
  const packed = async (number: string, tote: string, count: number) => {
    await follow(page, at('packing'))
    await expect(page.getByText(number)).toBeVisible()
    await scan(page, tote)
    await expect(heading(page)).toHaveText(`Pack ${number}`)
    for (let left = count - 1; left >= 0; left--) {
      await scan(page, mugCode)
      const text = left === 0 ? 'All lines are packed' : `1 MUG packed, ${left} left.`
      await expect(page.getByText(text).first()).toBeVisible()
      // The same code at once is taken for a scanner that was held too long.
      await page.waitForTimeout(500)
    }
    await button(page, 'Close package…').click()
    await dialog.getByRole('button', { name: 'Close package' }).click()
    await expect(page.getByText(`${number} is packed`)).toBeVisible()
  }

  await test.step('five more are received', async () => {
    await expectNumbers('12 0 0 12', ['A-01 available 12 (0)'])
    await follow(page, at('receiving/new'))
    await expect(page.getByRole('combobox', { name: 'Item' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await scan(page, mugCode)
    const line = page.getByRole('list', { name: 'Lines' }).getByRole('listitem').first()
    await line.getByLabel('Quantity', { exact: true }).fill('5')
    await line.getByRole('button', { name: 'Location, status, cost' }).click()
    await line.getByRole('combobox', { name: 'Location' }).fill('A-02')
    await page.getByRole('option', { name: /A-02/ }).click()
    await button(page, 'Complete receipt').click()
    await expectNumbers('17 0 0 17', ['A-01 available 12 (0)', 'A-02 available 5 (0)'])
  })

  await test.step('one order is scanned, another comes from outside', async () => {
    await follow(page, at('orders/new'))
    await expect(page.getByRole('combobox', { name: 'Item', exact: true })).toBeFocused()
    await page.waitForLoadState('networkidle')
    await scan(page, mugCode)
    const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem')
    await lines.first().getByRole('textbox', { name: 'Quantity', exact: true }).fill('4')
    await button(page, 'Confirm order').click()
    await expect(heading(page)).toContainText('SO-000001')
    await expectNumbers('17 0 4 13', ['A-01 available 12 (0)', 'A-02 available 5 (0)'])
    await call('/orders', { lines: [{ sku: 'MUG', qty: '3' }], confirm: {} })
    await expectNumbers('17 0 7 10', ['A-01 available 12 (0)', 'A-02 available 5 (0)'])
  })

  await test.step('both are released in a wave', async () => {
    await follow(page, at('picking/waves'))
    await button(page, 'Create wave…').first().click()
    await expect(dialog.getByText('2 orders, 2 lines, 7 units')).toBeVisible()
    await dialog.getByRole('button', { name: 'Create wave' }).click()
    await expect(heading(page)).toHaveText('WV-000001')
    await button(page, 'Release wave').click()
    await expect(page.getByText('Released', { exact: true })).toHaveCount(3)
    await expectNumbers('17 0 7 10', ['A-01 available 12 (7)', 'A-02 available 5 (0)'])
    await button(page, 'Create batches…').click()
    await dialog.getByRole('button', { name: 'Create batches' }).click()
    await expect(heading(page)).toHaveText('PB-000001')
  })

  await test.step('the first is picked into its tote', async () => {
    await page.getByRole('link', { name: 'Pick on the floor' }).click()
    await button(page, 'Take PB-000001').click()
    await expect(heading(page)).toHaveText('Scan a tote for Slot 1')
    await scan(page, 'T-01')
    await expect(heading(page)).toHaveText('Scan a tote for Slot 2')
    await scan(page, 'T-02')
    await expect(heading(page)).toHaveText('Go to A-01')
    await scan(page, 'A-01')
    await scan(page, mugCode)
    await expect(heading(page)).toHaveText('Put into T-01')
    await scan(page, 'T-01')
    await said(page, 'Picked 4 MUG from A-01 into T-01')
    await expectNumbers('17 0 7 10', [
      'A-01 available 8 (3)',
      'A-02 available 5 (0)',
      'STAGE available 4 (4)',
    ])
  })

  await test.step('the second is short: what is left goes on hold, the rest comes from elsewhere', async () => {
    await expect(heading(page)).toHaveText('Put into T-02')
    await button(page, 'Short').click()
    await button(page, '1').click()
    await page.getByText('Missing', { exact: true }).click()
    await button(page, 'Report short pick').click()
    await said(page, 'Pick instead: 2 from A-02.')
    await expectNumbers('17 7 7 3', [
      'A-01 hold 7 (0)',
      'A-02 available 5 (2)',
      'STAGE available 5 (5)',
    ])
    await expect(heading(page)).toHaveText('Go to A-02')
    await scan(page, 'A-02')
    await scan(page, mugCode)
    await expect(heading(page)).toHaveText('Put into T-02')
    await scan(page, 'T-02')
    await expect(heading(page)).toHaveText('All picked')
    await expectNumbers('17 7 7 3', picked)
  })

  await test.step('both are packed by scan, which moves nothing', async () => {
    await packed('SO-000001-F1', 'T-01', 4)
    await packed('SO-000002-F1', 'T-02', 3)
    await expectNumbers('17 7 7 3', picked)
  })

  await test.step('the first is shipped, voided and shipped again', async () => {
    await shipped('SO-000001-F1', '0034-1')
    await expectNumbers('13 7 3 3', [...held, 'STAGE available 3 (3)'])
    await follow(page, at('shipping?q=0034-1'))
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await button(page, 'Void…').click()
    await dialog.getByLabel('Reason').fill('Wrong carrier')
    await dialog.getByRole('button', { name: 'Void shipment' }).click()
    await expect(page.getByText('SO-000001-F1-S1 was voided')).toBeVisible()
    await expectNumbers('17 7 7 3', picked)
    await shipped('SO-000001-F1', '0034-2')
    await expectNumbers('13 7 3 3', [...held, 'STAGE available 3 (3)'])
  })

  await test.step('the second is shipped', async () => {
    await shipped('SO-000002-F1', '0034-3')
    await expectNumbers('10 7 0 3', held)
  })

  await test.step('one item comes back into quarantine', async () => {
    await follow(page, at('orders?q=SO-000001'))
    await page.getByRole('link', { name: 'SO-000001' }).click()
    await page.getByRole('link', { name: 'Create return' }).click()
    await page.getByLabel('Quantity').fill('1')
    await page.getByLabel('Reason').selectOption('Wrong item')
    await button(page, 'Create return').click()
    await expect(heading(page)).toContainText(/RMA-/)
    await expectNumbers('10 7 0 3', held)
    await page.waitForLoadState('networkidle')
    await scan(page, mugCode)
    await expect(page.getByText('MUG: 1 of 1').first()).toBeVisible()
    await button(page, 'Receive return').click()
    await expect(page.getByText(/was received into quarantine/)).toBeVisible()
    await expectNumbers('11 8 0 3', [...held, 'QUAR quarantine 1 (0)'])
  })

  await test.step('it is restocked by scanning its location', async () => {
    await scan(page, mugCode)
    await scan(page, 'A-02')
    await expect(page.getByText('MUG: restock in A-02').first()).toBeVisible()
    await button(page, 'Save inspection').click()
    await expect(page.getByText(/was inspected/)).toBeVisible()
    await expectNumbers('11 7 0 4', ['A-01 hold 7 (0)', 'A-02 available 4 (0)'])
    await button(page, 'Close return').click()
    await expect(page.getByText('Closed', { exact: true }).first()).toBeVisible()
  })
})

test('what is missing of a shipped order is closed short', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  const { slug, operator, call, read } = site
  const body = { lines: [{ sku: 'MUG', qty: '3' }], confirm: {} }
  const { order } = (await call('/orders', body)) as { order: { id: string; version: number } }
  const released = (await call(`/orders/${order.id}/release`, { version: order.version })) as {
    fulfillments: [{ id: string }]
  }
  const [{ id }] = released.fulfillments
  const { items } = (await read(`/picking/tasks?fulfillment=${id}`)) as {
    items: [{ id: string }]
  }
  const short = { qtyFound: '1', reasonCode: 'missing' }
  await call(`/picking/tasks/${items[0].id}/short`, short)
  await call(`/packing/fulfillments/${id}/pack-all`, {})
  await call('/shipping/shipments', { fulfillmentId: id })
  const waiting = async () => {
    const levels = (await read('/stock/levels')) as {
      items: { sku: string; backordered: string }[]
    }
    return levels.items.find(({ sku }) => sku === 'MUG')?.backordered
  }
  expect(await waiting()).toBe('2')
  await signInTo(page, slug, operator)
  const dialog = page.getByRole('dialog')
  await page.goto(`/${slug}/app/orders/${order.id}`)
  await expect(page.getByText('Partially shipped', { exact: true }).first()).toBeVisible()
  await button(page, 'Close short…').click()
  await expect(dialog.getByRole('button', { name: 'Close order short' })).toBeDisabled()
  await dialog.getByLabel('Reason').fill('No more of them')
  await expectAccessibleAndFitting(page, 'closing an order short')
  await dialog.getByRole('button', { name: 'Close order short' }).click()
  await expect(page.getByText('SO-000001 was closed short')).toBeVisible()
  await expect(page.getByText('Closed short', { exact: true }).first()).toBeVisible()
  await expect(button(page, 'Close short…')).toHaveCount(0)
  expect(await numbersOf(site)).toEqual({ level: '11 11 0 0', buckets: ['A-01 hold 11 (0)'] })
  expect(await waiting()).toBe('0')
})
