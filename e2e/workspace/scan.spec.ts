import type { Locator } from '@playwright/test'
import { newWorkspace, post, signInTo, type Tokens } from '../people.ts'
import { scan } from '../scanner.ts'
import { expect, expectAccessibleAndFitting, test } from '../fixtures.ts'
import { resizeTo } from '../sizes.ts'
import { newStockedSite } from './stocked.ts'
import { follow } from '../visits.ts'

/** The controls in sight that a press does not reach because of the band. */
const coveredBy = (band: Locator) =>
  band.evaluate((own) =>
    [...document.querySelectorAll('a, button, select, input')].flatMap((control) => {
      const { left, top, width, height } = control.getBoundingClientRect()
      const at = document.elementFromPoint(left + width / 2, top + height / 2)
      return !own.contains(control) && at && own.contains(at) ? [control.textContent] : []
    }),
  )

test('scans work on every page', async ({ page, product, mail }) => {
  const { slug, operator } = await newWorkspace(product.url, mail)
  const { tokens } = (await post(product.url, `/tenant/${slug}/login`, operator)) as {
    tokens: Tokens
  }
  const call = (path: string, body: object) =>
    post(product.url, `/tenant/${slug}${path}`, body, tokens)
  await call('/warehouses', { code: 'MAIN', name: 'Main' })
  await call('/catalog/products', {
    name: 'Blue mug',
    variants: [{ sku: 'MUG-1', barcodes: [{ code: '4006381333931' }] }],
  })
  await signInTo(page, slug, operator, `/${slug}/app`)
  const band = page.getByRole('region', { name: 'Scans', exact: true })
  const home = new RegExp(`/${slug}/app($|\\?)`)
  await expect(page.getByRole('heading', { name: 'Recent Items' })).toBeVisible()

  await test.step('an unknown code is reported and can be linked', async () => {
    const heard = page.evaluate(
      () =>
        new Promise((done) => {
          const keys: string[] = []
          window.addEventListener('keydown', ({ key }) => keys.push(key))
          setTimeout(() => done(keys.join('')), 1_000)
        }),
    )
    await scan(page, '4711000011')
    expect(await heard, 'letters that anything but the scanner hears').toBe('4')
    await expect(band).toContainText('Nothing has the code 4711000011.')
    await expect(band).toHaveAttribute('data-tone', 'bad')
    await expect(page).toHaveURL(home)
    await expectAccessibleAndFitting(page, 'the answer to an unknown code')
    await band.getByRole('link', { name: 'Link to a product' }).click()
    await page.getByRole('searchbox', { name: 'Product' }).fill('blue')
    await page.getByRole('button', { name: 'Link to MUG-1' }).click()
    await expect(page.getByText('4711000011 now identifies')).toBeVisible()
  })

  await test.step('a known code opens its item, ended by Enter, Tab or a pause', async () => {
    for (const ending of ['Enter', 'Tab', undefined] as const) {
      await page.goto(`/${slug}/app`)
      await expect(page.getByRole('heading', { name: 'Recent Items' })).toBeVisible()
      await scan(page, '4711000011', ending)
      await expect(band).toContainText('Item MUG-1, Blue mug')
      await expect(band).toHaveAttribute('data-tone', 'ok')
      await expect(page).toHaveURL(/\/app\/catalog\/MUG-1/)
    }
  })

  await test.step('the answer goes with the page it was given on, or after a while; an error stays', async () => {
    await follow(page, `/${slug}/app/catalog`)
    await expect(band).toHaveCount(0)
    // Two codes in turn: the same one again at once counts as one scan.
    let code = '4711000011'
    const isAnswered = async () => {
      code = code === '4711000011' ? '4006381333931' : '4711000011'
      await scan(page, code)
      await expect(page).toHaveURL(/\/app\/catalog\/MUG-1/)
      await expect(band).toHaveAttribute('data-tone', 'ok')
    }
    await isAnswered()
    await follow(page, `/${slug}/app/catalog`)
    await expect(band).toHaveCount(0)
    // Dismissed under the pointer, which keeps no later answer.
    await isAnswered()
    await band.getByRole('button', { name: 'Dismiss' }).click()
    await follow(page, `/${slug}/app/catalog`)
    await isAnswered()
    await expect(band).toHaveCount(0, { timeout: 15_000 })
    await scan(page, 'NOBODY-77')
    await expect(band).toHaveAttribute('data-tone', 'bad')
    await expect(page.locator('[role=status][aria-live=assertive]')).toContainText(
      'Nothing has the code NOBODY-77.',
    )
    await expect(band).toContainText('Nothing has the code NOBODY-77.')
    await follow(page, `/${slug}/app`)
    await expect(page.getByRole('heading', { name: 'Recent Items' })).toBeVisible()
    await expect(band).toHaveCount(0)
  })

  await test.step('the answer covers nothing that can be pressed', async () => {
    for (const size of ['phone', 'desk'] as const) {
      await resizeTo(page, size)
      await scan(page, 'NOBODY-78')
      await expect(band).toBeVisible()
      expect(await coveredBy(band)).toEqual([])
    }
    await band.getByRole('button', { name: 'Dismiss' }).click()
    await expect(band).toHaveCount(0)
  })

  await test.step('a code that is scanned before anything of the application is there counts', async () => {
    const { promise: isScanned, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await isScanned
      await route.continue()
    })
    // On a device whose scanner is not known yet, and torn, because the computer is busy.
    await page.evaluate(() => localStorage.removeItem('stowage.device'))
    await page.goto(`/${slug}/app`, { waitUntil: 'commit' })
    await expect(page.locator('#root > *').first()).toBeAttached()
    await scan(page, ['471100', '0011'])
    letGo()
    await expect(page).toHaveURL(/\/app\/catalog\/MUG-1/)
    await page.unroute('**/assets/*.js')
  })

  await test.step('a code that is scanned while the page still loads its listener counts', async () => {
    const { promise: isScanned, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/WorkspaceLayers-*.js', async (route) => {
      await isScanned
      await route.continue()
    })
    await page.goto(`/${slug}/app`)
    await expect(page.getByRole('heading', { name: 'Recent Items' })).toBeVisible()
    await scan(page, '4711000011')
    letGo()
    await expect(page).toHaveURL(/\/app\/catalog\/MUG-1/)
    await page.unroute('**/WorkspaceLayers-*.js')
  })

  await test.step('what was scanned before stays in sight', async () => {
    await scan(page, 'NOWHERE-1')
    await expect(band).toContainText('Nothing has the code NOWHERE-1.')
    await expect(page.getByRole('list', { name: 'Earlier scans' })).toContainText('MUG-1')
  })

  await test.step('a scan leaves a code field unchanged, other fields take its text', async () => {
    await follow(page, `/${slug}/app/scanner`)
    await page.waitForLoadState('networkidle')
    const code = page.getByLabel('Code', { exact: true })
    await code.fill('half')
    await scan(page, 'NOWHERE-2')
    await expect(band).toContainText('Nothing has the code NOWHERE-2.')
    await expect(code).toHaveValue('half')
    const test1 = page.getByLabel('Test field')
    await test1.focus()
    await scan(page, 'ABC-123/xyz')
    await expect(test1).toHaveValue('ABC-123/xyz')
    await expect(page.getByText('Read as ABC-123/xyz.')).toBeVisible()
    await expect(page.getByText('Ends with Enter.')).toBeVisible()
    await expectAccessibleAndFitting(page, 'the scanner page')
  })

  await test.step('typing is not a scan', async () => {
    await band.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.type('4006381333931', { delay: 90 })
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/app\/scanner/)
    await expect(band.getByText('MUG-1')).toHaveCount(0)
  })

  await test.step('a code typed by hand is looked up, and the palette finds it too', async () => {
    await page.getByLabel('Code', { exact: true }).fill('4006381333931')
    await page.getByRole('main').getByRole('button', { name: 'Look up' }).click()
    await expect(page).toHaveURL(/\/app\/catalog\/MUG-1/)
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    const first = palette.getByRole('option').first()
    await palette.getByRole('combobox').fill('4006381333931')
    await expect(first).toContainText('MUG-1 · Blue mug')
    await palette.getByRole('combobox').fill('blu')
    await expect(first).toContainText('Blue mug')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/app\/catalog\/MUG-1/)
  })
})

