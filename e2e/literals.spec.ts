import type { Page } from '@playwright/test'
import { png } from '../server/test/pictures.ts'
import { expectLiterals } from './expect-literals.ts'
import { atSecondStep, newOperator, newWorkspace, signIn, typeCredentials } from './people.ts'
import { newPlatform } from './platforms.ts'
import { expect, test } from './world.ts'

// Once is enough: words do not depend on the screen.
test.skip(({ viewport }) => viewport?.width !== 1280, 'the words are those of the wide screen')

/** The server refuses without a readable word, so that the page uses its own. */
const refuse = (page: Page, url: string | RegExp, method?: string) =>
  page.route(url, (route) =>
    method && route.request().method() !== method
      ? route.fallback()
      : route.fulfill({ status: 409, body: '' }),
  )

/** Keeps the answers of this address back until the function given is called. */
async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await held
    await route.continue()
  })
  return release
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('the words of the public pages', async ({ page }) => {
  for (const [address, screen] of [
    ['/', 'landing'],
    ['/features', 'features'],
    ['/pricing', 'pricing'],
    ['/about', 'about'],
  ] as const) {
    await page.goto(address)
    await expectLiterals(page.getByRole('main'), screen)
    await expectLiterals(page.getByRole('banner'), 'header')
    await expectLiterals(page.getByRole('contentinfo'), 'footer')
  }
  await page.evaluate(() => {
    const claims = btoa(JSON.stringify({ exp: Math.ceil(Date.now() / 1000) + 600 }))
    localStorage.setItem('accessToken', `head.${claims}.signature`)
    localStorage.setItem('user', JSON.stringify({ firstName: 'Ada' }))
  })
  await page.reload()
  await expectLiterals(page.getByRole('banner'), 'headerSignedIn')
})

test('the words of the way in', async ({ page, address }) => {
  await test.step('login', async () => {
    for (const [flag, screen] of [
      ['verified=true', 'loginVerified'],
      ['error=invalid-token', 'loginInvalidToken'],
      ['error=verification-error', 'loginVerificationError'],
    ] as const) {
      await page.goto(`/login?${flag}`)
      await expectLiterals(page, screen)
    }
    await page.goto('/login')
    await expectLiterals(page, 'login')
    await refuse(page, '**/auth/login')
    await typeCredentials(page, { email: address, password: 'pallet jack 12' })
    await expectLiterals(page, 'loginRefused')
  })

  await test.step('register', async () => {
    await page.goto('/register')
    await expectLiterals(page, 'register')
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Alba')
    await page.getByLabel('Email').fill(address)
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByLabel('Confirm password', { exact: true }).fill('other')
    await press(page, 'Create account')
    await expectLiterals(page, 'registerWrong')
    await refuse(page, '**/auth/register')
    await page.getByLabel('Password', { exact: true }).fill('pallet jack 12')
    await page.getByLabel('Confirm password', { exact: true }).fill('pallet jack 12')
    await press(page, 'Create account')
    await expectLiterals(page, 'registerRefused')
  })

  await test.step('forgot password', async () => {
    await page.goto('/forgot-password')
    await expectLiterals(page, 'forgotPassword')
    await refuse(page, '**/auth/password/forgot')
    await page.getByLabel('Email').fill(address)
    await press(page, 'Send instructions')
    await expectLiterals(page, 'forgotPasswordRefused')
  })

  await test.step('reset password', async () => {
    const type = async (password: string, again: string) => {
      await page.getByLabel('New password', { exact: true }).fill(password)
      await page.getByLabel('Confirm password', { exact: true }).fill(again)
      await press(page, 'Reset password')
    }
    await page.goto('/reset-password')
    await expectLiterals(page, 'resetPassword')
    await type('short', 'other')
    await expectLiterals(page, 'resetPasswordWrong')
    await type('pallet jack 12', 'pallet jack 12')
    await expectLiterals(page, 'resetPasswordWithoutToken')
    await refuse(page, '**/auth/password/reset')
    await page.goto(`/reset-password?token=${'A'.repeat(43)}`)
    await type('pallet jack 12', 'pallet jack 12')
    await expectLiterals(page, 'resetPasswordRefused')
  })

  await page.goto('/disconnected?reason=unauthorized')
  await expectLiterals(page, 'disconnected')
})

