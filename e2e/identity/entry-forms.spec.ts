import { newOperator, signIn, typeCredentials } from '../people.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'

test('the sign-in and registration forms', async ({ page }) => {
  await page.goto('/login')
  await expect(page).toHaveTitle('Sign in - Stowage')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - link "Stowage"
      - heading "Welcome back" [level=1]
      - text: Email
      - textbox "Email"
      - text: Password
      - textbox "Password"
      - button "Show what is typed": Show
      - link "Forgot password?"
      - button "Sign In"
      - button "Use a passkey"
      - paragraph:
        - text: No account yet?
        - link "Sign up"
  `)
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute(
    'autocomplete',
    'current-password',
  )
  // Neither the header nor the footer of the public pages.
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)

  await page.goto('/register')
  await expect(page).toHaveTitle('Create your account - Stowage')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Create your account" [level=1]
      - textbox "First name"
      - textbox "Last name"
      - textbox "Email"
      - textbox "Password"
      - button "Show what is typed": Show
      - textbox "Confirm password"
      - button "Show what is typed": Show
      - button "Create account"
      - paragraph:
        - link "Sign in"
  `)
  await expect(page.getByText(/Use 6 characters or more/)).toBeVisible()

  await page.goto('/forgot-password')
  await expect(page).toHaveTitle('Forgot your password? - Stowage')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Forgot your password?" [level=1]
      - textbox "Email"
      - button "Send instructions"
      - paragraph:
        - link "Back to Login"
  `)

  await page.goto('/reset-password')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Set a new password" [level=1]
      - alert:
        - paragraph: Invalid or missing reset token. Please request a new password reset.
      - textbox "New password"
      - textbox "Confirm password"
      - list:
        - listitem: At least 6 characters Not yet
        - listitem: Passwords match Not yet
      - button "Reset password"
      - paragraph:
        - link "Request a new link"
  `)
  await expectAccessible(page, 'the reset-password page without a token')
  await page.getByLabel('New password', { exact: true }).fill('a good one')
  await page.getByLabel('Confirm password', { exact: true }).fill('a good one')
  await expect(page.getByRole('main').getByRole('list')).toMatchAriaSnapshot(`
    - list:
      - listitem: At least 6 characters Done
      - listitem: Passwords match Done
  `)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('Invalid or missing reset token', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page).toHaveTitle('Error: Set a new password - Stowage')
})

test('the login page says what its address means', async ({ page }) => {
  for (const [flag, sentence] of [
    ['verified=true', 'Email verified successfully! You can now sign in.'],
    [
      'error=invalid-token',
      'Invalid or expired verification token. Please request a new verification email.',
    ],
    ['error=verification-error', 'There was an error verifying your email. Please try again.'],
  ] as const) {
    await page.goto(`/login?${flag}`)
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()
    const resend = page.getByRole('button', { name: 'Resend verification email' })
    await expect(resend).toHaveCount(flag === 'error=invalid-token' ? 1 : 0)
    await expectAccessible(page, `the login page with ${flag}`)
  }
})

test('the reasons of the disconnected page', async ({ page }) => {
  for (const [reason, line] of [
    ['session-expired', 'Your session reached its time limit.'],
    ['unauthorized', 'The server no longer accepts this session.'],
    ['logout', 'You signed out.'],
    ['tenant-logout', 'You signed out of the workspace.'],
  ] as const) {
    await page.goto(`/disconnected?reason=${reason}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Session ended' })).toBeVisible()
    await expect(page).toHaveTitle('Session ended - Stowage')
    await expect(
      page.getByText('you have been disconected for secutity reasons', { exact: true }),
    ).toBeVisible()
    await expect(page.getByText(line, { exact: true })).toBeVisible()
  }
  await page.goto('/disconnected?reason=constructor')
  await expect(page.getByRole('main').getByRole('paragraph')).toHaveCount(1)
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('a refused sign-in keeps the email, clears the password and announces the error', async ({
  page,
  product,
  mail,
  address,
}) => {
  const operator = await newOperator(product.url, mail, { email: address })
  await page.goto('/login')
  await typeCredentials(page, { ...operator, password: 'not the password' })
  const box = page.getByRole('alert')
  await expect(box).toContainText('Invalid email or password')
  await expect(box).toBeFocused()
  await expect(page).toHaveTitle('Error: Sign in - Stowage')
  await expect(page.getByLabel('Email')).toHaveValue(operator.email)
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveValue('')

  await password.fill(operator.password)
  await page.getByRole('button', { name: 'Show what is typed' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide what is typed' }).click()
  await expect(password).toHaveAttribute('type', 'password')
  const lock = page.getByRole('status').filter({ hasText: 'Caps Lock' })
  await expect(lock).toHaveCount(0)
  // No key press of a test turns the lock on; the event of one that is on looks like this.
  await password.evaluate((field) => {
    const lock = { key: 'A', bubbles: true, modifierCapsLock: true }
    field.dispatchEvent(new KeyboardEvent('keydown', lock))
  })
  await expect(lock.filter({ hasText: 'Caps Lock is on.' })).toBeVisible()
})

test('a signed-in operator skips the sign-in form after verification', async ({
  page,
  product,
  mail,
  address,
}) => {
  await signIn(page, await newOperator(product.url, mail, { email: address }))
  await page.goto('/login')
  await expect(page.getByText(/^Ada Alba .* uses this browser now\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Open the dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/login?verified=true', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a visitor who leaves early reads the registration message again', async ({
  page,
  address,
}) => {
  const success = 'Registration successful! Please check your email to verify your account.'
  await page.goto('/register')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Alba')
  await page.getByLabel('Email').fill(address)
  await page.getByLabel('Password', { exact: true }).fill('pallet jack 12')
  await page.getByLabel('Confirm password', { exact: true }).fill('pallet jack 12')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText(success)).toBeVisible()
  await page.getByRole('link', { name: 'Continue now' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText(success)).toBeVisible()
})
