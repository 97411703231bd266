import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { scan } from '../scanner.ts'
import { newStockedSite, stockOf } from './stocked.ts'

// What the browser says itself where an answer is lost.
test.use({ expectsNoise: /net::ERR_FAILED/ })

const mugCode = '4006381333931'
const caseCode = '14006381333938'
const coffeeCode = '5901234123457'
const sawCode = '4012345678901'
/** The code of the item with its lot LOT-8, which expires on 31 January 2030. */
const coffeeOfLot8 = `010${coffeeCode}1730013110LOT-8`

type Receipt = {
  number: string
  state: string
  reference: string
  lines: { sku: string; qty: string; location: string; lot: string | null; serials: string[] }[]
}

const band = (page: Page) => page.getByRole('region', { name: 'Scans' })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const rows = (page: Page, name: string | RegExp) =>
  page.getByRole('region', { name }).getByRole('listitem')
const said = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible()

type Site = Awaited<ReturnType<typeof newStockedSite>>

/** Receipts with this state, the oldest last, and what is on them. */
async function receiptsOf(site: Site, state: string): Promise<Receipt[]> {
  const { items } = (await site.read(`/receiving/receipts?state=${state}`)) as {
    items: { id: string }[]
  }
  return Promise.all(
    items.map(
      async ({ id }) =>
        ((await site.read(`/receiving/receipts/${id}`)) as { receipt: Receipt }).receipt,
    ),
  )
}
const linesOf = (receipt: Receipt | undefined) =>
  receipt?.lines.map(({ sku, qty, location, lot, serials }) =>
    [Number(qty), sku, location, lot, ...serials].filter(Boolean).join(' '),
  )

async function newSite(url: string, mail: Parameters<typeof newStockedSite>[1]) {
  const site = await newStockedSite(url, mail)
  await site.call('/catalog/products', {
    name: 'Coffee',
    variants: [{ sku: 'COFFEE', tracking: 'lot', barcodes: [{ code: coffeeCode }] }],
  })
  await site.call('/catalog/products', {
    name: 'Circular saw',
    variants: [{ sku: 'SAW', tracking: 'serial', barcodes: [{ code: sawCode }] }],
  })
  return site
}

