import { expect, expectAccessible, expectFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

type Made = { order: { id: string; number: string } }

test('an order is released for picking and taken back, and several are released together', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  const place = async (qty: string, confirm?: object) =>
    ((await site.call('/orders', { lines: [{ sku: 'MUG', qty }], confirm })) as Made).order
  const [first, second, draft] = [await place('4', {}), await place('3', {}), await place('1')]
  await signInTo(page, site.slug, site.operator)
  const at = (path: string) => `/${site.slug}/app/${path}`
  const dialog = page.getByRole('dialog')
  const row = (number: string) => page.getByRole('row', { name: new RegExp(number) })

  await test.step('nothing is released yet', async () => {
    await page.goto(at('fulfillments'))
    await expect(page.getByText('No fulfillments yet')).toBeVisible()
    await expectAccessible(page, 'no fulfillments')
    await page.getByRole('link', { name: 'Show orders to release' }).click()
    await expect(row(first.number)).toBeVisible()
  })

  await test.step('the order page releases it and shows what is picked where', async () => {
    await follow(page, at(`orders/${first.id}`))
    await page.getByRole('button', { name: 'Release order…' }).click()
    await dialog.getByLabel('Pick policy').selectOption('closest')
    await expectAccessible(page, 'the release of an order')
    await dialog.getByRole('button', { name: 'Release order' }).click()
    await expect(
      page.getByText(`${first.number} was released, 1 fulfillment to pick`),
    ).toBeVisible()
    await expect(page.getByText('Released for picking: ')).toBeVisible()
    await expectAccessible(page, 'a released order')
    await expectFitting(page)
    await page.getByRole('link', { name: `${first.number}-F1` }).click()
    const pick = page.getByRole('row', { name: /A-01/ })
    await expect(pick).toContainText('4 each')
    await expect(pick).toContainText('Next on the path')
    await expectAccessible(page, 'a fulfillment')
    await expectFitting(page)
  })

  await test.step('the release is taken back', async () => {
    await page.getByRole('link', { name: first.number, exact: true }).click()
    await page.getByRole('button', { name: 'Unrelease' }).click()
    await expect(page.getByText(`${first.number} is no longer released`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Release order…' })).toBeVisible()
    await expect(page.getByText('Unreleased')).toBeVisible()
  })

  await test.step('selected orders are released, and each refusal is named', async () => {
    await follow(page, at('orders'))
    for (const { number } of [first, second, draft]) await row(number).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Release…', exact: true }).click()
    await dialog.getByRole('button', { name: 'Release orders' }).click()
    await expect(page.getByText('2 of 3 orders released')).toBeVisible()
    await expect(
      page.getByRole('list', { name: 'Orders not changed' }).getByRole('listitem'),
    ).toHaveText([`${draft.number}: Still a draft.`])
    await page.goto(at('fulfillments?state=released'))
    await expect(row(second.number)).toContainText('1 (3)')
    await expect(page.getByRole('row', { name: /-F\d/ })).toHaveCount(2)
    await expectAccessible(page, 'the fulfillments')
    await expectFitting(page)
  })

  await test.step('pick lists are printed for those that are selected', async () => {
    for (const { number } of [first, second]) await row(number).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Print…' }).click()
    await expect(dialog).toContainText('Print 2 fulfillments')
    await expectAccessible(page, 'the documents of fulfillments')
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save PDF' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^pick-lists-[\d-]+\.pdf$/)
    await expect(dialog).toBeHidden()
  })

  await test.step('an order without stock to pick says why', async () => {
    await site.call('/catalog/products', {
      name: 'Cap',
      variants: [{ sku: 'CAP', backorder: { policy: 'allow' } }],
    })
    const body = { lines: [{ sku: 'CAP', qty: '2' }], confirm: { mode: 'backorder' } }
    const { order } = (await site.call('/orders', body)) as Made
    await follow(page, at(`orders/${order.id}`))
    await page.getByRole('button', { name: 'Release order…' }).click()
    await dialog.getByRole('button', { name: 'Release order' }).click()
    await expect(dialog.getByText('CAP: 2 waiting for stock.')).toBeVisible()
    await expectAccessible(page, 'a refused release')
  })
})
