import type { Page } from '@playwright/test'
import { expect, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { scan } from '../scanner.ts'
import { resizeTo } from '../sizes.ts'
import { newStockedSite, stockOf } from './stocked.ts'
import { follow } from '../visits.ts'

// What the browser says itself where the connection is cut.
test.use({
  expectsNoise: /net::ERR_(INTERNET_DISCONNECTED|FAILED)|error occurred when fetching the script/,
})

const mugCode = '4006381333931'

type Site = Awaited<ReturnType<typeof newStockedSite>>
type Batch = {
  id: string
  number: string
  state: string
  picked: number
  shortLines: number
  totes: { fulfillmentId: string; fulfillment: string; tote: string | null }[]
  tasks: { id: string; state: string; qty: string; location: string; tote: string | null }[]
}

const band = (page: Page) => page.getByRole('region', { name: 'Scans' })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const said = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible()

const order = (site: Site, qty: string) =>
  site.call('/orders', { lines: [{ sku: 'MUG', qty }], confirm: {} })

const batchNow = async (site: Site, id: string) =>
  ((await site.read(`/picking/batches/${id}`)) as { batch: Batch }).batch
const tasksOf = ({ tasks }: Batch) =>
  tasks.map(({ state, qty, location, tote }) => `${state} ${qty} ${location} ${tote}`).toSorted()

test('a wave of two orders is released, and picked as a cluster with one short pick', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await site.receive([{ sku: 'MUG', qty: '5', location: 'A-02', unitCost: '2.50' }])
  await order(site, '4')
  await order(site, '3')
  await signInTo(page, site.slug, site.operator)
  let batch = ''

  await test.step('the wave is created with a preview', async () => {
    await page.goto(`/${site.slug}/app/picking/waves`)
    await expect(page.getByText('No waves yet')).toBeVisible()
    await expectAccessibleAndFitting(page, 'no waves')
    await button(page, 'Create wave…').first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('2 orders, 2 lines, 7 units')).toBeVisible()
    await dialog.getByLabel('Units, at most').fill('5')
    await expect(dialog.getByText('1 order, 1 line, 4 units')).toBeVisible()
    await dialog.getByLabel('Units, at most').fill('')
    await dialog.getByLabel('Priority').selectOption('9')
    await expect(dialog.getByText('No order can be released now.')).toBeVisible()
    await dialog.getByLabel('Priority').selectOption('')
    await expect(dialog.getByText('2 orders, 2 lines, 7 units')).toBeVisible()
    await expectAccessibleAndFitting(page, 'a new wave')
    await dialog.getByRole('button', { name: 'Create wave' }).click()
    await expect(heading(page)).toHaveText('WV-000001')
    await expect(page.getByText('2 orders, 2 lines, 7 units')).toBeVisible()
    await expectAccessibleAndFitting(page, 'a draft of a wave')
  })

  await test.step('it is released, and each order says so', async () => {
    await button(page, 'Release wave').click()
    await expect(page.getByText('Released', { exact: true })).toHaveCount(3)
    await expect(page.getByText('0 of 2')).toBeVisible()
    await expectAccessibleAndFitting(page, 'a released wave')
  })

  await test.step('a cluster is made of it', async () => {
    await button(page, 'Create batches…').click()
    const dialog = page.getByRole('dialog')
    await expectAccessibleAndFitting(page, 'new batches')
    await dialog.getByRole('button', { name: 'Create batches' }).click()
    await expect(heading(page)).toHaveText('PB-000001')
    await expect(page.getByText('Cluster', { exact: true })).toBeVisible()
    await expectAccessibleAndFitting(page, 'a batch')
    batch = page.url().split('/').at(-1)?.split('?')[0] ?? ''
  })

  await test.step('it is taken on the floor, and each order gets a tote', async () => {
    await resizeTo(page, 'phone')
    await page.getByRole('link', { name: 'Pick on the floor' }).click()
    await expect(page.getByText('2 orders, 2 tasks')).toBeVisible()
    await expectAccessibleAndFitting(page, 'a batch to take')
    await button(page, 'Take PB-000001').click()
    await expect(heading(page)).toHaveText('Scan a tote for Slot 1')
    await scan(page, 'A-01')
    await expect(band(page)).toContainText('Scan an empty tote. This is location A-01')
    await scan(page, 'T-01')
    await expect(heading(page)).toHaveText('Scan a tote for Slot 2')
    await page.waitForTimeout(500)
    await scan(page, 'T-01')
    await expect(band(page)).toContainText('Scan an empty tote. This is tote T-01, SO-000001-F1')
    await expectAccessibleAndFitting(page, 'totes to bind')
    await scan(page, 'T-02')
    await expect(heading(page)).toHaveText('Go to A-01')
  })

  await test.step('one stop is split over the totes; a wrong tote is refused', async () => {
    await scan(page, 'A-01')
    await scan(page, mugCode)
    await expect(heading(page)).toHaveText('Put into T-01')
    const slots = page.getByRole('list', { name: 'Slots' }).getByRole('listitem')
    await expect(slots).toHaveText(['1. T-01: 4', '2. T-02: 3'])
    await scan(page, 'T-02')
    await expect(band(page)).toContainText('Put it into T-01. This is tote T-02, SO-000002-F1')
    await expectAccessibleAndFitting(page, 'a tote to scan')
    expect((await batchNow(site, batch)).picked).toBe(0)
    await scan(page, 'T-01')
    await said(page, 'Picked 4 MUG from A-01 into T-01')
    // The same stop: neither location nor item again.
    await expect(heading(page)).toHaveText('Put into T-02')
    await expect(slots).toHaveText(['1. T-01: -', '2. T-02: 3'])
  })

  await test.step('what is short is picked elsewhere into the same tote', async () => {
    await button(page, 'Short').click()
    await button(page, '1').click()
    await page.getByText('Missing', { exact: true }).click()
    await expect(page.getByText('Put what you found into T-02.')).toBeVisible()
    await button(page, 'Report short pick').click()
    await said(page, 'Pick instead: 2 from A-02.')
    await expect(heading(page)).toHaveText('Go to A-02')
    await scan(page, 'A-02')
    await scan(page, mugCode)
    await expect(heading(page)).toHaveText('Put into T-02')
    await scan(page, 'T-02')
    await expect(heading(page)).toHaveText('All picked')
  })

  await test.step('wave, batch, orders and stock are right', async () => {
    const now = await batchNow(site, batch)
    expect(now).toMatchObject({ state: 'completed', picked: 3, shortLines: 1 })
    expect(tasksOf(now)).toEqual([
      'done 1 A-01 T-02',
      'done 2 A-02 T-02',
      'done 4 A-01 T-01',
      'short 2 A-01 T-02',
    ])
    const { items } = (await site.read('/picking/waves')) as { items: object[] }
    expect(items).toMatchObject([
      { state: 'completed', orders: 2, lines: 2, units: '7', picked: 3, shortLines: 1 },
    ])
    const fulfillments = (await site.read('/fulfillments')) as { items: { state: string }[] }
    expect(fulfillments.items.map(({ state }) => state)).toEqual(['picked', 'picked'])
    expect(await stockOf(site)).toEqual([
      'available 3 A-02',
      expect.stringMatching(/^available 7 /),
      'hold 7 A-01',
    ])
    await resizeTo(page, 'desk')
    await follow(page, `/${site.slug}/app/picking/batches`)
    await expect(page.getByText('3 of 3')).toBeVisible()
    await expectAccessibleAndFitting(page, 'batches')
    await page.getByRole('link', { name: 'Waves' }).click()
    await expect(page.getByRole('table').getByText('Completed')).toBeVisible()
    await expectAccessibleAndFitting(page, 'waves')
  })

  await test.step('a tote that is scanned at packing opens its order', async () => {
    await follow(page, `/${site.slug}/app/packing`)
    await expect(page.getByText('SO-000002-F1')).toBeVisible()
    await scan(page, 'T-02')
    await expect(heading(page)).toContainText('SO-000002-F1')
  })
})

