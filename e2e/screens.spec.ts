import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { svg, upload } from '../server/test/pictures.ts'
import {
  newOperator,
  newWorkspace,
  post,
  signIn,
  signInTo,
  signOut,
  type Tokens,
} from './people.ts'
import { newPlatform } from './platforms.ts'
import { expect, test } from './fixtures.ts'

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

test('sign-in pages and platform pages have no public header or footer', async ({
  page,
  product,
  mail,
}) => {
  const { slug } = await newWorkspace(product.url, mail)
  for (const address of [
    '/login',
    '/register',
    '/forgot-password',
    '/reset-password',
    `/${slug}`,
  ]) {
    await page.goto(address)
    await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible()
    await expect(page.getByRole('banner'), address).toHaveCount(0)
    await expect(page.getByRole('contentinfo'), address).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Pricing' }), address).toHaveCount(0)
  }
})

test('the create dialog opens empty and does not check a blank name', async ({
  page,
  product,
  mail,
  address,
}) => {
  await signIn(page, await newOperator(product.url, mail, { email: address }))
  await newPlatform(page, `one-${address.slice(0, 8)}`)
  await page.goto('/dashboard/platforms?sort=name')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/check-name')) asked.push(request.url())
  })
  const dialog = page.getByRole('dialog')
  const name = dialog.getByPlaceholder('e.g. acme')
  const create = dialog.getByRole('button', { name: 'Create', exact: true })
  const add = () => page.getByRole('button', { name: 'Add Platform' }).click()
  const slug = `two-${address.slice(0, 8)}`

  await add()
  await name.fill('   ')
  await name.blur()
  await expect(create).toBeDisabled()
  expect(asked).toEqual([])
  await expect(dialog.getByText('Enter a name that nobody uses yet.')).toBeVisible()
  // Once the typing rests, nobody has to leave the field.
  await name.fill(`  ${slug}  `)
  await expect(dialog.getByText('Available', { exact: true })).toBeVisible()
  await expect(create).toBeEnabled()
  await expect(dialog.getByText('Enter a name that nobody uses yet.')).toHaveCount(0)

  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await add()
  await expect(name).toHaveValue('')
  await expect(dialog.getByText('Available', { exact: true })).toHaveCount(0)

  await name.fill(`  ${slug}  `)
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/platforms'),
  )
  // Not known to be free yet: Enter creates it once it is.
  await name.press('Enter')
  expect((await sent).postDataJSON()).toEqual({ name: slug })
  await expect(dialog.getByText('Platform created')).toBeVisible()
  await expect(name).toHaveValue('')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  // The list is sorted by name, and the new one leads it all the same.
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    slug,
    `one-${address.slice(0, 8)}`,
  ])
})

test('closing the manage dialog clears its errors', async ({ page, product, mail, address }) => {
  await signIn(page, await newOperator(product.url, mail, { email: address }))
  const { id } = await newPlatform(page, `dock-${address.slice(0, 8)}`)
  await page.route(`**/api/v1/platforms/${id}`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 409, body: '' })
      : route.fallback(),
  )
  const dialog = page.getByRole('dialog')
  await page.goto('/dashboard/platforms')
  await page.getByRole('button', { name: 'Manage' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Dock')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Manage' }).click()
  await expect(dialog.getByRole('heading', { name: 'User Management' })).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})

test('the dashboard waits for the user with a spinner', async ({ page, product, mail }) => {
  await signIn(page, await newOperator(product.url, mail))
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v1/auth/me', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  // The frame is to be seen already, and says nothing of anybody.
  const heading = page.getByRole('heading', { level: 1, name: 'Hello, Ada' })
  const help = page.getByRole('button', { name: 'Help and shortcuts' })
  await expect(page.getByRole('link', { name: 'Stowage' })).toBeVisible()
  await expect(heading).toHaveCount(0)
  release()
  await expect(help).toBeEnabled()
  await expect(heading).toBeVisible()
})

test('a card leads to the platform’s page, and does without a logo that is not there', async ({
  page,
  product,
  mail,
  address,
}) => {
  const operator = await newOperator(product.url, mail, { email: address })
  await signIn(page, operator)
  const { id, slug } = await newPlatform(page, `card-${address.slice(0, 8)}`)
  const { tokens } = (await post(product.url, '/auth/login', operator)) as { tokens: Tokens }
  const logo = upload(svg('<circle r="9"/>'), 'image/svg+xml')
  await post(product.url, `/platforms/${id}/logo`, logo, tokens)
  const card = page.getByRole('main').getByRole('listitem')
  await page.goto('/dashboard/platforms')
  await expect(card.locator('img')).toBeVisible()
  const open = card.getByRole('link', { name: 'Open' })
  await expect(open).toHaveAttribute('href', `${product.url}/${slug}`)
  await expect(open).toHaveAttribute('target', '_blank')

  await page.route('**/platforms/logo/**', (route) => route.fulfill({ status: 404 }))
  await page.reload()
  await expect(open).toBeVisible()
  await expect(card.locator('img')).toHaveCount(0)
  await page.getByLabel('Name or path').fill(slug.slice(2).toUpperCase())
  await expect(page).toHaveURL(/q=/)
  await expect(open).toBeVisible()
})

