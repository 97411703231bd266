import type { Page } from '@playwright/test'
import { photograph } from '../../server/test/pictures.ts'
import { expect, expectAccessible, expectFitting, test } from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { scan } from '../scanner.ts'
import { newPicked, newStockedSite } from './stocked.ts'

// What the browser says itself where the connection is cut.
test.use({
  expectsNoise: /net::ERR_(INTERNET_DISCONNECTED|FAILED)|error occurred when fetching the script/,
})

const mugCode = '4006381333931'

type Site = Awaited<ReturnType<typeof newStockedSite>>
type Packed = {
  fulfillment: {
    state: string
    packages: {
      id: string
      state: string
      box: string
      weightG: number
      lines: { qty: string }[]
    }[]
  }
}

const packedOf = async (site: Site, id: string) =>
  ((await site.read(`/fulfillments/${id}`)) as Packed).fulfillment
const shippedOf = async (site: Site, qty: string, how: object) => {
  const one = await newPicked(site, qty)
  await site.call(`/packing/fulfillments/${one.id}/pack-all`, {})
  await site.call('/shipping/shipments', { fulfillmentId: one.id, ...how })
  return one
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const said = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible()

test('an order is packed by scans on a handheld', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  const { id, number, order } = await newPicked(site, '3')
  await signInTo(page, site.slug, site.operator)

  await test.step('its order sheet opens it', async () => {
    await page.goto(`/${site.slug}/app/floor`)
    await page.getByRole('link', { name: 'Pack', exact: true }).click()
    await expect(page.getByRole('link', { name: `Pack ${number}` })).toBeVisible()
    await expectAccessible(page, 'what there is to pack on the floor')
    await expectFitting(page)
    await scan(page, order.number)
    await expect(heading(page)).toHaveText('Pack Blue mug')
    await expect(page.getByLabel('0 of 3 done')).toBeVisible()
    await expectAccessible(page, 'an order to pack on the floor')
    await expectFitting(page)
  })

  await test.step('each scan counts, another item or too much does not, and the last is undone', async () => {
    await scan(page, mugCode)
    await said(page, '1 MUG packed, 2 left.')
    await scan(page, '14006381333938')
    await said(page, 'MUG: 12 scanned, 2 left.')
    await expect(page.locator('[data-tone]')).toHaveAttribute('data-tone', 'bad')
    await scan(page, 'TEA-1')
    await said(page, 'Pack MUG. This is the unknown code TEA-1.')
    await scan(page, mugCode)
    await expect(page.getByLabel('2 of 3 done')).toBeVisible()
    await button(page, 'Undo').click()
    await expect(page.getByLabel('1 of 3 done')).toBeVisible()
    expect((await packedOf(site, id)).packages).toMatchObject([{ lines: [{ qty: '1' }] }])
  })

  await test.step('the number pad packs several with one scan', async () => {
    await button(page, /^Quantity: ?2/).click()
    await page.getByRole('button', { name: '2', exact: true }).click()
    await expectAccessible(page, 'the number pad')
    await button(page, 'Use this quantity').click()
    await scan(page, mugCode)
    await expect(heading(page)).toHaveText(`Close ${number}-P1`)
  })

  await test.step('it is closed with weight and box, and then printed or shipped', async () => {
    await scan(page, 'CMD:CLOSE')
    const dialog = page.getByRole('dialog')
    for (const key of '1200') await dialog.getByRole('button', { name: key, exact: true }).click()
    await dialog.getByLabel('Box').fill('Carton M')
    await expectAccessible(page, 'closing a package on the floor')
    await expectFitting(page)
    await dialog.getByRole('button', { name: 'Close package' }).click()
    await expect(heading(page)).toHaveText(`${number} is packed`)
    expect(await packedOf(site, id)).toMatchObject({
      state: 'packed',
      packages: [{ state: 'closed', box: 'Carton M', weightG: 1200, lines: [{ qty: '3' }] }],
    })
    await expectAccessible(page, 'a packed order on the floor')
    await expectFitting(page)
    await button(page, 'Print…').click()
    await expect(dialog.getByLabel('Document')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await button(page, 'Ship…').click()
    await dialog.getByLabel('Carrier').fill('DHL')
    await dialog.getByRole('button', { name: 'Ship fulfillment' }).click()
    await expect(heading(page)).toHaveText(`${number} is shipped`)
    expect((await packedOf(site, id)).state).toBe('shipped')
    await expect(button(page, 'Ship…')).toHaveAccessibleDescription(`${number} is shipped.`)
  })
})

test('scans without a connection are packed once and in order, and conflicts are shown', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  const { id, number } = await newPicked(site, '4')
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/floor/pack?fulfillment=${id}`)
  await expect(heading(page)).toHaveText('Pack Blue mug')
  const sent: string[] = []
  page.on('request', (request) => {
    if (/\/packages\/[^/]+\/(scan|remove)$/.test(request.url()))
      sent.push(request.postDataJSON().scanId as string)
  })

  await test.step('without a package nothing is packed', async () => {
    await scan(page, 'TEA-1')
    await said(page, 'Pack MUG. This is the unknown code TEA-1.')
    await page.context().setOffline(true)
    await scan(page, mugCode)
    await said(page, 'Opening a package needs a connection.')
    await page.context().setOffline(false)
    expect((await packedOf(site, id)).packages).toEqual([])
  })

  await test.step('the first item opens one, once also where the answer is lost', async () => {
    let isFirst = true
    await page.route('**/packing/packages', async (route) => {
      if (!isFirst) return route.continue()
      isFirst = false
      await route.fetch()
      await route.abort()
    })
    await scan(page, mugCode)
    await expect(page.locator('[data-tone=bad]')).not.toContainText('needs a connection')
    await scan(page, mugCode)
    await said(page, '1 MUG packed, 3 left.')
    const one = { lines: [{ qty: '1' }] }
    expect(await packedOf(site, id)).toMatchObject({ state: 'packing', packages: [one] })
  })

  await test.step('scans wait, the last one is taken out again, and what was lost counts once', async () => {
    let isFirst = true
    await page.route(/\/packages\/[^/]+\/scan$/, async (route) => {
      if (isFirst) await route.fetch()
      isFirst = false
      await route.abort()
    })
    await scan(page, mugCode)
    await said(page, 'Not sent yet: 1 MUG')
    await page.context().setOffline(true)
    await scan(page, 'TEA-1')
    await said(page, 'TEA-1 can’t be checked without a connection.')
    await scan(page, mugCode)
    await expect(page.getByText('2 not sent')).toBeVisible()
    await expect(page.getByLabel('3 of 4 done')).toBeVisible()
    await button(page, 'Undo').click()
    await expect(page.getByText('3 not sent')).toBeVisible()
    await expect(page.getByLabel('2 of 4 done')).toBeVisible()
    await expect(button(page, 'Close')).toBeDisabled()
    await page.unroute(/\/packages\/[^/]+\/scan$/)
    await page.context().setOffline(false)
    await expect(page.getByText('Online')).toBeVisible()
    expect(await packedOf(site, id)).toMatchObject({ packages: [{ lines: [{ qty: '2' }] }] })
    const distinct = [...new Set(sent)]
    expect(sent.slice(-3)).toEqual(distinct.slice(-3))
  })

  await test.step('what waited says so until it is sent, and no longer', async () => {
    await page.context().setOffline(true)
    await scan(page, mugCode)
    await said(page, 'Not sent yet: 1 MUG')
    await page.context().setOffline(false)
    await said(page, '1 MUG packed')
    await expect(page.getByText('Not sent yet')).toHaveCount(0)
  })

  await test.step('what another member closed meanwhile is a conflict, seen at a desk too', async () => {
    await page.context().setOffline(true)
    await scan(page, mugCode)
    await expect(page.getByText('1 not sent')).toBeVisible()
    const [open] = (await packedOf(site, id)).packages
    await site.call(`/packing/packages/${open?.id ?? ''}/close`, {})
    await page.goto('about:blank')
    await page.context().setOffline(false)
    await page.goto(`/${site.slug}/app/floor/pack`)
    await expect(page.getByRole('alert')).toContainText(`Not packed: 1 MUG into ${number}-P1`)
    await expectAccessible(page, 'a packing conflict')
    const conflicts = async () =>
      ((await site.read('/exceptions?kind=pack_conflict')) as { items: { label: string }[] }).items
    await expect.poll(conflicts).toMatchObject([{ label: number }])
    await button(page, /^Discard/).click()
    await expect.poll(conflicts).toEqual([])
  })
})

test('packages are loaded by scans on a handheld and handed over', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  const first = await shippedOf(site, '1', { carrier: 'DHL', tracking: 'DHL-1' })
  await shippedOf(site, '1', { carrier: 'DHL', tracking: 'DHL-2' })
  await shippedOf(site, '1', { carrier: 'UPS', tracking: 'UPS-1' })
  await signInTo(page, site.slug, site.operator)

  await test.step('a package leads to its carrier', async () => {
    await page.goto(`/${site.slug}/app/floor`)
    await page.getByRole('link', { name: 'Load', exact: true }).click()
    await expect(page.getByRole('link', { name: 'UPS' })).toContainText('0 of 1 loaded')
    await expectAccessible(page, 'carriers on the floor')
    await expectFitting(page)
    await scan(page, 'DHL-1')
    await expect(heading(page)).toHaveText('Load for DHL')
    await button(page, 'Open manifest').click()
    await expect(page.getByLabel('0 of 2 done')).toBeVisible()
  })

  await test.step('each package counts once, one of another carrier is refused, and the last is undone', async () => {
    await scan(page, `${first.number}-P1`)
    await said(page, `${first.number}-P1 loaded, 1 in all.`)
    await scan(page, 'UPS-1')
    await expect(page.locator('[data-tone]')).toHaveAttribute('data-tone', 'bad')
    await said(page, /-P1 is for UPS\.$/)
    await expect(page.getByLabel('1 of 2 done')).toBeVisible()
    await scan(page, 'DHL-2')
    await expect(button(page, 'Hand over 2 packages')).toBeVisible()
    await expectAccessible(page, 'a loaded manifest on the floor')
    await expectFitting(page)
    await button(page, 'Undo').click()
    await expect(page.getByLabel('1 of 2 done')).toBeVisible()
    await page.waitForTimeout(500)
    await scan(page, 'DHL-2')
    await expect(page.getByLabel('2 of 2 done')).toBeVisible()
  })

  await test.step('they are handed over', async () => {
    await button(page, 'Hand over 2 packages').click()
    await page.getByLabel('Taken by').fill('Dana Driver')
    await button(page, 'Close manifest').click()
    await expect(heading(page)).toHaveText('Handed over')
    await expectAccessible(page, 'a manifest that was handed over')
    await page.getByRole('link', { name: 'Next carrier' }).click()
    await expect(page.getByRole('link', { name: 'UPS' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'DHL' })).toHaveCount(0)
  })
})

test('a return is received and inspected by scans on a handheld', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  const { order } = await shippedOf(site, '3', { carrier: 'DHL', tracking: 'DHL-9' })
  const { items } = (await site.read(`/orders/${order.id}/returnable`)) as {
    items: [{ orderLineId: string }]
  }
  const lines = [{ orderLineId: items[0].orderLineId, qty: '2', reasonCode: 'damaged' }]
  const made = (await site.call('/returns', { orderId: order.id, authorize: true, lines })) as {
    return: { id: string; number: string }
  }
  const { id, number } = made.return
  const now = async () =>
    ((await site.read(`/returns/${id}`)) as { return: { state: string } }).return.state
  await signInTo(page, site.slug, site.operator)

  await test.step('the tracking number leads to it', async () => {
    await page.goto(`/${site.slug}/app/floor`)
    await page.getByRole('link', { name: 'Return', exact: true }).click()
    await expect(page.getByRole('link', { name: number })).toContainText('Expected')
    await expectAccessible(page, 'returns on the floor')
    await expectFitting(page)
    await scan(page, 'DHL-9')
    await expect(heading(page)).toHaveText('Scan Blue mug')
    await expect(page.getByLabel('0 of 2 done')).toBeVisible()
  })

  await test.step('what arrived is scanned and received', async () => {
    await scan(page, '14006381333938')
    await said(page, 'MUG: 12 scanned, 2 left.')
    await scan(page, mugCode)
    await said(page, 'MUG: 1 of 2')
    await scan(page, mugCode)
    await expect(button(page, 'Receive 2')).toBeVisible()
    await button(page, 'Undo').click()
    await expect(button(page, 'Receive 1')).toBeVisible()
    await scan(page, mugCode)
    await expectAccessible(page, 'receiving a return on the floor')
    await expectFitting(page)
    await button(page, 'Receive 2').click()
    await expect(heading(page)).toHaveText('Inspect Blue mug')
    expect(await now()).toBe('received')
  })

  await test.step('a photo is taken of it, looked at and taken again', async () => {
    const camera = page.locator('input[type=file]')
    await expect(camera).toHaveAttribute('capture', 'environment')
    const take = async () =>
      camera.setInputFiles({
        name: 'IMG_1.jpg',
        mimeType: 'image/jpeg',
        buffer: await photograph(),
      })
    await take()
    await button(page, 'Photo 1 of MUG').click()
    const photo = page.getByRole('dialog', { name: 'Photo 1 of MUG' })
    await expect(photo.getByRole('img')).toHaveJSProperty('naturalHeight', 60)
    await expectAccessible(page, 'a photo on the floor')
    await button(page, 'Remove photo').click()
    await expect(button(page, 'Photo 1 of MUG')).toBeHidden()
    await take()
    await expect(button(page, 'Photo 1 of MUG')).toBeVisible()
    await take()
    await expect(button(page, 'Photo 2 of MUG')).toBeVisible()
    expect(await now()).toBe('received')
  })

  await test.step('its condition decides what is suggested, and a scanned location restocks it', async () => {
    await page.getByText('Damaged', { exact: true }).click()
    await expect(page.getByLabel('Scrap')).toBeChecked()
    await page.getByText('Opened', { exact: true }).click()
    await expect(page.getByText('Scan the location it goes to')).toBeVisible()
    await expect(button(page, 'Save inspection')).toBeDisabled()
    await expectAccessible(page, 'inspecting a return on the floor')
    await expectFitting(page)
    await scan(page, 'A-02')
    await expect(page.getByText('Into A-02')).toBeVisible()
    await button(page, 'Save inspection').click()
    await expect(heading(page)).toHaveText(number)
    expect(await now()).toBe('inspected')
    await expectAccessible(page, 'an inspected return on the floor')
  })
})