test('a delivery is received by scans on the floor', async ({ page, product, mail }) => {
  const site = await newSite(product.url, mail)
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/floor`)

  await test.step('a new receipt begins with the first scan', async () => {
    await link(page, 'Receive').click()
    await expect(page.getByText('No open receipts.')).toBeVisible()
    await expectAccessible(page, 'the receipts on the floor')
    await expectFitting(page)
    await scan(page, mugCode)
    await said(page, 'Open or begin a receipt first, then scan MUG.')
    await button(page, 'New receipt').click()
    await expect(heading(page)).toHaveText('Scan the first item')
    await scan(page, 'A-02')
    await said(page, 'From now on into A-02')
    await scan(page, mugCode)
    await said(page, 'MUG: 1 each')
    await expect(rows(page, /^Counted/).first()).toContainText('into A-02')
  })

  await test.step('a location is for what comes next, and says so', async () => {
    await scan(page, 'A-01')
    await said(page, 'From now on into A-01')
    await expect(rows(page, /^Counted/)).toContainText('into A-02')
    await button(page, 'Undo').click()
    await said(page, 'Undone: From now on into A-01')
  })

  await test.step('each scan counts, a pack as a pack, and the last one is undone', async () => {
    await scan(page, mugCode)
    await said(page, 'MUG: 2 each')
    await scan(page, caseCode)
    await said(page, 'MUG: 1 case')
    await expect(page.getByText('Counted, 14 pieces')).toBeVisible()
    await button(page, 'Undo').click()
    await said(page, 'Undone: MUG: 1 case')
    await expect(page.getByText('Counted, 2 pieces')).toBeVisible()
    await expectAccessible(page, 'a delivery on the floor')
    await expectFitting(page)
  })

  await test.step('the quantity is entered on the number pad', async () => {
    await button(page, /^Quantity: ?2/).click()
    await expectAccessible(page, 'a line of a delivery on the floor')
    await page.getByRole('dialog').getByRole('button', { name: '7', exact: true }).click()
    await button(page, 'Use this quantity').click()
    await expect(page.getByText('Counted, 7 pieces')).toBeVisible()
  })

  await test.step('a GS1 code fills lot and expiry; otherwise the lot is asked for', async () => {
    await scan(page, coffeeOfLot8)
    await said(page, 'COFFEE: 1 each')
    await expect(rows(page, /^Counted/).first()).toContainText('lot LOT-8')
    await button(page, 'Undo').click()
    await scan(page, coffeeCode)
    await expect(heading(page)).toHaveText('Scan the lot of Coffee')
    await expect(button(page, 'Complete receipt')).toHaveCount(0)
    await expectAccessible(page, 'the lot of a delivery on the floor')
    await scan(page, 'LOT-9')
    await said(page, 'COFFEE: lot LOT-9')
    await scan(page, coffeeOfLot8)
    await expect(heading(page)).toHaveText('Scan the next item')
  })

  await test.step('serial numbers are asked for, each once', async () => {
    await scan(page, sawCode)
    await expect(heading(page)).toHaveText('Scan the serial number of Circular saw')
    await scan(page, 'SN-2001')
    await said(page, 'SAW: serial number SN-2001')
    await expect(heading(page)).toHaveText('Scan the next item')
  })

  await test.step('an unknown code is refused, and a reload keeps what was counted', async () => {
    await scan(page, 'NOPE-1')
    await expect(band(page)).toContainText('Nothing has the code NOPE-1.')
    await page.reload()
    await expect(page.getByText('Counted, 10 pieces')).toBeVisible()
    expect(await stockOf(site)).toEqual(['available 12 A-01'])
  })

  await test.step('it is completed once, also where the answer is lost', async () => {
    let isFirst = true
    await page.route('**/receiving/receipts', async (route) => {
      if (!isFirst || route.request().method() !== 'POST') return route.continue()
      isFirst = false
      await route.fetch()
      await route.abort()
    })
    await button(page, 'Complete receipt').click()
    await expect(page.getByRole('alert')).toContainText('No answer yet.')
    await button(page, 'Complete receipt').click()
    await expect(page.getByText('Completed and in stock')).toBeVisible()
    await expectAccessible(page, 'a completed receipt on the floor')
    await expectFitting(page)
    // Those of before are in A-01.
    const [made, ...others] = await receiptsOf(site, 'completed')
    expect(others).toHaveLength(1)
    expect(linesOf(made)).toEqual([
      '7 MUG A-02',
      '1 COFFEE A-02 LOT-9',
      '1 COFFEE A-02 LOT-8',
      '1 SAW A-02 SN-2001',
    ])
    expect(await stockOf(site)).toEqual(['available 12 A-01', 'available 7 A-02'])
  })
})

test('an open receipt is continued on the floor', async ({ page, product, mail }) => {
  const site = await newSite(product.url, mail)
  const { receipt } = (await site.call('/receiving/receipts', {
    warehouseId: site.warehouse.id,
    reference: 'DN-55',
    lines: [{ sku: 'MUG', qty: '5', location: 'A-01' }],
  })) as { receipt: { number: string } }
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/floor/receive`)

  await test.step('it is chosen or scanned, and its lines are shown', async () => {
    await expect(page.getByRole('link', { name: receipt.number })).toContainText('DN-55, 1 line')
    await scan(page, receipt.number)
    await expect(rows(page, 'On the receipt')).toHaveText(['Blue mugMUG, A-015 each'])
    await scan(page, mugCode)
    await expect(page.getByText('Counted, 1 piece')).toBeVisible()
  })

  await test.step('what was counted is added, and it stays open', async () => {
    await button(page, 'More').click()
    await expectAccessible(page, 'more of a receipt on the floor')
    await button(page, 'Save as open').click()
    await expect(rows(page, 'On the receipt')).toHaveCount(2)
    const [open] = await receiptsOf(site, 'open')
    expect(linesOf(open)).toEqual(['5 MUG A-01', expect.stringMatching(/^1 MUG /)])
  })

  await test.step('what the server refuses is said', async () => {
    await scan(page, sawCode)
    await scan(page, 'SN-3001')
    await expect(page.getByText('Counted, 1 piece')).toBeVisible()
    await site.receive([{ sku: 'SAW', qty: '1', location: 'A-01', serials: ['SN-3001'] }])
    await button(page, 'Complete receipt').click()
    await expect(page.getByRole('alert')).toContainText('SN-3001')
    expect(await receiptsOf(site, 'open')).toHaveLength(1)
  })

  await test.step('without the line it is completed', async () => {
    const discard = async () => {
      await button(page, 'More').click()
      await button(page, 'Discard what was counted').click()
    }
    if ((await rows(page, /^Counted/).count()) > 0) await discard()
    await button(page, 'Complete receipt').click()
    await expect(page.getByText('Completed and in stock')).toBeVisible()
    expect(await receiptsOf(site, 'open')).toEqual([])
  })
})