test('the log has pages, and a filter returns to the first', async ({ page, product, mail }) => {
  await signIn(page, await newOperator(product.url, mail))
  const asked: string[] = []
  let release = () => {}
  await page.route(/\/api\/v1\/logs\?/, async (route) => {
    const { searchParams } = new URL(route.request().url())
    const [limit, offset] = [searchParams.get('limit'), searchParams.get('offset')]
    asked.push(`${limit} ${offset} ${searchParams.get('action') ?? ''}`.trim())
    await new Promise<void>((resolve) => (release = resolve))
    const logs = pageOfLog(Number(limit), Number(offset))
    await route.fulfill({ json: { logs, total: 60, capped: false } })
  })
  const prev = page.getByRole('button', { name: 'Prev' })
  const next = page.getByRole('button', { name: 'Next' })
  /** Checks the last request, and which buttons work after its reply. */
  const settled = async (request: string, back: boolean, on: boolean) => {
    await expect.poll(() => asked.at(-1)).toBe(request)
    await expect(prev).toBeDisabled()
    await expect(next).toBeDisabled()
    release()
    await expect(prev).toBeEnabled({ enabled: back })
    await expect(next).toBeEnabled({ enabled: on })
  }

  await page.goto('/dashboard/analytics')
  await settled('50 0', false, true)
  await expect(page.getByText('60 total')).toBeVisible()
  await expect(page.getByRole('cell', { name: nobody, exact: true }).first()).toBeVisible()
  await expect(page.getByRole('cell', { name: '-', exact: true }).first()).toBeVisible()
  await next.click()
  await settled('50 50', true, false)
  await page.getByLabel('Rows per page').selectOption('25')
  await settled('25 0', false, true)
  await next.click()
  await settled('25 25', true, true)
  await page.getByLabel('Action').fill('TENANT_LOGIN')
  await page.getByRole('button', { name: 'Apply' }).click()
  await settled('25 0 TENANT_LOGIN', false, true)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => asked.length).toBe(6)
  release()
  await page.getByLabel('Rows per page').selectOption('100')
  await settled('100 0 TENANT_LOGIN', false, false)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await settled('100 0', false, false)
})

const nobody = randomUUID()

const pageOfLog = (limit: number, offset: number) =>
  Array.from({ length: Math.min(limit, 60 - offset) }, () => ({
    _id: randomUUID(),
    createdAt: new Date(0).toISOString(),
    action: 'USER_LOGIN',
    outcome: 'success',
    actorEmail: null,
    actorId: nobody,
    actorType: 'operator',
    platformId: null,
    platformSlug: null,
    ip: null,
    userAgent: null,
    target: null,
    metadata: {},
  }))

test.describe('when the server cannot be told', () => {
  test.use({ expectsNoise: /Failed to load resource/ })

  test('signing out of the dashboard succeeds all the same', async ({ page, product, mail }) => {
    await signIn(page, await newOperator(product.url, mail))
    await page.route('**/auth/logout', (route) => route.abort())
    await signOut(page)
    await expect(page).toHaveURL(/\/disconnected\?reason=logout$/)
    for (const key of ['accessToken', 'refreshToken', 'user'])
      expect(await stored(page, key)).toBeNull()
  })
})

for (const status of [401, 403])
  test(`${status} of a workspace ends the member’s session and no other`, async ({
    page,
    product,
    mail,
  }) => {
    const { operator, slug, member } = await newWorkspace(product.url, mail)
    await signIn(page, operator)
    await signInTo(page, slug, member, `/${slug}/app`)
    // A call still under way would be refused too, and lead away before the page is loaded anew.
    await page.waitForLoadState('networkidle')
    await page.route('**/api/v1/tenant/**', (route) => route.fulfill({ status, body: '' }))
    // It leads away before it is loaded, so waiting for it would fail.
    await page.evaluate(() => void setTimeout(() => location.reload()))
    await expect(page).toHaveURL(/\/disconnected\?reason=unauthorized$/)
    expect(await stored(page, 'tenantAccessToken')).toBeNull()
    expect(await stored(page, 'tenantUser')).toBeNull()
    expect(await stored(page, 'accessToken')).not.toBeNull()
  })
