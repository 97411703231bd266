import {
  expect,
  expectAccessible,
  expectAccessibleAndFitting,
  expectFitting,
  test,
} from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { scan } from '../scanner.ts'
import { resizeTo } from '../sizes.ts'
import { newPicked, newStockedSite, pickAll, stockOf } from './stocked.ts'

const mugCode = '4006381333931'

test('what is missing at the desk is sent back to pick', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  // Of twelve, one is left in A-01.
  const { id, number } = await newPicked(site, '11')
  await signInTo(page, site.slug, site.operator)
  const dialog = page.getByRole('dialog')

  await test.step('lines, quantity and reason are entered', async () => {
    await page.goto(`/${site.slug}/app/packing/${id}`)
    await expect(page.getByText('1 of 1 lines to pack')).toBeVisible()
    await scan(page, mugCode)
    await expect(page.getByText('1 MUG packed, 10 left.').first()).toBeVisible()
    await page.getByRole('button', { name: 'Send back to pick' }).click()
    const send = dialog.getByRole('button', { name: 'Send back to pick' })
    await dialog.getByLabel('Missing MUG').fill('11')
    await expect(dialog.getByText('Only 10 are in no package.')).toBeVisible()
    await expect(send).toBeDisabled()
    await dialog.getByLabel('Missing MUG').fill('2')
    await dialog.getByLabel('Reason').selectOption('damaged')
    await expectAccessibleAndFitting(page, 'sending back to pick')
    await send.click()
  })

  await test.step('the page says what happens next', async () => {
    await expect(
      page.getByText('2 MUG sent back: pick 1 again from A-01, 1 backordered').first(),
    ).toBeVisible()
    await expect(
      page.getByText('Sent back to pick. Packing continues once these are picked.'),
    ).toBeVisible()
    await expect(page.getByText('Pick 1 MUG again from A-01', { exact: true })).toBeVisible()
    await expect(page.getByText('1 MUG backordered', { exact: true })).toBeVisible()
    await expect(page.getByText('To be picked again')).toBeVisible()
    await expectAccessibleAndFitting(page, 'a fulfillment that is picked again')
    expect(await stockOf(site)).toEqual(['available 1 A-01', 'available 9 STAGE', 'hold 2 STAGE'])
  })

  await test.step('packing continues in the same package once it is picked', async () => {
    await pickAll(site, id)
    await page.reload()
    await expect(page.getByText('1 of 1 lines to pack')).toBeVisible()
    await page.getByLabel('Item').fill('MUG')
    await page.getByLabel('Quantity').fill('9')
    await page.getByRole('button', { name: 'Pack item' }).click()
    await expect(page.getByText('All lines are packed')).toBeVisible()
    await page.getByRole('button', { name: 'Close package…' }).click()
    await dialog.getByRole('button', { name: 'Close package' }).click()
    await expect(page.getByText(`${number} is packed`)).toBeVisible()
  })
})

test('what is missing on a handheld is sent back to pick', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  // Of twelve, one is left in A-01.
  const { id, number } = await newPicked(site, '11')
  await resizeTo(page, 'phone')
  await signInTo(page, site.slug, site.operator)
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await test.step('quantity and reason are entered', async () => {
    await page.goto(`/${site.slug}/app/floor/pack?fulfillment=${id}`)
    await expect(page.getByLabel('0 of 11 done')).toBeVisible()
    await scan(page, mugCode)
    await expect(page.getByRole('status').filter({ hasText: '10 left.' }).first()).toBeVisible()
    await button('More').click()
    await button('Send back to pick').click()
    const dialog = page.getByRole('dialog', { name: 'Send back to pick' })
    await dialog.getByLabel('Missing MUG, of 10').fill('2')
    await dialog.getByLabel('Missing', { exact: true }).check()
    await expectAccessible(page, 'sending back to pick on the floor')
    await expectFitting(page)
    await dialog.getByRole('button', { name: 'Send back to pick' }).click()
  })

  await test.step('the screen says what happens next', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(number)
    await expect(page.getByText('Pick 1 MUG again from A-01', { exact: true })).toBeVisible()
    await expect(page.getByText('1 MUG backordered', { exact: true })).toBeVisible()
    await expectAccessible(page, 'an order that is picked again, on the floor')
    await expectFitting(page)
  })

  await test.step('packing continues once it is picked', async () => {
    await pickAll(site, id)
    await page.reload()
    await expect(page.getByLabel('1 of 10 done')).toBeVisible()
    await scan(page, mugCode)
    await expect(page.getByRole('status').filter({ hasText: '8 left.' }).first()).toBeVisible()
  })
})
