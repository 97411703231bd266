import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { seenWhole } from '../lists.ts'
import { newOperator, newWorkspace, post, signIn, signInTo, type Tokens } from '../people.ts'
import { loadExample } from '../site.ts'
import { follow } from '../visits.ts'
import { expect, expectAccessible, expectFitting, test } from '../fixtures.ts'
import { isPhone, resizeTo, sizes } from '../sizes.ts'

/** Where columns have to give way. */
const narrowest = 700
/** Rows that are seen whole at least, on a desk and on a phone. */
const least = (page: Page) => (isPhone(page) ? 5 : 14)

/** A phone is touched, which makes what is pressed larger. */
const screens = {
  'on a desk': {},
  'on a phone': { viewport: sizes.phone, colorScheme: 'dark', isMobile: true, hasTouch: true },
} as const

const lists = {
  Products: 'catalog',
  Stock: 'stock',
  Movements: 'stock/ledger',
  Locations: 'locations',
  Receiving: 'receiving',
  Orders: 'orders',
}

/** With example data, which takes as long to load as the rest of these tests. */
let workspace: Awaited<ReturnType<typeof newWorkspace>>
test.beforeAll(async ({ product, mail }) => {
  test.setTimeout(180_000)
  workspace = await newWorkspace(product.url, mail)
  await loadExample(product.url, workspace.slug, workspace.operator)
})

for (const [where, screen] of Object.entries(screens))
  test.describe(where, () => {
    test.use(screen)

    test('rows are what is seen of a list, and nothing of one is cut, in a workspace that has something to say', async ({
      page,
      product,
    }) => {
      test.setTimeout(180_000)
      const { slug, operator } = workspace
      const admin = await newAdmin(product.url, operator)
      await signInTo(page, slug, admin, `/${slug}/app`)
      await expect(page.getByText(/[1-9]\d* *Movements today/)).toBeVisible()
      const notices = page.getByRole('region', { name: 'Notices' })
      await expect(notices).toContainText('Your password was set for you.')
      await notices.getByRole('button', { name: '1 more' }).click()
      await expect(notices).toContainText('This workspace contains example data.')

      for (const [name, path] of Object.entries(lists)) {
        await follow(page, `/${slug}/app/${path}`)
        const rows = page.locator('main table tbody [data-row]')
        await expect(rows.first()).toBeVisible()
        const count = await seenWhole(rows)
        test.info().annotations.push({ type: name, description: String(count) })
        expect.soft(count, name).toBeGreaterThanOrEqual(least(page))
        await expectFitting(page)
        if (!isPhone(page)) {
          await page.setViewportSize({ width: 1440, height: 900 })
          expect.soft(await seenWhole(rows), `${name} at 1440`).toBeGreaterThanOrEqual(18)
          await expectNothingCut(page, name)
          await resizeTo(page, 'desk')
        }
        await expectAccessible(page, name)
      }
      if (isPhone(page)) return
      await page.setViewportSize({ width: narrowest, height: 800 })
      await page.getByRole('button', { name: 'Columns' }).click()
      await expect(page.getByText('hidden: no room').first()).toBeVisible()
    })

    test('the notice of example data moves nothing when it comes', async ({ page }) => {
      const { slug, operator } = workspace
      await signInTo(page, slug, operator, `/${slug}/app`)
      await expect(page.getByText(/[1-9]\d* *Movements today/)).toBeVisible()
      await page.goto(`/${slug}/app/catalog`)
      const item = await page.locator('main table a').first().getAttribute('href')

      await page.addInitScript(() => {
        const moved = window as { moved?: number }
        moved.moved = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            moved.moved = (moved.moved ?? 0) + entry.value
        }).observe({ type: 'layout-shift', buffered: true })
      })
      const moved = async () => {
        await page.waitForLoadState('networkidle')
        await expect(page.getByRole('banner')).toContainText('Workspace')
        return page.evaluate(() => (window as { moved?: number }).moved)
      }
      for (const path of [`/${slug}/app`, item ?? '']) {
        await page.goto(path)
        expect(await moved(), path).toBeLessThan(0.02)
      }
      // On a device that knows nothing of the workspace yet.
      await page.evaluate(() => localStorage.removeItem('stowage.rights'))
      await page.goto(`/${slug}/app`)
      expect(await moved(), 'the first time').toBeLessThan(0.02)
    })

    test('the lists of the dashboard are close too', async ({ page, product, mail }) => {
      const operator = await newOperator(product.url, mail)
      const { tokens } = (await post(product.url, '/auth/login', operator)) as { tokens: Tokens }
      for (let at = 0; at < 18; at += 1)
        await post(product.url, '/platforms', { name: `acme-${randomUUID().slice(0, 8)}` }, tokens)
      await signIn(page, operator)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const [name, path, rows] of [
        ['Platforms', 'platforms', 'main li[data-row]'],
        ['Analytics', 'analytics', 'main table [data-row]'],
      ] as const) {
        await follow(page, `/dashboard/${path}`)
        await expect(page.locator(rows).first()).toBeVisible()
        const count = await seenWhole(page.locator(rows))
        test.info().annotations.push({ type: name, description: String(count) })
        expect.soft(count, name).toBeGreaterThanOrEqual(least(page))
        await expectFitting(page)
      }
    })
  })

async function expectNothingCut(page: Page, name: string) {
  const over = () =>
    page
      .locator('main table')
      .evaluate(
        (it) =>
          it.getBoundingClientRect().right - (it.parentElement?.getBoundingClientRect().right ?? 0),
      )
  for (const width of [1440, 1024, narrowest]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(over, { message: `${name} at ${width}` }).toBeLessThanOrEqual(0.5)
  }
}

/** Somebody with all rights whose password the operator of the only platform has set. */
async function newAdmin(url: string, operator: { email: string; password: string }) {
  const { tokens } = (await post(url, '/auth/login', operator)) as { tokens: Tokens }
  const answer = await fetch(`${url}/api/v1/platforms/mine`, {
    headers: { authorization: `Bearer ${tokens.accessToken}` },
  })
  const { platforms } = (await answer.json()) as { platforms: [{ id: string }] }
  const person = { email: `${randomUUID().slice(0, 8)}@example.com`, password: 'forklift 4711' }
  const body = { ...person, role: 'admin', permissions: [], firstName: 'Mo' }
  await post(url, `/platforms/${platforms[0].id}/members/create`, body, tokens)
  return person
}
