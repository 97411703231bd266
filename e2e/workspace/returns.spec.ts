import type { Page } from '@playwright/test'
import { png } from '../../server/test/pictures.ts'
import { expect, expectAccessible, expectAccessibleAndFitting, test } from '../fixtures.ts'
import type { MailServer } from '../mail.ts'
import { signInTo } from '../people.ts'
import { scan } from '../scanner.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

type Made = { order: { id: string; number: string; version: number } }
type Released = { fulfillments: [{ id: string; number: string }] }
type Tasks = { items: { id: string; qty: string }[] }
type Levels = { items: { sku: string; onHand: string; available: string; unavailable: string }[] }

/** A workspace with an order of three MUG that was shipped. */
async function newShipped(url: string, mail: MailServer) {
  const site = await newStockedSite(url, mail)
  const { call, read } = site
  const body = { lines: [{ sku: 'MUG', qty: '3' }], confirm: {} }
  const { order } = (await call('/orders', body)) as Made
  const { version } = order
  const released = (await call(`/orders/${order.id}/release`, { version })) as Released
  const [{ id }] = released.fulfillments
  const tasks = (await read(`/picking/tasks?fulfillment=${id}`)) as Tasks
  for (const task of tasks.items) await call(`/picking/tasks/${task.id}/confirm`, { qty: task.qty })
  await call(`/packing/fulfillments/${id}/pack-all`, {})
  await call('/shipping/shipments', { fulfillmentId: id })
  /** On hand, available and unavailable of MUG. */
  const numbers = async () => {
    const { items } = (await read('/stock/levels')) as Levels
    const mug = items.find(({ sku }) => sku === 'MUG')
    return [mug?.onHand, mug?.available, mug?.unavailable]
  }
  return { ...site, order, numbers, at: (path: string) => `/${site.slug}/app/${path}` }
}

const item = (page: Page) => page.getByRole('listitem', { name: 'MUG' })