test('a code of two warehouses is chosen from, by keyboard and on a phone', async ({
  page,
  product,
  mail,
}) => {
  const site = await newStockedSite(product.url, mail)
  const { warehouse: north } = (await site.call('/warehouses', {
    code: 'NORTH',
    name: 'North',
  })) as { warehouse: { id: string } }
  const { location } = (await site.call('/locations', {
    warehouseId: north.id,
    code: 'A-01',
  })) as { location: { id: string } }
  await site.call('/catalog/products', { name: 'A trap', variants: [{ sku: 'A-02' }] })
  await signInTo(page, site.slug, site.operator)
  const band = page.getByRole('region', { name: 'Scans', exact: true })
  const choices = band.getByRole('group', { name: 'Matches for this code' })
  const open = async (path: string) => {
    await page.goto(`/${site.slug}/app${path}`)
    await page.waitForLoadState('networkidle')
  }

  await test.step('by keyboard', async () => {
    await open('?wh=all')
    await scan(page, 'A-01')
    await expect(choices.getByRole('button')).toHaveText([/A-01.*MAIN/, /A-01.*NORTH/])
    await expect(choices.getByRole('button', { name: /MAIN/ })).toBeFocused()
    await expectAccessibleAndFitting(page, 'a code of two warehouses')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`location=${location.id}`))
  })

  await test.step('another scan is not taken for a choice', async () => {
    await open('?wh=all')
    await scan(page, 'A-01')
    await expect(choices.getByRole('button', { name: /MAIN/ })).toBeFocused()
    await scan(page, '4006381333931')
    await expect(page).toHaveURL(/catalog\/MUG/)
  })

  await test.step('on a phone', async () => {
    await resizeTo(page, 'phone')
    await open('?wh=all')
    await scan(page, 'A-01')
    await expect(choices.getByRole('button', { name: /NORTH/ })).toBeInViewport()
    await expectAccessibleAndFitting(page, 'a code of two warehouses on a phone')
    await choices.getByRole('button', { name: /NORTH/ }).click()
    await expect(page).toHaveURL(new RegExp(`location=${location.id}`))
    await resizeTo(page, 'desk')
  })

  for (const [work, path] of [
    ['receiving', '/receiving/new'],
    ['moving', '/stock/move'],
    ['adjusting', '/stock/adjust'],
  ] as const)
    await test.step(`while ${work} the warehouse decides, and a choice between kinds is taken over`, async () => {
      await open(`${path}?wh=${site.warehouse.id}`)
      await scan(page, '4006381333931')
      await expect(band).toContainText('MUG')
      await scan(page, 'A-01')
      await expect(choices).toBeHidden()
      await scan(page, 'A-02')
      await expect(choices.getByRole('button')).toHaveCount(2)
      await choices.getByRole('button', { name: /MAIN/ }).click()
      await expect(choices).toBeHidden()
      await expect(page).toHaveURL(new RegExp(path))
    })
})
