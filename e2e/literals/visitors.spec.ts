import { expectLiterals } from '../expect-literals.ts'
import { typeCredentials } from '../people.ts'
import { test } from '../fixtures.ts'
import { press, refuse } from './steps.ts'

test('texts of the public pages', async ({ page }) => {
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

test('texts of sign-in and registration', async ({ page, address }) => {
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