test('a cluster goes on without a connection, and each pick counts once', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  for (const qty of ['1', '2', '3']) {
    const { order: made } = (await order(site, qty)) as {
      order: { id: string; version: number }
    }
    await site.call(`/orders/${made.id}/release`, { version: made.version })
  }
  await page.clock.install()
  await resizeTo(page, 'phone')
  await signInTo(page, site.slug, site.operator)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/confirm')) sent.push(request.postDataJSON().scanId as string)
  })

  await test.step('a new batch is started on the floor', async () => {
    await page.goto(`/${site.slug}/app/floor`)
    await button(page, 'New batch').click()
    await expectAccessibleAndFitting(page, 'a new batch on the floor')
    await button(page, 'Start batch').click()
    for (const [i, tote] of ['T-11', 'T-12', 'T-13'].entries()) {
      await expect(heading(page)).toHaveText(`Scan a tote for Slot ${i + 1}`)
      await scan(page, tote)
    }
    await expect(heading(page)).toHaveText('Go to A-01')
    await scan(page, 'A-01')
    await scan(page, mugCode)
    await expect(heading(page)).toHaveText('Put into T-11')
  })

  await test.step('an answer that is lost on its way counts once', async () => {
    let isFirst = true
    await page.route('**/confirm', async (route) => {
      if (isFirst) await route.fetch()
      isFirst = false
      await route.abort()
    })
    await scan(page, 'T-11')
    await said(page, 'Not sent yet: 1 MUG from A-01 into T-11')
    await expect(heading(page)).toHaveText('Put into T-12')
  })

  await test.step('the device keeps the floor, and no answer of the server', async () => {
    const kept = await page.evaluate(async () => {
      await navigator.serviceWorker.ready
      const names = await caches.keys()
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return all.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(kept.filter((path) => path.startsWith('/api'))).toEqual([])
    expect(kept).toContain(`/${site.slug}/app/floor`)
  })

  await test.step('half an hour without a connection the next totes are checked on the device', async () => {
    await page.context().setOffline(true)
    await page.clock.fastForward(30 * 60_000)
    await scan(page, 'T-13')
    await expect(band(page)).toContainText('Put it into T-12. This is T-13')
    await scan(page, 'T-12')
    await expect(heading(page)).toHaveText('Put into T-13')
    await expect(page.getByText('2 not sent')).toBeVisible()
    await expect(button(page, 'Short')).toBeDisabled()
  })

  await test.step('a page that is loaded again without a connection goes on where it was', async () => {
    await page.reload()
    await expect(heading(page)).toHaveText('Go to A-01')
    await expect(page.getByText('2 not sent')).toBeVisible()
    await expect(page.getByLabel('0 of 1 done')).toBeVisible()
    await page.getByRole('link', { name: 'Tasks' }).click()
    await expect(page.getByText('2 picks are waiting to be sent')).toBeVisible()
    await expectAccessibleAndFitting(page, 'the tasks of the floor without a connection')
    await page.goBack()
    await scan(page, 'A-01')
    await expect(heading(page)).toContainText('Scan the item in A-01')
    await scan(page, mugCode)
    await expect(heading(page)).toHaveText('Put into T-13')
    await scan(page, 'T-13')
    await expect(heading(page)).toHaveText('All scanned')
    await expect(page.getByText('3 not sent')).toBeVisible()
    await expect(page.getByText(/^Picked/)).toHaveCount(0)
  })

  await test.step('with the connection back all are sent once, in order', async () => {
    await page.unroute('**/confirm')
    await page.context().setOffline(false)
    // Where the browser does not tell that it is back, it is tried every ten seconds.
    await page.clock.fastForward(10_000)
    await expect(heading(page)).toHaveText('All picked', { timeout: 25_000 })
    await expect(page.getByText('Online')).toBeVisible()
    const distinct = [...new Set(sent)]
    expect(distinct).toHaveLength(3)
    expect(sent.slice(-3)).toEqual(distinct)
    const { items } = (await site.read('/picking/batches')) as { items: Batch[] }
    const now = await batchNow(site, items[0]?.id ?? '')
    expect(now).toMatchObject({ state: 'completed', picked: 3 })
    expect(tasksOf(now)).toEqual(['done 1 A-01 T-11', 'done 2 A-01 T-12', 'done 3 A-01 T-13'])
    expect(await stockOf(site)).toEqual([
      'available 6 A-01',
      expect.stringMatching(/^available 6 /),
    ])
  })
})
