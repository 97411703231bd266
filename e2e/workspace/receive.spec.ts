import {
  expect,
  expectAccessible,
  expectAccessibleAndFitting,
  onPhones,
  test,
} from '../fixtures.ts'
import { signInTo } from '../people.ts'
import { scan } from '../scanner.ts'
import { sizes } from '../sizes.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

test('a delivery is counted, completed and undone', async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/receiving`)
  await expect(page.getByRole('row', { name: /RC-000001/ })).toContainText('Completed')
  // What nobody has chosen does not stand in the address.
  await expect(page).not.toHaveURL(/\?/)
  await page.getByRole('link', { name: 'Receive stock' }).click()
  await expect(page.getByRole('heading', { name: 'Receive stock' })).toBeVisible()
  const item = page.getByRole('combobox', { name: 'Item' })
  const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem')
  const name = async (text: string, says: string) => {
    await item.fill(text)
    await item.press('Enter')
    await expect(page.getByText(says, { exact: true })).toBeVisible()
    await expect(item).toHaveValue('')
  }

  await test.step('each time counts one more, the barcode of a case the whole case', async () => {
    await name('mug', 'MUG: 1 each')
    await name('4006381333931', 'MUG: 2 each')
    await name('14006381333938', 'MUG: 1 case')
    await name('TEA', 'TEA: 1 each')
    await expect(lines).toHaveCount(3)
    await expect(page.getByText('3 lines, 15 pieces')).toBeVisible()
    await item.fill('nothing of ours')
    await item.press('Enter')
    await expect(page.getByText('No item matches "nothing of ours".')).toBeVisible()
    await item.fill('')
  })

  await test.step('the smallest phone shows a line without moving aside', async () => {
    const size = page.viewportSize() ?? { width: 1280, height: 800 }
    await page.setViewportSize({ ...size, width: 320 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.setViewportSize(size)
  })

  await test.step('what is missing is said at its line', async () => {
    await page.getByRole('button', { name: 'Complete receipt' }).click()
    await expect(page.getByText('This item is tracked by lot. Enter the lot.')).toBeVisible()
    await expectAccessibleAndFitting(page, 'a receipt with a mistake')
    await expect(page.getByLabel('Lot', { exact: true })).toBeFocused()
    await page.getByLabel('Lot', { exact: true }).fill('L-77')
    await page.getByLabel('Expires on').fill('2027-03-31')
    await lines.first().getByLabel('Quantity', { exact: true }).fill('1,0')
  })

  await test.step('a damaged unit gets its own status', async () => {
    const each = lines.filter({ hasText: 'Blue mug' }).last()
    await each.getByRole('button', { name: 'Mark one as damaged' }).click()
    await expect(lines).toHaveCount(4)
    await expect(lines.filter({ has: page.locator('.badge') })).toHaveCount(1)
  })

  await test.step('a reload keeps the entered lines', async () => {
    await page.getByLabel('Reference').fill('DN 4711')
    await page.reload()
    await expect(page.getByText('These lines were saved on this device')).toBeVisible()
    await expect(lines).toHaveCount(4)
    await expect(page.getByLabel('Reference')).toHaveValue('DN 4711')
  })

  await test.step('completed, it is in stock', async () => {
    await page.getByRole('button', { name: 'Complete receipt' }).click()
    await expect(
      page.getByRole('status').getByText('RC-000002 is in stock: 15 pieces'),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: 'RC-000002' })).toBeVisible()
    await expect(page.getByText('Completed', { exact: true })).toBeVisible()
    await expect(page.getByRole('row', { name: /TEA/ })).toContainText('L-77')
    await expect(page.getByRole('link', { name: 'Print labels' })).toHaveAttribute(
      'href',
      new RegExp(`ids=.*${site.mug.id}`),
    )
    await expectAccessibleAndFitting(page, 'a receipt')
    await expect(page.getByRole('link', { name: 'Show stock to put away' })).toHaveAttribute(
      'href',
      /\/app\/stock\?use=put_away/,
    )
    await follow(page, `/${site.slug}/app/stock/levels`)
    await expect(page.getByRole('row', { name: /MUG/ })).toContainText('26 each')
  })

  await test.step('undone, it is out again', async () => {
    await follow(page, `/${site.slug}/app/receiving`)
    await page.getByRole('link', { name: 'RC-000002' }).click()
    await page.getByRole('button', { name: 'Correct receipt…' }).click()
    const question = page.getByRole('dialog', { name: 'Correct RC-000002' })
    await expect(question.getByRole('listitem')).toHaveCount(4)
    await expectAccessibleAndFitting(page, 'the question before a receipt is reversed')
    await question.getByRole('button', { name: 'Reverse all lines' }).click()
    await question.getByLabel('Note').fill('wrong supplier')
    await question.getByRole('button', { name: 'Save correction' }).click()
    await expect(page.getByText('Reversed', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Correct receipt…' })).toHaveCount(0)
    await follow(page, `/${site.slug}/app/stock/levels`)
    await expect(page.getByRole('row', { name: /MUG/ })).toContainText('12 each')
  })
})

test('a delivery is scanned, piece by piece', onPhones, async ({ page, product, mail }) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/receiving/new`)
  await expect(page.getByRole('combobox', { name: 'Item' })).toBeVisible()
  const band = page.getByRole('region', { name: 'Scans', exact: true })
  const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem')
  for (const says of ['MUG: 1 each', 'MUG: 2 each', 'MUG: 3 each']) {
    await scan(page, '4006381333931')
    await expect(band).toContainText(says)
  }
  await scan(page, '14006381333938')
  await expect(band).toContainText('MUG: 1 case')
  await expect(lines).toHaveCount(2)
  await scan(page, 'L:A-02')
  await expect(band).toContainText('MUG goes to A-02')
  await scan(page, 'NOBODY-1')
  await expect(band).toHaveAttribute('data-tone', 'bad')
  await test.step('an unknown code is assigned to a product', async () => {
    const item = page.getByRole('combobox', { name: 'Item' })
    const dialog = page.getByRole('dialog', { name: 'Link NOBODY-1 to a product' })
    await band.getByRole('button', { name: 'Link to a product' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(item).toBeFocused()
    await scan(page, 'NOBODY-1')
    await band.getByRole('button', { name: 'Link to a product' }).click()
    await expect(dialog.getByRole('combobox', { name: 'Product' })).toBeFocused()
    await scan(page, '4006381333931')
    await expect(dialog.getByLabel('NOBODY-1 identifies')).toBeFocused()
    await expectAccessible(page, 'a code that is linked over a receipt')
    await expect(page.getByText('2 lines, 15 pieces')).toBeVisible()
    await dialog.getByRole('button', { name: 'Link to MUG' }).click()
    await expect(band).toContainText('MUG: 4 each')
    await expect(item).toBeFocused()
    await scan(page, 'NOBODY-1')
    await expect(band).toContainText('MUG: 5 each')
    await scan(page, 'CMD:UNDO')
    await scan(page, 'CMD:UNDO')
    await expect(page.getByText('2 lines, 15 pieces')).toBeVisible()
  })
  await scan(page, '4006381333931')
  await expect(band).toContainText('MUG: 4 each')
  await scan(page, 'CMD:UNDO')
  await expect(band).toContainText('Undone: MUG: 4 each')
  await expect(page.getByText('2 lines, 15 pieces')).toBeVisible()
  await expectAccessible(page, 'a delivery that is scanned')
  await page.getByRole('button', { name: 'Complete receipt' }).click()
  await expect(page.getByRole('row', { name: /MUG/ }).filter({ hasText: 'A-02' })).toContainText(
    '12 each',
  )
  // The same code at once would be the scanner reading twice.
  await scan(page, 'CMD:CONFIRM')
  await expect(band).toContainText('Nothing to confirm here.')
  // What is in stock by now is no scan that could be taken back.
  await scan(page, 'CMD:UNDO')
  await expect(band).toContainText('There is nothing to undo.')
})

