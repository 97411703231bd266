import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { seenWhole } from '../lists.ts'
import { newOperator, newWorkspace, post, signIn, signInTo, type Tokens } from '../people.ts'
import { expect, expectAccessible, expectFitting, onPhones, test } from '../fixtures.ts'

const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 640
/** Rows that are seen whole at least, on a desk and on a phone. */
const least = (page: Page) => (isPhone(page) ? 5 : 14)

/** A phone is touched, which makes what is pressed larger. */
test.use({
  isMobile: async ({ viewport }, use) => use((viewport?.width ?? 0) < 640),
  hasTouch: async ({ viewport }, use) => use((viewport?.width ?? 0) < 640),
})

const lists = {
  Products: 'catalog',
  Stock: 'stock',
  Movements: 'stock/ledger',
  Places: 'places',
  Receiving: 'receiving',
  Orders: 'orders',
}

test(
  'rows are what is seen of a list, in a workspace that has something to say',
  onPhones,
  async ({ page, product, mail }) => {
    test.setTimeout(180_000)
    const { slug, operator } = await newWorkspace(product.url, mail)
    const admin = await newAdmin(product.url, operator)
    await page.setViewportSize(isPhone(page) ? phone : desk)
    await signInTo(page, slug, admin)
    await page.getByRole('button', { name: 'Load demo data' }).click()
    await expect(page.getByText(/[1-9]\d* *Movements today/)).toBeVisible({ timeout: 90_000 })
    const notices = page.getByRole('region', { name: 'Notices' })
    await expect(notices).toContainText('Your password was set for you.')
    await notices.getByRole('button', { name: '1 more' }).click()
    await expect(notices).toContainText('This workspace contains example data.')

    for (const [name, path] of Object.entries(lists)) {
      await page.goto(`/${slug}/app/${path}`, { waitUntil: 'networkidle' })
      const rows = page.locator('main table tbody [data-row]')
      await expect(rows.first()).toBeVisible()
      const count = await seenWhole(rows)
      test.info().annotations.push({ type: name, description: String(count) })
      expect.soft(count, name).toBeGreaterThanOrEqual(least(page))
      await expectFitting(page)
      if (!isPhone(page)) {
        await page.setViewportSize({ width: 1440, height: 900 })
        expect.soft(await seenWhole(rows), `${name} at 1440`).toBeGreaterThanOrEqual(18)
        await page.setViewportSize(desk)
      }
      await expectAccessible(page, name)
    }
  },
)

test('nothing of a row is cut where there is little room', async ({ page, product, mail }) => {
  const { slug, operator } = await newWorkspace(product.url, mail)
  await signInTo(page, slug, operator)
  await page.getByRole('button', { name: 'Load demo data' }).click()
  await expect(page.getByText(/[1-9]\d* *Movements today/)).toBeVisible({ timeout: 90_000 })
  for (const path of Object.values(lists)) {
    await page.goto(`/${slug}/app/${path}`, { waitUntil: 'networkidle' })
    const table = page.locator('main table')
    await expect(table.locator('[data-row]').first()).toBeVisible()
    const over = () =>
      table.evaluate(
        (it) =>
          it.getBoundingClientRect().right - (it.parentElement?.getBoundingClientRect().right ?? 0),
      )
    for (const width of [1440, 1024, 700]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(over, { message: `${path} at ${width}` }).toBeLessThanOrEqual(0.5)
    }
  }
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(page.getByText('hidden: no room').first()).toBeVisible()
})

test('the lists of the dashboard are close too', onPhones, async ({ page, product, mail }) => {
  const operator = await newOperator(product.url, mail)
  const { tokens } = (await post(product.url, '/auth/login', operator)) as { tokens: Tokens }
  for (let at = 0; at < 18; at += 1)
    await post(product.url, '/platforms', { name: `acme-${randomUUID().slice(0, 8)}` }, tokens)
  await page.setViewportSize(isPhone(page) ? phone : desk)
  await signIn(page, operator)
  for (const [name, path, rows] of [
    ['Platforms', 'platforms', 'main li[data-row]'],
    ['Analytics', 'analytics', 'main table [data-row]'],
  ] as const) {
    await page.goto(`/dashboard/${path}`, { waitUntil: 'networkidle' })
    await expect(page.locator(rows).first()).toBeVisible()
    const count = await seenWhole(page.locator(rows))
    test.info().annotations.push({ type: name, description: String(count) })
    expect.soft(count, name).toBeGreaterThanOrEqual(least(page))
    await expectFitting(page)
  }
})

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
