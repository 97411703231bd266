import { expectLiterals } from '../expect-literals.ts'
import { atSecondStep, newOperator, signIn } from '../people.ts'
import { expect, test } from '../fixtures.ts'
import { press, refuse } from './steps.ts'

test('texts of the dashboard and the settings', async ({ page, product, mail, address }) => {
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

  await test.step('a passkey of an unknown device', async () => {
    const passkey = {
      id: crypto.randomUUID(),
      deviceType: 'unknown',
      name: '',
      backedUp: false,
      createdAt: new Date().toISOString(),
      lastUsedAt: null,
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

test('texts of the second factor', async ({ page, product, mail, address }) => {
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
