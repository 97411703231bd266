import type { Page } from '@playwright/test'
import { newPlatform } from '../platforms.ts'
import { newOperator, signIn } from '../people.ts'
import { follow } from '../visits.ts'
import { openAccount } from '../lists.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleAndFitting,
  onPhones,
  test,
} from '../fixtures.ts'
import { isWide } from '../sizes.ts'

const entries = `
  - navigation "Main":
    - list:
      - listitem:
        - link "Dashboard"
      - listitem:
        - link "Platforms"
      - listitem:
        - link "Users"
        - text: 24 sample figure
      - listitem:
        - link "Analytics"
      - listitem:
        - link "Notifications"
        - text: 5 sample figure
      - listitem:
        - link "Billing"
      - listitem:
        - link "Settings"
  - button "Sign Out"
`

test(
  'the dashboard’s frame: user, navigation and sign-out',
  onPhones,
  async ({ page, product, mail, address }) => {
    await signIn(page, await newOperator(product.url, mail, { email: address }))
    await (isWide(page) ? useSidebar(page, address) : useDrawer(page))

    await test.step('an unverified address is marked, and the mail can be sent again', async () => {
      await page.route('**/api/v1/auth/me', async (route) => {
        const answer = await route.fetch()
        const body = (await answer.json()) as { user: object }
        await route.fulfill({ json: { user: { ...body.user, emailVerified: false } } })
      })
      await page.reload()
      if (!isWide(page)) await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await expect(page.getByText('Unverified', { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Resend email' })).toBeVisible()
    })
  },
)

const useDrawer = (page: Page) =>
  test.step('on a small screen in a drawer', async () => {
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    await menu.click()
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await expect(drawer).toMatchAriaSnapshot(entries)
    await expect(drawer.getByText('Ada Alba')).toBeVisible()
    expect((await drawer.boundingBox())?.width).toBe(280)
    await expectAccessible(page, 'the drawer')
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(menu).toBeFocused()
    await menu.click()
    await drawer.getByRole('link', { name: 'Users' }).click()
    await expect(page).toHaveURL(/\/dashboard\/users$/)
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

async function useSidebar(page: Page, address: string) {
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  const toggle = page.getByRole('button', { name: 'Sidebar with names' })
  await expect(sidebar).toMatchAriaSnapshot(entries)
  await expect(sidebar).toContainText('Ada Alba')
  await expect(sidebar).toContainText(address)
  await expect(sidebar.getByText('Verified', { exact: true })).toBeVisible()
  await expect(sidebar.getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  expect((await sidebar.boundingBox())?.width).toBe(280)

  await test.step('narrow, the names are tooltips with their keys, and it is remembered', async () => {
    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    expect((await sidebar.boundingBox())?.width).toBe(80)
    await page.reload()
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    expect((await sidebar.boundingBox())?.width).toBe(80)
    await expect(sidebar).toMatchAriaSnapshot(entries)
    await sidebar.getByRole('link', { name: 'Platforms' }).hover()
    const tip = page.getByRole('tooltip', { name: 'Platforms' })
    await expect(tip).toBeVisible()
    await expect(tip).toContainText('G')
    await expectAccessible(page, 'the narrow sidebar with a tooltip')
    await page.keyboard.press('Escape')
    await expect(tip).toBeHidden()
    await toggle.click()
  })

  await test.step('the first Tab skips it', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })
}

test('what was created after its dialog closed is said in passing', async ({
  page,
  product,
  mail,
  address,
}) => {
  await signIn(
    page,
    await newOperator(product.url, mail, { email: address }),
    '/dashboard/platforms',
  )
  await page.getByRole('button', { name: 'Add Platform' }).click()
  const slug = `dock-${address.slice(0, 8)}`
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/v1/platforms', async (route) => {
    await held
    await route.continue()
  })
  await page.getByPlaceholder('e.g. acme').fill(slug)
  await expect(page.getByText('Available', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.clock.install()
  release()
  const toast = page.getByText(`Platform created: ${product.url}/${slug}`)
  await expect(toast).toBeVisible()
  await test.step('it waits while the focus or the pointer is there, and F8 leads to it', async () => {
    const add = page.getByRole('button', { name: 'Add Platform' })
    await add.focus()
    await page.keyboard.press('F8')
    const action = page.getByRole('status').getByRole('button', { name: 'Manage' })
    await expect(action).toBeFocused()
    await expectAccessibleAndFitting(page, 'a toast')
    await page.clock.fastForward(30_000)
    await expect(toast).toBeVisible()
    await toast.hover()
    await page.keyboard.press('Escape')
    await expect(add).toBeFocused()
    await page.clock.fastForward(30_000)
    await expect(toast).toBeVisible()
    await action.click()
    await expect(page.getByRole('dialog', { name: 'Manage Platform' })).toBeVisible()
    await expect(toast).toHaveCount(0)
  })
})

test(
  'a workspace has the palette, the keys and the help too',
  onPhones,
  async ({ page, product, mail, address }) => {
    await signIn(page, await newOperator(product.url, mail, { email: address }))
    const { id, slug } = await newPlatform(page, `dock-${address.slice(0, 8)}`)
    const token = await page.evaluate(() => localStorage.getItem('accessToken'))
    const member = { email: `mo-${address}`, password: 'pallet jack 12' }
    await page.request.post(`/api/v1/platforms/${id}/members/create`, {
      headers: { authorization: `Bearer ${token}` },
      data: member,
    })
    await page.goto(`/${slug}`)
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(member.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/${slug}/app$`))
    const account = `
    - banner:
      - heading "${slug.toUpperCase()} Workspace" [level=1]
      - button "Account"
  `
    const whole = `
    - banner:
      - heading "${slug.toUpperCase()} Workspace" [level=1]
      - paragraph: Signed in as ${member.email}
      - button "Command palette"
      - button "Help and shortcuts"
      - link "Settings"
      - button "Logout"
  `
    await expect(page.getByRole('banner')).toMatchAriaSnapshot(isWide(page) ? whole : account)
    if (isWide(page))
      await test.step('the palette and the keys', async () => {
        await page.waitForLoadState('networkidle')
        await page.keyboard.press('ControlOrMeta+k')
        const palette = page.getByRole('dialog', { name: 'Command palette' })
        await palette.getByRole('combobox').fill('team')
        await expectAccessibleAndFitting(page, 'the palette of a workspace')
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(new RegExp(`/${slug}/app/team$`))
        await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible()
        await page.waitForTimeout(200)
        await page.keyboard.press('g')
        await page.waitForTimeout(120)
        await page.keyboard.press('h')
        await expect(page).toHaveURL(new RegExp(`/${slug}/app$`))
      })
    await openAccount(page)
    await page.getByRole('button', { name: 'Help and shortcuts' }).click()
    await expect(page.getByRole('heading', { name: 'About Home' })).toBeVisible()
    await expectAccessible(page, 'the help of a workspace')
    await page.keyboard.press('Escape')
    await follow(page, `/${slug}/app/nowhere`)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    await expectAccessible(page, 'an unknown address of a workspace')
    await page.getByRole('link', { name: 'Go to the workspace' }).click()
    await expect(page).toHaveURL(new RegExp(`/${slug}/app$`))
  },
)