test('a receipt is kept open, continued and given up, and another cannot be reversed', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/receiving/new`)
  const item = page.getByRole('combobox', { name: 'Item' })

  await test.step('a receipt is kept open, continued and given up', async () => {
    await item.fill('MUG')
    await item.press('Enter')
    await expect(page.getByText('MUG: 1 each')).toBeVisible()
    await page.getByRole('button', { name: 'Save as open' }).click()
    await expect(page.getByText('Open', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Add lines' }).click()
    await item.fill('MUG')
    await item.press('Enter')
    await page.getByRole('button', { name: 'Add to receipt' }).click()
    await expect(page.getByRole('row', { name: /MUG/ })).toHaveCount(2)
    await page.getByRole('button', { name: 'Cancel receipt…' }).click()
    await page.getByRole('button', { name: 'Cancel receipt', exact: true }).click()
    await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Complete receipt' })).toHaveCount(0)
  })

  await test.step('stock that has moved on cannot be reversed, and its location is named', async () => {
    await site.call('/stock/moves', {
      lines: [{ sku: 'MUG', fromLocationId: site.a01.id, qty: '10', toLocationId: site.a02.id }],
    })
    await follow(page, `/${site.slug}/app/receiving`)
    await page.getByRole('link', { name: 'RC-000001' }).click()
    await page.getByRole('button', { name: 'Correct receipt…' }).click()
    const question = page.getByRole('dialog', { name: 'Correct RC-000001' })
    await expect(question.getByText('Not all of it can be reversed.')).toBeVisible()
    await expect(question.getByText(/^MUG in A-01: 10 too few to reverse this\./)).toBeVisible()
    await expectAccessible(page, 'a receipt that cannot be reversed as a whole')
  })
})

test('a delivery is entered by keyboard, and unresolved entries are named before a receipt is sent', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  await signInTo(page, site.slug, site.operator, `/${site.slug}/app/receiving`)
  const item = page.getByRole('combobox', { name: 'Item' })
  const place = page.getByRole('combobox', { name: 'To location' })

  await test.step('a delivery by keyboard alone', async () => {
    // The heading stands there before anything answers a key.
    await expect(page.getByRole('row', { name: /RC-000001/ })).toBeVisible()
    await page.keyboard.press('n')
    await expect(item).toBeFocused()
    await page.keyboard.type('blue', { delay: 90 })
    await expect(page.getByRole('option', { name: /MUG/ })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByText('MUG: 1 each')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('heading', { name: 'RC-000002' })).toBeFocused()
  })

  await follow(page, `/${site.slug}/app/receiving/new`)
  await item.fill('MUG')
  await item.press('Enter')
  await page.getByRole('button', { name: 'Location, status, cost' }).click()

  await test.step('an unknown location keeps the form open', async () => {
    await place.fill('NOPE')
    await place.press('Tab')
    await expect(page.getByText('There is no location "NOPE" in this warehouse.')).toBeVisible()
    for (const name of ['Complete receipt', 'Save as open']) {
      await page.getByRole('button', { name }).click()
      await expect(place).toBeFocused()
    }
    await expect(page.getByRole('heading', { name: 'Receive stock' })).toBeVisible()
    await page.getByRole('button', { name: 'Less' }).click()
    await expect(place).toHaveValue('NOPE')
  })

  await test.step('an item typed into its field is not lost', async () => {
    await place.fill('A-02')
    await item.fill('TEA')
    await item.press('ControlOrMeta+Enter')
    await expect(page.getByText('"TEA" isn’t on a line yet.')).toBeVisible()
    await expect(item).toBeFocused()
    await item.fill('')
  })

  await test.step('a receipt typed and sent quickly uses the right location', async () => {
    await page.getByRole('button', { name: 'Location, status, cost' }).click()
    await place.fill('a-01')
    await place.press('ControlOrMeta+Enter')
    await expect(page.getByRole('heading', { name: 'RC-000003' })).toBeVisible()
    await expect(page.getByRole('row', { name: /MUG/ })).toContainText('A-01')
  })
})

test.describe('on a touch screen', () => {
  test.use({ viewport: sizes.phone, isMobile: true, hasTouch: true })

  test('an item leads to receiving it, and a button that cannot be pressed says why', async ({
    page,
    product,
    mail,
  }) => {
    const site = await newStockedSite(product.url, mail)
    await signInTo(page, site.slug, site.operator, `/${site.slug}/app/receiving/new`)
    await page.getByRole('button', { name: 'Complete receipt' }).tap({ force: true })
    const beside = page.locator('p', { hasText: 'Add an item first.' })
    await expect(beside).toBeVisible()
    // Another button of the form says it when touched.
    await page.getByRole('button', { name: 'Save as open' }).tap({ force: true })
    const reason = page.getByRole('tooltip').filter({ hasText: 'Add an item first.' })
    await expect(reason.filter({ visible: true })).toBeVisible()
    // Longer than it stays once a pointer has left.
    await page.waitForTimeout(400)
    await expect(reason.filter({ visible: true })).toBeVisible()
    await page.getByRole('heading', { level: 1 }).tap()
    await expect(reason.filter({ visible: true })).toHaveCount(0)

    await follow(page, `/${site.slug}/app/catalog/TEA?tab=stock`)
    await page.getByRole('link', { name: 'Receive stock' }).tap()
    const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem')
    await expect(lines).toHaveCount(1)
    await expect(lines).toContainText('TEA')
    await expect(page).not.toHaveURL(/item=/)
  })
})
