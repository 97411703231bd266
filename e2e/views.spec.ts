import type { Page } from '@playwright/test'
import { tables } from '@stowage/contract/platforms/table-settings'
import { createSampleAccount, type SampleAccount } from './sample-account.ts'
import { newWorkspace, signIn, signInTo } from './people.ts'
import { loadExample } from './site.ts'
import { follow } from './visits.ts'
import { memberViews, operatorViews, visitorViews, workspaceViews, type View } from './views.ts'
import { expect, expectAccessible, expectFitting, expectUncut, onPhones, test } from './fixtures.ts'

test.describe.configure({ timeout: 300_000 })

/** The floor is a document of its own, which opens other pages by itself. */
const isOfFloor = (path: string) => path.split('/')[3] === 'floor'

/**
 * Opens each view in turn: it is loaded, no wider than the screen, its cards cut nothing, and axe finds nothing. Pages
 * of one router follow each other in one document, up to what a view opens and leaves open.
 */
async function expectEachAccessible(page: Page, views: View[], hasRouter: boolean) {
  let canFollow = false
  for (const { name, path, open } of views)
    await test.step(name, async () => {
      const isRouted = hasRouter && !isOfFloor(path)
      if (canFollow && isRouted) await follow(page, path)
      else await page.goto(path, { waitUntil: 'networkidle' })
      await open?.(page)
      canFollow = isRouted && !open
      await expect(
        page.getByText('Loading', { exact: false }).filter({ visible: true }),
      ).toHaveCount(0)
      await expectFitting(page)
      await expectUncut(page, name)
      await expectAccessible(page, name)
    })
}

let account: SampleAccount
test.beforeAll(async ({ product, mail }) => {
  account = await createSampleAccount(product.url, mail)
})

test('every page visitors see fits a phone and is accessible', onPhones, ({ page }) =>
  expectEachAccessible(page, visitorViews(account), false),
)

test('every page of the dashboard fits a phone and is accessible', onPhones, async ({ page }) => {
  await signIn(page, account.operator)
  await expectEachAccessible(page, operatorViews(account), true)
})

test('every page of a member fits a phone and is accessible', onPhones, async ({ page }) => {
  await signInTo(page, account.platform.slug, account.member)
  await expectEachAccessible(page, memberViews(account), true)
})

test(
  'every page of a warehouse with example data fits a phone and is accessible',
  onPhones,
  async ({ page, product, mail }) => {
    const { slug, operator } = await newWorkspace(product.url, mail)
    const example = await loadExample(product.url, slug, operator)
    await signInTo(page, slug, operator)
    const withSavedViews = new Set<string>()
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/views')) withSavedViews.add(searchParams.get('screen') ?? '')
    })
    await expectEachAccessible(page, await workspaceViews(slug, example), true)
    expect([...withSavedViews].sort()).toEqual([...tables].sort())
  },
)