test('the words of the dashboard and the settings', async ({ page, product, mail, address }) => {
  await signIn(page, await newOperator(product.url, mail, { email: address }))
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await expectLiterals(sidebar, 'sidebar', { email: address })
  await expectLiterals(page.getByRole('main'), 'dashboard')
  for (const name of ['users', 'notifications', 'billing'] as const) {
    await page.goto(`/dashboard/${name}`)
    await expectLiterals(page.getByRole('main'), name)
  }

  await test.step('analytics', async () => {
    await page.goto('/dashboard/analytics')
    await expectLiterals(page, 'analytics')
    await page.goto('/dashboard/analytics?platformId=nobody-has-this')
    await expectLiterals(page, 'analyticsEmpty')
    await refuse(page, /\/api\/v1\/logs/)
    await page.reload()
    await expectLiterals(page, 'analyticsFailed')
  })

  await test.step('settings', async () => {
    const panel = page.getByRole('tabpanel')
    await page.goto('/dashboard/settings')
    await expectLiterals(page.getByRole('main'), 'settings')
    await expectLiterals(panel, 'profile')
    for (const [tab, screen] of [
      ['notifications', 'notificationSettings'],
      ['preferences', 'preferences'],
      ['appearance', 'appearance'],
      ['security', 'security'],
    ] as const) {
      await page.goto(`/dashboard/settings?tab=${tab}`)
      await expectLiterals(panel, screen)
    }
    await expectLiterals(panel, 'passkeys')
    await expectLiterals(panel, 'twoFactorOff')
    await press(page, 'Setup 2FA')
    await expectLiterals(panel, 'twoFactorSetup')
  })

  await test.step('a passkey nobody knows the device of', async () => {
    const passkey = {
      ...{ id: crypto.randomUUID(), deviceType: 'unknown', name: '', backedUp: false },
      ...{ createdAt: new Date().toISOString(), lastUsedAt: null },
    }
    await page.route('**/auth/passkeys', (route) =>
      route.fulfill({ json: { passkeys: [passkey] } }),
    )
    await refuse(page, `**/auth/passkey/${passkey.id}`)
    await page.reload()
    const keys = page.getByRole('region', { name: 'Manage Passkeys' })
    await expectLiterals(keys, 'passkeyOfUnknownDevice')
    await keys.getByRole('button', { name: 'Remove' }).click()
    await expectLiterals(keys, 'passkeyNotRemoved')
  })
})

test('the words of the second factor', async ({ page, product, mail, address }) => {
  const { nextCode } = await atSecondStep(page, product.url, mail, address)
  await expectLiterals(page, 'secondStep')
  await page.getByLabel('Code', { exact: true }).fill(nextCode())
  await press(page, 'Verify and Sign In')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/dashboard/settings?tab=security')
  const panel = page.getByRole('region', { name: 'Two-factor authentication' })
  await expectLiterals(panel, 'twoFactorOn')
  await press(page, 'Show backup codes')
  await expectLiterals(panel, 'backupCodes')
  for (const [button, screen] of [
    ['Regenerate codes', 'regenerateQuestion'],
    ['Disable 2FA', 'disableQuestion'],
  ] as const) {
    await press(page, button)
    await expectLiterals(page.getByRole('alertdialog'), screen)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  }
  await press(page, 'Change authenticator')
  await expectLiterals(panel, 'twoFactorSetup')
})