test('shipped items come back, are received by scan, inspected and restocked', async ({
  page,
  product,
  mail,
}) => {
  const { at, order, numbers, slug, operator } = await newShipped(product.url, mail)
  await signInTo(page, slug, operator)

  await test.step('a return is announced from the order, never of more than was shipped', async () => {
    expect(await numbers()).toEqual(['9', '9', '0'])
    await page.goto(at('returns'))
    await expect(page.getByText('No returns yet')).toBeVisible()
    await expectAccessibleAndFitting(page, 'returns without any')
    await follow(page, at(`orders/${order.id}`))
    await page.getByRole('link', { name: 'Create return' }).click()
    await expect(item(page)).toContainText('3 shipped, 3 can be returned')
    await page.getByLabel('Quantity').fill('4')
    await page.getByLabel('Reason').selectOption('Damaged')
    await page.getByRole('button', { name: 'Create return' }).click()
    await expect(page.getByText('MUG: 4 entered, 3 can be returned.')).toBeVisible()
    await page.getByLabel('Quantity').fill('2')
    await expectAccessibleAndFitting(page, 'a new return')
    await page.getByRole('button', { name: 'Create return' }).click()
    await expect(page.getByRole('heading', { name: 'RMA-000002' })).toBeVisible()
    await expect(page.getByText('Expected', { exact: true }).first()).toBeVisible()
  })

  await test.step('it is received by scan into quarantine', async () => {
    await follow(page, at('returns?view=expected'))
    await expect(page.getByRole('link', { name: 'RMA-000002' })).toBeVisible()
    await scan(page, 'RMA-000002')
    await expect(page.getByRole('heading', { name: 'RMA-000002' })).toBeVisible()
    await scan(page, '14006381333938')
    await expect(page.getByText('MUG: 12 scanned, 2 left.').first()).toBeVisible()
    await scan(page, '4006381333931')
    await expect(page.getByText('MUG: 1 of 2').first()).toBeVisible()
    await scan(page, '4006381333931')
    await expect(page.getByText('MUG: 2 of 2').first()).toBeVisible()
    await expect(page.getByLabel('Received')).toHaveValue('2')
    await page.getByLabel('Condition').selectOption('Opened')
    await expectAccessibleAndFitting(page, 'receiving a return')
    await page.getByRole('button', { name: 'Receive return' }).click()
    await expect(page.getByText('RMA-000002 was received into quarantine')).toBeVisible()
    await expect(page.getByText('To inspect', { exact: true })).toBeVisible()
    expect(await numbers()).toEqual(['11', '9', '2'])
  })

  await test.step('a file that is no image is refused, and a photo is added', async () => {
    const chooser = page.locator('input[type=file]')
    await page.getByLabel('Disposition').selectOption('Restock')
    await page.getByLabel('Quantity').fill('2')
    await chooser.setInputFiles({
      name: 'a.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('text'),
    })
    await expect(page.getByText('Please upload an image file')).toBeVisible()
    await chooser.setInputFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: await png(1600, 900),
    })
    const photo = page.getByRole('button', { name: 'Photo 1 of MUG' })
    await expect(photo.locator('img')).toHaveJSProperty('naturalWidth', 1280)
    await expect(page.getByText('Please upload an image file')).toBeHidden()
  })

  await test.step('it is inspected, and one is restocked by scanning its location', async () => {
    await page.getByRole('button', { name: 'Save inspection' }).click()
    await expect(page.getByText('Choose a location')).toBeVisible()
    await scan(page, '4006381333931')
    await scan(page, 'A-02')
    await expect(page.getByText('MUG: restock in A-02').first()).toBeVisible()
    await page.getByLabel('Quantity').fill('1')
    await expectAccessibleAndFitting(page, 'inspecting a return')
    await page.getByRole('button', { name: 'Save inspection' }).click()
    await expect(page.getByText('RMA-000002 was inspected')).toBeVisible()
    await expect(page.getByText('1 each: Restock, A-02; 1 each to decide')).toBeVisible()
    expect(await numbers()).toEqual(['11', '10', '1'])
  })

  await test.step('the other is scrapped, and the return is closed', async () => {
    await follow(page, at('returns?view=to_decide'))
    await expect(page.getByText('1 to decide').first()).toBeVisible()
    await page.getByRole('link', { name: 'RMA-000002' }).click()
    await page.getByLabel('Disposition').selectOption('Scrap')
    await page.getByRole('button', { name: 'Save decisions' }).click()
    await expect(page.getByText('Decisions of RMA-000002 were saved')).toBeVisible()
    expect(await numbers()).toEqual(['10', '10', '0'])
    await page.getByRole('button', { name: 'Request refund' }).click()
    await expect(page.getByText('Refund of RMA-000002 was requested')).toBeVisible()
    await page.getByRole('button', { name: 'Close return' }).click()
    await expect(page.getByText('RMA-000002 was closed')).toBeVisible()
    // The photo is kept, and no longer to be removed.
    await page.getByRole('button', { name: 'Photo 1 of MUG' }).click()
    const photo = page.getByRole('dialog', { name: 'Photo 1 of MUG' })
    await expect(photo.getByRole('img')).toBeVisible()
    await expect(photo.getByRole('button', { name: 'Remove photo' })).toBeHidden()
    await photo.getByRole('button', { name: 'Close' }).click()
    await expectAccessibleAndFitting(page, 'a closed return')
  })

  await test.step('the order says what came back', async () => {
    await follow(page, at(`orders/${order.id}`))
    await expect(page.getByRole('list', { name: 'Returned items' })).toContainText(
      'MUG: 2 of 3 returned',
    )
    // The figures of all lines, and how far each line is.
    await expect(page.getByRole('list', { name: 'Progress of MUG' })).toHaveText(
      '3 shipped(2 returned)',
    )
    await expect(page.getByRole('link', { name: '3 shipped of MUG: shipments' })).toBeVisible()
    await expect(page.getByText('Returned', { exact: true }).first().locator('..')).toContainText(
      '2',
    )
    await follow(page, at('orders'))
    await expect(page.getByRole('row', { name: new RegExp(order.number) })).toContainText('3 of 3')
    await follow(page, at(`orders/${order.id}`))
    await expect(page.getByRole('heading', { name: 'Returns' })).toBeVisible()
    await expectAccessibleAndFitting(page, 'an order with a return')
  })
})

test('a return without an order is requested, authorized and printed', async ({
  page,
  product,
  mail,
}) => {
  const { at, slug, operator } = await newShipped(product.url, mail)
  await signInTo(page, slug, operator)
  await page.goto(at('returns/new'))
  await page.getByRole('combobox', { name: 'Item' }).fill('MUG')
  await page.getByRole('combobox', { name: 'Item' }).press('Enter')
  await expect(item(page)).toBeVisible()
  await page.getByLabel('Reason').selectOption('Other')
  await expect(page.getByRole('button', { name: 'Create return' })).toBeDisabled()
  await page.getByLabel('Note').fill('Found in the yard')
  await page.getByLabel('Authorize now: the customer may send it').uncheck()
  await expectAccessible(page, 'a return without an order')
  await page.getByRole('button', { name: 'Create return' }).click()
  await page.getByRole('button', { name: 'Authorize return' }).click()
  await expect(page.getByText('RMA-000001 was authorized')).toBeVisible()
  await page.getByRole('link', { name: 'Print label' }).click()
  await expect(page.getByRole('button', { name: 'Print 1 label' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Cancel return…' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Never came')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel return' }).click()
  await expect(page.getByText('Cancelled: Never came')).toBeVisible()
})
