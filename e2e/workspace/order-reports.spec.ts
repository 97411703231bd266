import { readFileSync } from 'node:fs'
import type { MailServer } from '../mail.ts'
import { expect, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

type Made = { order: { id: string; number: string; version: number } }
type Released = { fulfillments: [{ id: string; number: string }] }
type Tasks = { items: { id: string; qty: string }[] }

/** A workspace that shipped an order, came short in another, and has one that waits. */
async function newBusySite(url: string, mail: MailServer) {
  const site = await newStockedSite(url, mail)
  const { call, read } = site
  const release = async (qty: string) => {
    const { order } = (await call('/orders', { lines: [{ sku: 'MUG', qty }], confirm: {} })) as Made
    const { version } = order
    const released = (await call(`/orders/${order.id}/release`, { version })) as Released
    const [fulfillment] = released.fulfillments
    const tasks = (await read(`/picking/tasks?fulfillment=${fulfillment.id}`)) as Tasks
    return { order, fulfillment, task: tasks.items[0]?.id ?? '' }
  }
  const shipped = await release('2')
  await call(`/picking/tasks/${shipped.task}/confirm`, { qty: '2' })
  await call(`/packing/fulfillments/${shipped.fulfillment.id}/pack-all`, {})
  await call('/shipping/shipments', { fulfillmentId: shipped.fulfillment.id })
  const short = await release('3')
  await call(`/picking/tasks/${short.task}/short`, { qtyFound: '1', reasonCode: 'missing' })
  const cup = { sku: 'CUP', backorder: { policy: 'allow', limit: null } }
  await call('/catalog/products', { name: 'Cup', variants: [cup] })
  await call('/orders', {
    lines: [{ sku: 'CUP', qty: '4', unitPrice: '2.50' }],
    confirm: { mode: 'backorder' },
  })
  const at = (path: string) => `/${site.slug}/app/${path}`
  return { ...site, shipped, short, at }
}

test('reports of what orders wait for and how they are fulfilled', async ({
  page,
  product,
  mail,
}) => {
  const { at, slug, operator, newMember, shipped, short } = await newBusySite(product.url, mail)
  await signInTo(page, slug, operator)

  await test.step('backorders by age and by item, with their order lines', async () => {
    await page.goto(at('reports'))
    await page.getByRole('main').getByRole('link', { name: 'Backorders by item' }).click()
    const chart = page.getByRole('region', { name: 'Order lines by age', exact: true })
    await expect(chart.getByRole('img', { name: /Up to 1 day 2/ })).toBeVisible()
    const row = page.getByRole('row', { name: /CUP/ })
    await expect(row).toContainText('€10.00')
    await expectAccessibleAndFitting(page, 'the report of backorders')
    await page.getByRole('link', { name: 'Show 2 order lines: Up to 1 day' }).click()
    await expect(page.getByLabel('Age', { exact: true })).toHaveValue('day')
    await page.getByLabel('Age', { exact: true }).selectOption('older')
    await expect(page.getByText('No backorders of this age')).toBeVisible()
    await page.getByRole('button', { name: 'Show any age' }).click()
    await page.getByRole('link', { name: '1 order lines of CUP' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Backorders' })).toBeVisible()
    await expect(page.getByRole('row', { name: /CUP/ })).toHaveCount(1)
  })

  await test.step('cycle time per step, with the slowest shipments', async () => {
    await follow(page, at('reports/cycle-time'))
    const times = page.getByRole('region', { name: 'Time per step', exact: true })
    await expect(
      times.getByRole('img', { name: /^Time per step: Placed to confirmed/ }),
    ).toBeVisible()
    await page
      .getByRole('link', { name: '1 shipments, slowest from released to picked first' })
      .click()
    await expect(page.getByLabel('Slowest in')).toHaveValue('picked')
    await expect(
      page.getByRole('row', { name: new RegExp(`${shipped.fulfillment.number}-S1`) }),
    ).toBeVisible()
    await expectAccessibleAndFitting(page, 'the report of cycle time')
    await page.getByRole('button', { name: 'Last month' }).click()
    await expect(page.getByText('No shipments in this period')).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: shipped.order.number, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(shipped.order.number)
  })

  await test.step('lines per hour by task and member, with the moves behind them', async () => {
    await follow(page, at('reports/productivity'))
    const all = page.getByRole('region', { name: 'Lines per hour by task', exact: true })
    await expect(all.getByRole('row', { name: /^Pick 2/ })).toBeVisible()
    await expectAccessibleAndFitting(page, 'the report of productivity')
    await page.getByRole('link', { name: /^2 lines picked by/ }).click()
    await expect(page.getByRole('button', { name: 'Remove the filter Who' })).toBeVisible()
  })

  await test.step('short picks by item and location, with each pick', async () => {
    await follow(page, at('reports/short-picks'))
    await expect(page.getByText('33.3%: 1 of 3 picks')).toBeVisible()
    const row = page.getByRole('row', { name: /MUG/ }).first()
    await row.getByRole('button', { name: /^More/ }).click()
    await expect(page.getByRole('link', { name: short.fulfillment.number })).toBeVisible()
    await expectAccessibleAndFitting(page, 'the report of short picks')
    await page.getByRole('link', { name: 'By location' }).click()
    await expect(page.getByRole('row', { name: /A-01/ })).toContainText('MAIN')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Export/ })
      .click()
    expect(readFileSync(await (await saved).path(), 'utf8')).toContain('A-01,MAIN,3,1,33.33')
  })

  await test.step('members are named only to whoever may see them', async () => {
    const viewer = await newMember({ role: 'viewer', permissions: [] })
    await signInTo(page, slug, viewer)
    await page.waitForLoadState('networkidle')
    const refused: string[] = []
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(answer.url())
    })
    await page.goto(at('reports/productivity'))
    await expect(page.getByText('Members aren’t shown')).toBeVisible()
    await expect(page.getByRole('row', { name: /^Pick 2/ })).toBeVisible()
    await follow(page, at('reports/backorders'))
    await expect(page.getByRole('row', { name: /CUP/ })).toBeVisible()
    await expect(page.getByText('€10.00')).toHaveCount(0)
    expect(refused).toEqual([])
  })
})