test('the words of the platforms', async ({ page, product, mail, address }) => {
  await signIn(page, await newOperator(product.url, mail, { email: address }))
  const { id, slug } = await newPlatform(page, `dock-${address.slice(0, 8)}`)
  const values = { name: slug, slug, free: `${slug}-two`, origin: product.url }
  const dialog = page.getByRole('dialog')
  await page.goto('/dashboard/platforms')
  await expectLiterals(page.getByRole('main'), 'platforms', values)

  await test.step('the dialog that creates one', async () => {
    const field = dialog.getByPlaceholder('e.g. acme')
    const ask = async (name: string) => {
      await field.fill(name)
      await field.blur()
    }
    await page.goto('/dashboard/platforms/new')
    await expectLiterals(dialog, 'createPlatform')
    await ask(slug)
    await expectLiterals(dialog, 'createPlatformTaken')
    await refuse(page, /\/platforms\/check-name/)
    await ask(`${slug}-one`)
    await expectLiterals(dialog, 'createPlatformUnchecked')
    await page.unrouteAll()
    await ask(values.free)
    await expectLiterals(dialog, 'createPlatformFree', values)
    await refuse(page, '**/api/v1/platforms', 'POST')
    await press(page, 'Create')
    await expectLiterals(dialog, 'createPlatformRefused')
    await page.unrouteAll()
    await ask(values.free)
    await expectLiterals(dialog, 'createPlatformFree', values)
    const release = await hold(page, '**/api/v1/platforms')
    await press(page, 'Create')
    await expectLiterals(dialog, 'createPlatformBusy')
    release()
    await expectLiterals(dialog, 'createPlatformDone', values)
  })

  const details = `**/api/v1/platforms/${id}`
  await test.step('the dialog that manages one', async () => {
    const release = await hold(page, details)
    await page.goto(`/dashboard/platforms/${id}`)
    await expectLiterals(dialog, 'managePlatformLoading')
    release()
    await expectLiterals(dialog, 'managePlatform', values)
    await refuse(page, details, 'PUT')
    await dialog.getByLabel('Name', { exact: true }).fill('Dock')
    await press(page, 'Save changes')
    await expectLiterals(dialog, 'managePlatformUnsaved')
    await refuse(page, '**/platforms/*/logo')
    const chooser = dialog.locator('input[type=file]')
    const file = (mimeType: string, buffer: Buffer) => ({ name: 'a', mimeType, buffer })
    await chooser.setInputFiles(file('text/plain', Buffer.from('text')))
    await expectLiterals(dialog, 'managePlatformNoImage')
    await chooser.setInputFiles(file('image/png', await png()))
    await expectLiterals(dialog, 'managePlatformNoLogo')
  })

  await test.step('its users', async () => {
    const create = '**/members/create'
    const member = `member-${address}`
    await refuse(page, create)
    await dialog.getByLabel('Email', { exact: true }).fill(member)
    await dialog.getByLabel('Password', { exact: true }).fill('pallet jack 12')
    await press(page, 'Create user')
    await expectLiterals(dialog, 'managePlatformNoMember')
    await page.unroute(create)
    await press(page, 'Create user')
    const row = dialog.getByRole('group', { name: member })
    await expectLiterals(row, 'managePlatformMember', { member })
    await refuse(page, '**/members/permissions')
    await row.getByLabel('Role').fill('picker')
    await row.getByLabel('Role').press('Enter')
    await expectLiterals(row, 'managePlatformNoRole')
    await row.getByLabel('Permissions').fill('stock.read')
    await row.getByLabel('Permissions').press('Enter')
    await expectLiterals(row, 'managePlatformNoPermissions')
    await refuse(page, '**/members', 'DELETE')
    await row.getByRole('button', { name: 'Remove' }).click()
    await expectLiterals(row, 'managePlatformNotRemoved')
  })

  await refuse(page, details)
  await page.reload()
  await expectLiterals(dialog, 'managePlatformFailed')
})

test('the words of a workspace', async ({ page, product, mail }) => {
  const { slug, member } = await newWorkspace(product.url, mail)
  const values = { slug, name: slug, SLUG: slug.toUpperCase(), email: member.email }
  const login = `**/tenant/${slug}/login`
  await page.goto(`/${slug}`)
  await expectLiterals(page, 'tenantLogin', values)
  await refuse(page, login)
  await typeCredentials(page, member)
  await expectLiterals(page, 'tenantLoginRefused')
  await page.unroute(login)
  const release = await hold(page, login)
  await typeCredentials(page, member)
  await expectLiterals(page, 'tenantLoginBusy')
  release()
  await expect(page).toHaveURL(new RegExp(`/${slug}/app$`))
  await expectLiterals(page, 'tenantHome', values)
})
