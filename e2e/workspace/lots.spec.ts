import { readFileSync } from 'node:fs'
import { signIn, signInTo } from '../people.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

test('a lot received with a wrong expiry date is corrected, labelled and audited', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  const { receipt } = (await site.receive([
    { sku: 'TEA', qty: '6', lotCode: 'L-7', expiresOn: '2080-01-31', location: 'A-01' },
  ])) as { receipt: { id: string } }
  await signInTo(page, site.slug, site.operator)
  const row = (words: RegExp) => page.getByRole('row', { name: words })

  await test.step('from the receipt to the lot', async () => {
    await page.goto(`/${site.slug}/app/receiving/${receipt.id}`)
    await page.getByRole('link', { name: 'L-7' }).click()
    await expect(page.getByRole('heading', { name: 'Lot L-7' })).toBeVisible()
    await expect(row(/A-01 .*Available 6 each/)).toBeVisible()
    await expectAccessible(page, 'a lot')
  })

  await test.step('its dates are corrected', async () => {
    await page.getByLabel('Expiry date').fill('2090-05-31')
    await page.getByLabel('Supplier lot').fill('SUP-99')
    await page.getByRole('button', { name: 'Save lot' }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Expiry date')).toHaveValue('2090-05-31')
  })

  await test.step('it is put on hold, and its stock with it', async () => {
    await page.getByRole('button', { name: 'Put lot on hold…' }).click()
    const question = page.getByRole('dialog', { name: 'Put lot L-7 on hold?' })
    await question.getByLabel('Note').fill('Damp boxes')
    await expectAccessible(page, 'a lot that is put on hold')
    await question.getByRole('button', { name: 'Put lot on hold' }).click()
    await expect(row(/A-01 .*On hold 6 each/)).toBeVisible()
    await page.getByRole('button', { name: 'Release lot…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Release lot' }).click()
    await expect(row(/A-01 .*Available 6 each/)).toBeVisible()
  })

  await test.step('orders that have stock of it are listed and lose it', async () => {
    const lines = [{ sku: 'TEA', qty: '2' }]
    const { order } = (await site.call('/orders', { lines, confirm: {} })) as {
      order: { number: string }
    }
    await page.getByRole('button', { name: 'Put lot on hold…' }).click()
    const question = page.getByRole('dialog', { name: 'Put lot L-7 on hold?' })
    await expect(question.getByText(`${order.number}: 2`)).toBeVisible()
    await expectAccessible(page, 'a lot that orders have stock of')
    await question.getByLabel('Take this stock away').check()
    await question.getByRole('button', { name: 'Put lot on hold' }).click()
    await expect(row(/A-01 .*On hold 6 each/)).toBeVisible()
    await page.getByRole('button', { name: 'Release lot…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Release lot' }).click()
    await expect(row(/A-01 .*Available 6 each/)).toBeVisible()
  })

  await test.step('a label is printed', async () => {
    await page.getByRole('link', { name: 'Print label' }).click()
    await expect(page.getByText('1 lot, 62 x 29 mm')).toBeVisible()
    await expect(page.getByRole('img', { name: /Green tea, TEA, Lot, L-7/ })).toBeVisible()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save for a label printer (ZPL)' }).click()
    expect(readFileSync(await (await saving).path(), 'utf8')).toContain('2090-05-31')
  })

  await test.step('the list finds it, by expiry, state and text', async () => {
    await follow(page, `/${site.slug}/app/stock`)
    await page.getByRole('link', { name: 'Lots', exact: true }).click()
    await expect(row(/L-7 TEA/)).toContainText('31 May 2090')
    await expectAccessible(page, 'the list of lots')
    await page.getByRole('searchbox', { name: 'Search' }).fill('SUP-9')
    await expect(page).toHaveURL(/q=SUP-9/)
    await expect(row(/L-7 TEA/)).toBeVisible()
    await follow(page, `/${site.slug}/app/stock/lots?expiry=30`)
    await expect(page.getByText('No lots match')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(row(/L-7 TEA/)).toBeVisible()
  })

  await test.step('the audit log has each change', async () => {
    await signIn(page, site.operator, `/dashboard/analytics?platformId=${site.slug}&action=lot_*`)
    for (const action of ['LOT_UPDATED', 'LOT_HELD', 'LOT_RELEASED'])
      await expect(page.getByText(action, { exact: true }).first()).toBeVisible()
  })
})
